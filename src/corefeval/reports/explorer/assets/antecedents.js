/* What a mention is linked to: the mention before it in its chain, as the key has it and as the system has it. */

import { isRight, meaningOfDecision } from "./payload.js";
import { judgement, state } from "./state.js";

/** @import {Mention} from "./document.js" */

/**
 * @typedef {object} Antecedents
 * @property {Mention | null} right of the key; of a right link the one that was chosen
 * @property {Mention | null} chosen of the response
 * @property {boolean} isRight
 * @property {string} decision
 */

/** @param {Mention | null} mention */
const before = (mention) =>
  mention ? (mention.entity.mentions[mention.entity.mentions.indexOf(mention) - 1] ?? null) : null;

/**
 * Of the system that is shown, or of the one whose mention it is.
 * @param {Mention} mention
 * @param {number} [system]
 * @returns {Antecedents}
 */
export function antecedentsOf(mention, system = state.system) {
  const { partner, decision } = judgement(mention, system);
  const [key, response] = mention.side ? [partner, mention] : [mention, partner];
  const chosen = before(response);
  const same = chosen && key ? judgement(chosen).partner : null;
  const right = same && same.entity === key?.entity ? same : before(key);
  return { right, chosen, isRight: isRight(decision), decision };
}

/** The sentence for each decision; C is replaced by the chosen antecedent, R by the correct one. @type {Record<string, string>} */
const SENTENCES = {
  CA: "The system chose C, which is right.",
  WL: "The system chose C, right is R.",
  "WL-closest": "The system chose C, right is R; an earlier mention of the chain it built is right too.",
  "FN-new": "The system starts a new entity here, right is R.",
  "FN-missing": "The system did not find this mention; right is R.",
  "FA-first": "The system chose C; right is to start an entity here.",
  "FA-spurious": "The system chose C, but the key has no mention here.",
  CN: "The system starts an entity here, which is right.",
  "N-missing": "The system did not find this mention, which starts an entity.",
  "N-spurious": "The system starts an entity here, but the key has no mention here.",
};

/**
 * The decision as a sentence, cut at the places of the two mentions.
 * @template T
 * @param {Antecedents} found
 * @param {(mention: Mention) => T} show
 * @returns {(string | T)[]}
 */
export function inSentence({ right, chosen, decision }, show) {
  const sentence = SENTENCES[decision] ?? meaningOfDecision(decision);
  return sentence.split(/\b([CR])\b/).map((piece) => {
    if (piece !== "C" && piece !== "R") return piece;
    const mention = piece === "C" ? chosen : right;
    return mention ? show(mention) : "none";
  });
}
