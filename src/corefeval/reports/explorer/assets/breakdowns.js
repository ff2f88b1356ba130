/* Scores by the values of a filter: bars, or a curve where the values have an order. With filters they show what is chosen, and
   the whole corpus as a pale ghost. */

import { measured } from "./chosen.js";
import { showLines } from "./concordance.js";
import { svg } from "./elements.js";
import { emptyMark, scoreText } from "./empty.js";
import { box, drawing, figure, label, linear, part, percentGrid, short } from "./figures.js";
import { GROUPS, isFiltered } from "./filters.js";
import { exampleOf } from "./lines.js";
import { grouped, percent } from "./numbers.js";
import { INDEX, LETTERS, SYSTEMS, TWO } from "./payload.js";
import { lookOf, systemLegend } from "./ranking.js";
import { state } from "./state.js";

/** @import {PartScores, Picture} from "./payload.js" */
/** @import {Group} from "./state.js" */

const WIDTH = 400;
const BAR = { left: 118, right: TWO ? 86 : 62, row: 17, top: 4 };
const CURVE = { left: 30, right: 12, top: 12, bottom: 56, height: 220 };

/**
 * What a picture shows: scores by system and value, those of the whole corpus beside them, and how many mentions or documents.
 * @typedef {{metric: string, scores: PartScores[][], ghost: PartScores[][] | null, counts: number[]}} Shown
 */

/**
 * Scores of the whole corpus; where something is chosen B³ of the mentions that are left, which is a sum over mentions.
 * @param {Picture} picture
 * @returns {Shown}
 */
function shownBy(picture) {
  if (!isFiltered()) return { metric: picture.metric, scores: picture.scores, ghost: null, counts: picture.counts };
  const of = (/** @type {boolean} */ whole) =>
    SYSTEMS.map((_, system) => {
      const all = measured(nameOf(picture), system, whole);
      return picture.values.map((value) => all[value]);
    });
  const scores = of(false);
  return {
    metric: INDEX.share_metric,
    scores,
    ghost: of(true),
    counts: scores[state.system].map(({ count }) => count),
  };
}

/** @param {Picture} picture */
export function breakdownFigure(picture) {
  const shown = shownBy(picture);
  const note = shown.ghost
    ? `${shown.metric} F1 of the mentions that the filters leave; pale: the whole corpus.`
    : picture.name === "genre"
      ? "All documents of a genre counted together; choose one to read its errors."
      : `${picture.metric} of these mentions (as the key has them); choose one to read its errors.`;
  return figure(
    `${shown.metric} F1 ${picture.title}`,
    note,
    picture.is_ordered ? curve(picture, shown) : bars(picture, shown),
    { legend: systemLegend() },
  );
}

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
 * @param {Shown} shown
 * @param {number} place
 */
function cardOf(picture, { metric, scores, ghost, counts }, place) {
  const noun = picture.name === "genre" && !ghost ? "documents" : "gold mentions";
  return {
    name: chosenBy(picture, place) || "unknown",
    facts: [
      ...scores.map(
        (each, system) =>
          `${TWO ? `${LETTERS[system]} ` : ""}${metric} F1 ${written(each[place].f1)} (recall ${percent(each[place].recall)}, precision ${percent(each[place].precision)})`,
      ),
      `${grouped(counts[place])} ${noun}`,
    ],
    example: () => exampleOf({ [nameOf(picture)]: [chosenBy(picture, place)] }, state.system),
  };
}

/**
 * @param {Picture} picture
 * @param {number} place
 */
const follow = (picture, place) => showLines({ [nameOf(picture)]: [chosenBy(picture, place)] });

/**
 * Bars of one system; dots of several on one line.
 * @param {Picture} picture
 * @param {Shown} shown
 */
function bars(picture, shown) {
  const order = picture.values
    .map((_, place) => place)
    .sort((a, b) => (picture.scores[0][b].f1 ?? 0) - (picture.scores[0][a].f1 ?? 0) || a - b);
  const x = linear(0, 1, BAR.left, WIDTH - BAR.right);
  const chosen = state.filters[nameOf(picture)];
  const rows = order.map((place, position) => {
    const y = BAR.top + position * BAR.row;
    const value = chosenBy(picture, place);
    const isOut = chosen.size > 0 && !chosen.has(value);
    const top = y + 2;
    const tall = BAR.row - 4;
    const mark = (/** @type {PartScores} */ { f1 }, /** @type {number} */ system, /** @type {string} */ look) => {
      if (f1 === null) return null;
      return TWO
        ? svg("circle", {
            class: `point ${lookOf(system)}${look}`,
            cx: x(Math.min(1, f1)),
            cy: y + BAR.row / 2,
            r: 4.5,
          })
        : box(BAR.left, top, x(Math.min(1, f1)) - BAR.left, tall, `bar system-0${look}`);
    };
    return part(
      cardOf(picture, shown, place),
      () => follow(picture, place),
      { "data-value": value, "data-mark": `${picture.name} ${value}`, class: chosen.has(value) ? "chosen" : "" },
      box(0, y, WIDTH, BAR.row, "hit"),
      label(BAR.left - 6, y + 12, short(value || "unknown", 18), "", "end"),
      box(BAR.left, TWO ? y + BAR.row / 2 - 1 : top, x(1) - BAR.left, TWO ? 2 : tall, "track"),
      ...(shown.ghost ?? []).map((each, system) => mark(each[place], system, " ghost")),
      ...(isOut ? [] : byImportance().map((system) => mark(shown.scores[system][place], system, ""))),
      label(WIDTH - 2, y + 12, isOut ? "" : shownScores(shown, place), "number", "end"),
    );
  });
  return drawing(WIDTH, BAR.top + order.length * BAR.row + 4, `${shown.metric} F1 ${picture.title}`, ...rows);
}

/** The systems in the order of drawing: those that are compared last, on top of the others. */
const byImportance = () =>
  SYSTEMS.map((_, system) => system).sort(
    (a, b) => Number(state.versus.includes(a)) - Number(state.versus.includes(b)) || a - b,
  );

/**
 * The scores beside a line: of one system, or of the two that are compared.
 * @param {Shown} shown
 * @param {number} place
 */
const shownScores = ({ scores }, place) =>
  (TWO ? [...state.versus] : [0]).map((system) => short100(scores[system][place].f1)).join(" · ");

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

/**
 * @param {Picture} picture
 * @param {Shown} shown
 */
function curve(picture, shown) {
  const { left, right, top, bottom, height } = CURVE;
  const step = (WIDTH - left - right) / picture.values.length;
  const x = (/** @type {number} */ place) => left + (place + 0.5) * step;
  const y = linear(0, 1, height - bottom, top);
  const most = Math.max(1, ...shown.counts);
  const chosen = state.filters[nameOf(picture)];
  const line = (/** @type {PartScores[]} */ each, /** @type {number} */ system, /** @type {string} */ look) => {
    const points = each.flatMap(({ f1 }, place) => (f1 === null ? [] : [`${x(place).toFixed(1)},${y(f1).toFixed(1)}`]));
    return svg("polyline", { class: `curve ${lookOf(system)}${look}`, points: points.join(" ") });
  };
  const parts = picture.values.map((_, place) => {
    const tall = (30 * shown.counts[place]) / most;
    const value = chosenBy(picture, place);
    return part(
      cardOf(picture, shown, place),
      () => follow(picture, place),
      { "data-value": value, "data-mark": `${picture.name} ${value}`, class: chosen.has(value) ? "chosen" : "" },
      box(x(place) - step / 2, top, step, height - top, "hit"),
      box(x(place) - step * 0.3, y(0) - tall, step * 0.6, tall, "count-bar"),
      ...byImportance().map((system) => {
        const { f1 } = shown.scores[system][place];
        return f1 === null ? null : svg("circle", { class: `point ${lookOf(system)}`, cx: x(place), cy: y(f1), r: 4 });
      }),
      ...shortName(picture, place)
        .split(" ")
        .map((word, number) => label(x(place), height - bottom + 14 + 12 * number, word, "small", "middle")),
    );
  });
  return drawing(
    WIDTH,
    height,
    `${shown.metric} F1 ${picture.title}`,
    ...percentGrid(y, [0, 0.25, 0.5, 0.75, 1], left, WIDTH - right),
    ...(shown.ghost ?? []).map((each, system) => line(each, system, " ghost")),
    ...byImportance().map((system) => line(shown.scores[system], system, "")),
    ...parts,
    label(WIDTH - right, height - 4, UNITS[picture.name] ?? "", "small", "end"),
  );
}

/** The pictures that the corpus has. */
export const breakdownFigures = () => INDEX.pictures.map(breakdownFigure);
