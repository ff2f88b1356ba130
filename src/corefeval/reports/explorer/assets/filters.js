/* Filters: a mention passes if it has one of the chosen values in every group with a choice. */

import { CLASSES, DECISIONS, INDEX, OUTCOMES, TWO, isRight } from "./payload.js";
import { announce, errorsOf, judgement, noFilters, state } from "./state.js";

/** @import {DocumentError, Mention, OpenDocument} from "./document.js" */
/** @import {ErrorClass} from "./payload.js" */
/** @import {Group} from "./state.js" */

/** @type {Record<Group, {label: string, values: string[]}>} */
export const GROUPS = {
  class: { label: "Error class", values: CLASSES.map((one) => one.label) },
  decision: { label: "Decision", values: DECISIONS },
  outcome: { label: `Outcome (${INDEX.outcome_metric})`, values: OUTCOMES },
  pair: { label: "Systems", values: TWO ? ["both right", "only A right", "only B right", "both wrong"] : [] },
  type: { label: "Mention type", values: INDEX.types },
  pos: { label: "Part of speech of the head", values: INDEX.pos },
  ne: { label: "Named entity", values: INDEX.ne },
  code: { label: "Type code", values: INDEX.codes },
  carried: { label: "Carried to the key's words", values: INDEX.carried.map((one) => one.name) },
};
export const GROUP_NAMES = /** @type {Group[]} */ (Object.keys(GROUPS));

/** Whether any group but the class has a choice. */
export const asksForMentions = () =>
  Boolean(state.entity) || GROUP_NAMES.some((group) => group !== "class" && state.filters[group].size > 0);

export const isFiltered = () => asksForMentions() || state.filters.class.size > 0;

/** Whether single mentions are visited: decisions are made about mentions, not about errors, and so are outcomes. */
export const byMention = () =>
  state.filters.decision.size > 0 || state.filters.outcome.size > 0 || state.filters.pair.size > 0;

/**
 * @param {Mention} mention
 * @param {Group} group
 * @param {number} [system]
 * @returns {string[]}
 */
export function valuesOf(mention, group, system = state.system) {
  const judged = judgement(mention, system);
  if (group === "class") return judged.classes.map((one) => one.label);
  if (group === "decision") return [judged.decision];
  if (group === "outcome") return [judged.outcome];
  if (group === "pair") return [agreement(mention.side ? judged.partner : mention)];
  if (group === "carried") return [(mention.side ? mention : judged.partner)?.carried ?? ""];
  return [mention[group]];
}

/**
 * Which of two systems got a key mention right.
 * @param {Mention | null} mention
 */
export function agreement(mention) {
  if (!mention || !TWO) return "";
  const [first, second] = mention.judged.map((judged) => isRight(judged.decision));
  if (first) return second ? "both right" : "only A right";
  return second ? "only B right" : "both wrong";
}

/**
 * Whether a mention with these values passes.
 * @param {(group: Group) => string[]} values
 */
export const passesGroups = (values) =>
  GROUP_NAMES.every((group) => {
    const chosen = state.filters[group];
    return !chosen.size || values(group).some((value) => chosen.has(value));
  });

/** @param {Mention} mention */
export function passes(mention) {
  if (state.entity && !belongs(mention)) return false;
  return passesGroups((group) => valuesOf(mention, group));
}

/** @param {Mention} mention */
function belongs(mention) {
  const { partner } = judgement(mention);
  return mention.entity.name === state.entity || partner?.entity.name === state.entity;
}

/**
 * The errors that are asked for: of these classes, with a mention that passes.
 * @template M
 * @template {{kind: ErrorClass, mentions: M[]}} E
 * @param {E[]} errors
 * @param {(mention: M) => boolean} pass
 */
export function wanted(errors, pass) {
  const kinds = state.filters.class;
  const asked = asksForMentions();
  return errors.filter(
    ({ kind, mentions }) => (!kinds.size || kinds.has(kind.label)) && (!asked || mentions.some(pass)),
  );
}

/**
 * What j and k visit: the errors of the document, or the single mentions where decisions are asked for.
 * @param {OpenDocument} doc
 * @returns {{mentions: Mention[], error: DocumentError | null}[]}
 */
export function stops(doc) {
  if (!byMention()) {
    return wanted(errorsOf(doc), passes).map((error) => ({ mentions: error.mentions, error }));
  }
  return pairsOf(doc)
    .filter((pair) => pair.some(passes))
    .sort(([a], [b]) => a.sentence - b.sentence || a.side - b.side || a.first - b.first)
    .map((mentions) => ({ mentions, error: null }));
}

/**
 * The mentions of key and response, each once: with what the response has in its place, or alone.
 * @param {OpenDocument} doc
 * @param {number} [system]
 * @returns {Mention[][]}
 */
export function pairsOf(doc, system = state.system) {
  const [key] = doc.sides;
  const response = doc.sides[system + 1];
  return [
    ...key.mentions.map((mention) => {
      const { partner } = judgement(mention, system);
      return partner ? [mention, partner] : [mention];
    }),
    ...response.mentions.filter((mention) => !judgement(mention).partner).map((mention) => [mention]),
  ];
}

/** What stops are called. @param {number} count */
export const nounOfStops = (count) => (byMention() ? "mention" : "error") + (count === 1 ? "" : "s");

function changed() {
  state.error = -1;
  announce("filters");
}

/**
 * @param {Group} group
 * @param {string} value
 */
export function toggleFilter(group, value) {
  const chosen = state.filters[group];
  if (!chosen.delete(value)) chosen.add(value);
  changed();
}

/** @param {Partial<Record<Group, string[]>>} values what is chosen in these groups from now on */
export function setFilters(values) {
  for (const [group, chosen] of Object.entries(values)) state.filters[/** @type {Group} */ (group)] = new Set(chosen);
  changed();
}

/** @param {string} name of an entity of the open document, or "" */
export function setEntity(name) {
  state.entity = name;
  changed();
}

export function clearFilters() {
  state.filters = noFilters();
  state.entity = "";
  state.bin = null;
  changed();
}

/** @param {number | null} bin of the histogram */
export function setBin(bin) {
  state.bin = bin;
  changed();
}
