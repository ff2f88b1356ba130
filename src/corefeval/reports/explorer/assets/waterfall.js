/* Where the points are lost: from the score to 100, a step an error class, the costliest first. Several systems are small multiples
   on one scale. */

import { chosenErrors, costsOf, isPriced, lossMetric, lostBy } from "./chosen.js";
import { showLines } from "./concordance.js";
import { element, replace, svg } from "./elements.js";
import { box, drawing, figure, label, linear, part, rule, short, ticks } from "./figures.js";
import { isFiltered } from "./filters.js";
import { exampleOf } from "./lines.js";
import { grouped, percent, plural, signed } from "./numbers.js";
import { CLASSES, INDEX, LETTERS, SYSTEMS, TWO, family, meaningOfClass } from "./payload.js";
import { fixedClasses, fixedCount, fixedScore, repairPath } from "./repairs.js";
import { repairSlider } from "./slider.js";
import { announce, state } from "./state.js";

/** @import {Scale} from "./figures.js" */
/** @import {Legend} from "./pictures.js" */

const TOP = 26;
const ROW = 26;
const SMALL_ROW = 20;
const THICK = 14;
const SMALL_THICK = 11;
const NAME = 24;
const GAP = 18;

/** @type {Legend} */
const FAMILIES = [
  { name: "lowers recall", look: "recall" },
  { name: "lowers precision", look: "precision" },
  { name: "wrong span", look: "span" },
];

/** @type {Legend} */
const FIXED = [{ name: "fixed with the slider", look: "right" }];

const isNarrow = () => matchMedia("(max-width: 760px)").matches && !matchMedia("print").matches;

/**
 * Where each class begins and ends between the score and 1, in this order.
 * @param {number} system
 * @param {number[]} order
 */
function steps(system, order) {
  const costs = costsOf(system);
  let at = 1 - lostBy(system);
  return order.map((place) => {
    const { shapley, alone, last, count } = costs[place];
    const from = at;
    at += shapley ?? 0;
    const [begin, to, ...bounds] = [from, at, from + (alone ?? 0), from + (last ?? 0)].map((each) => Math.max(0, each));
    return { place, from: begin, to, bounds, count, shapley, alone, last };
  });
}

/** The classes that occur, those first that cost the shown system most. */
function ordered() {
  const costs = costsOf(state.system);
  return CLASSES.map((_, place) => place)
    .filter((place) => SYSTEMS.some((system) => system.counts[place] > 0))
    .sort((a, b) => (costs[b].shapley ?? 0) - (costs[a].shapley ?? 0) || a - b);
}

/**
 * The ends of the scale that all systems share: whole tens of points, never below 0, where no score can be.
 * @param {number[]} values
 */
function domain(values) {
  return [Math.max(0, Math.floor(Math.min(...values) * 10 + 1e-9) / 10), Math.max(1, ...values)];
}

function waterfallPicture() {
  const order = ordered();
  const shown = TWO ? SYSTEMS.map((_, system) => system) : [0];
  const all = shown.map((system) => steps(system, order));
  const ends = all.flat().flatMap(({ from, to, bounds }) => [from, to, ...bounds]);
  const [low, high] = domain([...ends, ...shown.map((system) => 1 - lostBy(system)), ...repairPath().scores]);
  return TWO ? multiples(all, order, low, high) : single(all[0], order, low, high);
}

/** Draws it anew in its place: the slider above it keeps the focus. */
export function redrawWaterfall() {
  const picture = document.querySelector(".waterfall .drawing");
  if (picture) replace(picture, ...waterfallPicture().childNodes);
}

export function waterfallFigure() {
  const picture = waterfallPicture();
  const chosen = isFiltered()
    ? " Dark: the share of a class's errors that the filters leave; its points are the sum of what fixing each of these errors alone gains, because Shapley values are known for the whole corpus only."
    : " Line: fixed first – fixed last.";
  return figure(
    "Where the points are lost",
    `${lossMetric()} points that each class of errors costs: the mean over all orders of fixing (Shapley), so the steps lead from the score to 100. A step to the left is a class whose fixing lowers the score.${chosen}${because()}`,
    picture,
    {
      look: `waterfall ${TWO ? "wide" : "broad"}`,
      legend: [...FAMILIES, ...(repairPath().classes.length ? FIXED : [])],
      above: [metricSwitch(), repairSlider("overview")],
      below: [repairNote()],
    },
  );
}

/** How the slider's score comes about. */
const repairNote = () =>
  repairPath().classes.length > 0 &&
  element(
    "p",
    { class: "note" },
    "The slider fixes whole classes. Its score is that of explain --repair for these classes, so it need not end where a step ends: steps are means over all orders.",
  );

/** Why another metric is explained than the one in the header. */
const because = () =>
  INDEX.loss_reason &&
  ` ${INDEX.loss_reason}, so this explains ${lossMetric()} (${percent(1 - lostBy(state.system))}).`;

/** Which of the explained metrics is shown. */
export function metricSwitch() {
  if (INDEX.loss_metrics.length < 2 || !isPriced()) return null;
  return element(
    "div",
    { class: "switch metrics", role: "group", "aria-label": "Metric that is explained" },
    ...INDEX.loss_metrics.map((name, metric) =>
      element(
        "button",
        {
          type: "button",
          "data-mark": `metric ${metric}`,
          "aria-pressed": String(metric === state.metric),
          onclick: () => {
            state.metric = metric;
            announce("metric");
          },
        },
        `${name} ${percent(1 - lostBy(state.system, metric))}`,
      ),
    ),
  );
}

/**
 * @param {ReturnType<typeof steps>} all
 * @param {number[]} order
 * @param {number} low
 * @param {number} high
 */
function single(all, order, low, high) {
  const { WIDTH, LEFT, RIGHT } = isNarrow()
    ? { WIDTH: 420, LEFT: 118, RIGHT: 112 }
    : { WIDTH: 760, LEFT: 168, RIGHT: 128 };
  const x = linear(low, high, LEFT, WIDTH - RIGHT);
  const head = ROW;
  const height = TOP + head + order.length * ROW + 10;
  const filtered = isFiltered() ? chosenErrors(0) : null;
  const rows = all.map((step, position) => {
    const y = TOP + head + position * ROW;
    return markOf(
      step,
      0,
      box(0, y, WIDTH, ROW, "hit"),
      label(
        LEFT - 8,
        y + ROW / 2 + 4,
        `${isFixedClass(step.place, 0) ? "✓ " : ""}${CLASSES[step.place].label}`,
        "",
        "end",
      ),
      ...stepMarks(step, x, y + 6, THICK, position ? y - ROW + 6 + THICK : TOP + head - 6, 0),
      label(
        WIDTH - 56,
        y + ROW / 2 + 4,
        signed(filtered ? filtered[step.place].gain : (step.shapley ?? 0)),
        "number strong",
        "end",
      ),
      label(WIDTH - 4, y + ROW / 2 + 4, grouped(filtered ? filtered[step.place].count : step.count), "count", "end"),
    );
  });
  const score = 1 - lostBy(0);
  return drawing(
    WIDTH,
    height,
    "Where the points are lost, by error class",
    ...axis(x, low, TOP, height - 6),
    label(LEFT - 8, TOP + 17, "score", "strong", "end"),
    ...scoreMarks(0, score, x, TOP + 13, height - 6),
    label(WIDTH - 56, TOP - 6, "points", "small", "end"),
    label(WIDTH - 4, TOP - 6, "errors", "small", "end"),
    ...rows,
  );
}

/**
 * The score, and where it is when classes are fixed.
 * @param {number} system
 * @param {number} score
 * @param {Scale} x
 * @param {number} y
 * @param {number} bottom
 */
function scoreMarks(system, score, x, y, bottom) {
  const dot = (/** @type {number} */ value, /** @type {string} */ look) => [
    svg("circle", { class: `score-dot ${look}`, cx: x(value), cy: y, r: 5 }),
    label(x(value) + (value > 0.85 ? -9 : 9), y + 4, percent(value), "strong", value > 0.85 ? "end" : "start"),
  ];
  if (system !== state.system || !fixedCount()) return dot(score, "");
  const now = fixedScore();
  return [
    svg("circle", { class: "score-dot before", cx: x(score), cy: y, r: 5 }),
    rule(x(score), y, x(now), y, "climb"),
    rule(x(now), y, x(now), bottom, "climb"),
    ...dot(now, "fixed"),
  ];
}

/**
 * @param {number} place of a class
 * @param {number} system
 */
const isFixedClass = (place, system) => system === state.system && fixedClasses().includes(CLASSES[place]);

/**
 * @param {Scale} x
 * @param {number} low
 * @param {number} top
 * @param {number} bottom
 * @param {number} [count]
 */
const axis = (x, low, top, bottom, count = 8) =>
  ticks(low, 1, count).map((tick) =>
    svg(
      "g",
      {},
      rule(x(tick), top, x(tick), bottom, "grid"),
      label(x(tick), top - 6, String(Math.round(100 * tick)), "small", "middle"),
    ),
  );

/**
 * @param {ReturnType<typeof steps>[number]} step
 * @param {number} system
 * @param {...SVGElement} children
 */
function markOf({ place, shapley, alone, last, count }, system, ...children) {
  const kind = CLASSES[place];
  return part(
    {
      name: `${TWO ? `${LETTERS[system]}: ` : ""}${kind.label}`,
      facts: [
        `${signed(shapley ?? 0)} ${lossMetric()} points (fixed first ${percent(alone)}, fixed last ${percent(last)})`,
        plural(count, "error"),
        meaningOfClass(kind),
      ],
      example: () => exampleOf({ class: [kind.label] }, system),
    },
    () => showLines({ class: [kind.label] }, { order: "gain", system }),
    {
      class: `step${state.filters.class.has(kind.label) ? " chosen" : ""}${isFixedClass(place, system) ? " fixed" : ""}`,
      "data-class": kind.name,
      "data-mark": `class ${kind.label} ${system}`,
    },
    ...children,
  );
}

/**
 * The step of a class: pale where the filters leave a part of its errors, which is dark.
 * @param {ReturnType<typeof steps>[number]} step
 * @param {Scale} x
 * @param {number} top
 * @param {number} thick
 * @param {number} above where the step before it ends
 * @param {number} system
 */
function stepMarks({ place, from, to, bounds, count }, x, top, thick, above, system) {
  const look = `${family(CLASSES[place])}${to < from ? " down" : ""}`;
  const [left, wide] = [Math.min(x(from), x(to)), Math.max(1, Math.abs(x(to) - x(from)))];
  const [begin, end] = [Math.min(...bounds), Math.max(...bounds)].map(x);
  const middle = top + thick / 2;
  const chosen = isFiltered() && count ? chosenErrors(system)[place].count / count : 1;
  return [
    rule(x(from), above, x(from), top, "link"),
    box(left, top, wide, thick, `bar ${look}${isFiltered() ? " ghost" : ""}`),
    ...(isFiltered() ? [box(left, top, wide * chosen, thick, `bar ${look}`)] : []),
    ...(count > 0 && !isFiltered()
      ? [
          rule(begin, middle, end, middle, "whisker"),
          rule(begin, middle - 3, begin, middle + 3, "whisker"),
          rule(end, middle - 3, end, middle + 3, "whisker"),
        ]
      : []),
  ];
}

/**
 * A waterfall a system, all on one scale.
 * @param {ReturnType<typeof steps>[]} all by system
 * @param {number[]} order
 * @param {number} low
 * @param {number} high
 */
function multiples(all, order, low, high) {
  const narrow = isNarrow();
  const columns = narrow ? 1 : all.length === 2 ? 2 : Math.min(4, Math.ceil(all.length / Math.ceil(all.length / 4)));
  const LEFT = narrow ? 118 : 136;
  const WIDTH = narrow ? 420 : 1160;
  const wide = (WIDTH - LEFT) / columns;
  const block = NAME + TOP + SMALL_ROW + order.length * SMALL_ROW + GAP;
  const height = block * Math.ceil(all.length / columns);
  const cells = all.flatMap((those, system) => {
    const left = LEFT + (system % columns) * wide;
    const top = Math.floor(system / columns) * block;
    const x = linear(low, high, left + 6, left + wide - 70);
    const score = 1 - lostBy(system);
    const first = top + NAME + TOP;
    const filtered = isFiltered() ? chosenErrors(system) : null;
    return [
      label(left + 6, top + 15, short(`${LETTERS[system]} ${SYSTEMS[system].name}`, Math.floor(wide / 8)), "strong"),
      ...axis(x, low, first, first + SMALL_ROW * (order.length + 1), columns > 2 ? 3 : 5),
      ...scoreMarks(system, score, x, first + 10, first + SMALL_ROW * (order.length + 1)),
      ...those.map((step, position) => {
        const y = first + (position + 1) * SMALL_ROW;
        return markOf(
          step,
          system,
          box(left, y, wide - 4, SMALL_ROW, "hit"),
          ...stepMarks(
            step,
            x,
            y + 4,
            SMALL_THICK,
            position ? y - SMALL_ROW + 4 + SMALL_THICK : first + SMALL_ROW - 4,
            system,
          ),
          label(
            left + wide - 8,
            y + 14,
            step.count ? signed(filtered ? filtered[step.place].gain : (step.shapley ?? 0)) : "·",
            `number${system === state.system ? " strong" : ""}`,
            "end",
          ),
        );
      }),
    ];
  });
  const names = Array.from({ length: Math.ceil(all.length / columns) }, (_, line) =>
    order.map((place, position) =>
      label(LEFT - 6, line * block + NAME + TOP + (position + 1) * SMALL_ROW + 14, CLASSES[place].label, "", "end"),
    ),
  ).flat();
  return drawing(WIDTH, height, "Where each system loses its points, by error class", ...names, ...cells);
}
