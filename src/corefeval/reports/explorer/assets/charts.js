/* The panels of the overview that are drawn as bars. */

import { badge, button, element, said } from "./elements.js";
import { BIN, binOf, scoreOf, setBin, toggleFilter } from "./filters.js";
import { grouped, percent, plural, sum } from "./numbers.js";
import {
  CLASSES,
  DECISIONS,
  DOCUMENTS,
  INDEX,
  LETTERS,
  TWO,
  family,
  isRight,
  meaningOfClass,
  meaningOfDecision,
} from "./payload.js";
import { state } from "./state.js";

/** @import {Child} from "./elements.js" */
/** @import {ErrorClass, Score, System} from "./payload.js" */

/**
 * @param {string} title
 * @param {string} note
 * @param {...Child} children
 */
export const panel = (title, note, ...children) => panelOf("", title, note, ...children);

/**
 * @param {string} look
 * @param {string} title
 * @param {string} note
 * @param {...Child} children
 */
export const panelOf = (look, title, note, ...children) =>
  element(
    "section",
    { class: `panel ${look}` },
    element("h2", {}, title),
    note !== "" && element("p", { class: "note" }, note),
    ...children,
  );

/** @param {Score} score */
export function gauge({ f1, interval }) {
  return element(
    "span",
    { class: "gauge", "aria-hidden": "true" },
    f1 !== null && element("span", { class: "fill", style: { width: `${100 * f1}%` } }),
    f1 !== null && interval && whisker(interval[0], interval[1], 1),
  );
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} scale
 */
function whisker(from, to, scale) {
  const [low, high] = [Math.min(from, to), Math.max(from, to)].map((value) => Math.max(0, (100 * value) / scale));
  return element("span", { class: "whisker", style: { left: `${low}%`, width: `${Math.max(0.3, high - low)}%` } });
}

/** @param {System} system */
export function lossPanel(system) {
  const known = system.classes.flatMap((one) => (one.shapley === null ? [] : [one.shapley]));
  const bounds = system.classes.flatMap((one) => (one.shapley === null ? [] : [one.alone ?? 0, one.last ?? 0]));
  const scale = Math.max(1e-9, ...known, ...bounds);
  const most = Math.max(1, ...system.classes.map((one) => one.count));
  const rows = CLASSES.map((kind, position) => {
    const { count, shapley, alone, last } = system.classes[position];
    const share = known.length ? (shapley ?? 0) / scale : count / most;
    return classRow(
      kind,
      "loss-row",
      element(
        "span",
        { class: "track" },
        element("span", { class: `fill ${family(kind)}`, style: { width: `${Math.max(0, 100 * share)}%` } }),
        count > 0 && alone !== null && last !== null && whisker(alone, last, scale),
      ),
      element("span", { class: "number" }, known.length > 0 && percent(shapley)),
      known.length > 0 && said(`points, alone ${percent(alone)}, last ${percent(last)};`),
      element("span", { class: "count" }, grouped(count)),
      said(count === 1 ? "error" : "errors"),
    );
  });
  const note = known.length
    ? `${INDEX.loss_metric} points lost to each class: the mean over all orders of repair (Shapley), so the bars add up to ${percent(sum(known))}, what is missing to 100. Whisker: repaired alone – repaired last. Right: how many.`
    : "How many errors of each class.";
  const title = TWO ? `What costs ${LETTERS[state.system]} its points` : "What costs points";
  return panel(title, note, element("div", { class: "losses" }, ...rows));
}

/**
 * A class with its bar; it filters.
 * @param {ErrorClass} kind
 * @param {string} look
 * @param {...Child} children
 */
export const classRow = (kind, look, ...children) =>
  button(
    {
      class: look,
      "aria-pressed": String(state.filters.class.has(kind.label)),
      "data-class": kind.name,
      title: meaningOfClass(kind),
      onclick: () => toggleFilter("class", kind.label),
    },
    badge(kind.badge, family(kind)),
    element("span", { class: "name" }, kind.label),
    ...children,
  );

/** @param {System} system */
export function decisionsPanel(system) {
  if (!sum(system.decisions)) return null;
  const most = Math.max(...system.decisions);
  const rows = DECISIONS.map((decision, position) =>
    button(
      {
        class: "loss-row decision",
        "aria-pressed": String(state.filters.decision.has(decision)),
        title: meaningOfDecision(decision),
        onclick: () => toggleFilter("decision", decision),
      },
      element(
        "span",
        { class: "name" },
        decision,
        " ",
        element("span", { class: "meaning" }, meaningOfDecision(decision)),
      ),
      element(
        "span",
        { class: "track" },
        element("span", {
          class: `fill ${decisionColor(decision)}`,
          style: { width: `${(100 * system.decisions[position]) / most}%` },
        }),
      ),
      element("span", { class: "count" }, grouped(system.decisions[position])),
    ),
  );
  const note = "What the response decided about each mention, and whether rightly.";
  return panelOf("broad", "Decisions", note, element("div", { class: "losses" }, ...rows));
}

/** @param {string} decision */
function decisionColor(decision) {
  if (isRight(decision)) return "right";
  return /^FN|N-m/.test(decision) ? "recall" : "precision";
}

export function histogramPanel() {
  const width = Math.round(100 * BIN);
  const bins = Array.from({ length: Math.round(1 / BIN) }, () => 0);
  let undefinedScores = 0;
  DOCUMENTS.forEach((_, number) => {
    const score = scoreOf(number);
    if (score === null) undefinedScores += 1;
    else bins[binOf(score)] += 1;
  });
  const most = Math.max(1, ...bins);
  const bars = bins.map((count, bin) => {
    const isChosen = state.bin === bin;
    const words = `${plural(count, "document")} from ${width * bin} to ${width * (bin + 1)}`;
    return button(
      {
        class: "bin",
        disabled: count === 0,
        "aria-pressed": String(isChosen),
        title: words,
        "aria-label": `${words}; show only these`,
        onclick: () => setBin(isChosen ? null : bin),
      },
      element("span", { class: "height", style: { height: `${(100 * count) / most}%` } }),
    );
  });
  const missing = undefinedScores ? `, undefined in ${undefinedScores}` : "";
  return panel(
    "Documents by score",
    `${INDEX.metric_labels[INDEX.headline]} F1 of each document${missing}; choose a bar to list its documents.`,
    element("div", { class: "histogram", role: "group", "aria-label": "Histogram of document scores" }, ...bars),
    element(
      "div",
      { class: "axis", "aria-hidden": "true" },
      ...["0", "25", "50", "75", "100"].map((tick) => element("span", {}, tick)),
    ),
  );
}
