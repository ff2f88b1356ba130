/* Several systems in the order of their scores, with intervals; and in one sentence how the two that are compared differ. */

import { chosenScores } from "./chosen.js";
import { element, name } from "./elements.js";
import { box, drawing, figure, label, linear, part, rule, short, ticks } from "./figures.js";
import { svg } from "./elements.js";
import { chooseSystem } from "./navigation.js";
import { exampleOf } from "./lines.js";
import { percent, plural, signed, sum } from "./numbers.js";
import { INDEX, LETTERS, SYSTEMS, TWO } from "./payload.js";
import { announce, state } from "./state.js";

/** @import {Difference} from "./payload.js" */
/** @import {Legend} from "./pictures.js" */

const ROW = 24;
const TOP = 22;
/** The look of systems that are not compared. */
const REST = "system-rest";

/** The colours of all systems. @returns {Legend} */
export const systemLegend = () =>
  TWO
    ? [
        ...SYSTEMS.map((system, place) => ({
          name: `${LETTERS[place]} ${short(system.name, 28)}`,
          look: lookOf(place),
        })).filter(({ look }) => look !== REST),
        ...(SYSTEMS.some((_, place) => lookOf(place) === REST) ? [{ name: "other systems", look: REST }] : []),
      ]
    : [];

/** The colour of a system: of more than three the two that are compared and the shown one have theirs, the rest are grey. @param {number} system */
export const lookOf = (system) =>
  SYSTEMS.length > 3 && !state.versus.includes(system) && system !== state.system ? REST : `system-${system}`;

/** The pair that is chosen; of a pair in the other order what is fixed there is broken here. @returns {Difference} */
export function chosenPair() {
  const [first, second] = state.versus;
  const found = INDEX.differences.find((each) => each.first === first && each.second === second);
  if (found) return found;
  const other = INDEX.differences.find((each) => each.first === second && each.second === first);
  if (!other) throw new Error("no such pair of systems");
  return {
    first,
    second,
    tests: other.tests.map((test) => ({
      ...test,
      difference: negated(test.difference),
      low: negated(test.high),
      high: negated(test.low),
    })),
    classes: other.classes.map((each) => ({
      before: each.after,
      fixed: each.broken,
      broken: each.fixed,
      after: each.before,
      points: negated(each.points),
    })),
    types: other.types.map((each) => ({
      ...each,
      right: [each.right[1], each.right[0]],
      fixed: each.broken,
      broken: each.fixed,
      inventions: [each.inventions[1], each.inventions[0]],
      dropped: each.added,
      added: each.dropped,
    })),
  };
}

/** @param {number | null} value */
const negated = (value) => (value === null ? null : -value);

/** How the two differ in the headline metric, and whether by chance. */
export function pairSentence() {
  const pair = chosenPair();
  const label = INDEX.metric_labels[INDEX.headline];
  const test = pair.tests.find((each) => each.label === label) ?? pair.tests[0];
  if (!test || test.difference === null) return null;
  const [first, second] = [LETTERS[pair.first], LETTERS[pair.second]];
  const isAhead = test.difference >= 0;
  const bounds =
    test.low === null || test.high === null ? "" : `, 95\u00a0% interval ${percent(test.low)} to ${percent(test.high)}`;
  const chance = test.p ? `, p\u00a0${test.p}` : "";
  return element(
    "p",
    { class: "pair-sentence" },
    name(`${second} (${SYSTEMS[pair.second].name})`),
    ` is ${percent(Math.abs(test.difference))} ${test.label} points ${isAhead ? "ahead of" : "behind"} `,
    name(`${first} (${SYSTEMS[pair.first].name})`),
    ` (difference ${signed(test.difference)}${bounds}${chance}).`,
  );
}

/** Which two systems are compared. @param {string} [id] */
export function pairChooser(id = "versus") {
  const selects = [0, 1].map((place) => {
    const select = element(
      "select",
      {
        id: `${id}-${place}`,
        "aria-label": place ? "The system that is compared" : "The system that it is compared with",
        onchange: (event) => {
          const system = Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
          const other = state.versus[1 - place] === system ? state.versus[place] : state.versus[1 - place];
          state.versus = place ? [other, system] : [system, other];
          announce("versus");
        },
      },
      ...SYSTEMS.map((each, system) => element("option", { value: system }, `${LETTERS[system]} ${each.name}`)),
    );
    select.value = String(state.versus[place]);
    return select;
  });
  return element("span", { class: "versus" }, "Compare ", selects[1], " with ", selects[0]);
}

/** Systems by score, a dot each with its interval. */
export function rankingFigure() {
  const WIDTH = 430;
  const LEFT = 160;
  const metric = INDEX.metric_labels[INDEX.headline];
  const scores = SYSTEMS.map(({ scores: all }) => all[INDEX.headline]);
  const order = SYSTEMS.map((_, system) => system).sort((a, b) => (scores[b].f1 ?? -1) - (scores[a].f1 ?? -1) || a - b);
  const parts = SYSTEMS.map((_, system) => chosenScores(system)?.scores[INDEX.headline] ?? null);
  const ends = [
    ...scores.flatMap(({ f1, interval }) => [...(f1 === null ? [] : [f1]), ...(interval ?? [])]),
    ...parts.filter((part1) => part1 !== null),
  ];
  const low = Math.max(0, Math.floor(Math.min(1, ...ends) * 10 - 0.1) / 10);
  const high = Math.min(1, Math.ceil(Math.max(0.1, ...ends) * 10 + 0.1) / 10);
  const x = linear(low, high, LEFT, WIDTH - 56);
  const height = TOP + order.length * ROW + 6;
  const rows = order.map((system, position) => {
    const { f1, interval } = scores[system];
    const y = TOP + position * ROW;
    const middle = y + ROW / 2;
    const part1 = parts[system];
    const bounds = interval ? [`95 % interval ${percent(interval[0])} to ${percent(interval[1])}`] : [];
    return part(
      {
        name: `${position + 1}. ${LETTERS[system]} ${SYSTEMS[system].name}`,
        facts: [
          `${metric} F1 ${percent(f1)}`,
          ...bounds,
          `${plural(sum(SYSTEMS[system].counts), "error")}; choose it to show its figures`,
        ],
        example: () => exampleOf({}, system),
      },
      () => chooseSystem(system),
      { "data-mark": `rank ${system}`, class: state.versus.includes(system) ? "chosen" : "" },
      box(0, y, WIDTH, ROW, "hit"),
      label(
        LEFT - 8,
        middle + 4,
        short(`${LETTERS[system]} ${SYSTEMS[system].name}`, 18),
        system === state.system ? "strong" : "",
        "end",
      ),
      ...(interval ? [rule(x(interval[0]), middle, x(interval[1]), middle, `interval-line ${lookOf(system)}`)] : []),
      ...(f1 === null
        ? []
        : [
            svg("circle", {
              class: `point ${lookOf(system)}${part1 === null ? "" : " ghost"}`,
              cx: x(f1),
              cy: middle,
              r: 5.5,
            }),
          ]),
      ...(part1 === null
        ? []
        : [
            svg("circle", {
              class: `point ${lookOf(system)}`,
              cx: x(part1),
              cy: middle,
              r: 5.5,
            }),
          ]),
      label(WIDTH - 4, middle + 4, percent(part1 ?? f1), "number", "end"),
    );
  });
  const drawn = drawing(
    WIDTH,
    height,
    `Systems by ${metric} F1`,
    ...ticks(low, high, 5).map((tick) =>
      svg(
        "g",
        {},
        rule(x(tick), TOP - 4, x(tick), height - 4, "grid"),
        label(x(tick), TOP - 8, String(Math.round(100 * tick)), "small", "middle"),
      ),
    ),
    ...rows,
  );
  const of = chosenScores(0)?.of;
  return figure(
    `Ranking by ${metric} F1`,
    `${INDEX.interval_note || "Without intervals: --ci computes them."}${of ? ` Solid: ${of}; pale: the whole corpus.` : ""}`,
    drawn,
    { above: [pairChooser()] },
  );
}
