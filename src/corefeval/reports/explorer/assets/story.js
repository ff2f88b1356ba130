/* The sentences above the charts: what costs most, for which mentions, and where. They follow the filters. */

import { chosenErrors, chosenMatrix, costsOf, isPriced, lossMetric, lostBy } from "./chosen.js";
import { census } from "./census.js";
import { showLines } from "./concordance.js";
import { button, element, name } from "./elements.js";
import { isFiltered, passingErrors, filtersInWords } from "./filters.js";
import { grouped, percent, plural, sum } from "./numbers.js";
import { CLASSES, DOCUMENTS, INDEX, LETTERS, SYSTEMS, TWO } from "./payload.js";
import { pairSentence } from "./ranking.js";
import { state } from "./state.js";

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
 * What costs a system most, of what the filters leave.
 * @param {number} number
 * @returns {Child[]}
 */
export function sentences(number) {
  const system = SYSTEMS[number];
  const who = TWO ? `${LETTERS[number]} (${system.name})` : system.name;
  if (isFiltered()) return chosenSentences(number, who);
  const costs = costsOf(number);
  if (!INDEX.key_mentions) {
    return sum(system.counts)
      ? ["The key has no mentions, so all mentions of ", name(who), " are spurious."]
      : ["The key has no mentions, so nothing can be scored."];
  }
  if (!sum(system.counts)) return [name(who), " has no errors: the response equals the key."];
  const isKnown = isPriced();
  const place = largest(isKnown ? costs.map((one) => one.shapley ?? -1) : system.counts);
  const kind = CLASSES[place];
  const { shapley, count } = costs[place];
  const lost = lostBy(number);
  const told = leading(plural(count, kind.label, pluralOf(kind.label)), { class: [kind.label] }, number);
  /** @type {Child[]} */
  const found = isKnown
    ? [
        name(who),
        ` has ${lossMetric()} ${percent(1 - lost)}. It loses ${percent(lost)} points, most of them to `,
        told,
        `: ${percent(shapley)} points${lost > 0 ? ` (${hundredth((shapley ?? 0) / lost)})` : ""}`,
      ]
    : [name(who), " has most errors of one class: ", told];
  return [...found, ...mentions(number, place), ". ", ...where(number, place)];
}

/**
 * @param {number} number
 * @param {string} who
 * @returns {Child[]}
 */
function chosenSentences(number, who) {
  const chosen = chosenErrors(number);
  const all = sum(chosen.map((each) => each.count));
  const every = sum(SYSTEMS[number].counts);
  const words = filtersInWords();
  if (!all) return [name(who), ` has no error among ${words} (${grouped(every)} in the whole corpus).`];
  const isKnown = isPriced();
  // fixing errors may lower the score: then the most frequent class is named, not the one that costs least
  const isCostly = isKnown && chosen.some((each) => each.gain > 0);
  const place = largest(chosen.map((each) => (isCostly ? each.gain : each.count)));
  const kind = CLASSES[place];
  const gain = sum(chosen.map((each) => each.gain));
  const worth =
    gain < 0
      ? `; fixing each of them alone lowers ${lossMetric()} by ${percent(-gain)} points in all`
      : `, worth ${percent(gain)} ${lossMetric()} points if each is fixed alone`;
  const points = isKnown ? worth : "";
  return [
    name(who),
    ` has ${plural(all, "error")} among ${words}: ${hundredth(all / Math.max(1, every))} of its ${grouped(every)}${points}. Most come from `,
    leading(plural(chosen[place].count, kind.label, pluralOf(kind.label)), { class: [kind.label] }, number),
    ...mentions(number, place),
    ". ",
    ...where(number, place),
  ];
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
  const types = chosenMatrix(system)[kind];
  const known = types.map((count, type) => (INDEX.types[type] ? count : 0));
  const type = largest(known);
  if (!known[type]) return [];
  const words = `${INDEX.types[type]}s`;
  const choice = { class: [CLASSES[kind].label], type: [INDEX.types[type]] };
  return [`; ${hundredth(known[type] / sum(types))} of these errors are about `, leading(words, choice, system)];
}

/**
 * How many errors of a class each document has, of what the filters leave.
 * @param {number} system
 * @param {number} kind
 */
function errorsByDocument(system, kind) {
  if (!isFiltered()) return DOCUMENTS.map((row) => row.errors[system][kind]);
  const counts = DOCUMENTS.map(() => 0);
  const { kind: kinds, anchor } = census().systems[system].errors;
  const { document } = census();
  passingErrors(system).forEach((passes, error) => {
    if (passes && kinds[error] === kind) counts[document[anchor[error]]] += 1;
  });
  return counts;
}

/**
 * Where: the genre with most of these errors for its length, else the document.
 * @param {number} system
 * @param {number} kind
 * @returns {Child[]}
 */
function where(system, kind) {
  const named = CLASSES[kind].label;
  const errors = errorsByDocument(system, kind);
  const genres = INDEX.genres.map((label, genre) => {
    const rows = DOCUMENTS.map((row, number) => ({ row, number })).filter(({ row }) => row.genre === genre);
    const words = sum(rows.map(({ row }) => row.tokens));
    const found = sum(rows.map(({ number }) => errors[number]));
    return { label, words, rate: words ? (THOUSAND * found) / words : 0 };
  });
  const isOne = state.filters.genre.size > 0 || state.filters.document.size > 0;
  const large = genres.filter(({ label, words }) => label && words >= FEW).sort((a, b) => b.rate - a.rate);
  const rate = (/** @type {number} */ value) => value.toFixed(value < 10 ? 1 : 0);
  if (large.length > 1 && !isOne) {
    const [first, last] = [large[0], large[large.length - 1]];
    return [
      "They are densest in ",
      leading(first.label, { class: [named], genre: [first.label] }, system),
      ` (${rate(first.rate)} per 1,000 words) and rarest in `,
      leading(last.label, { class: [named], genre: [last.label] }, system),
      ` (${rate(last.rate)}).`,
    ];
  }
  const most = largest(errors);
  if (DOCUMENTS.length < 2 || state.filters.document.size === 1 || !errors[most]) return [];
  const { name: document } = DOCUMENTS[most];
  return [
    "The document with most of them is ",
    leading(document, { class: [named], document: [document] }, system),
    ` (${grouped(errors[most])}).`,
  ];
}

export const story = () =>
  element(
    "div",
    { class: "story", role: "status" },
    TWO && pairSentence(),
    element("p", { class: "sentence-of-system" }, ...sentences(state.system)),
  );
