/* Scores by the values of a filter: bars, or a curve where the values have an order. Each value leads to its errors. */

import { showLines } from "./concordance.js";
import { svg } from "./elements.js";
import { drawing, figure, label, part, rule, short } from "./figures.js";
import { GROUPS } from "./filters.js";
import { emptyMark, scoreText } from "./empty.js";
import { grouped, percent } from "./numbers.js";
import { INDEX, LETTERS, SYSTEMS, TWO } from "./payload.js";

/** @import {Picture} from "./payload.js" */
import { state } from "./state.js";

/** @import {Group} from "./state.js" */

const WIDTH = 400;
const BAR = { left: 118, right: 62, row: 17, top: 4 };
const CURVE = { left: 30, right: 12, top: 12, bottom: 56, height: 220 };

/** @param {Picture} picture */
export const breakdownFigure = (picture) =>
  figure(
    `${picture.metric} F1 ${picture.title}`,
    picture.name === "genre"
      ? "All documents of a genre counted together; choose a bar to read its errors."
      : `What ${picture.metric} gives and takes for these mentions (as the key has them); choose one to read its errors.`,
    picture.is_ordered ? curve(picture) : bars(picture),
  );

/** @param {Picture} picture */
const nameOf = (picture) => /** @type {Group} */ (picture.name);

/**
 * @param {Picture} picture
 * @param {number} place
 */
const chosenBy = (picture, place) => GROUPS[nameOf(picture)].values[picture.values[place]];

/** @param {number | null} value */
const written = (value) => scoreText(value, value === null) + emptyMark(value === null);

/**
 * @param {Picture} picture
 * @param {number} place
 */
function described(picture, place) {
  const scores = picture.scores.map(
    (each, system) =>
      `${TWO ? `${LETTERS[system]} ` : ""}F1 ${written(each[place].f1)} (recall ${percent(each[place].recall)}, precision ${percent(each[place].precision)})`,
  );
  const noun = picture.name === "genre" ? "documents" : "mentions";
  return `${chosenBy(picture, place)}: ${scores.join("; ")}; ${grouped(picture.counts[place])} ${noun}`;
}

/**
 * @param {Picture} picture
 * @param {number} place
 */
const follow = (picture, place) => showLines({ [nameOf(picture)]: [chosenBy(picture, place)] });

/** @param {Picture} picture */
function bars(picture) {
  const order = picture.values
    .map((_, place) => place)
    .sort((a, b) => (picture.scores[0][b].f1 ?? 0) - (picture.scores[0][a].f1 ?? 0) || a - b);
  const width = WIDTH - BAR.left - BAR.right;
  const thick = (BAR.row - 4) / SYSTEMS.length;
  const rows = order.map((place, position) => {
    const y = BAR.top + position * BAR.row;
    return part(
      described(picture, place),
      () => follow(picture, place),
      { "data-value": chosenBy(picture, place) },
      svg("rect", { class: "hit", x: 0, y, width: WIDTH, height: BAR.row }),
      label(BAR.left - 6, y + 12, short(chosenBy(picture, place) || "unknown", 18), "", "end"),
      svg("rect", { class: "track", x: BAR.left, y: y + 2, width, height: BAR.row - 4 }),
      ...picture.scores.map((each, system) =>
        svg("rect", {
          class: `bar system-${system}`,
          x: BAR.left,
          y: y + 2 + system * thick,
          width: width * Math.min(1, each[place].f1 ?? 0),
          height: thick,
        }),
      ),
      label(WIDTH - 2, y + 12, shownScores(picture, place), "number", "end"),
    );
  });
  const height = BAR.top + order.length * BAR.row + 4;
  return drawing(WIDTH, height, `${picture.metric} F1 ${picture.title}`, ...rows);
}

/**
 * The scores of both systems beside the bars; of more there is room for the chosen one's.
 * @param {Picture} picture
 * @param {number} place
 */
const shownScores = (picture, place) =>
  picture.scores
    .filter((_, system) => SYSTEMS.length < 3 || system === state.system)
    .map((each) => short100(each[place].f1))
    .join(" · ");

/** @param {number | null} value */
const short100 = (value) => (value === null ? written(null) : (100 * value).toFixed(1));

/**
 * A value on an axis that says what is counted.
 * @param {Picture} picture
 * @param {number} place
 */
const shortName = (picture, place) =>
  chosenBy(picture, place)
    .replace(/^(\d+) or more .*$/, "≥ $1")
    .replace(/^(\d.*|over \d+) (sentence|mention|word)s?$/, "$1")
    .replace(/^over /, "> ");

/** @type {Record<string, string>} */
const UNITS = { distance: "sentences back", size: "mentions", spread: "words from the first to the last mention" };

/** @param {Picture} picture */
function curve(picture) {
  const { left, right, top, bottom, height } = CURVE;
  const count = picture.values.length;
  const step = (WIDTH - left - right) / count;
  const x = (/** @type {number} */ place) => left + (place + 0.5) * step;
  const y = (/** @type {number} */ value) => top + (1 - value) * (height - top - bottom);
  const most = Math.max(1, ...picture.counts);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((value) =>
    svg(
      "g",
      {},
      rule(left, y(value), WIDTH - right, y(value), "grid"),
      label(left - 4, y(value) + 4, String(100 * value), "small", "end"),
    ),
  );
  const lines = picture.scores.map((each, system) => {
    const points = each.flatMap(({ f1 }, place) => (f1 === null ? [] : [`${x(place).toFixed(1)},${y(f1).toFixed(1)}`]));
    return svg("polyline", { class: `curve system-${system}`, points: points.join(" ") });
  });
  const parts = picture.values.map((_, place) => {
    const tall = (30 * picture.counts[place]) / most;
    return part(
      described(picture, place),
      () => follow(picture, place),
      { "data-value": chosenBy(picture, place) },
      svg("rect", { class: "hit", x: x(place) - step / 2, y: top, width: step, height: height - top }),
      svg("rect", { class: "count-bar", x: x(place) - step * 0.3, y: y(0) - tall, width: step * 0.6, height: tall }),
      ...picture.scores.map(
        (each, system) =>
          each[place].f1 !== null &&
          svg("circle", { class: `point system-${system}`, cx: x(place), cy: y(each[place].f1 ?? 0), r: 4 }),
      ),
      ...shortName(picture, place)
        .split(" ")
        .map((word, line) => label(x(place), height - bottom + 14 + 12 * line, word, "small", "middle")),
    );
  });
  return drawing(
    WIDTH,
    height,
    `${picture.metric} F1 ${picture.title}`,
    ...grid,
    ...parts,
    ...lines,
    label(WIDTH - right, height - 4, UNITS[picture.name] ?? "", "small", "end"),
  );
}

/** What colours stand for, where there are several systems. */
export const systemsNote = () => SYSTEMS.map((system, place) => `${LETTERS[place]} = ${system.name}`).join(" · ");

/** The pictures that the corpus has. */
export const breakdownFigures = () => INDEX.pictures.map(breakdownFigure);
