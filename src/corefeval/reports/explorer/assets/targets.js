/* What a line says: what the system linked a mention to and what is correct; of the chains of an error, which two differ. */

import { antecedentsOf } from "./antecedents.js";
import { census, mentionOf } from "./census.js";
import { textOf, textOfEntity } from "./document.js";
import { DECISIONS, LETTERS, TWO, isRight } from "./payload.js";
import { judgement, state } from "./state.js";

/** @import {Antecedents} from "./antecedents.js" */
/** @import {Entity, Mention, OpenDocument} from "./document.js" */
/** @import {Line} from "./lines.js" */

/** Who has what: "system linked to" and the words. @typedef {{who: string, words: string}} Target */

/** @type {Record<string, string>} */
const NOT_CHOSEN = {
  "FN-missing": "no mention",
  "N-missing": "no mention",
  "FN-new": "new entity",
  CN: "new entity",
  "N-spurious": "new entity",
};

/**
 * What a system chose for a row.
 * @typedef {Antecedents & {system: number, isOwn: boolean}} Decided
 */

/**
 * What the shown system has; of mentions about which two systems differ what each of them has. The last is what is correct.
 * @param {OpenDocument} doc
 * @param {Line} line
 * @returns {Target[]}
 */
export function targetsOf(doc, line) {
  return spansOf(doc, line) ?? chainsOf(doc, line) ?? linksOf(doc, line);
}

/**
 * Of a wrong span both wordings.
 * @param {OpenDocument} doc
 * @param {Line} line
 */
function spansOf(doc, line) {
  if (line.kind?.name !== "span_error") return null;
  const [ours, theirs] = doc.errors[state.system][line.error].quoted;
  if (!ours || !theirs) return null;
  return [target("system linked to", quoted(theirs)), target("correct:", quoted(ours))];
}

/**
 * Of a merged or split entity whose mention is linked correctly: which chains differ.
 * @param {OpenDocument} doc
 * @param {Line} line
 */
function chainsOf(doc, line) {
  if (!line.kind || !isRight(line.decision)) return null;
  const mention = /** @type {Mention} */ (doc.byId.get(mentionOf(line.row, state.system)));
  const { partner } = judgement(mention);
  if (!partner) return null;
  const [key, response] = mention.side ? [partner, mention] : [mention, partner];
  const isSplit = line.kind.name === "split_entity";
  const rest = isSplit ? otherEntity(doc, key.entity, response.entity) : otherEntity(doc, response.entity, key.entity);
  const missing = key.entity.mentions.find((each) => each.dominant && !judgement(each).partner);
  if (!rest && !(isSplit && missing)) return null;
  const chain = response.entity.name;
  const other = rest ? `“${textOfEntity(rest)}” (${rest.name})` : `${quoted(missing ?? key)}, which it did not find`;
  return isSplit
    ? [target("system has chain", `${chain} without ${other}`), target("correct:", `one chain, ${key.entity.name}`)]
    : [
        target("system has chain", `${chain} together with ${other}`),
        target("correct:", `a chain of its own, ${key.entity.name}`),
      ];
}

/**
 * The entity of the other side that most mentions of an entity belong to, except one; mentions with wrong spans count too.
 * @param {OpenDocument} doc
 * @param {Entity} entity
 * @param {Entity} except
 */
function otherEntity(doc, entity, except) {
  /** @type {Map<Entity, number>} */
  const counts = new Map();
  /** @type {Map<Mention, Mention>} */
  const respanned = new Map();
  for (const { kind, quoted: both } of doc.errors[state.system]) {
    if (kind.name !== "span_error" || both.length < 2) continue;
    respanned.set(both[0], both[1]);
    respanned.set(both[1], both[0]);
  }
  for (const mention of entity.mentions) {
    const other = (judgement(mention).partner ?? respanned.get(mention))?.entity;
    if (other && other !== except) counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, more]) => more - one)[0]?.[0];
}

/**
 * @param {OpenDocument} doc
 * @param {Line} line
 */
function linksOf(doc, line) {
  const isPair = TWO && !line.kind && state.filters.pair.size > 0;
  const systems = isPair ? [...new Set([...state.versus, state.system])].sort() : [state.system];
  const decided = systems.map((system) => decidedBy(doc, line.row, system));
  const right = (decided.find((each) => each.isOwn && isRight(each.decision)) ?? decided[0]).right;
  const all = [...decided.map(({ chosen }) => chosen), right];
  const isKey = census().isKey[line.row] > 0;
  return [
    ...decided.map((each) => {
      const who = isPair ? LETTERS[each.system] : "system";
      return target(each.chosen ? `${who} linked to` : `${who}:`, choiceInWords(each, all));
    }),
    target("correct:", isKey ? (right ? named(right, all) : "new entity") : "no mention"),
  ];
}

/**
 * @param {OpenDocument} doc
 * @param {number} row
 * @param {number} system
 * @returns {Decided}
 */
function decidedBy(doc, row, system) {
  const mention = /** @type {Mention} */ (doc.byId.get(mentionOf(row, system)));
  const isOwn = mention.side === 0 || mention.side - 1 === system;
  const found = antecedentsOf(mention, system);
  const decision = DECISIONS[census().systems[system].decision[row]] ?? "";
  return { ...found, chosen: isOwn ? found.chosen : null, decision, system, isOwn };
}

/**
 * @param {Decided} decided
 * @param {(Mention | null)[]} all
 */
function choiceInWords({ chosen, decision, isOwn }, all) {
  if (!isOwn) return "no mention";
  return chosen ? named(chosen, all) : (NOT_CHOSEN[decision] ?? "–");
}

/**
 * The words of a mention; where another one has the same words, where it stands and which gold entity it is of.
 * @param {Mention} mention
 * @param {(Mention | null)[]} all
 */
function named(mention, all) {
  const isTwice = all.some((other) => other && goldOf(other) !== goldOf(mention) && textOf(other) === textOf(mention));
  return quoted(mention) + (isTwice ? placed(mention) : "");
}

/** The mention of the key at this place; the mention itself if the key has none. @param {Mention} mention */
const goldOf = (mention) => (mention.side ? (judgement(mention).partner ?? mention) : mention);

/** The position of a mention, and its gold entity. @param {Mention} mention */
function placed(mention) {
  const gold = goldOf(mention);
  return ` in sentence ${mention.sentence + 1} (${gold.side ? "no gold mention" : gold.entity.name})`;
}

/** @param {Mention} mention */
const quoted = (mention) => `“${textOf(mention)}”`;

/**
 * @param {string} who
 * @param {string} words
 * @returns {Target}
 */
const target = (who, words) => ({ who, words });

/** Targets as one line of text. @param {Target[]} targets */
export const inWords = (targets) => targets.map(({ who, words }) => `${who} ${words}`).join("; ");
