/* What the filters leave, counted: for every chart what is chosen, beside the whole corpus. Nothing here is drawn. */

import { census, creditOf, gainOf } from "./census.js";
import { GROUPS, failing, isFiltered, isInRange, passingErrors } from "./filters.js";
import { sum } from "./numbers.js";
import { CLASSES, DECISIONS, DOCUMENTS, INDEX, SYSTEMS } from "./payload.js";
import { state } from "./state.js";

/** @import {ClassLoss, TypeChange} from "./payload.js" */
/** @import {Group} from "./state.js" */

/** @typedef {ClassLoss & {count: number}} ClassCost */
/** @typedef {{recall: number | null, precision: number | null, f1: number | null, count: number}} Measured */

/** The counts for the current filters. @type {Map<string, unknown>} */
const counted = new Map();
/** @type {Uint32Array | null} */
let countedFor = null;

/**
 * Counts once as long as the filters stay as they are.
 * @template T
 * @param {string} name
 * @param {() => T} count
 * @returns {T}
 */
function once(name, count) {
  const now = failing(state.system);
  if (now !== countedFor) counted.clear();
  countedFor = now;
  const known = `${name} ${isFiltered()} ${state.metric}`;
  if (!counted.has(known)) counted.set(known, count());
  return /** @type {T} */ (counted.get(known));
}

/** B³ of the whole corpus, which no filter changes. @type {Map<string, Measured[]>} */
const wholes = new Map();

/** Whether errors can be repaired and scored: without gold mentions the scores of repairs are undefined. */
export const isPriced = () =>
  SYSTEMS.some(({ losses }) => losses.some((classes) => classes.some(({ shapley }) => shapley !== null)));

/** The metric whose points errors cost. */
export const lossMetric = () => INDEX.loss_metrics[state.metric] ?? INDEX.loss_metrics[0];

/**
 * What each class costs a system in the whole corpus.
 * @param {number} system
 * @param {number} [metric]
 * @returns {ClassCost[]}
 */
export const costsOf = (system, metric = state.metric) =>
  CLASSES.map((_, place) => ({
    ...(SYSTEMS[system].losses[metric]?.[place] ?? { shapley: null, alone: null, last: null }),
    count: SYSTEMS[system].counts[place],
  }));

/** The cost of all errors of a system. @param {number} system @param {number} [metric] */
export const lostBy = (system, metric) => sum(costsOf(system, metric).map(({ shapley }) => shapley ?? 0));

/**
 * The errors of each class that the filters leave, and the points that repairing them one by one gains.
 * @param {number} system
 */
export const chosenErrors = (system) => once(`errors ${system}`, () => countErrors(system));

/** @param {number} system */
function countErrors(system) {
  const { kind, gains } = census().systems[system].errors;
  const passing = passingErrors(system);
  const gain = gains[state.metric];
  const found = CLASSES.map(() => ({ count: 0, gain: 0 }));
  for (let error = 0; error < kind.length; error += 1) {
    if (!passing[error]) continue;
    found[kind[error]].count += 1;
    if (gain) found[kind[error]].gain += gainOf(gain[error]) ?? 0;
  }
  return found;
}

/**
 * Errors by class and by the type of their first mention, as many as the filters leave.
 * @param {number} system
 */
export const chosenMatrix = (system) =>
  isFiltered() ? once(`matrix ${system}`, () => countMatrix(system)) : SYSTEMS[system].matrix;

/** @param {number} system */
function countMatrix(system) {
  const { kind, from, row } = census().systems[system].errors;
  const { type } = census();
  const passing = passingErrors(system);
  const found = CLASSES.map(() => INDEX.types.map(() => 0));
  for (let error = 0; error < kind.length; error += 1)
    if (passing[error]) found[kind[error]][type[row[from[error]]]] += 1;
  return found;
}

/**
 * How often each decision was made about the mentions that the filters leave.
 * @param {number} system
 */
export function chosenDecisions(system) {
  if (!isFiltered()) return SYSTEMS[system].decisions;
  const fails = failing(system);
  const { decision } = census().systems[system];
  const found = DECISIONS.map(() => 0);
  for (let row = 0; row < decision.length; row += 1)
    if (!fails[row] && decision[row] < found.length) found[decision[row]] += 1;
  return found;
}

/** How many mentions each combination of systems is right about. @returns {Map<number, number>} */
export function chosenAgreement() {
  const { agreement } = census();
  const fails = SYSTEMS.map((_, system) => failing(system));
  const found = new Map();
  for (let row = 0; row < agreement.length; row += 1) {
    if (!isFiltered() || fails.some((each) => !each[row]))
      found.set(agreement[row], (found.get(agreement[row]) ?? 0) + 1);
  }
  return found;
}

/** The documents with errors or mentions that pass the filters; all documents without filters. */
export const chosenDocuments = () => once("documents", findDocuments);

function findDocuments() {
  const found = new Uint8Array(DOCUMENTS.length);
  const { document } = census();
  if (!isFiltered()) return found.fill(1);
  const { anchor } = census().systems[state.system].errors;
  const passing = passingErrors();
  const fails = failing(state.system);
  const isOfMentions = state.filters.class.size === 0;
  if (isOfMentions) for (let row = 0; row < fails.length; row += 1) if (!fails[row]) found[document[row]] = 1;
  for (let error = 0; error < passing.length; error += 1) if (passing[error]) found[document[anchor[error]]] = 1;
  return found.map((has, number) => (has && isInRange(number) ? 1 : 0));
}

/**
 * B³ of the mentions of each value of a group: of all that the other filters leave, or of the whole corpus.
 * @param {Group} group
 * @param {number} system
 * @param {boolean} whole
 * @returns {Measured[]} by value
 */
export function measured(group, system, whole) {
  const name = `${group} ${system}`;
  if (!whole) return measure(group, system, false);
  const found = wholes.get(name) ?? measure(group, system, true);
  wholes.set(name, found);
  return found;
}

/**
 * @param {Group} group
 * @param {number} system
 * @param {boolean} whole
 * @returns {Measured[]}
 */
function measure(group, system, whole) {
  const { values, columns } = GROUPS[group];
  const [column] = columns(system);
  const { recall, precision } = census().systems[system];
  const sums = values.map(() => [0, 0, 0, 0]);
  const fails = whole ? null : failing(system);
  const other = ~(1 << Object.keys(GROUPS).indexOf(group));
  // a mention that the system does not have counts for recall, also where filters ask for what the system did with it
  for (let row = 0; row < column.length; row += 1) {
    if (fails && fails[row] & other) continue;
    const cell = sums[column[row]];
    if (recall[row]) {
      cell[0] += creditOf(recall[row]);
      cell[1] += 1;
    }
    if (precision[row]) {
      cell[2] += creditOf(precision[row]);
      cell[3] += 1;
    }
  }
  return sums.map(([found, wanted, right, given]) => {
    const [r, p] = [wanted ? found / wanted : null, given ? right / given : null];
    const f1 = r === null || p === null ? null : r + p ? (2 * r * p) / (r + p) : 0;
    return { recall: r, precision: p, f1, count: wanted };
  });
}

/**
 * What changed between two systems, by type of mention, among what the filters leave.
 * @param {number} first
 * @param {number} second
 * @returns {TypeChange[]}
 */
export function chosenChanges(first, second) {
  const { type, isKey, systems } = census();
  const [before, after] = [systems[first], systems[second]];
  const fails = [failing(first), failing(second)];
  /** @type {Map<number, TypeChange>} */
  const found = new Map();
  for (let row = 0; row < type.length; row += 1) {
    if (isFiltered() && fails[0][row] && fails[1][row]) continue;
    const change = found.get(type[row]) ?? noChange(type[row]);
    found.set(type[row], change);
    const [was, is] = [before.right[row], after.right[row]];
    if (isKey[row]) {
      change.mentions += 1;
      change.right[0] += was;
      change.right[1] += is;
      if (!was && is) change.fixed += 1;
      if (was && !is) change.broken += 1;
    } else {
      change.inventions[0] += 1 - was;
      change.inventions[1] += 1 - is;
      if (!was && is) change.dropped += 1;
      if (was && !is) change.added += 1;
    }
  }
  return [...found.values()]
    .filter(({ mentions, inventions }) => mentions + inventions[0] + inventions[1] > 0)
    .sort((a, b) => a.type - b.type);
}

/** @param {number} type @returns {TypeChange} */
const noChange = (type) => ({
  type,
  mentions: 0,
  right: [0, 0],
  fixed: 0,
  broken: 0,
  inventions: [0, 0],
  dropped: 0,
  added: 0,
});

/**
 * Errors of two systems by class among what the filters leave: an error is fixed if none of its mentions is in one of its class any more.
 * @param {number} first
 * @param {number} second
 */
export function chosenClassChanges(first, second) {
  const gone = (/** @type {number} */ system, /** @type {number} */ other) => {
    const { kind, from, row } = census().systems[system].errors;
    const { classes } = census().systems[other];
    const passing = passingErrors(system);
    const found = CLASSES.map(() => ({ all: 0, gone: 0 }));
    for (let error = 0; error < kind.length; error += 1) {
      if (!passing[error]) continue;
      const one = found[kind[error]];
      one.all += 1;
      let isThere = false;
      for (let at = from[error]; at < from[error + 1]; at += 1)
        isThere ||= Boolean(classes[row[at]] & (1 << kind[error]));
      if (!isThere) one.gone += 1;
    }
    return found;
  };
  const [old, fresh] = [gone(first, second), gone(second, first)];
  return CLASSES.map((_, place) => ({
    before: old[place].all,
    fixed: old[place].gone,
    broken: fresh[place].gone,
    after: fresh[place].all,
  }));
}

/** The scores of the selection, if the page has them: all scores of one document, or the headline of one genre. @param {number} system */
export function chosenScores(system) {
  const { document, genre } = state.filters;
  const alone =
    Object.values(state.filters).reduce((total, values) => total + values.size, 0) === 1 &&
    !state.words &&
    state.bin === null;
  if (!alone) return null;
  if (document.size) {
    const row = DOCUMENTS.find(({ name }) => document.has(name));
    return row ? { of: row.name, scores: row.scores[system] } : null;
  }
  const picture = INDEX.pictures.find(({ name }) => name === "genre");
  const place = picture?.values.findIndex((value) => genre.has(INDEX.genres[value])) ?? -1;
  if (!picture || place < 0) return null;
  const scores = INDEX.metric_labels.map((_, metric) =>
    metric === INDEX.headline ? picture.scores[system][place].f1 : null,
  );
  return { of: INDEX.genres[picture.values[place]], scores };
}
