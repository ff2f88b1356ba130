/* Documents as points: by length and score, and by recall and precision. Those without anything that the filters leave are pale. */

import { carded, hideCard, showCardOf } from "./card.js";
import { chosenDocuments } from "./chosen.js";
import { showLines } from "./concordance.js";
import { svg } from "./elements.js";
import { drawing, figure, label, labelPlaces, linear, logarithmic, percentGrid, powers } from "./figures.js";
import { isFiltered, scoreOf } from "./filters.js";
import { exampleOf } from "./lines.js";
import { grouped, percent } from "./numbers.js";
import { DOCUMENTS, INDEX, LETTERS, SYSTEMS, TWO } from "./payload.js";
import { lookOf, systemLegend } from "./ranking.js";
import { state } from "./state.js";

/** @typedef {{document: number, system: number, x: number, y: number}} Spot */

const WIDTH = 400;
const HEIGHT = 300;
const EDGE = { left: 34, right: 14, top: 12, bottom: 34 };
const NEAR = 14;
const F1 = [0.2, 0.4, 0.6, 0.8];
const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

const y = linear(0, 1, HEIGHT - EDGE.bottom, EDGE.top);

/**
 * Many points as one line, which is quick to draw.
 * @param {Spot[]} spots
 * @param {string} look
 */
const points = (spots, look) =>
  spots.length > 0 &&
  svg("path", {
    class: `dots ${look}`,
    d: spots.map((spot) => `M${spot.x.toFixed(1)} ${spot.y.toFixed(1)}h0`).join(""),
  });

/** @param {Spot[]} spots */
function layers(spots) {
  const isIn = chosenDocuments();
  const systems = [...new Set(spots.map(({ system }) => system))];
  return systems.flatMap((system) => {
    const those = spots.filter((spot) => spot.system === system);
    return [
      points(
        those.filter(({ document }) => !isIn[document]),
        `${lookOf(system)} ghost`,
      ),
      points(
        those.filter(({ document }) => isIn[document]),
        lookOf(system),
      ),
    ];
  });
}

/**
 * A ring that marks one document: the pointer moves it to the nearest, arrows to the next; a click or Enter chooses it.
 * @param {SVGSVGElement} picture
 * @param {Spot[]} spots
 */
function pointed(picture, spots) {
  if (!spots.length) return picture;
  const order = [...spots].sort((a, b) => a.x - b.x || a.y - b.y);
  let at = 0;
  const ring = svg("circle", {
    class: "ring",
    r: 7,
    tabindex: "0",
    role: "button",
    onkeydown: (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
      if (step) show((at + step + order.length) % order.length);
      else if (key === "Enter" || key === " ") choose();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  });
  const move = (/** @type {number} */ place) => {
    at = place;
    const { document, system, x: cx, y: cy } = order[place];
    ring.setAttribute("cx", String(cx));
    ring.setAttribute("cy", String(cy));
    ring.setAttribute("data-mark", `document ${DOCUMENTS[document].name}`);
    ring.setAttribute("aria-label", [DOCUMENTS[document].name, ...factsOf(document, system)].join("; "));
  };
  const show = (/** @type {number} */ place) => {
    move(place);
    ring.classList.add("on");
    showCardOf(ring);
  };
  carded(ring, () => {
    const { document, system } = order[at];
    const { name } = DOCUMENTS[document];
    return { name, facts: factsOf(document, system), example: () => exampleOf({ document: [name] }, system) };
  });
  const choose = () => {
    hideCard();
    showLines({ document: [DOCUMENTS[order[at].document].name] }, { system: order[at].system });
  };
  const nearest = (/** @type {MouseEvent} */ event) => {
    const area = picture.getBoundingClientRect();
    const scale = WIDTH / area.width;
    const [x, top] = [(event.clientX - area.left) * scale, (event.clientY - area.top) * scale];
    let best = NEAR * NEAR;
    let found = -1;
    order.forEach((spot, place) => {
      const far = (spot.x - x) ** 2 + (spot.y - top) ** 2;
      if (far < best) [best, found] = [far, place];
    });
    return found;
  };
  picture.addEventListener("pointermove", (event) => {
    const place = nearest(event);
    if (place >= 0) show(place);
    else {
      ring.classList.remove("on");
      hideCard();
    }
  });
  picture.addEventListener("pointerleave", () => {
    ring.classList.remove("on");
    hideCard();
  });
  picture.addEventListener("click", (event) => {
    const place = nearest(event);
    if (place < 0) return;
    move(place);
    choose();
  });
  move(0);
  picture.append(ring);
  return picture;
}

/**
 * @param {number} document
 * @param {number} system
 */
function factsOf(document, system) {
  const row = DOCUMENTS[document];
  const [recall, precision] = row.parts[system];
  const parts =
    recall === null || precision === null
      ? ""
      : ` (${INDEX.parts_metric} recall ${percent(recall)}, precision ${percent(precision)})`;
  return [
    `${TWO ? `${LETTERS[system]} ` : ""}${metric()} F1 ${percent(scoreOf(document, system))}${parts}`,
    `${grouped(row.tokens)} words, ${grouped(row.mentions)} gold mentions`,
  ];
}

const metric = () => INDEX.metric_labels[INDEX.headline];

/** The systems whose documents are points: of more than two those that are compared. */
const shownSystems = () => (SYSTEMS.length > 2 ? [...state.versus] : SYSTEMS.map((_, system) => system));

const pale = () => (isFiltered() ? " Pale: documents without anything that the filters leave." : "");

export function lengthFigure() {
  const lengths = DOCUMENTS.map((row) => Math.max(1, row.tokens));
  const [low, high] = [Math.min(...lengths), Math.max(...lengths)];
  const x = logarithmic(low, high, EDGE.left + 6, WIDTH - EDGE.right - 6);
  const spots = shownSystems().flatMap((system) =>
    DOCUMENTS.flatMap((_, document) => {
      const score = scoreOf(document, system);
      return score === null ? [] : [{ document, system, x: x(lengths[document]), y: y(score) }];
    }),
  );
  const drawn = drawing(
    WIDTH,
    HEIGHT,
    "Documents by length and score",
    ...percentGrid(y, QUARTERS, EDGE.left, WIDTH - EDGE.right),
    ...powers(low, high).map((tick) => label(x(tick), HEIGHT - EDGE.bottom + 14, grouped(tick), "small", "middle")),
    label(WIDTH - EDGE.right, HEIGHT - 4, "words", "small", "end"),
    ...layers(spots),
  );
  return figure(
    "Documents by length and score",
    `${metric()} F1 of each document; choose a point to read the errors of its document.${pale()}`,
    pointed(drawn, spots),
    { legend: systemLegend() },
  );
}

export function recallFigure() {
  const x = linear(0, 1, EDGE.left, WIDTH - EDGE.right);
  const scored = SYSTEMS[state.system].scores.some((score) => score.recall !== null && score.precision !== null);
  if (!scored) return null;
  const spots = DOCUMENTS.flatMap((row, document) => {
    const [recall, precision] = row.parts[state.system];
    return recall === null || precision === null
      ? []
      : [{ document, system: state.system, x: x(recall), y: y(precision) }];
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
  const known = namedMarks().map((mark) => ({
    ...mark,
    cx: x(Math.min(1, mark.recall)),
    cy: y(Math.min(1, mark.precision)),
  }));
  const places = labelPlaces(known, {
    left: EDGE.left,
    right: WIDTH - 5,
    top: EDGE.top - 6,
    bottom: HEIGHT - EDGE.bottom,
  });
  const marks = known.map(({ system, words, cx, cy }, place) =>
    svg(
      "g",
      {},
      svg("circle", { class: `point ${lookOf(system)}`, cx, cy, r: 4 }),
      label(places[place].x, places[place].y, words, "small strong", places[place].anchor),
    ),
  );
  const drawn = drawing(
    WIDTH,
    HEIGHT,
    "Recall against precision",
    ...percentGrid(y, QUARTERS, EDGE.left, WIDTH - EDGE.right),
    ...QUARTERS.map((value) => label(x(value), HEIGHT - EDGE.bottom + 14, String(100 * value), "small", "middle")),
    label(WIDTH - EDGE.right, HEIGHT - 4, "recall", "small", "end"),
    label(EDGE.left + 4, EDGE.top + 2, "precision", "small"),
    ...equal,
    ...layers(spots),
    ...marks,
  );
  const whose = SYSTEMS.length > 2 ? `${INDEX.parts_metric} of each system` : "the metrics";
  return figure(
    "Recall against precision",
    `On a curved line F1 is the same. Named: ${whose}; dots: ${INDEX.parts_metric} of the documents${TWO ? ` of ${LETTERS[state.system]}` : ""}, choose one to read its errors.${pale()}`,
    pointed(drawn, spots),
    { legend: systemLegend() },
  );
}

/** What has a name in the picture: all metrics of one system or two, one metric of more. */
const namedMarks = () =>
  SYSTEMS.flatMap(({ scores }, system) =>
    scores.flatMap(({ label: name, recall, precision }) => {
      const isShown = SYSTEMS.length < 3 || name === INDEX.parts_metric;
      if (recall === null || precision === null || !isShown) return [];
      const words = SYSTEMS.length > 2 ? LETTERS[system] : (TWO ? `${LETTERS[system]} ` : "") + name;
      return [{ system, recall, precision, words }];
    }),
  );
