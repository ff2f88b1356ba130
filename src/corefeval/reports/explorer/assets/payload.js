/* What the page is given: an index, read at once, and a document when it is opened. payload.py writes both. */

import { byId } from "./elements.js";

/**
 * @typedef {object} Index
 * @property {string} corefeval version of the program
 * @property {string} title
 * @property {string} key name of the key
 * @property {string} note how it was scored, in words
 * @property {string} signature
 * @property {Warning[]} warnings
 * @property {string[]} metric_labels
 * @property {number} headline which metric stands for the others
 * @property {string} parts_metric whose recall and precision documents have; "" for none
 * @property {string[]} loss_metrics whose points errors cost; the page opens with the first
 * @property {string[]} silent_metrics explained metrics of which the page has no losses of single mentions
 * @property {string} loss_reason why another metric than the headline is explained, "" where it is the headline
 * @property {string} interval_note
 * @property {boolean} empty_as_zero whether 0/0 is written as 0.00, as the official scorer does
 * @property {number} tokens
 * @property {number} key_mentions
 * @property {number} key_entities
 * @property {ErrorClass[]} classes
 * @property {Decision[]} decisions
 * @property {Decision[]} outcomes of a metric that judges mentions one by one
 * @property {string} outcome_metric its label, "" for none
 * @property {string} leads_to what such a metric leads a mention to
 * @property {string[]} types mention types; the first is "", as in the three lists below
 * @property {number[]} type_counts key mentions of each type
 * @property {string[]} pos
 * @property {string[]} ne
 * @property {string[]} codes
 * @property {string[]} code_meanings what each says in words, "" where the scheme does not have it
 * @property {Decision[]} carried how mentions of a response came to the key's words; the first is ""
 * @property {string[]} relations kinds of relations beyond identity
 * @property {Decision[]} relation_outcomes what becomes of them
 * @property {System[]} systems
 * @property {Difference[]} differences of each two systems; none with one
 * @property {string} test_note how they were tested
 * @property {DocumentRow[]} documents
 * @property {string[]} genres the first is ""
 * @property {string[]} distances how far back the mention before may be; as the three lists below, values of filters
 * @property {number[]} distance_bins the lowest number of sentences of each but the first
 * @property {string[]} sizes of entities
 * @property {string[]} spreads of entities
 * @property {string[]} lengths of mentions
 * @property {Picture[]} pictures
 * @property {string} share_metric whose credits the census has for each mention
 * @property {CensusColumn[]} census how its columns are written
 */
/**
 * A picture of scores by the values of a filter.
 * @typedef {object} Picture
 * @property {string} name of the filter
 * @property {string} title
 * @property {string} metric
 * @property {boolean} is_ordered
 * @property {number[]} values numbers of the filter's values
 * @property {number[]} counts mentions of the key, or documents
 * @property {PartScores[][]} scores by system and value
 */
/**
 * @typedef {object} PartScores
 * @property {number | null} recall
 * @property {number | null} precision
 * @property {number | null} f1
 */
/**
 * Columns joined by blanks are written as one: the table has for each of them what the numbers stand for.
 * @typedef {object} CensusColumn
 * @property {string} name
 * @property {number} length
 * @property {number} planes bytes of each number, the lowest first, all of them before the next
 * @property {number} kind 0 as they are, 1 signed, 2 differences
 * @property {number[][]} table
 */
/**
 * @typedef {object} Warning
 * @property {string} code
 * @property {string} message
 */
/**
 * @typedef {object} ErrorClass
 * @property {string} name
 * @property {string} label
 * @property {string} badge
 */
/**
 * @typedef {object} Decision
 * @property {string} name
 * @property {string} meaning
 */
/**
 * @typedef {object} System
 * @property {string} name
 * @property {Score[]} scores by metric
 * @property {number[]} counts errors of each class
 * @property {ClassLoss[][]} losses by explained metric and class; none where repairs cannot be scored
 * @property {RepairPath[]} repairs by explained metric: the score while one class after the other is repaired
 * @property {number[]} decisions
 * @property {number[]} outcomes how often each occurs
 * @property {number[][]} matrix errors by class and mention type
 * @property {number[]} unanswered relations of each kind that the key has and this response none of
 * @property {UseLosses[]} uses what an application loses; none where the key has no trees
 */
/**
 * @typedef {object} UseLosses
 * @property {string} label what is counted
 * @property {number} gold
 * @property {number} right
 * @property {number} wrong about a wrong entity; the rest is missing
 * @property {LossCause[]} causes the most frequent first
 */
/**
 * Why a gold entity loses units, and the first of them.
 * @typedef {object} LossCause
 * @property {number} count
 * @property {string} entity
 * @property {string} mention
 * @property {string} error what the system did with the mention
 * @property {number} document -1 where the page does not have it
 * @property {number} first node of the mention
 * @property {number} last
 * @property {string} left the words of its sentence before it
 * @property {string} right the words behind it
 * @property {string} gold the unit as the key has it
 * @property {string} system the same as the system has it
 */
/**
 * What the second of two systems fixed and broke against the first.
 * @typedef {object} Difference
 * @property {number} first
 * @property {number} second
 * @property {Test[]} tests by metric, where both have it
 * @property {ClassChange[]} classes in the order of the index's
 * @property {TypeChange[]} types those that occur
 */
/**
 * @typedef {object} Test
 * @property {string} label of the metric
 * @property {number | null} difference
 * @property {number | null} low
 * @property {number | null} high
 * @property {string} p in words, "" where there is none
 */
/**
 * @typedef {object} ClassChange
 * @property {number} before
 * @property {number} fixed
 * @property {number} broken
 * @property {number} after
 * @property {number | null} points
 */
/**
 * @typedef {object} TypeChange
 * @property {number} type
 * @property {number} mentions of the key
 * @property {[number, number]} right of them before and after
 * @property {number} fixed
 * @property {number} broken
 * @property {[number, number]} inventions before and after
 * @property {number} dropped inventions
 * @property {number} added inventions
 */
/**
 * @typedef {object} Score
 * @property {string} metric
 * @property {string} label
 * @property {number | null} recall
 * @property {number | null} precision
 * @property {number | null} f1
 * @property {string[]} empty the parts that have nothing to count (0/0); they are null
 * @property {[number, number] | null} interval
 */
/**
 * @typedef {object} ClassLoss
 * @property {number | null} shapley
 * @property {number | null} alone gain if this class is repaired first
 * @property {number | null} last gain if it is repaired last
 */
/**
 * @typedef {object} RepairPath
 * @property {number[]} classes that occur, the costliest first
 * @property {number[]} scores before any repair, and after that of each class and all before it; none where one is not defined
 */
/**
 * @typedef {object} DocumentRow
 * @property {string} name
 * @property {number} tokens
 * @property {number} mentions
 * @property {boolean} withheld whether the corpus withholds its words, and has underscores in their place
 * @property {number} genre
 * @property {(number | null)[][]} scores by system and metric
 * @property {(number | null)[][]} parts recall and precision by system
 * @property {number[][]} errors by system and class
 */
/**
 * @typedef {object} RawDocument
 * @property {string[]} w words of the key, empty nodes included
 * @property {number[]} s first node of each sentence
 * @property {number[]} z empty nodes
 * @property {number[]} u nodes that no space follows
 * @property {RawMentions} k mentions of the key
 * @property {RawReading[]} r what each system made of it
 */
/**
 * Columns of mentions; those that hold nothing are left out.
 * @typedef {object} RawMentions
 * @property {number[]} e entity
 * @property {number[]} f first node
 * @property {number[]} l last node less the first
 * @property {number[]} [t] type
 * @property {number[]} [o] part of speech
 * @property {number[]} [n] named entity
 * @property {number[]} [c] code
 * @property {number[]} [y] how it was carried to the key's words
 * @property {number[]} d dominant mentions
 * @property {string[]} i ids of the entities
 * @property {[number, number, number][]} [p] parts of discontinuous mentions: mention, first and last node
 */
/**
 * @typedef {object} RawReading
 * @property {RawMentions} m mentions of the response
 * @property {RawJudgements} k how the mentions of the key fared
 * @property {RawJudgements} q how those of the response fared
 * @property {number[]} a the key entity that each entity is aligned with, or -1
 * @property {RawErrors} err of a document as it is written only where the census does not tell them
 * @property {[number, number][]} [al] mentions of key and response that are aligned without being the same
 * @property {[number, string, number][]} [z] zeros: words before, form, whether it opens its sentence
 * @property {string[]} [w] its words, where they differ
 * @property {RawRelation[]} [rel] bridging, split antecedents, discourse deixis, and what refers to nothing
 */
/** Parts of a mention: first and last node. @typedef {[number, number][]} Parts */
/**
 * @typedef {object} RawRelation
 * @property {number} c kind
 * @property {number} o outcome
 * @property {[number, number][]} k its parts in the key, none if the key does not have it
 * @property {[number, number][]} r its parts in the response
 * @property {[number, number][][]} y what it leads to in the key
 * @property {[number, number][][]} v what it leads to in the response
 * @property {string} i what the file calls it
 */
/**
 * @typedef {object} RawJudgements
 * @property {number[]} g partner, or -1
 * @property {number[]} b error classes as bits
 * @property {number[]} k decision
 * @property {number[]} [x] loss of recall or precision
 * @property {number[]} [o] outcome from 1, 0 where it is not judged
 * @property {number[]} [y] the key mention that it should lead to, or -1
 * @property {number[]} [v] the response mention that it was led to, or -1
 */
/**
 * @typedef {object} RawErrors
 * @property {number[]} c class
 * @property {number[]} n how many mentions
 * @property {number[]} k these in the key, -1 where it has none
 * @property {number[]} r these in the response
 * @property {(number | null)[]} x gain if repaired
 */

export const INDEX = /** @type {Index} */ (JSON.parse(byId("index").textContent ?? ""));
export const SYSTEMS = INDEX.systems;
export const CLASSES = INDEX.classes;
export const DOCUMENTS = INDEX.documents;
export const TWO = SYSTEMS.length > 1;
export const LETTERS = TWO ? SYSTEMS.map((_, system) => String.fromCharCode(65 + system)) : ["R"];
export const DECISIONS = INDEX.decisions.map((one) => one.name);
export const OUTCOMES = INDEX.outcomes.map((one) => one.name);

/** @type {Record<string, string>} */
const CLASS_MEANINGS = {
  span_error: "the right mention with other boundaries",
  merged_entity: "mentions of another entity in this chain",
  spurious_mention: "a mention the key does not have, in a chain it has",
  spurious_entity: "a chain the key does not have",
  split_entity: "a part of an entity in a chain of its own",
  missing_mention: "a mention of a known entity was not found",
  missing_entity: "a whole entity was not found",
  spurious_singleton: "an entity of one mention the key does not have",
  missing_singleton: "an entity of one mention was not found",
};
const DECISION_MEANINGS = new Map(INDEX.decisions.map((one) => [one.name, one.meaning]));

/** @param {ErrorClass} kind */
export const meaningOfClass = (kind) => CLASS_MEANINGS[kind.name] ?? "";

/** @param {string} outcome */
export const meaningOfOutcome = (outcome) => INDEX.outcomes.find((one) => one.name === outcome)?.meaning ?? "";

/** @param {string} decision */
export const meaningOfDecision = (decision) => DECISION_MEANINGS.get(decision) ?? "";

/** @param {string} code */
export const meaningOfCode = (code) => INDEX.code_meanings[INDEX.codes.indexOf(code)] ?? "";

/** @param {string} carried */
export const meaningOfCarried = (carried) => INDEX.carried.find(({ name }) => name === carried)?.meaning ?? "";

/** @param {string} decision */
export const isRight = (decision) => decision === "CA" || decision === "CN";

/**
 * What a class costs: recall, precision, or both by a span that is not quite right.
 * @param {ErrorClass} kind
 */
export function family(kind) {
  if (kind.name === "span_error") return "span";
  return /missing|split/.test(kind.name) ? "recall" : "precision";
}

const parsed = new Promise((resolve) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", resolve, { once: true });
  else resolve(null);
});

/**
 * A document as it stands in the file; the page may still be arriving.
 * @param {number} number
 * @returns {Promise<RawDocument>}
 */
export async function rawDocument(number) {
  if (!document.getElementById(`d${number}`)) await parsed;
  const source = byId(`d${number}`, HTMLScriptElement);
  if (source.type === "application/json") return JSON.parse(source.textContent ?? "");
  return JSON.parse(new TextDecoder().decode(await bytesOf(source.id)));
}

/**
 * What a script element holds in base64, inflated where it was deflated.
 * @param {string} id
 */
export async function bytesOf(id) {
  const source = byId(id, HTMLScriptElement);
  const text = atob(source.textContent ?? "");
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
  if (source.type !== "text/plain") return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
