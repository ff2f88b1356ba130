/* Documents as points: by length and score, and by recall and precision. A click leads to the errors of the nearest. */

import { showLines } from "./concordance.js";
import { svg } from "./elements.js";
import { drawing, figure, label, rule } from "./figures.js";
import { scoreOf } from "./filters.js";
import { emptyMark, scoreText } from "./empty.js";
import { DOCUMENTS, INDEX, LETTERS, SYSTEMS, TWO } from "./payload.js";
import { state } from "./state.js";

const WIDTH = 400;
const HEIGHT = 300;
const EDGE = { left: 34, right: 14, top: 12, bottom: 34 };
const NEAR = 14;
const F1 = [0.2, 0.4, 0.6, 0.8];

/** @typedef {{document: number, x: number, y: number}} Spot */

const y = (/** @type {number} */ value) => EDGE.top + (1 - value) * (HEIGHT - EDGE.top - EDGE.bottom);

/**
 * Many points as one line, which is quick to draw.
 * @param {Spot[]} spots
 * @param {number} system
 */
const points = (spots, system) =>
  svg("path", {
    class: `dots system-${system}`,
    d: spots.map((spot) => `M${spot.x.toFixed(1)} ${spot.y.toFixed(1)}h0`).join(""),
  });

/**
 * Leads a click to the document whose point is nearest.
 * @param {SVGSVGElement} picture
 * @param {Spot[]} spots
 */
function clickable(picture, spots) {
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const scale = WIDTH / box.width;
    const [x, at] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    /** @type {[number, Spot | null]} */
    let best = [NEAR * NEAR, null];
    for (const spot of spots) {
      const far = (spot.x - x) ** 2 + (spot.y - at) ** 2;
      if (far < best[0]) best = [far, spot];
    }
    const [, nearest] = best;
    if (nearest) showLines({ document: [DOCUMENTS[nearest.document].name] });
  });
  return picture;
}

const metric = () => INDEX.metric_labels[INDEX.headline];

export function lengthFigure() {
  const lengths = DOCUMENTS.map((row) => Math.max(1, row.tokens));
  const [low, high] = [Math.log10(Math.min(...lengths)), Math.log10(Math.max(...lengths))];
  const wide = WIDTH - EDGE.left - EDGE.right;
  const x = (/** @type {number} */ tokens) =>
    EDGE.left + 6 + (high > low ? (Math.log10(tokens) - low) / (high - low) : 0.5) * (wide - 12);
  const spots = SYSTEMS.map((_, system) =>
    DOCUMENTS.flatMap((_, document) => {
      const score = scoreOf(document, system);
      return score === null ? [] : [{ document, x: x(lengths[document]), y: y(score) }];
    }),
  );
  const ticks = [1, 10, 100, 1000, 10000, 100000, 1000000].flatMap((tick) =>
    [tick, 2 * tick, 5 * tick].filter((each) => Math.log10(each) >= low && Math.log10(each) <= high),
  );
  const shown = ticks.length > 6 ? ticks.filter((tick) => /^1/.test(String(tick))) : ticks;
  const drawn = drawing(
    WIDTH,
    HEIGHT,
    "Documents by length and score",
    ...percentGrid(),
    ...shown.map((tick) => label(x(tick), HEIGHT - EDGE.bottom + 14, tick.toLocaleString("en"), "small", "middle")),
    label(WIDTH - EDGE.right, HEIGHT - 4, "words", "small", "end"),
    ...spots.map(points),
  );
  return figure(
    "Documents by length and score",
    `${metric()} F1 of each document${TWO ? ", a point a system" : ""}; choose a point to read the errors of its document.`,
    clickable(drawn, spots.flat()),
  );
}

const percentGrid = () =>
  [0, 0.25, 0.5, 0.75, 1].map((value) =>
    svg(
      "g",
      {},
      rule(EDGE.left, y(value), WIDTH - EDGE.right, y(value), "grid"),
      label(EDGE.left - 4, y(value) + 4, String(100 * value), "small", "end"),
    ),
  );

export function recallFigure() {
  const wide = WIDTH - EDGE.left - EDGE.right;
  const x = (/** @type {number} */ value) => EDGE.left + value * wide;
  const scored = SYSTEMS[state.system].scores.some((score) => score.recall !== null && score.precision !== null);
  if (!scored) return null;
  const spots = DOCUMENTS.flatMap((row, document) => {
    const [recall, precision] = row.parts[state.system];
    return recall === null || precision === null ? [] : [{ document, x: x(recall), y: y(precision) }];
  });
  const equal = F1.map((f1) => {
    const recalls = Array.from({ length: 41 }, (_, step) => f1 / 2 + (step / 40) * (1 - f1 / 2)).filter(
      (recall) => 2 * recall > f1 + 1e-9 && (f1 * recall) / (2 * recall - f1) <= 1,
    );
    const line = recalls.map((recall) => `${x(recall).toFixed(1)},${y((f1 * recall) / (2 * recall - f1)).toFixed(1)}`);
    return svg(
      "g",
      {},
      svg("polyline", { class: "iso", points: line.join(" ") }),
      label(x(1) - 2, y(f1 / (2 - f1)) - 3, `F1 ${100 * f1}`, "small", "end"),
    );
  });
  const marks = SYSTEMS.flatMap(({ scores }, system) => {
    const known = scores.flatMap(({ label: name, recall, precision }) =>
      recall === null || precision === null ? [] : [{ name, x: x(Math.min(1, recall)), y: y(Math.min(1, precision)) }],
    );
    /** @type {number[]} */
    const taken = [];
    return known
      .sort((a, b) => a.y - b.y)
      .map((mark) => {
        let at = mark.y + 4;
        while (taken.some((other) => Math.abs(other - at) < 10)) at += 1;
        taken.push(at);
        const isRight = mark.x > WIDTH - 110;
        return svg(
          "g",
          {},
          svg("title", {}, mark.name),
          svg("circle", { class: `point system-${system}`, cx: mark.x, cy: mark.y, r: 4 }),
          label(
            mark.x + (isRight ? -7 : 7),
            at,
            (TWO ? `${LETTERS[system]} ` : "") + mark.name,
            "small strong",
            isRight ? "end" : "start",
          ),
        );
      });
  });
  const drawn = drawing(
    WIDTH,
    HEIGHT,
    "Recall against precision",
    ...percentGrid(),
    ...[0, 0.25, 0.5, 0.75, 1].map((value) =>
      label(x(value), HEIGHT - EDGE.bottom + 14, String(100 * value), "small", "middle"),
    ),
    label(WIDTH - EDGE.right, HEIGHT - 4, "recall", "small", "end"),
    label(EDGE.left + 4, EDGE.top + 2, "precision", "small"),
    ...equal,
    points(spots, SYSTEMS.length > 1 ? state.system : 0),
    ...marks,
  );
  const best = SYSTEMS[state.system].scores[INDEX.headline];
  return figure(
    "Recall against precision",
    `Recall to the right, precision upwards, both in points of their own; on a curved line F1 is the same. Named: the metrics (${metric()} F1 ${scoreText(best.f1, best.empty.includes("f1"))}${emptyMark(best.empty.includes("f1"))}); dots: ${INDEX.parts_metric} of the documents${TWO ? ` of ${LETTERS[state.system]}` : ""}, choose one to read its errors.`,
    clickable(drawn, spots),
  );
}
