/* The panels of the overview that are drawn as bars. */

import { carded } from "./card.js";
import { chosenDecisions, chosenDocuments, chosenErrors } from "./chosen.js";
import { showLines } from "./concordance.js";
import { badge, button, element, svg } from "./elements.js";
import { box, drawing, figure, label, linear, part, rule, short, ticks } from "./figures.js";
import { BIN, binOf, isChosen, isFiltered, scoreOf, setBin, toggleFilter } from "./filters.js";
import { exampleOf } from "./lines.js";
import { openDrawer } from "./navigation.js";
import { grouped, plural, sum } from "./numbers.js";
import {
  CLASSES,
  DECISIONS,
  DOCUMENTS,
  INDEX,
  LETTERS,
  SYSTEMS,
  TWO,
  family,
  isRight,
  meaningOfClass,
  meaningOfDecision,
} from "./payload.js";
import { state } from "./state.js";

/** @import {Card} from "./card.js" */
/** @import {Child} from "./elements.js" */
/** @import {Choice} from "./filters.js" */
/** @import {ErrorClass, Score} from "./payload.js" */
/** @import {Legend} from "./pictures.js" */

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

/** Errors by class, if their costs are unknown. */
export function lossFigure() {
  const counts = SYSTEMS[state.system].counts;
  const chosen = isFiltered() ? chosenErrors(state.system).map(({ count }) => count) : counts;
  const rows = CLASSES.map((kind, place) => ({
    name: kind.label,
    facts: [plural(counts[place], "error"), meaningOfClass(kind)],
    look: family(kind),
    value: chosen[place],
    whole: counts[place],
    choice: { class: [kind.label] },
  })).filter(({ whole }) => whole > 0);
  if (!rows.length) return null;
  return figure("Errors by class", "How many; choose a class to read them.", barChart("Errors by class", rows), {
    look: "broad",
  });
}

/**
 * A class with its bar; it filters.
 * @param {ErrorClass} kind
 * @param {Card} card
 * @param {string} look
 * @param {...Child} children
 */
export const classRow = (kind, card, look, ...children) =>
  carded(
    button(
      {
        class: look,
        "aria-pressed": String(state.filters.class.has(kind.label)),
        "data-class": kind.name,
        onclick: () => toggleFilter("class", kind.label),
      },
      badge(kind.badge, family(kind)),
      element("span", { class: "name" }, kind.label),
      ...children,
    ),
    () => card,
  );

/**
 * A line of a chart of bars.
 * @typedef {object} BarRow
 * @property {string} name
 * @property {string} [said] what it means, below its name
 * @property {string[]} facts
 * @property {string} look
 * @property {number} value
 * @property {number} whole the same of the whole corpus
 * @property {Choice} choice
 */

const BARS = { width: 760, left: 300, right: 66, row: 22 };

/**
 * Counts as bars, on the pale bars of the whole corpus.
 * @param {string} name
 * @param {BarRow[]} rows
 */
export function barChart(name, rows) {
  const { width, right, row } = BARS;
  const isNarrow = matchMedia("(max-width: 760px)").matches;
  const left = isNarrow ? 150 : BARS.left;
  const x = linear(0, Math.max(1, ...rows.map(({ whole }) => whole)), left, width - right);
  const marks = rows.map(({ name: title, said, facts, look, value, whole, choice }, place) => {
    const y = 4 + place * row;
    const [[group, [first]]] = Object.entries(choice);
    const drawn = [
      box(0, y, width, row, "hit"),
      label(4, y + 15, title, "strong"),
      said && !isNarrow ? label(106, y + 15, short(said, 32), "small") : null,
      box(left, y + 4, x(whole) - left, row - 8, `bar ${look}${value === whole ? "" : " ghost"}`),
      value === whole ? null : box(left, y + 4, x(value) - left, row - 8, `bar ${look}`),
      label(width - 4, y + 15, grouped(value), "count", "end"),
    ];
    // what does not occur leads nowhere
    if (!whole) return svg("g", { class: "bar-row none" }, ...drawn);
    return part(
      { name: title, facts, example: () => exampleOf(choice, state.system) },
      () => showLines(choice),
      { class: `bar-row${isChosen(choice) ? " chosen" : ""}`, "data-mark": `${group} ${first}` },
      ...drawn,
    );
  });
  return drawing(width, 8 + rows.length * row, name, ...marks);
}

export function decisionsFigure() {
  const counts = SYSTEMS[state.system].decisions;
  if (!sum(counts)) return null;
  const chosen = chosenDecisions(state.system);
  const rows = DECISIONS.map((decision, place) => ({
    name: decision,
    said: meaningOfDecision(decision),
    facts: [meaningOfDecision(decision), plural(chosen[place], "mention")],
    look: decisionColor(decision),
    value: chosen[place],
    whole: counts[place],
    choice: { decision: [decision] },
  }));
  return figure(
    "Decisions",
    `What the system decided about each mention, and whether that is right${isFiltered() ? "; pale: the whole corpus" : ""}.`,
    barChart("Decisions", rows),
    { look: "broad", legend: DECIDED },
  );
}

/** @type {Legend} */
const DECIDED = [
  { name: "right", look: "right" },
  { name: "lowers recall", look: "recall" },
  { name: "lowers precision", look: "precision" },
];

/** @param {string} decision */
function decisionColor(decision) {
  if (isRight(decision)) return "right";
  return /^FN|N-m/.test(decision) ? "recall" : "precision";
}

/** The names of the documents in a bar of the histogram. @param {number} bin */
const documentsIn = (bin) =>
  DOCUMENTS.flatMap(({ name }, number) => {
    const score = scoreOf(number);
    return score !== null && binOf(score) === bin ? [name] : [];
  });

const HISTOGRAM = { width: 400, height: 170, left: 30, right: 8, top: 10, bottom: 22 };

/** How many documents have which score. */
export function histogramFigure() {
  const { width, height, left, right, top, bottom } = HISTOGRAM;
  const wide = Math.round(100 * BIN);
  const bins = Array.from({ length: Math.round(1 / BIN) }, () => ({ all: 0, chosen: 0 }));
  const isIn = chosenDocuments();
  let undefinedScores = 0;
  DOCUMENTS.forEach((_, number) => {
    const score = scoreOf(number);
    if (score === null) undefinedScores += 1;
    else {
      bins[binOf(score)].all += 1;
      bins[binOf(score)].chosen += isIn[number] || state.bin !== null ? 1 : 0;
    }
  });
  const most = Math.max(1, ...bins.map(({ all }) => all));
  const x = linear(0, bins.length, left, width - right);
  const y = linear(0, most, height - bottom, top);
  const marks = bins.map(({ all, chosen }, bin) => {
    if (!all) return null;
    const isNow = state.bin === bin;
    const isPale = state.bin !== null && !isNow;
    return part(
      {
        name: `${metricName()} F1 ${wide * bin} to ${wide * (bin + 1)}`,
        facts: [plural(all, "document"), "choose it to see only these"],
        example: () => exampleOf({ document: documentsIn(bin) }, state.system),
      },
      () => {
        setBin(isNow ? null : bin);
        if (!isNow) openDrawer(document.activeElement);
      },
      { class: `bin${isNow ? " chosen" : ""}`, "aria-pressed": String(isNow), "data-mark": `bin ${bin}` },
      box(x(bin), top, x(bin + 1) - x(bin), height - top - bottom, "hit"),
      box(x(bin) + 1, y(all), x(bin + 1) - x(bin) - 2, y(0) - y(all), `bar system-${TWO ? state.system : 0} ghost`),
      isPale
        ? null
        : box(x(bin) + 1, y(chosen), x(bin + 1) - x(bin) - 2, y(0) - y(chosen), `bar system-${TWO ? state.system : 0}`),
    );
  });
  const missing = undefinedScores ? `, undefined in ${undefinedScores}` : "";
  return figure(
    "Documents by score",
    `${metricName()} F1 of each document${missing}${TWO ? ` (${LETTERS[state.system]})` : ""}; choose a bar to see only its documents.`,
    drawing(
      width,
      height,
      "Documents by score",
      ...ticks(0, most, 4)
        .filter((tick) => Number.isInteger(tick))
        .map((tick) =>
          svg(
            "g",
            {},
            rule(left, y(tick), width - right, y(tick), "grid"),
            label(left - 4, y(tick) + 4, grouped(tick), "small", "end"),
          ),
        ),
      ...[0, 25, 50, 75, 100].map((tick) =>
        label(x((tick / 100) * bins.length), height - 6, String(tick), "small", tick === 100 ? "end" : "middle"),
      ),
      ...marks,
    ),
  );
}

const metricName = () => INDEX.metric_labels[INDEX.headline];
