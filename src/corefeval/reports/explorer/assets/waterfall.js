/* The waterfall: from the score to 100, a step an error class, the highest first; steps of other systems beside it. */

import { showLines } from "./concordance.js";
import { svg } from "./elements.js";
import { drawing, figure, label, part, rule } from "./figures.js";
import { grouped, percent, plural, signed, sum } from "./numbers.js";
import { CLASSES, INDEX, LETTERS, SYSTEMS, TWO, family, meaningOfClass } from "./payload.js";
import { state } from "./state.js";

/** @import {System} from "./payload.js" */

const TOP = 26;
/** A bar is so thick, and with several systems not thinner than that. */
const THICK = 14;
const THINNEST = 5;
/** Between the bars of two classes, and for the number beside a score. */
const GAP = 12;
const LINE = 13;

/** How wide it is drawn; letters stay readable on a narrow screen. */
const breadth = () =>
  matchMedia("(max-width: 760px)").matches && !matchMedia("print").matches
    ? { WIDTH: 420, LEFT: 118, RIGHT: 112 }
    : { WIDTH: 760, LEFT: 168, RIGHT: 128 };

/** What a system's errors cost together. @param {System} system */
export const lostBy = (system) => sum(system.classes.map((one) => one.shapley ?? 0));

/** Whether it is known what classes cost. @param {System} system */
export const isPriced = (system) => system.classes.some((one) => one.shapley !== null);

/**
 * Where each class begins and ends between the score and 1, in this order.
 * @param {System} system
 * @param {number[]} order
 */
function steps(system, order) {
  let at = 1 - lostBy(system);
  return order.map((place) => {
    const { shapley, alone, last } = system.classes[place];
    const from = at;
    at += shapley ?? 0;
    return { place, from, to: at, bounds: [from + (alone ?? 0), from + (last ?? 0)] };
  });
}

export function waterfallFigure() {
  const { WIDTH, LEFT, RIGHT } = breadth();
  const shown = SYSTEMS[state.system];
  const order = CLASSES.map((_, place) => place)
    .filter((place) => SYSTEMS.some((system) => system.classes[place].count > 0))
    .sort((a, b) => (shown.classes[b].shapley ?? 0) - (shown.classes[a].shapley ?? 0) || a - b);
  const all = SYSTEMS.map((system) => steps(system, order));
  const ends = all.flat().flatMap(({ from, to, bounds }) => [from, to, ...bounds]);
  const scores = SYSTEMS.map((system) => 1 - lostBy(system));
  const low = Math.max(-1, Math.floor(Math.min(...ends, ...scores) * 10 - 0.2) / 10);
  const high = Math.max(1, ...ends);
  const x = (/** @type {number} */ value) => LEFT + ((value - low) / (high - low)) * (WIDTH - LEFT - RIGHT);
  const thick = Math.max(THINNEST + 1, THICK / SYSTEMS.length);
  const ROW = GAP + thick * SYSTEMS.length;
  const head = Math.max(ROW, GAP + LINE * SYSTEMS.length);
  const height = TOP + head + order.length * ROW + 10;
  const ticks = Array.from({ length: Math.round((high - low) * 10) + 1 }, (_, tick) => low + tick / 10).filter(
    (tick) => tick <= 1.0001,
  );
  const bars = SYSTEMS.map((_, system) =>
    svg(
      "g",
      {},
      svg("rect", {
        class: `bar system-${system}`,
        x: x(low),
        y: TOP + 5 + system * LINE,
        width: Math.max(0, x(scores[system]) - x(low)),
        height: LINE - 2,
      }),
      label(
        x(scores[system]) + 5,
        TOP + 15 + system * LINE,
        (TWO ? `${LETTERS[system]} ` : "") + percent(scores[system]),
        "strong",
      ),
    ),
  );
  const rows = order.map((place, position) => {
    const kind = CLASSES[place];
    const y = TOP + head + position * ROW;
    const { count, shapley, alone, last } = shown.classes[place];
    const costs = SYSTEMS.map(
      (system, number) => `${TWO ? `${LETTERS[number]} ` : ""}${signed(system.classes[place].shapley ?? 0)}`,
    ).join(", ");
    return part(
      `${kind.label}: ${costs} points, alone ${percent(alone)}, last ${percent(last)}; ${plural(count, "error")}; ${meaningOfClass(kind)}`,
      () => showLines({ class: [kind.label] }, { order: "gain" }),
      { class: "step", "data-class": kind.name },
      svg("rect", { class: "hit", x: 0, y, width: WIDTH, height: ROW }),
      label(LEFT - 8, y + ROW / 2 + 4, kind.label, "", "end"),
      ...all.map((each, system) => {
        const { from, to, bounds } = each[position];
        const top = y + 6 + system * thick;
        const [begin, end] = [Math.min(...bounds), Math.max(...bounds)].map(x);
        const middle = top + (thick - 1) / 2;
        return svg(
          "g",
          {},
          rule(x(from), position ? top - ROW + thick : TOP + 3 + (system + 1) * LINE, x(from), top, "link"),
          svg("rect", {
            class: `bar ${SYSTEMS.length > 1 ? `system-${system}` : family(kind)}${to < from ? " down" : ""}`,
            x: Math.min(x(from), x(to)),
            y: top,
            width: Math.max(1, Math.abs(x(to) - x(from))),
            height: thick - 1,
          }),
          SYSTEMS[system].classes[place].count > 0 && rule(begin, middle, end, middle, "whisker"),
          SYSTEMS[system].classes[place].count > 0 && rule(begin, middle - 3, begin, middle + 3, "whisker"),
          SYSTEMS[system].classes[place].count > 0 && rule(end, middle - 3, end, middle + 3, "whisker"),
        );
      }),
      label(WIDTH - 56, y + ROW / 2 + 4, signed(shapley ?? 0), "number strong", "end"),
      label(WIDTH - 4, y + ROW / 2 + 4, grouped(count), "count", "end"),
    );
  });
  const axis = ticks.map((tick) =>
    svg(
      "g",
      {},
      rule(x(tick), TOP, x(tick), height - 6, "grid"),
      label(x(tick), TOP - 6, String(Math.round(100 * tick)), "small", "middle"),
    ),
  );
  const heads = [
    label(LEFT - 8, TOP + 17, "score", "strong", "end"),
    label(WIDTH - 56, TOP - 6, "points", "small", "end"),
    label(WIDTH - 4, TOP - 6, "errors", "small", "end"),
  ];
  const drawn = drawing(WIDTH, height, `From the score to 100 by error class`, ...axis, ...bars, ...heads, ...rows);
  const whose = TWO ? ` of ${LETTERS[state.system]}` : "";
  return figure(
    "From the score to 100",
    `${INDEX.loss_metric} points${whose} that each class of errors costs: the mean over all orders of repair (Shapley), so the steps reach from the score to 100. A step to the left is a class whose repair lowers the score. Line: repaired alone – repaired last. Choose a step to read its errors.`,
    drawn,
    "broad",
  );
}
