/* The panels of the overview that are tables. */

import { gauge, panelOf } from "./charts.js";
import { badge, button, element } from "./elements.js";
import { showLines } from "./concordance.js";
import { EMPTY, emptyMark, scoreText } from "./empty.js";
import { percent, sum } from "./numbers.js";
import { CLASSES, INDEX, LETTERS, SYSTEMS, TWO, family } from "./payload.js";

/** @import {Child} from "./elements.js" */
/** @import {Score, System} from "./payload.js" */

/**
 * @param {string} look
 * @param {HTMLTableCellElement[]} head
 * @param {HTMLTableRowElement[]} rows
 */
export const table = (look, head, rows) =>
  element(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table" },
    element(
      "table",
      { class: `table ${look}` },
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...rows),
    ),
  );

/**
 * @param {string} text
 * @param {string} [look]
 * @param {string} [title]
 */
export const columnHead = (text, look, title) => element("th", { scope: "col", class: look, title }, text);

/** @param {...Child} children */
export const rowHead = (...children) => element("th", { scope: "row" }, ...children);

/** @param {...Child} children */
export const number = (...children) => element("td", { class: "number" }, ...children);

/** A type as the tables name it. @param {string} type */
export const nameOfType = (type) => type || "unknown";

export function scoresPanel() {
  const head = SYSTEMS.flatMap((system, position) => [
    ...["Recall", "Precision", "F1"].map((part) =>
      columnHead(TWO ? `${LETTERS[position]} ${part}` : part, "number", system.name),
    ),
    ...(TWO ? [] : [columnHead("0 – 100", "gauge-head")]),
  ]);
  const rows = SYSTEMS[0].scores.map((first, position) =>
    element(
      "tr",
      { class: position === INDEX.headline && "headline" },
      rowHead(first.label),
      ...SYSTEMS.flatMap((system) => scoreCells(system.scores[position])),
    ),
  );
  const names = SYSTEMS.map((system, position) => `${LETTERS[position]} = ${system.name}`).join(" · ");
  const hasIntervals = SYSTEMS.some((system) => system.scores.some((score) => score.interval));
  return panelOf(
    TWO ? "broad" : "",
    "Scores",
    hasIntervals ? INDEX.interval_note : "",
    TWO && element("p", { class: "note" }, names),
    table("", [columnHead("Metric"), ...head], rows),
    INDEX.empty_as_zero &&
      SYSTEMS.some((system) => system.scores.some((score) => score.empty.length > 0)) &&
      element("p", { class: "note" }, `${EMPTY}.`),
  );
}

/**
 * @param {Score} score
 * @param {"recall" | "precision" | "f1"} part
 */
function partOf(score, part) {
  const isEmpty = score.empty.includes(part);
  return scoreText(score[part], isEmpty) + emptyMark(isEmpty);
}

/** @param {Score} score */
function scoreCells(score) {
  const bounds = score.interval && ` ${percent(score.interval[0])}–${percent(score.interval[1])}`;
  return [
    number(partOf(score, "recall")),
    number(partOf(score, "precision")),
    element(
      "td",
      { class: "number f1" },
      partOf(score, "f1"),
      !score.empty.includes("f1") && bounds && element("span", { class: "interval" }, bounds),
    ),
    ...(TWO ? [] : [element("td", { class: "gauge-cell" }, gauge(score))]),
  ];
}

/** @param {System} system */
export function matrixPanel(system) {
  const used = INDEX.types.map((_, type) => type).filter((type) => system.matrix.some((row) => row[type]));
  if (!used.length) return null;
  const most = Math.max(1, ...system.matrix.flat());
  const rows = CLASSES.map((kind, position) => {
    const counts = system.matrix[position];
    const cells = used.map((type) => {
      const name = INDEX.types[type];
      const filter = button(
        {
          class: "cell",
          "aria-label": `${kind.label}, ${nameOfType(name)}: ${counts[type]}; read them`,
          onclick: () => showLines({ class: [kind.label], type: name ? [name] : [] }),
        },
        String(counts[type]),
      );
      const heat = { "--heat": (counts[type] / most).toFixed(3) };
      return element("td", { class: "number heat", style: heat }, counts[type] ? filter : "·");
    });
    return element(
      "tr",
      {},
      rowHead(badge(kind.badge, family(kind)), element("span", { class: "class-name" }, ` ${kind.label}`)),
      ...cells,
      number(String(sum(counts))),
    );
  });
  return panelOf(
    used.length > 2 ? "broad" : "",
    "Class by mention type",
    "Errors by the type of their first mention; choose a cell to read them.",
    table(
      "matrix",
      [
        columnHead("Class"),
        ...used.map((type) => columnHead(nameOfType(INDEX.types[type]), "number")),
        columnHead("all", "number"),
      ],
      rows,
    ),
  );
}
