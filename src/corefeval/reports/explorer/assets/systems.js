/* Systems held against each other: what the second of two mended and broke, and which of all are right about which mentions. */

import { census } from "./census.js";
import { panelOf } from "./charts.js";
import { showLines } from "./concordance.js";
import { badge, button, element, said } from "./elements.js";
import { agreeing, namedAgreement } from "./filters.js";
import { grouped, percent, plural, signed, sum } from "./numbers.js";
import { CLASSES, INDEX, LETTERS, SYSTEMS, TWO, family } from "./payload.js";
import { announce, state } from "./state.js";
import { columnHead, nameOfType, number, rowHead, table } from "./tables.js";

/** @import {Difference, TypeChange} from "./payload.js" */

/** How many combinations of systems are listed. */
const LISTED = 16;

/** @param {number} system */
const hasBit = (system) => (/** @type {number} */ bits) => Boolean(bits & (1 << system));

export const systemPanels = () => (TWO ? [pairPanel(), agreementPanel()] : []);

/** The pair that is chosen; of a pair in the other order what is mended there is broken here. @returns {Difference} */
function chosenPair() {
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
      mended: each.broken,
      broken: each.mended,
      after: each.before,
      points: negated(each.points),
    })),
    types: other.types.map((each) => ({
      ...each,
      right: [each.right[1], each.right[0]],
      mended: each.broken,
      broken: each.mended,
      inventions: [each.inventions[1], each.inventions[0]],
      dropped: each.added,
      added: each.dropped,
    })),
  };
}

/** @param {number | null} value */
const negated = (value) => (value === null ? null : -value);

function pairPanel() {
  const pair = chosenPair();
  const [first, second] = [LETTERS[pair.first], LETTERS[pair.second]];
  return panelOf(
    "broad",
    `What ${second} mends and breaks against ${first}`,
    "A mention is right where the decision about it is, an invented one where the system does not have it. An error is mended if none of its mentions is in one of its class any more, and broken (new) in the same sense. Choose a number to read the mentions or errors.",
    SYSTEMS.length > 2 && chooser(),
    tested(pair),
    mentionsTable(pair),
    classesTable(pair),
  );
}

/** Which two systems. */
function chooser() {
  const selects = [0, 1].map((place) => {
    const select = element(
      "select",
      {
        id: `versus-${place}`,
        "aria-label": place ? "The second system" : "The first system",
        onchange: (event) => {
          const system = Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
          const other = state.versus[1 - place] === system ? state.versus[place] : state.versus[1 - place];
          state.versus = place ? [other, system] : [system, other];
          announce("versus");
        },
      },
      ...SYSTEMS.map((each, system) => element("option", { value: system }, `${LETTERS[system]} = ${each.name}`)),
    );
    select.value = String(state.versus[place]);
    return select;
  });
  return element("p", { class: "versus" }, selects[1], " against ", selects[0]);
}

/** Whether the scores differ by more than chance. @param {Difference} pair */
function tested({ tests }) {
  const told = tests.map(({ label, difference, low, high, p }) => {
    const bounds = low === null || high === null ? "" : ` (${percent(low)} to ${percent(high)})`;
    const chance = p && `, p ${p}`;
    return element(
      "li",
      {},
      element("b", {}, `${label} ${difference === null ? "–" : signed(difference)}`),
      `${bounds}${chance}`,
    );
  });
  return element(
    "div",
    { class: "tested" },
    element("ul", {}, ...told),
    INDEX.test_note && element("p", { class: "note" }, INDEX.test_note),
  );
}

/** @param {Difference} pair */
function mentionsTable(pair) {
  const [first, second] = [LETTERS[pair.first], LETTERS[pair.second]];
  const all = pair.types.reduce((/** @type {TypeChange | null} */ total, each) => added(total, each), null);
  const rows = [...(all ? [{ ...all, type: -1 }] : []), ...pair.types].map((each) => {
    const name = each.type < 0 ? "all" : nameOfType(INDEX.types[each.type]);
    const mended = agreeing((bits) => hasBit(pair.second)(bits) && !hasBit(pair.first)(bits));
    const broken = agreeing((bits) => hasBit(pair.first)(bits) && !hasBit(pair.second)(bits));
    const read = (
      /** @type {string} */ what,
      /** @type {number} */ count,
      /** @type {string[]} */ values,
      /** @type {number} */ system,
    ) =>
      number(
        button(
          {
            class: "cell",
            "aria-label": `${what}, ${name}: ${grouped(count)}; read them`,
            onclick: () => showLines({ pair: values, type: each.type > 0 ? [INDEX.types[each.type]] : [] }, { system }),
          },
          grouped(count),
        ),
      );
    return element(
      "tr",
      {},
      rowHead(name),
      number(grouped(each.mentions)),
      read("mended", each.mended + each.dropped, mended, pair.first),
      read("broken", each.broken + each.added, broken, pair.second),
      number(grouped(each.right[0])),
      number(grouped(each.right[1])),
      number(grouped(each.inventions[0])),
      number(grouped(each.inventions[1])),
    );
  });
  return table(
    "changes mentions",
    [
      columnHead("Mentions"),
      columnHead("in the key", "number"),
      columnHead("mended", "number"),
      columnHead("broken", "number"),
      columnHead(`right in ${first}`, "number"),
      columnHead(`right in ${second}`, "number"),
      columnHead(`invented by ${first}`, "number"),
      columnHead(`invented by ${second}`, "number"),
    ],
    rows,
  );
}

/**
 * @param {TypeChange | null} total
 * @param {TypeChange} each
 * @returns {TypeChange}
 */
const added = (total, each) =>
  total
    ? {
        type: -1,
        mentions: total.mentions + each.mentions,
        right: [total.right[0] + each.right[0], total.right[1] + each.right[1]],
        mended: total.mended + each.mended,
        broken: total.broken + each.broken,
        inventions: [total.inventions[0] + each.inventions[0], total.inventions[1] + each.inventions[1]],
        dropped: total.dropped + each.dropped,
        added: total.added + each.added,
      }
    : each;

/** @param {Difference} pair */
function classesTable(pair) {
  const letters = [LETTERS[pair.first], LETTERS[pair.second]];
  const rows = CLASSES.map((kind, place) => {
    const each = pair.classes[place];
    if (!each.before && !each.after) return null;
    const errors = (/** @type {number} */ count, /** @type {number} */ system) =>
      number(
        button(
          {
            class: "cell",
            "aria-label": `${kind.label} of ${LETTERS[system]}: ${grouped(count)}; read them`,
            onclick: () => showLines({ class: [kind.label] }, { lines: "errors", system }),
          },
          grouped(count),
        ),
      );
    return element(
      "tr",
      {},
      rowHead(badge(kind.badge, family(kind)), ` ${kind.label}`),
      errors(each.before, pair.first),
      number(grouped(each.mended)),
      number(grouped(each.broken)),
      errors(each.after, pair.second),
      number(each.points === null ? "–" : signed(each.points)),
    );
  });
  return table(
    "changes errors",
    [
      columnHead("Errors"),
      columnHead(`of ${letters[0]}`, "number"),
      columnHead("mended", "number"),
      columnHead("broken", "number"),
      columnHead(`of ${letters[1]}`, "number"),
      columnHead("points gained", "number", `${INDEX.loss_metric}; these add up to the difference`),
    ],
    rows.filter((row) => row !== null),
  );
}

/** Which systems are right about how many mentions: a row a combination, those with most mentions first. */
function agreementPanel() {
  const counts = new Map();
  for (const bits of census().agreement) counts.set(bits, (counts.get(bits) ?? 0) + 1);
  const combinations = [...counts].sort(([a, many], [b, more]) => more - many || b - a);
  const most = Math.max(1, ...counts.values());
  const rows = combinations.slice(0, LISTED).map(([bits, count]) => {
    const name = namedAgreement(bits);
    return element(
      "tr",
      {},
      ...SYSTEMS.map((_, system) => {
        const isRight = hasBit(system)(bits);
        return element(
          "td",
          { class: `dot ${isRight ? "right" : "wrong"}` },
          element("span", { "aria-hidden": "true" }, isRight ? "●" : "○"),
          said(isRight ? "right" : "wrong"),
        );
      }),
      element(
        "td",
        { class: "how-many" },
        button(
          {
            class: "cell",
            "aria-label": `${name}: ${plural(count, "mention")}; read them`,
            onclick: () => showLines({ pair: [name] }),
          },
          element("span", { class: "amount", "aria-hidden": "true", style: { width: `${(70 * count) / most}%` } }),
          grouped(count),
        ),
      ),
    );
  });
  const left = sum(combinations.slice(LISTED).map(([, count]) => count));
  return panelOf(
    "broad",
    "Which systems are right about which mentions",
    `Mentions of the key and invented ones, which are right where a system does not have them; ● right, ○ wrong.${left ? ` ${plural(left, "mention")} more in ${combinations.length - LISTED} other combinations, which the filter Systems has.` : ""}`,
    SYSTEMS.length > 2 && byNumber(counts),
    table(
      "upset",
      [...SYSTEMS.map((system, place) => columnHead(LETTERS[place], "dot", system.name)), columnHead("mentions")],
      rows,
    ),
  );
}

/** About how many mentions how many systems are right. @param {Map<number, number>} counts by combination */
function byNumber(counts) {
  const right = (/** @type {number} */ bits) => SYSTEMS.filter((_, system) => hasBit(system)(bits)).length;
  const cells = SYSTEMS.map((_, place) => SYSTEMS.length - place)
    .concat(0)
    .map((many) => {
      const count = sum([...counts].filter(([bits]) => right(bits) === many).map(([, each]) => each));
      return button(
        {
          class: "cell",
          "aria-label": `${many} of ${SYSTEMS.length} systems right: ${plural(count, "mention")}; read them`,
          onclick: () => showLines({ pair: agreeing((bits) => right(bits) === many) }),
        },
        element("b", {}, `${many}`),
        ` of ${SYSTEMS.length}: ${grouped(count)}`,
      );
    });
  return element("p", { class: "by-number" }, "Right: ", ...cells);
}
