/* The panels of the overview that are tables. */

import { gauge, panel, panelOf } from "./charts.js";
import { badge, button, element } from "./elements.js";
import { showLines } from "./concordance.js";
import { GROUPS } from "./filters.js";
import { grouped, percent, sum } from "./numbers.js";
import { CLASSES, INDEX, LETTERS, SYSTEMS, TWO, family } from "./payload.js";

/** @import {Child} from "./elements.js" */
/** @import {Score, System} from "./payload.js" */

/**
 * @param {string} look
 * @param {HTMLTableCellElement[]} head
 * @param {HTMLTableRowElement[]} rows
 */
const table = (look, head, rows) =>
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
const columnHead = (text, look, title) => element("th", { scope: "col", class: look, title }, text);

/** @param {...Child} children */
const rowHead = (...children) => element("th", { scope: "row" }, ...children);

/** @param {...Child} children */
const number = (...children) => element("td", { class: "number" }, ...children);

/** A type as the tables name it. @param {string} type */
const nameOfType = (type) => type || "unknown";

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
  );
}

/** @param {Score} score */
function scoreCells(score) {
  const bounds = score.interval && ` ${percent(score.interval[0])}–${percent(score.interval[1])}`;
  return [
    number(percent(score.recall)),
    number(percent(score.precision)),
    element("td", { class: "number f1" }, percent(score.f1), bounds && element("span", { class: "interval" }, bounds)),
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
      rowHead(badge(kind.badge, family(kind)), ` ${kind.label}`),
      ...cells,
      number(String(sum(counts))),
    );
  });
  return panel(
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

export function agreementPanel() {
  const { agreement } = INDEX;
  if (!agreement) return null;
  const cases = GROUPS.pair.values;
  const all = cases.map((_, column) => sum(agreement.map((row) => row[column])));
  const rows = [
    ["all", "", all],
    ...INDEX.types.map((type, position) => [nameOfType(type), type, agreement[position]]),
  ];
  return panelOf(
    "broad",
    "What one gets right and the other wrong",
    `Decisions about mentions, invented ones too (not to have them is right): A = ${SYSTEMS[0].name}, B = ${SYSTEMS[1].name}. Choose a number to see only these mentions.`,
    table(
      "agreement",
      [columnHead("Type"), ...cases.map((one) => columnHead(one, "number")), columnHead("share")],
      /** @type {[string, string, number[]][]} */ (rows)
        .filter(([, , counts]) => sum(counts) > 0)
        .map(([name, type, counts]) => agreementRow(name, type, counts)),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} type what is filtered by, "" for all
 * @param {number[]} counts
 */
function agreementRow(name, type, counts) {
  const cases = GROUPS.pair.values;
  const total = sum(counts);
  const cells = counts.map((count, column) =>
    number(
      button(
        {
          class: "cell",
          "aria-label": `${cases[column]}, ${name}: ${grouped(count)}; read them`,
          // what only A gets right is what B does wrong
          onclick: () =>
            showLines({ pair: [cases[column]], type: type ? [type] : [] }, { system: column === 1 ? 1 : 0 }),
        },
        grouped(count),
      ),
    ),
  );
  const parts = counts.map((count, column) =>
    element("span", { class: `part-${column}`, style: { width: `${(100 * count) / total}%` } }),
  );
  return element(
    "tr",
    {},
    rowHead(name),
    ...cells,
    element("td", { class: "share-cell" }, element("span", { class: "share", "aria-hidden": "true" }, ...parts)),
  );
}
