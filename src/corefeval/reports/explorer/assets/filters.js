/* Filters: a row of the census passes if it has one of the chosen values in every group with a choice. */

import { bitsOf, census, rowsOf } from "./census.js";
import { METRIC_PAIRS, pairsOfErrors, pairsOfRows } from "./losing.js";
import { CLASSES, DECISIONS, DOCUMENTS, INDEX, LETTERS, OUTCOMES, SYSTEMS, TWO, isRight } from "./payload.js";
import { rowTexts } from "./search.js";
import { announce, errorsOf, judgement, noFilters, state } from "./state.js";

/** @import {Numbers} from "./census.js" */
/** @import {DocumentError, Mention, OpenDocument} from "./document.js" */
/** @import {MetricPair} from "./losing.js" */
/** @import {Group} from "./state.js" */

/** The histogram of document scores has bars this wide. */
export const BIN = 0.05;

/** The sets of systems that may be right about a mention, as bits: all of them first, none last. */
const RIGHT = [...Array(1 << SYSTEMS.length).keys()].sort((a, b) => ones(b) - ones(a) || a - b);

/** @param {number} bits */
function ones(bits) {
  return SYSTEMS.filter((_, system) => bits & (1 << system)).length;
}

/** @param {number} bits of the systems that are right */
export function namedAgreement(bits) {
  const all = SYSTEMS.length === 2 ? "both" : "all";
  if (ones(bits) === SYSTEMS.length) return `${all} right`;
  if (!bits) return `${all} wrong`;
  return `only ${LETTERS.filter((_, system) => bits & (1 << system)).join(", ")} right`;
}

/** The values of the filter for sets of systems that pass a test. @param {(bits: number) => boolean} test */
export const agreeing = (test) => RIGHT.filter(test).map(namedAgreement);

/**
 * Values are in the order of the numbers in the census; "" cannot be chosen.
 * @typedef {object} GroupOfValues
 * @property {string} label
 * @property {string[]} values
 * @property {(system: number) => Numbers[]} columns a row has the values of all of them
 * @property {(system: number) => Numbers} [flags] in the place of columns: the values of a row as bits
 * @property {boolean} [isOrdered] whether one may choose a value and all above it
 * @property {boolean} [isOfMentions] whether it is asked of single mentions, not of errors
 */

/** The possible targets of a link: nothing, a mention of unknown type, or a mention of one of the types. */
const NOTHING = "nothing (new entity)";
const LINKED_TYPES = linkedValues(INDEX.types, "unknown type");
const LINKED_NE = linkedValues(INDEX.ne, "no named entity");

/**
 * @param {string[]} values the first is ""
 * @param {string} unknown
 */
function linkedValues(values, unknown) {
  return values.length > 1 ? ["", ...values.slice(1), unknown, NOTHING] : [];
}

/** @type {Record<Group, GroupOfValues>} */
export const GROUPS = {
  class: { label: "Error class", values: CLASSES.map((one) => one.label), columns: () => [] },
  decision: {
    label: "Decision",
    values: [...DECISIONS, ""],
    columns: (system) => [census().systems[system].decision],
    isOfMentions: true,
  },
  outcome: {
    label: `Outcome (${INDEX.outcome_metric})`,
    values: ["", ...OUTCOMES],
    columns: (system) => [census().systems[system].outcome, census().systems[system].outcome2],
    isOfMentions: true,
  },
  pair: {
    label: "Systems",
    values: TWO ? RIGHT.map(namedAgreement) : [],
    columns: () => [pairs()],
    isOfMentions: true,
  },
  gold: {
    label: "Gold or spurious",
    values: ["", "gold mention", "spurious mention"],
    columns: () => [column("gold", (row) => 2 - census().isKey[row])],
    isOfMentions: true,
  },
  type: { label: "Mention type", values: INDEX.types, columns: () => [census().type] },
  metrics: {
    label: "Metrics that differ",
    values: METRIC_PAIRS.map(({ name }) => name),
    columns: () => [],
    flags: pairsOfRows,
    isOfMentions: true,
  },
  linked: {
    label: "System linked to",
    values: LINKED_TYPES,
    columns: (system) => [linkedColumn("linked", system, INDEX.types, census().type)],
    isOfMentions: true,
  },
  "linked-ne": {
    label: "System linked to: named entity",
    values: LINKED_NE,
    columns: (system) => [linkedColumn("linked", system, INDEX.ne, census().ne)],
    isOfMentions: true,
  },
  correct: {
    label: "Correct antecedent",
    values: LINKED_TYPES,
    columns: (system) => [linkedColumn("correct", system, INDEX.types, census().type)],
    isOfMentions: true,
  },
  "correct-ne": {
    label: "Correct antecedent: named entity",
    values: LINKED_NE,
    columns: (system) => [linkedColumn("correct", system, INDEX.ne, census().ne)],
    isOfMentions: true,
  },
  genre: { label: "Genre", values: INDEX.genres, columns: () => [census().genre] },
  distance: {
    label: "Distance to previous mention",
    values: INDEX.distances,
    columns: () => [census().distanceBin],
    isOrdered: true,
  },
  size: { label: "Size of the entity", values: INDEX.sizes, columns: () => [census().size], isOrdered: true },
  spread: { label: "Spread of the entity", values: INDEX.spreads, columns: () => [census().spread], isOrdered: true },
  length: { label: "Length of the mention", values: INDEX.lengths, columns: () => [census().length], isOrdered: true },
  pos: { label: "Part of speech of the head", values: INDEX.pos, columns: () => [census().pos] },
  ne: { label: "Named entity", values: INDEX.ne, columns: () => [census().ne] },
  code: {
    label: "Type code",
    values: INDEX.codes,
    columns: (system) => [census().code, responseCodes(system)],
  },
  coding: {
    label: "Codes of key and response",
    values: ["", "different"],
    columns: (system) => [differing(system)],
    isOfMentions: true,
  },
  carried: {
    label: "Carried to the key's words",
    values: INDEX.carried.map((one) => one.name),
    columns: (system) => [census().systems[system].carried],
  },
  document: { label: "Document", values: DOCUMENTS.map((row) => row.name), columns: () => [census().document] },
};
export const GROUP_NAMES = /** @type {Group[]} */ (Object.keys(GROUPS));
const BIT = new Map(GROUP_NAMES.map((group, place) => [group, 1 << place]));
const bit = (/** @type {Group} */ group) => BIT.get(group) ?? 0;
const OTHERS = 1 << GROUP_NAMES.length;

/** @type {Map<string, Numbers>} */
const derived = new Map();

/**
 * A column that is made of others, once.
 * @param {string} name
 * @param {(row: number) => number} value
 */
function column(name, value) {
  const found = derived.get(name) ?? new Uint16Array(census().rows).map((_, row) => value(row));
  derived.set(name, found);
  return found;
}

/**
 * The row that each row was linked to by the system, or should be: of a right link the one that was chosen. -1 for none.
 * @param {"linked" | "correct"} which
 * @param {number} system
 * @param {number} row
 */
export function antecedentRow(which, system, row) {
  const { before } = census();
  const { linked, decision } = census().systems[system];
  if (which === "linked") return linked[row];
  return DECISIONS[decision[row]] === "CA" && linked[row] >= 0 ? linked[row] : before[row];
}

/**
 * What the antecedents of all rows are; "" for what the system, or the key, does not have.
 * @param {"linked" | "correct"} which
 * @param {number} system
 * @param {string[]} values
 * @param {Numbers} of
 */
function linkedColumn(which, system, values, of) {
  const { isKey } = census();
  const { precision } = census().systems[system];
  return column(`${which} ${values === INDEX.types} ${system}`, (row) => {
    if (which === "linked" ? !precision[row] : !isKey[row]) return 0;
    const antecedent = antecedentRow(which, system, row);
    if (antecedent < 0) return values.length + 1;
    return of[antecedent] || values.length;
  });
}

const pairs = () => {
  const place = new Map(RIGHT.map((bits, number) => [bits, number]));
  return column("pair", (row) => place.get(census().agreement[row]) ?? 0);
};

/** The code of the response if it differs from the key's, or else the key's. @param {number} system */
function responseCodes(system) {
  const { code } = census();
  const own = census().systems[system].code;
  return INDEX.codes.length > 1 ? column(`code ${system}`, (row) => (own[row] ? own[row] - 1 : code[row])) : code;
}

/** @param {number} system */
function differing(system) {
  const own = census().systems[system].code;
  return column(`coding ${system}`, (row) => (own[row] ? 1 : 0));
}

/** Whether any group but the class has a choice. */
export const asksForMentions = () =>
  Boolean(state.entity) || GROUP_NAMES.some((group) => group !== "class" && state.filters[group].size > 0);

export const isFiltered = () =>
  asksForMentions() || state.filters.class.size > 0 || state.bin !== null || state.words !== "" || state.withheld;

/** Whether single mentions are visited and listed: decisions are made about mentions, not about errors. */
export const byMention = () =>
  state.lines
    ? state.lines === "mentions"
    : GROUP_NAMES.some((group) => GROUPS[group].isOfMentions && state.filters[group].size > 0);

/**
 * @param {number} number
 * @param {number} [system]
 */
export const scoreOf = (number, system = state.system) => DOCUMENTS[number].scores[system][INDEX.headline];

/** @param {number} score */
export const binOf = (score) => Math.min(Math.round(1 / BIN) - 1, Math.floor(score / BIN + 1e-9));

/** Whether the document is in the chosen bar of the histogram. @param {number} number */
export function isInRange(number) {
  const score = scoreOf(number);
  return state.bin === null || (score !== null && binOf(score) === state.bin);
}

/** The groups of filters that each row fails, as bits. @type {{key: string, fails: Uint32Array}[]} */
const judged = [];
/** Whether each error passes the filters. @type {{fails: Uint32Array | null, passing: Uint8Array}[]} */
const judgedErrors = [];

/** @param {number} system */
export function failing(system) {
  const texts = state.words ? rowTexts() : null;
  const chosen = GROUP_NAMES.map((group) => [...state.filters[group]]);
  const { bin, words, whose, withheld } = state;
  const key = JSON.stringify([chosen, bin, bin === null || state.system, texts && [words, whose], withheld]);
  const known = judged[system];
  if (known?.key === key) return known.fails;
  const { rows, offset } = census();
  const fails = new Uint32Array(rows);
  for (const group of GROUP_NAMES) if (group !== "class" && state.filters[group].size) mark(fails, group, system);
  const { decision, classes } = census().systems[system];
  const bits = bitsOf(state.filters.class);
  const absent = state.filters.pair.size ? -1 : DECISIONS.length;
  for (let row = 0; row < rows; row += 1) {
    if (bits && !(classes[row] & bits)) fails[row] |= bit("class");
    // a mention that only another system has is this one's business where both are held against each other
    if (decision[row] === absent) fails[row] |= bit("pair");
  }
  DOCUMENTS.forEach((document, number) => {
    if (isInRange(number) && !(withheld && document.withheld)) return;
    for (let row = offset[number]; row < offset[number + 1]; row += 1) fails[row] |= OTHERS;
  });
  if (texts) {
    const sought = words.toLowerCase();
    for (let row = 0; row < rows; row += 1) {
      const place = whose === "mention" ? row : antecedentRow(whose, system, row);
      if (place < 0 || !texts[place].includes(sought)) fails[row] |= OTHERS;
    }
  }
  judged[system] = { key, fails };
  return fails;
}

/**
 * @param {Uint32Array} fails
 * @param {Group} group
 * @param {number} system
 */
function mark(fails, group, system) {
  const { values, columns, flags } = GROUPS[group];
  const flag = bit(group);
  if (flags) {
    const [own, chosen] = [flags(system), chosenFlags(group)];
    for (let row = 0; row < fails.length; row += 1) if (!(own[row] & chosen)) fails[row] |= flag;
    return;
  }
  const wanted = Uint8Array.from(values, (value) => Number(value !== "" && state.filters[group].has(value)));
  const [first, second = first] = columns(system);
  for (let row = 0; row < fails.length; row += 1) if (!wanted[first[row]] && !wanted[second[row]]) fails[row] |= flag;
}

/** The chosen values of a group as bits. @param {Group} group */
const chosenFlags = (group) =>
  GROUPS[group].values.reduce(
    (found, value, place) => (state.filters[group].has(value) ? found | (1 << place) : found),
    0,
  );

/** Whether each error of a system passes: it is of a chosen class, the metrics differ about it, and one of its mentions passes. */
export function passingErrors(system = state.system) {
  const fails = failing(system);
  if (judgedErrors[system]?.fails === fails) return judgedErrors[system].passing;
  const { count, kind, from, row } = census().systems[system].errors;
  const bits = bitsOf(state.filters.class);
  const passing = new Uint8Array(count);
  const differing = chosenFlags("metrics");
  const own = differing ? pairsOfErrors(system) : null;
  const other = ~bit("metrics");
  for (let error = 0; error < count; error += 1) {
    if ((bits && !(bits & (1 << kind[error]))) || (own && !(own[error] & differing))) continue;
    for (let at = from[error]; at < from[error + 1] && !passing[error]; at += 1)
      passing[error] = fails[row[at]] & other ? 0 : 1;
  }
  judgedErrors[system] = { fails, passing };
  return passing;
}

/** How many errors of each class two metrics differ about, by pair; everything that is chosen but the pair being equal. */
export function errorsByPair(system = state.system) {
  const fails = failing(system);
  const { count, kind, from, row } = census().systems[system].errors;
  const own = pairsOfErrors(system);
  const bits = bitsOf(state.filters.class);
  const other = ~bit("metrics");
  const counts = METRIC_PAIRS.map(() => CLASSES.map(() => 0));
  for (let error = 0; error < count; error += 1) {
    if (!own[error] || (bits && !(bits & (1 << kind[error])))) continue;
    let passes = false;
    for (let at = from[error]; at < from[error + 1] && !passes; at += 1) passes = !(fails[row[at]] & other);
    if (!passes) continue;
    for (let pair = 0; pair < counts.length; pair += 1) counts[pair][kind[error]] += (own[error] >>> pair) & 1;
  }
  return counts;
}

/** The errors (by number) or rows that pass the filters, in the order of the text. */
export function passingLines() {
  if (!byMention()) return numbers(passingErrors(), (passes) => passes === 1);
  return numbers(failing(state.system), (fails) => fails === 0);
}

/**
 * @param {Uint8Array | Uint32Array} values
 * @param {(value: number) => boolean} isWanted
 */
function numbers(values, isWanted) {
  const found = new Int32Array(values.length);
  let count = 0;
  for (let place = 0; place < values.length; place += 1) {
    if (isWanted(values[place])) {
      found[count] = place;
      count += 1;
    }
  }
  return found.subarray(0, count);
}

/** The number of lines of each document. @returns {number[]} */
export function linesByDocument() {
  const counts = DOCUMENTS.map(() => 0);
  const { document } = census();
  const { anchor } = census().systems[state.system].errors;
  const isByMention = byMention();
  for (const line of passingLines()) counts[document[isByMention ? line : anchor[line]]] += 1;
  return counts;
}

/**
 * How many errors or mentions there would be with each value, everything else that is chosen being equal; of the open document, or of all.
 * @param {Group} group
 * @returns {Map<string, number>}
 */
export function countsOf(group) {
  const { values, columns, flags, isOfMentions } = GROUPS[group];
  const { system } = state;
  const counts = new Uint32Array(values.length);
  const fails = failing(system);
  const other = ~bit(group);
  const { offset } = census();
  const [from, to] = state.doc ? [state.document, state.document + 1] : [0, DOCUMENTS.length];
  if (group === "class" && byMention()) {
    const { classes } = census().systems[system];
    for (let row = offset[from]; row < offset[to]; row += 1) {
      if (fails[row] & other) continue;
      for (let place = 0; place < values.length; place += 1) counts[place] += (classes[row] >> place) & 1;
    }
  } else if (flags) {
    const own = flags(system);
    for (let row = offset[from]; row < offset[to]; row += 1) {
      if (fails[row] & other || !own[row]) continue;
      for (let place = 0; place < values.length; place += 1) counts[place] += (own[row] >>> place) & 1;
    }
  } else if (isOfMentions || byMention()) {
    const [first, second] = columns(system);
    for (let row = offset[from]; row < offset[to]; row += 1) {
      if (fails[row] & other) continue;
      counts[first[row]] += 1;
      if (second && second[row] !== first[row]) counts[second[row]] += 1;
    }
  } else countErrors(counts, group, from, to);
  return new Map(values.map((value, place) => [value, counts[place]]));
}

/**
 * Counts errors by the values of their mentions; each error once for a value.
 * @param {Uint32Array} counts
 * @param {Group} group
 * @param {number} first document
 * @param {number} behind the last document
 */
function countErrors(counts, group, first, behind) {
  const { system } = state;
  const fails = failing(system);
  const other = ~(bit(group) | bit("metrics"));
  const differing = chosenFlags("metrics");
  const own = differing ? pairsOfErrors(system) : null;
  const { kind, row, from, offset } = census().systems[system].errors;
  const isOfClass = group === "class";
  const bits = isOfClass ? 0 : bitsOf(state.filters.class);
  const seen = new Int32Array(counts.length).fill(-1);
  const [one, two = one] = isOfClass ? [row] : GROUPS[group].columns(system);
  for (let error = offset[first]; error < offset[behind]; error += 1) {
    if ((bits && !(bits & (1 << kind[error]))) || (own && !(own[error] & differing))) continue;
    for (let at = from[error]; at < from[error + 1]; at += 1) {
      const place = row[at];
      if (fails[place] & other) continue;
      const value = isOfClass ? kind[error] : one[place];
      if (seen[value] !== error) {
        seen[value] = error;
        counts[value] += 1;
      }
      const second = isOfClass ? value : two[place];
      if (seen[second] !== error) {
        seen[second] = error;
        counts[second] += 1;
      }
    }
  }
}

/** The census rows of the mentions of the open document. */
let open = {
  document: -1,
  rows: { key: /** @type {number[]} */ ([]), invented: /** @type {Map<number, number>[]} */ ([]) },
};

/** The row of a mention of the open document. @param {Mention} mention */
export function rowOf(mention) {
  if (open.document !== state.document) open = { document: state.document, rows: rowsOf(state.document) };
  const key = mention.side ? mention.judged[mention.side - 1].partner : mention;
  return (key ? open.rows.key[key.index] : open.rows.invented[mention.side - 1].get(mention.index)) ?? -1;
}

/**
 * Which of the two systems that are held against each other alone got a key mention right, or -1.
 * @param {Mention} mention
 */
export function onlyRight(mention) {
  const [first, second] = state.versus.map((system) => isRight(mention.judged[system].decision));
  return first === second ? -1 : state.versus[first ? 0 : 1];
}

/** @param {Mention} mention */
export function passes(mention) {
  if (state.entity && !belongs(mention)) return false;
  return failing(mention.side ? mention.side - 1 : state.system)[rowOf(mention)] === 0;
}

/** @param {Mention} mention */
function belongs(mention) {
  const { partner } = judgement(mention);
  return mention.entity.name === state.entity || partner?.entity.name === state.entity;
}

/**
 * What j and k visit: the errors of the document, or the single mentions where decisions are asked for.
 * @param {OpenDocument} doc
 * @returns {{mentions: Mention[], error: DocumentError | null}[]}
 */
export function stops(doc) {
  if (!byMention()) {
    const passing = passingErrors();
    const start = census().systems[state.system].errors.offset[state.document];
    return errorsOf(doc)
      .filter((error) => passing[start + error.number] && (!state.entity || error.mentions.some(passes)))
      .map((error) => ({ mentions: error.mentions, error }));
  }
  return pairsOf(doc)
    .filter((pair) => pair.some(passes))
    .sort(([a], [b]) => a.sentence - b.sentence || a.side - b.side || a.first - b.first)
    .map((mentions) => ({ mentions, error: null }));
}

/**
 * The mentions of key and response, each once: with what the response has in its place, or alone.
 * @param {OpenDocument} doc
 * @returns {Mention[][]}
 */
function pairsOf(doc) {
  const [key] = doc.sides;
  const response = doc.sides[state.system + 1];
  return [
    ...key.mentions.map((mention) => {
      const { partner } = judgement(mention);
      return partner ? [mention, partner] : [mention];
    }),
    ...response.mentions.filter((mention) => !judgement(mention).partner).map((mention) => [mention]),
  ];
}

/** The pair of metrics that is chosen, if it is one. @returns {MetricPair | null} */
export function chosenMetrics() {
  const [name, ...others] = state.filters.metrics;
  return others.length ? null : (METRIC_PAIRS.find((pair) => pair.name === name) ?? null);
}

/** The chosen filters, as words of a sentence. */
export function filtersInWords() {
  const parts = GROUP_NAMES.flatMap((group) => {
    const values = [...state.filters[group]];
    const label = group === "metrics" ? "cases where" : GROUPS[group].label.toLowerCase();
    return values.length ? [`${label} ${values.join(" or ")}`] : [];
  });
  if (state.bin !== null)
    parts.push(
      `documents that score ${Math.round(100 * BIN * state.bin)} to ${Math.round(100 * BIN * (state.bin + 1))}`,
    );
  if (state.words) parts.push(`words “${state.words}”`);
  if (state.withheld) parts.push("documents whose words are not withheld");
  return parts.join(", ") || "all mentions";
}

/** The noun for the stops, mention or error, singular or plural. @param {number} count */
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

/**
 * Chooses these values, or none of them where all are chosen.
 * @param {Group} group
 * @param {string[]} values
 */
export function toggleAll(group, values) {
  const chosen = state.filters[group];
  const isChosen = values.every((value) => chosen.has(value));
  for (const value of values) {
    if (isChosen) chosen.delete(value);
    else chosen.add(value);
  }
  changed();
}

/** @typedef {Partial<Record<Group, string[]>>} Choice */

/** Whether exactly these values are chosen in these groups. @param {Choice} values */
export const isChosen = (values) =>
  Object.entries(values).every(([group, chosen]) => {
    const now = state.filters[/** @type {Group} */ (group)];
    return now.size === chosen.length && chosen.every((value) => now.has(value));
  });

/** @param {Choice} values what is chosen in these groups from now on */
export function choose(values) {
  for (const [group, chosen] of Object.entries(values)) state.filters[/** @type {Group} */ (group)] = new Set(chosen);
  state.error = -1;
}

/** @param {string} name of an entity of the open document, or "" */
export function setEntity(name) {
  state.entity = name;
  changed();
}

/**
 * @param {string} words that mentions are to have
 * @param {"mention" | "linked" | "correct"} [whose]
 */
export function setWords(words, whose = state.whose) {
  Object.assign(state, { words, whose });
  changed();
}

/** @param {boolean} withheld whether lines without words are left out */
export function setWithheld(withheld) {
  state.withheld = withheld;
  changed();
}

/** @param {MetricPair | null} pair of metrics that are held against each other */
export function setMetrics(pair) {
  state.filters.metrics = new Set(pair ? [pair.name] : []);
  changed();
}

/** @param {"errors" | "mentions"} lines */
export function setLines(lines) {
  state.lines = lines;
  changed();
}

export function clearFilters() {
  Object.assign(state, { filters: noFilters(), entity: "", bin: null, words: "", whose: "mention", lines: "" });
  state.withheld = false;
  changed();
}

/** @param {number | null} bin of the histogram */
export function setBin(bin) {
  state.bin = bin;
  changed();
}
