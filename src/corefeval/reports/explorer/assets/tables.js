/* The panels of the overview that are tables. */

import { carded } from "./card.js";
import { gauge, panelOf } from "./charts.js";
import { chosenMatrix, chosenScores } from "./chosen.js";
import { meaningOfLosing } from "./contrast.js";
import { badge, button, element } from "./elements.js";
import { showLines } from "./concordance.js";
import { EMPTY, emptyMark, scoreText } from "./empty.js";
import { countsOf, errorsByPair, isChosen, isFiltered } from "./filters.js";
import { LOSING, METRIC_PAIRS } from "./losing.js";
import { exampleOf } from "./lines.js";
import { grouped, percent, plural, sum } from "./numbers.js";
import { CLASSES, INDEX, LETTERS, SYSTEMS, TWO, family } from "./payload.js";
import { state } from "./state.js";

/** @import {Card} from "./card.js" */
/** @import {Attributes, Child} from "./elements.js" */
/** @import {Score} from "./payload.js" */

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

/**
 * A number in a table that leads to its lines; it has a card.
 * @param {Card} card
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export const markedCell = (card, attributes, ...children) =>
  carded(button({ ...attributes, class: `cell ${attributes.class ?? ""}` }, ...children), () => card);

/**
 * @param {number} count
 * @param {number} whole
 */
export const share = (count, whole) => `${Math.round((100 * count) / Math.max(1, whole))} %`;

/** A type as the tables name it. @param {string} type */
export const nameOfType = (type) => type || "unknown";

/** Of one system recall, precision and F1 of each metric; of several F1, a column a system. */
export function scoresPanel() {
  const hasIntervals = SYSTEMS.some((system) => system.scores.some((score) => score.interval));
  const of = chosenScores(state.system)?.of;
  const head = TWO
    ? SYSTEMS.map((system, place) =>
        columnHead(LETTERS[place], `number${place === state.system ? " now" : ""}`, system.name),
      )
    : [
        columnHead("Recall", "number"),
        columnHead("Precision", "number"),
        columnHead("F1", "number"),
        ...(of ? [columnHead(of, "number")] : []),
        columnHead("0 – 100", "gauge-head"),
      ];
  const rows = SYSTEMS[0].scores.map((first, position) =>
    element(
      "tr",
      { class: position === INDEX.headline && "headline" },
      rowHead(first.label),
      ...(TWO
        ? SYSTEMS.map((system, place) => systemCell(system.scores[position], place, position))
        : scoreCells(first, of ? (chosenScores(0)?.scores[position] ?? null) : undefined)),
    ),
  );
  const names = SYSTEMS.map((system, position) => `${LETTERS[position]} ${system.name}`).join(" · ");
  return panelOf(
    SYSTEMS.length > 4 ? "wide" : "broad",
    "Scores",
    [
      TWO ? "F1; point at a number for recall and precision, choose it to read the errors." : "",
      hasIntervals ? INDEX.interval_note : "",
    ]
      .join(" ")
      .trim(),
    TWO && element("p", { class: "note" }, names),
    table("scores-table", [columnHead("Metric"), ...head], rows),
    INDEX.empty_as_zero &&
      SYSTEMS.some((system) => system.scores.some((score) => score.empty.length > 0)) &&
      element("p", { class: "note" }, `${EMPTY}.`),
  );
}

/**
 * @param {Score} score
 * @param {number} system
 * @param {number} metric
 */
function systemCell(score, system, metric) {
  const bounds = score.interval && `${percent(score.interval[0])}–${percent(score.interval[1])}`;
  const of = chosenScores(system)?.scores[metric] ?? null;
  return element(
    "td",
    { class: `number f1${system === state.system ? " now" : ""}` },
    scoreMark(score, system, of === null ? partOf(score, "f1") : percent(of)),
    !score.empty.includes("f1") && bounds && of === null && element("span", { class: "interval" }, ` ${bounds}`),
  );
}

/**
 * A score with its card; it leads to the errors of the system.
 * @param {Score} score
 * @param {number} system
 * @param {string} text
 */
function scoreMark(score, system, text) {
  const who = TWO ? `${LETTERS[system]} ${SYSTEMS[system].name}: ` : "";
  const errors = sum(SYSTEMS[system].counts);
  const bounds = score.interval && `, interval ${percent(score.interval[0])} to ${percent(score.interval[1])}`;
  const isWhole = score.recall === null && score.precision === null;
  return markedCell(
    {
      name: `${who}${score.label} F1`,
      facts: [
        `F1 ${partOf(score, "f1")}${bounds ?? ""}`,
        ...(isWhole ? [] : [`recall ${partOf(score, "recall")}, precision ${partOf(score, "precision")}`]),
        `${plural(INDEX.key_mentions, "gold mention")}, ${plural(errors, "error")}`,
      ],
      example: () => exampleOf({}, system),
    },
    {
      "data-mark": `score ${score.metric} ${system}`,
      disabled: !errors,
      "aria-label": `${who}${score.label} F1 ${text}; read the errors`,
      onclick: () => showLines({}, { lines: "errors", system }),
    },
    text,
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

/**
 * @param {Score} score
 * @param {number | null} [chosen] the same of what is chosen, where it is shown
 */
function scoreCells(score, chosen) {
  const bounds = score.interval && ` ${percent(score.interval[0])}–${percent(score.interval[1])}`;
  return [
    number(partOf(score, "recall")),
    number(partOf(score, "precision")),
    element(
      "td",
      { class: "number f1" },
      scoreMark(score, 0, partOf(score, "f1")),
      !score.empty.includes("f1") && bounds && element("span", { class: "interval" }, bounds),
    ),
    ...(chosen === undefined ? [] : [number(percent(chosen))]),
    element("td", { class: "gauge-cell" }, gauge(score)),
  ];
}

/** Where two metrics differ: a row for each two of which one loses and the other does not. */
export function metricsPanel() {
  if (LOSING.length < 2) return null;
  const mentions = countsOf("metrics");
  const errors = errorsByPair();
  const rows = METRIC_PAIRS.map(({ first, second, name }, place) => {
    const counts = errors[place];
    const classes = CLASSES.map((_, kind) => kind)
      .filter((kind) => counts[kind])
      .sort((a, b) => counts[b] - counts[a]);
    const [most] = classes;
    const choice = { metrics: [name] };
    const read = (
      /** @type {string} */ what,
      /** @type {number} */ count,
      /** @type {"errors" | "mentions"} */ lines,
    ) =>
      number(
        count
          ? markedCell(
              {
                name,
                facts: [
                  plural(mentions.get(name) ?? 0, "mention"),
                  `${plural(sum(counts), "error")}: ${classes.map((kind) => `${CLASSES[kind].label} ${grouped(counts[kind])}`).join(", ")}`,
                ],
                example: () => exampleOf(choice, state.system),
              },
              {
                class: state.filters.metrics.has(name) ? "chosen" : "",
                "data-mark": `metrics ${what} ${place}`,
                "aria-label": `${grouped(count)} ${what}: ${name}; read them`,
                onclick: () => showLines(choice, { lines, order: "gain" }),
              },
              grouped(count),
            )
          : "0",
      );
    return element(
      "tr",
      {},
      rowHead(LOSING[first].label),
      element("td", {}, LOSING[second].label),
      read("mentions", mentions.get(name) ?? 0, "mentions"),
      read("errors", sum(counts), "errors"),
      element("td", {}, most === undefined ? "–" : `${CLASSES[most].label} ${grouped(counts[most])}`),
    );
  });
  return panelOf(
    "broad",
    "Where metrics differ",
    `${meaningOfLosing()} Choose a number to read them${TWO ? ` (${LETTERS[state.system]})` : ""}.`,
    table(
      "metric-pairs",
      [
        columnHead("Loses"),
        columnHead("Does not lose"),
        columnHead("mentions", "number"),
        columnHead("errors", "number"),
        columnHead("most of these errors"),
      ],
      rows,
    ),
  );
}

/** @param {number} system */
export function matrixPanel(system) {
  const { matrix } = SYSTEMS[system];
  const chosen = chosenMatrix(system);
  const used = INDEX.types.map((_, type) => type).filter((type) => matrix.some((row) => row[type]));
  if (!used.length) return null;
  if (used.every((type) => !INDEX.types[type])) {
    return panelOf(
      "",
      "Errors by class and mention type",
      "The types of the mentions are unknown, so errors are shown by class only.",
    );
  }
  const most = Math.max(1, ...matrix.flat());
  const rows = CLASSES.map((kind, position) => {
    const counts = chosen[position];
    if (!sum(matrix[position])) return null;
    const cells = used.map((type) => {
      const name = INDEX.types[type];
      const whole = matrix[position][type];
      const ghost = isFiltered() && counts[type] !== whole && element("span", { class: "ghost" }, ` / ${whole}`);
      const choice = { class: [kind.label], type: name ? [name] : [] };
      const filter = markedCell(
        {
          name: `${kind.label}, ${nameOfType(name)}`,
          facts: [
            `${plural(counts[type], "error")}${isFiltered() ? ` of ${grouped(whole)} in the whole corpus` : ""}`,
            `${share(counts[type], sum(counts))} of the ${grouped(sum(counts))} errors of this class`,
          ],
          example: () => exampleOf(choice, system),
        },
        {
          class: isFiltered() && isChosen(choice) ? "chosen" : "",
          "data-mark": `matrix ${kind.label} ${name}`,
          "aria-label": `${kind.label}, ${nameOfType(name)}: ${counts[type]}; read them`,
          onclick: () => showLines(choice),
        },
        String(counts[type]),
      );
      const heat = { "--heat": (counts[type] / most).toFixed(3) };
      return element("td", { class: "number heat", style: heat }, whole ? filter : "·", ghost);
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
    "Errors by class and mention type",
    `${TWO ? `${LETTERS[system]}: ` : ""}errors by the type of their first mention${isFiltered() ? "; after the slash the whole corpus" : ""}. Choose a cell to read them.`,
    table(
      "matrix",
      [
        columnHead("Class"),
        ...used.map((type) => columnHead(nameOfType(INDEX.types[type]), "number")),
        columnHead("all", "number"),
      ],
      rows.filter((row) => row !== null),
    ),
  );
}
