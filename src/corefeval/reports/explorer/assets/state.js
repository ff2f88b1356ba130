/* What is on screen, and who is told when it changes. */

/** @import {Judgement, Mention, OpenDocument, Relation, Side, DocumentError} from "./document.js" */

/**
 * @typedef {"class" | "decision" | "outcome" | "pair" | "gold" | "type" | "metrics" | "linked" | "linked-ne" | "correct" | "correct-ne" | "genre" | "distance" | "size"
 *   | "spread" | "length" | "pos" | "ne" | "code" | "coding" | "carried" | "document"} Group
 */
/** @typedef {Record<Group, Set<string>>} Filters */
/**
 * @typedef {object} State
 * @property {OpenDocument | null} doc the open document; null on the overview
 * @property {number} document its number, or -1
 * @property {number} system whose errors are shown
 * @property {Mention | null} mention the selection
 * @property {string} relation the id of the selected relation, in the place of a mention, or ""
 * @property {number} error which of the stops is visited, or -1
 * @property {number} side which column has the focus
 * @property {string} query
 * @property {string} sort
 * @property {number | null} bin of the histogram, 5 points wide
 * @property {string} entity
 * @property {Filters} filters
 * @property {boolean} list whether the concordance is shown, not the overview
 * @property {boolean} drawer whether lines are shown beside the overview
 * @property {number} metric which of the explained metrics is shown
 * @property {number} fixed how many error classes are shown as fixed, the costliest first
 * @property {"" | "errors" | "mentions"} lines what it lists; "" leaves that to the filters
 * @property {string} order of its lines, with "-" before it downwards
 * @property {string} words that mentions are to have
 * @property {"mention" | "linked" | "correct"} whose words these are: the mention's, or of what it was or should be linked to
 * @property {boolean} withheld whether lines whose text the corpus withholds are left out
 * @property {boolean} signs whether all names and badges stand in the text, not only those of what is pointed at
 * @property {[number, number]} versus the systems that are held against each other: the second against the first
 * @property {boolean} flow
 * @property {"" | "flow" | "thread"} thread the view below the text; "" leaves that to its length
 * @property {boolean} wholeFlow all groups of entities, not only the largest
 * @property {boolean} heat
 * @property {boolean} relations whether all relations have their arcs
 * @property {boolean} columns whether each side has a column, not one text for both
 * @property {string} theme
 */

/** @returns {Filters} */
export const noFilters = () => ({
  class: new Set(),
  decision: new Set(),
  outcome: new Set(),
  pair: new Set(),
  gold: new Set(),
  type: new Set(),
  metrics: new Set(),
  linked: new Set(),
  "linked-ne": new Set(),
  correct: new Set(),
  "correct-ne": new Set(),
  genre: new Set(),
  distance: new Set(),
  size: new Set(),
  spread: new Set(),
  length: new Set(),
  pos: new Set(),
  ne: new Set(),
  code: new Set(),
  coding: new Set(),
  carried: new Set(),
  document: new Set(),
});

/** @type {State} */
export const state = {
  doc: null,
  document: -1,
  system: 0,
  mention: null,
  relation: "",
  error: -1,
  side: 0,
  query: "",
  sort: "score",
  bin: null,
  entity: "",
  filters: noFilters(),
  list: false,
  drawer: false,
  metric: 0,
  fixed: 0,
  lines: "",
  order: "",
  words: "",
  whose: "mention",
  withheld: false,
  signs: true,
  versus: [0, 1],
  flow: true,
  thread: "",
  wholeFlow: false,
  heat: true,
  relations: true,
  columns: false,
  theme: "",
};

/**
 * @typedef {"view" | "system" | "filters" | "search" | "selection" | "texts" | "versus" | "order" | "layout" | "columns"
 *   | "drawer" | "metric" | "signs" | "repair"} Change
 */

/** @type {Map<Change, () => void>} */
const listeners = new Map();

/**
 * What is done after a change; page.js says it for each.
 * @param {Change} change
 * @param {() => void} listener
 */
export function when(change, listener) {
  listeners.set(change, listener);
}

/** @param {Change} change */
export function announce(change) {
  listeners.get(change)?.();
}

/**
 * How a mention fared with the system that is shown, or with its own.
 * @param {Mention} mention
 * @param {number} [system]
 * @returns {Judgement}
 */
export const judgement = (mention, system = state.system) => mention.judged[mention.side ? mention.side - 1 : system];

/**
 * @param {OpenDocument} doc
 * @returns {Side}
 */
export const responseOf = (doc) => doc.sides[state.system + 1];

/**
 * @param {OpenDocument} doc
 * @returns {DocumentError[]}
 */
export const errorsOf = (doc) => doc.errors[state.system];

/**
 * @param {OpenDocument} doc
 * @returns {Relation[]}
 */
export const relationsOf = (doc) => doc.relations[state.system];
