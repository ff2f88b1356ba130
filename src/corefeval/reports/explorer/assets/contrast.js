/* Two metrics held against each other in the lines: which two, and how many errors and mentions cost one of them points and not the other. */

import { chosenErrors } from "./chosen.js";
import { button, element } from "./elements.js";
import { chosenMetrics, failing, setMetrics, toggleFilter } from "./filters.js";
import { LOSING, METRIC_PAIRS } from "./losing.js";
import { grouped, plural, sum } from "./numbers.js";
import { CLASSES, INDEX } from "./payload.js";
import { state } from "./state.js";

/** @import {MetricPair} from "./losing.js" */

/** The explanation of a loss in a metric. @param {number[]} [metrics] */
export function meaningOfLosing(metrics = LOSING.map((_, metric) => metric)) {
  const asked = metrics.map((metric) => LOSING[metric]);
  const repaired = asked.filter(({ gains }) => gains >= 0).map(({ label }) => label);
  const judging = asked.filter(({ gains }) => gains < 0).map(({ label }) => label);
  return [
    repaired.length > 0 &&
      `${repaired.join(" or ")} loses at an error if fixing this error alone raises the score, and at a mention if one of its errors does.`,
    judging.length > 0 &&
      `${judging[0]} loses at a mention if the right outcome for this mention alone raises the score.`,
    INDEX.silent_metrics.length > 0 &&
      `This page has no losses of single mentions for ${INDEX.silent_metrics.join(", ")}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The choice of two metrics, above the lines. */
export function metricsLine() {
  if (LOSING.length < 2) return null;
  const pair = chosenMetrics();
  return element(
    "div",
    { class: "list-line metrics-line" },
    element("label", { for: "loses" }, "Compare metrics: "),
    chooser("loses", "The metric that loses", pair?.first ?? -1, pair?.second ?? -1, (first) =>
      setMetrics(first < 0 ? null : found(first, pair && pair.second !== first ? pair.second : first ? 0 : 1)),
    ),
    ...(pair
      ? [
          " loses, ",
          chooser("keeps", "The metric that does not lose", pair.second, pair.first, (second) =>
            setMetrics(found(pair.first, second)),
          ),
          " does not ",
          button(
            {
              id: "turn-metrics",
              title: "The other way round (m)",
              "aria-label": "Exchange the two metrics",
              onclick: () => setMetrics(found(pair.second, pair.first)),
            },
            "⇄",
          ),
        ]
      : []),
  );
}

/**
 * @param {number} first
 * @param {number} second
 */
const found = (first, second) =>
  METRIC_PAIRS.find((pair) => pair.first === first && pair.second === second) ?? METRIC_PAIRS[0];

/** The pair that the key shows: the later metric against the first one, then the other way round. @returns {MetricPair | null} */
export function nextMetrics() {
  const pair = chosenMetrics();
  return pair ? found(pair.second, pair.first) : (METRIC_PAIRS[0] ?? null);
}

/**
 * @param {string} id
 * @param {string} label
 * @param {number} now
 * @param {number} other the metric that cannot be chosen here
 * @param {(metric: number) => void} choose
 */
function chooser(id, label, now, other, choose) {
  const isFirst = id === "loses";
  const select = element(
    "select",
    { id, "aria-label": label, onchange: () => choose(Number(select.value)) },
    isFirst && element("option", { value: -1 }, "off"),
    ...LOSING.map(
      ({ label: name }, metric) => (isFirst || metric !== other) && element("option", { value: metric }, name),
    ),
  );
  select.value = String(now);
  return select;
}

/** The numbers of errors and mentions that the two metrics differ about, by class; null if no pair is chosen. */
export function metricsSentence() {
  const pair = chosenMetrics();
  if (!pair) return null;
  const errors = chosenErrors(state.system);
  const count = sum(errors.map((each) => each.count));
  let mentions = 0;
  for (const fails of failing(state.system)) if (!fails) mentions += 1;
  const classes = CLASSES.map((kind, place) => ({ kind, count: errors[place].count }))
    .filter((each) => each.count > 0)
    .sort((a, b) => b.count - a.count);
  return element(
    "p",
    { class: "metrics-sentence", role: "status" },
    element("b", {}, `${pair.name}: ${plural(mentions, "mention")}, ${plural(count, "error")}`),
    classes.length > 0 && " (",
    ...classes.flatMap(({ kind, count: many }, place) => [
      place > 0 && ", ",
      button(
        {
          class: "leading",
          "aria-pressed": String(state.filters.class.has(kind.label)),
          onclick: () => toggleFilter("class", kind.label),
        },
        `${grouped(many)} ${kind.label}`,
      ),
    ]),
    classes.length > 0 && ")",
    ". ",
    meaningOfLosing([pair.first, pair.second].sort((a, b) => a - b)),
  );
}
