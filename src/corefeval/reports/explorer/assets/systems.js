/* Systems compared: what the second of two fixes and breaks, and which of all are right about which mentions. */

import { panelOf } from "./charts.js";
import { chosenAgreement, chosenChanges, chosenClassChanges } from "./chosen.js";
import { showLines } from "./concordance.js";
import { badge, element, said } from "./elements.js";
import { agreeing, isFiltered, namedAgreement } from "./filters.js";
import { exampleOf } from "./lines.js";
import { grouped, percent, plural, signed, sum } from "./numbers.js";
import { CLASSES, INDEX, LETTERS, SYSTEMS, TWO, family, meaningOfClass } from "./payload.js";
import { chosenPair, pairChooser } from "./ranking.js";
import { state } from "./state.js";
import { columnHead, markedCell, nameOfType, number, rowHead, share, table } from "./tables.js";

/** @import {Choice} from "./filters.js" */
/** @import {Difference, TypeChange} from "./payload.js" */

/** How many combinations of systems are listed. */
const LISTED = 16;

/** @param {number} system */
const hasBit = (system) => (/** @type {number} */ bits) => Boolean(bits & (1 << system));

export const systemPanels = () => (TWO ? [pairPanel(), agreementPanel()] : []);

function pairPanel() {
  const pair = chosenPair();
  const [first, second] = [LETTERS[pair.first], LETTERS[pair.second]];
  return panelOf(
    "broad",
    `What ${second} fixes and breaks compared with ${first}`,
    "A gold mention is right if the decision about it is. Spurious mentions are counted apart: one is fixed if the second system does not mark it. An error is fixed if none of its mentions is in an error of its class any more. Choose a number to read the mentions or errors.",
    element("p", { class: "versus-line" }, pairChooser("panel-versus")),
    tested(pair),
    mentionsTable(pair),
    classesTable(pair),
  );
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
  const types = chosenChanges(pair.first, pair.second);
  const all = types.reduce((/** @type {TypeChange | null} */ total, each) => added(total, each), null);
  const fixed = agreeing((bits) => hasBit(pair.second)(bits) && !hasBit(pair.first)(bits));
  const broken = agreeing((bits) => hasBit(pair.first)(bits) && !hasBit(pair.second)(bits));
  const rows = [...(all ? [{ ...all, type: -1 }] : []), ...types].map((each) => {
    const name = each.type < 0 ? "all" : nameOfType(INDEX.types[each.type]);
    const typed = (/** @type {Choice} */ choice) =>
      each.type > 0 ? { ...choice, type: [INDEX.types[each.type]] } : choice;
    const read = (
      /** @type {string} */ what,
      /** @type {number} */ count,
      /** @type {Choice} */ choice,
      /** @type {number} */ system,
    ) =>
      number(
        markedCell(
          {
            name: `${what}, ${name}`,
            facts: [
              plural(count, "mention"),
              what === "fixed" || what.endsWith("dropped")
                ? `${first} is wrong, ${second} is right`
                : `${first} is right, ${second} is wrong`,
            ],
            // the mention is in an error of the system that is wrong
            example: () => exampleOf(typed(choice), choice.pair === fixed ? pair.first : pair.second),
          },
          {
            "data-mark": `change ${what} ${name}`,
            "aria-label": `${what}, ${name}: ${grouped(count)}; read them`,
            onclick: () => showLines({ type: [], ...typed(choice) }, { lines: "mentions", system }),
          },
          grouped(count),
        ),
      );
    return element(
      "tr",
      {},
      rowHead(name),
      number(grouped(each.right[0])),
      read("fixed", each.fixed, { pair: fixed, gold: ["gold mention"] }, pair.second),
      read("broken", each.broken, { pair: broken, gold: ["gold mention"] }, pair.second),
      number(grouped(each.right[1])),
      number(grouped(each.inventions[0])),
      read("spurious mentions dropped", each.dropped, { pair: fixed, gold: ["spurious mention"] }, pair.first),
      read("spurious mentions added", each.added, { pair: broken, gold: ["spurious mention"] }, pair.second),
      number(grouped(each.inventions[1])),
    );
  });
  return table(
    "changes mentions",
    [
      columnHead("Mentions"),
      columnHead(`right in ${first}`, "number"),
      columnHead("+ fixed", "number"),
      columnHead("− broken", "number"),
      columnHead(`= right in ${second}`, "number"),
      columnHead(`spurious in ${first}`, "number apart"),
      columnHead("− dropped", "number"),
      columnHead("+ added", "number"),
      columnHead(`= spurious in ${second}`, "number"),
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
        fixed: total.fixed + each.fixed,
        broken: total.broken + each.broken,
        inventions: [total.inventions[0] + each.inventions[0], total.inventions[1] + each.inventions[1]],
        dropped: total.dropped + each.dropped,
        added: total.added + each.added,
      }
    : each;

/** @param {Difference} pair */
function classesTable(pair) {
  const letters = [LETTERS[pair.first], LETTERS[pair.second]];
  const changes = chosenClassChanges(pair.first, pair.second);
  const rows = CLASSES.map((kind, place) => {
    const each = { ...changes[place], points: isFiltered() ? null : pair.classes[place].points };
    if (!each.before && !each.after) return null;
    const errors = (/** @type {number} */ count, /** @type {number} */ system) =>
      number(
        markedCell(
          {
            name: `${LETTERS[system]}: ${kind.label}`,
            facts: [plural(count, "error"), meaningOfClass(kind)],
            example: () => exampleOf({ class: [kind.label] }, system),
          },
          {
            "data-mark": `change ${kind.label} ${system}`,
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
      number(grouped(each.fixed)),
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
      columnHead("fixed", "number"),
      columnHead("broken", "number"),
      columnHead(`of ${letters[1]}`, "number"),
      columnHead("points gained", "number", `${INDEX.loss_metrics[0]}; these add up to the difference`),
    ],
    rows.filter((row) => row !== null),
  );
}

/** The number of mentions that each set of systems is right about: one row per set, sorted by this number. */
function agreementPanel() {
  const counts = chosenAgreement();
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
        markedCell(
          {
            name,
            facts: [
              `${plural(count, "mention")}, ${share(count, sum([...counts.values()]))} of all`,
              ...SYSTEMS.map(
                (system, place) => `${LETTERS[place]} ${system.name}: ${hasBit(place)(bits) ? "right" : "wrong"}`,
              ),
            ],
            example: () =>
              exampleOf(
                { pair: [name] },
                Math.max(
                  0,
                  SYSTEMS.findIndex((_, place) => !hasBit(place)(bits)),
                ),
              ),
          },
          {
            "data-mark": `agreement ${name}`,
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
    `Gold mentions and spurious ones; a system is right about a spurious mention if it does not mark it. ● right, ○ wrong.${left ? ` ${plural(left, "mention")} more in ${combinations.length - LISTED} other combinations.` : ""}`,
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
      const values = agreeing((bits) => right(bits) === many);
      return markedCell(
        {
          name: `${many} of ${SYSTEMS.length} systems right`,
          facts: [`${plural(count, "mention")}, ${share(count, sum([...counts.values()]))} of all`],
          example: () => exampleOf({ pair: values }, state.system),
        },
        {
          "data-mark": `right ${many}`,
          "aria-label": `${many} of ${SYSTEMS.length} systems right: ${plural(count, "mention")}; read them`,
          onclick: () => showLines({ pair: values }),
        },
        element("b", {}, `${many}`),
        ` of ${SYSTEMS.length}: ${grouped(count)}`,
      );
    });
  return element("p", { class: "by-number" }, "Right: ", ...cells);
}
