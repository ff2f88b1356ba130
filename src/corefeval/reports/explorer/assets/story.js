/* The sentence above the pictures: what costs most, for which mentions, and where. All of it is in the numbers below. */

import { showLines } from "./concordance.js";
import { button, element, name } from "./elements.js";
import { GROUPS } from "./filters.js";
import { grouped, percent, plural, sum } from "./numbers.js";
import { CLASSES, DOCUMENTS, INDEX, LETTERS, SYSTEMS, TWO } from "./payload.js";
import { isPriced, lostBy } from "./waterfall.js";

/** @import {Child} from "./elements.js" */
/** @import {Choice} from "./filters.js" */

const THOUSAND = 1000;
/** A genre with fewer words than that says little. */
const FEW = 500;

/**
 * Words that lead to lines.
 * @param {string} words
 * @param {Choice} choice
 * @param {number} system
 */
const leading = (words, choice, system) =>
  button(
    { class: "leading", onclick: () => showLines(choice, { system, order: choice.class ? "gain" : "" }) },
    name(words),
  );

/** The number with the largest value, the first of equals. @param {number[]} values */
const largest = (values) => values.indexOf(Math.max(...values));

/** @param {number} share */
const hundredth = (share) => `${Math.round(100 * share)} %`;

/**
 * What costs a system most.
 * @param {number} number
 * @returns {Child[]}
 */
export function sentences(number) {
  const system = SYSTEMS[number];
  const counts = system.classes.map((one) => one.count);
  const who = TWO ? `${LETTERS[number]} (${system.name})` : system.name;
  if (!sum(counts)) return [name(who), ": no error was found; the response agrees with the key."];
  const isKnown = isPriced(system);
  const place = largest(isKnown ? system.classes.map((one) => one.shapley ?? -1) : counts);
  const kind = CLASSES[place];
  const { shapley, count } = system.classes[place];
  const lost = lostBy(system);
  const told = leading(plural(count, kind.label, pluralOf(kind.label)), { class: [kind.label] }, number);
  /** @type {Child[]} */
  const found = isKnown
    ? [
        name(who),
        ` has ${INDEX.loss_metric} ${percent(1 - lost)}. Of the ${percent(lost)} points that are missing, `,
        told,
        ` cost most: ${percent(shapley)} points${lost > 0 ? `, ${hundredth((shapley ?? 0) / lost)} of what is missing` : ""}`,
      ]
    : [name(who), " has most errors of one class: ", told];
  return [...found, ...mentions(number, place), ". ", ...where(number, place)];
}

/** @param {string} label */
function pluralOf(label) {
  if (/entity$/.test(label)) return label.replace(/y$/, "ies");
  return /s$/.test(label) ? label : `${label}s`;
}

/**
 * For which mentions.
 * @param {number} system
 * @param {number} kind
 * @returns {Child[]}
 */
function mentions(system, kind) {
  const types = SYSTEMS[system].matrix[kind];
  const known = types.map((count, type) => (INDEX.types[type] ? count : 0));
  const type = largest(known);
  if (!known[type]) return [];
  const words = `${INDEX.types[type]}s`;
  const choice = { class: [CLASSES[kind].label], type: [INDEX.types[type]] };
  return [`; ${hundredth(known[type] / sum(types))} of these errors are about `, leading(words, choice, system)];
}

/**
 * Where: the genre with most of these errors for its length, else the document.
 * @param {number} system
 * @param {number} kind
 * @returns {Child[]}
 */
function where(system, kind) {
  const named = CLASSES[kind].label;
  const genres = INDEX.genres.map((label, genre) => {
    const rows = DOCUMENTS.filter((row) => row.genre === genre);
    const words = sum(rows.map((row) => row.tokens));
    const errors = sum(rows.map((row) => row.errors[system][kind]));
    return { label, words, rate: words ? (THOUSAND * errors) / words : 0 };
  });
  const large = genres.filter(({ label, words }) => label && words >= FEW).sort((a, b) => b.rate - a.rate);
  const rate = (/** @type {number} */ value) => value.toFixed(value < 10 ? 1 : 0);
  if (large.length > 1) {
    const [first, last] = [large[0], large[large.length - 1]];
    return [
      "They are densest in ",
      leading(first.label, { class: [named], genre: [first.label] }, system),
      ` (${rate(first.rate)} in 1,000 words) and rarest in `,
      leading(last.label, { class: [named], genre: [last.label] }, system),
      ` (${rate(last.rate)}).`,
    ];
  }
  if (DOCUMENTS.length < 2) return [];
  const most = largest(DOCUMENTS.map((row) => row.errors[system][kind]));
  const { name: document, errors } = DOCUMENTS[most];
  return [
    "The document with most of them is ",
    leading(document, { class: [named], document: [document] }, system),
    ` (${grouped(errors[system][kind])}).`,
  ];
}

/** What one of two systems gets right and the other does not. @returns {Child[]} */
function between() {
  const [, onlyFirst, onlySecond] = GROUPS.pair.values;
  const { types } = INDEX.differences[0];
  const [first, second] = [
    sum(types.map((each) => each.broken + each.added)),
    sum(types.map((each) => each.mended + each.dropped)),
  ];
  return [
    "B gets ",
    leading(plural(second, "mention"), { pair: [onlySecond] }, 1),
    " right that A does not, and A ",
    leading(grouped(first), { pair: [onlyFirst] }, 1),
    " that B does not.",
  ];
}

export const story = () =>
  element(
    "div",
    { class: "story" },
    ...SYSTEMS.map((_, system) => element("p", {}, ...sentences(system))),
    SYSTEMS.length === 2 && element("p", {}, ...between()),
  );
