/* Where metrics lose: an error costs a metric points if fixing this error alone raises it. A mention costs points if one of its errors
   does, or, in a metric that judges mentions one by one, if the right outcome raises it. */

import { UNDEFINED, census } from "./census.js";
import { INDEX, SYSTEMS } from "./payload.js";

/** @import {Numbers} from "./census.js" */

/** Pairs of more metrics than these have no room in 32 bits. */
const MOST = 6;

/**
 * A metric that says where it loses.
 * @typedef {object} LosingMetric
 * @property {string} label
 * @property {number} gains its number among those that repairs are scored with; -1 where it judges mentions
 */

const REPAIRED = INDEX.loss_metrics.slice(0, SYSTEMS[0]?.losses.length ?? 0);
const JUDGING = INDEX.outcomes.length ? [`${INDEX.outcome_metric} F1`] : [];

/** @type {LosingMetric[]} */
export const LOSING = [
  ...REPAIRED.map((label, gains) => ({ label, gains })),
  ...JUDGING.filter((label) => !REPAIRED.includes(label)).map((label) => ({ label, gains: -1 })),
].slice(0, MOST);

/**
 * Two metrics, by their numbers: the first loses where the second does not. The page opens with the pair that a reader of the second
 * metric asks for.
 * @typedef {{first: number, second: number, name: string}} MetricPair
 */
/** @type {MetricPair[]} */
export const METRIC_PAIRS = LOSING.flatMap((_, late) =>
  LOSING.slice(0, late).flatMap((__, early) => [pairOf(late, early), pairOf(early, late)]),
);

/**
 * @param {number} first
 * @param {number} second
 * @returns {MetricPair}
 */
function pairOf(first, second) {
  return { first, second, name: `${LOSING[first].label} loses, ${LOSING[second].label} does not` };
}

/** @type {Map<string, Numbers>} */
const known = new Map();

/**
 * @param {string} name
 * @param {() => Numbers} make
 */
function once(name, make) {
  const found = known.get(name) ?? make();
  known.set(name, found);
  return found;
}

/**
 * What fixing each error alone gains in a metric, in millionths; in one that judges mentions, the most that one of its mentions gains.
 * @param {number} metric
 * @param {number} system
 */
export const gainsOfErrors = (metric, system) =>
  once(`errors ${metric} ${system}`, () => {
    const { errors } = census().systems[system];
    const { gains } = LOSING[metric];
    if (gains >= 0) return errors.gains[gains];
    const found = new Int32Array(errors.count).fill(UNDEFINED);
    const judged = gainsOfRows(metric, system);
    for (let error = 0; error < errors.count; error += 1) {
      for (let at = errors.from[error]; at < errors.from[error + 1]; at += 1)
        found[error] = larger(found[error], judged[errors.row[at]]);
    }
    return found;
  });

/**
 * The most that fixing one of a row's errors alone gains, or its right outcome; UNDEFINED where it has none.
 * @param {number} metric
 * @param {number} system
 */
export const gainsOfRows = (metric, system) =>
  once(`rows ${metric} ${system}`, () => {
    const { errors, gain, outcome } = census().systems[system];
    const { gains } = LOSING[metric];
    const found = new Int32Array(census().rows).fill(UNDEFINED);
    if (gains < 0) {
      for (let row = 0; row < found.length; row += 1) if (outcome[row]) found[row] = gain[row];
      return found;
    }
    for (let error = 0; error < errors.count; error += 1) {
      for (let at = errors.from[error]; at < errors.from[error + 1]; at += 1)
        found[errors.row[at]] = larger(found[errors.row[at]], errors.gains[gains][error]);
    }
    return found;
  });

/**
 * @param {number} one
 * @param {number} other
 */
function larger(one, other) {
  if (one === UNDEFINED) return other;
  return other === UNDEFINED ? one : Math.max(one, other);
}

/** @param {number} gain */
const loses = (gain) => gain > 0 && gain !== UNDEFINED;

/**
 * Which pairs each line is an instance of, as bits.
 * @param {(metric: number, system: number) => Numbers} gainsOf
 * @param {number} system
 */
function pairsOf(gainsOf, system) {
  const gains = LOSING.map((_, metric) => gainsOf(metric, system));
  const found = new Uint32Array(gains[0]?.length ?? 0);
  METRIC_PAIRS.forEach(({ first, second }, place) => {
    for (let line = 0; line < found.length; line += 1)
      if (loses(gains[first][line]) && !loses(gains[second][line])) found[line] |= 1 << place;
  });
  return found;
}

/** @param {number} system */
export const pairsOfRows = (system) => once(`row pairs ${system}`, () => pairsOf(gainsOfRows, system));

/** @param {number} system */
export const pairsOfErrors = (system) => once(`error pairs ${system}`, () => pairsOf(gainsOfErrors, system));
