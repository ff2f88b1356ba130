/* Lines of the concordance: an error or a mention with its words, what the system chose and what is right. */

import { antecedentsOf } from "./antecedents.js";
import { UNDEFINED, census, gainOf, mentionOf } from "./census.js";
import { joined, loadDocument, textOf } from "./document.js";
import { GROUPS, byMention, passingLines } from "./filters.js";
import { CLASSES, DECISIONS, DOCUMENTS, INDEX, LETTERS, OUTCOMES, TWO } from "./payload.js";
import { rowTexts } from "./search.js";
import { state } from "./state.js";

/** @import {Numbers} from "./census.js" */
/** @import {Mention, OpenDocument} from "./document.js" */
/** @import {ErrorClass} from "./payload.js" */

/**
 * @typedef {object} Line
 * @property {number} number of the error, or of the row
 * @property {number} row of the mention that stands for it
 * @property {number} document
 * @property {number} error its number in the document, -1 for a mention
 * @property {ErrorClass | null} kind of an error
 * @property {number} mentions how many an error has
 * @property {ErrorClass[]} classes of errors that the mention is part of
 * @property {string} decision
 * @property {string} outcome
 * @property {string} type
 * @property {number | null} distance in sentences, null where nothing is before it
 * @property {string} codes of key and response, where they differ
 * @property {number | null} gain
 */
/**
 * @typedef {object} Words
 * @property {string} left
 * @property {string} mention
 * @property {string} right
 * @property {string} before what else stands before it in its sentence, with all of the left
 * @property {string} after
 * @property {number} sentence
 * @property {string} chose
 * @property {string} rightly
 */

const CONTEXT = 14;
const RANGE = 2 ** 22;
/** Where a gain stands that is not defined. */
const LAST = 2 ** 30;

/** @type {Record<string, string>} */
const NOT_CHOSEN = {
  "FN-missing": "not found",
  "N-missing": "not found",
  "FN-new": "starts an entity",
  CN: "starts an entity",
  "N-spurious": "starts an entity",
};

/** What a line's gain is measured in. */
export const gainUnit = () => (byMention() ? `${INDEX.outcome_metric} F1` : INDEX.loss_metric);

/**
 * What lines are sorted by: a column of lines or of rows, the largest first where `falls`; the words have none.
 * @typedef {object} Order
 * @property {string} label
 * @property {() => Numbers} [ofLines]
 * @property {() => Numbers} [ofRows]
 * @property {boolean} [falls]
 */
/** @type {Record<string, Order>} */
export const ORDERS = {
  gain: { label: "gain", ofLines: gains, falls: true },
  text: { label: "place in the text" },
  kind: { label: "class or decision", ofLines: kinds },
  type: { label: "mention type", ofRows: () => census().type },
  distance: { label: "distance", ofRows: () => census().distance, falls: true },
  size: { label: "size of the entity", ofRows: () => census().size, falls: true },
  length: { label: "length of the mention", ofRows: () => census().length, falls: true },
  words: { label: "words of the mention" },
};

/** The order that is on screen: errors begin with the costliest, mentions are in the order of the text. */
export function orderOf() {
  const [, sign, name] = /^(-?)(.*)$/.exec(state.order) ?? [];
  if (name && Object.hasOwn(ORDERS, name)) return { name, isReversed: sign === "-" };
  const hasGain = !byMention() && census().systems[state.system].errors.hasGain;
  return { name: hasGain ? "gain" : "text", isReversed: false };
}

/** @returns {Numbers} */
function gains() {
  const reading = census().systems[state.system];
  return byMention() ? reading.gain : reading.errors.gain;
}

function kinds() {
  const reading = census().systems[state.system];
  return byMention() ? reading.decision : reading.errors.kind;
}

/** The row of a line. @param {number} line */
const rowOfLine = (line) => (byMention() ? line : census().systems[state.system].errors.anchor[line]);

/** All lines that the filters leave, in the order that is chosen; null while the words that it needs are read. @returns {Int32Array | null} */
export function orderedLines() {
  const { name, isReversed } = orderOf();
  const texts = name === "words" ? rowTexts() : [];
  if (!texts) return null;
  const lines = passingLines().slice();
  if (name === "words") lines.sort((a, b) => compare(texts[rowOfLine(a)], texts[rowOfLine(b)]) || a - b);
  else sortBy(lines, name === "text" ? placed(lines) : valued(lines, ORDERS[name]));
  return isReversed ? lines.reverse() : lines;
}

/** The rows of lines. @param {Int32Array} lines */
function placed(lines) {
  if (byMention()) return lines;
  const { anchor } = census().systems[state.system].errors;
  return lines.map((line) => anchor[line]);
}

/**
 * What lines are sorted by.
 * @param {Int32Array} lines
 * @param {Order} order
 */
function valued(lines, { ofLines, ofRows, falls }) {
  const column = (ofLines ?? ofRows ?? gains)();
  const at = ofLines ? lines : placed(lines);
  const sign = falls ? -1 : 1;
  return at.map((place) => (column[place] === UNDEFINED ? LAST : sign * column[place]));
}

/**
 * Sorts lines by values; of equals the first remains the first.
 * @param {Int32Array} lines
 * @param {Int32Array} values
 */
function sortBy(lines, values) {
  // one number for both, what is sorted by and the place, so that no function is called to compare
  const keys = new Float64Array(lines.length);
  for (let place = 0; place < keys.length; place += 1) keys[place] = values[place] * RANGE + place;
  keys.sort();
  const before = lines.slice();
  for (let place = 0; place < keys.length; place += 1) {
    lines[place] = before[keys[place] - Math.floor(keys[place] / RANGE) * RANGE];
  }
}

/**
 * @param {string} one
 * @param {string} other
 */
function compare(one, other) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * What the census knows of a line.
 * @param {number} number
 * @returns {Line}
 */
export function lineOf(number) {
  const all = census();
  const reading = all.systems[state.system];
  const isMention = byMention();
  const row = rowOfLine(number);
  const document = all.document[row];
  const far = all.distance[row];
  const own = reading.code[row];
  const outcomes = [reading.outcome[row], reading.outcome2[row]].filter(Boolean).map((each) => OUTCOMES[each - 1]);
  const hasGain = isMention ? outcomes.length > 0 : reading.errors.hasGain;
  return {
    number,
    row,
    document,
    error: isMention ? -1 : number - reading.errors.offset[document],
    kind: isMention ? null : CLASSES[reading.errors.kind[number]],
    mentions: isMention ? 1 : membersOf(number),
    classes: CLASSES.filter((_, place) => reading.classes[row] & (1 << place)),
    decision: DECISIONS[reading.decision[row]] ?? "",
    outcome: outcomes.join(" "),
    type: INDEX.types[all.type[row]],
    distance: far ? far - 1 : null,
    codes: own ? `${INDEX.codes[all.code[row]] || "–"} → ${INDEX.codes[own - 1] || "–"}` : "",
    gain: hasGain ? gainOf(gains()[number]) : null,
  };
}

/** How many mentions an error has: a wrong span, which has two rows, is one. @param {number} error */
function membersOf(error) {
  const { from, kind } = census().systems[state.system].errors;
  return CLASSES[kind[error]].name === "span_error" ? 1 : from[error + 1] - from[error];
}

/**
 * The mention of a line in its document.
 * @param {OpenDocument} doc
 * @param {Line} line
 */
export const mentionIn = (doc, line) => /** @type {Mention} */ (doc.byId.get(mentionOf(line.row, state.system)));

/**
 * @param {OpenDocument} doc
 * @param {Line} line
 * @returns {Words}
 */
export function wordsOf(doc, line) {
  const mention = mentionIn(doc, line);
  const { words, first, last } = mention;
  const begin = words.starts[mention.sentence];
  const end = words.starts[mention.lastSentence + 1];
  /** @type {(from: number, to: number) => string} */
  const text = (from, to) => (from < to ? joined(words, from, to - 1) : "");
  const { chosen, right } = antecedentsOf(mention);
  const isOwn = mention.side === 0 || mention.side - 1 === state.system;
  const [ours, theirs] = line.kind?.name === "span_error" ? doc.errors[state.system][line.error].quoted : [];
  return {
    left: text(Math.max(0, first - CONTEXT), first),
    mention: textOf(mention),
    right: text(last + 1, Math.min(words.forms.length, last + 1 + CONTEXT)),
    before: text(begin, first),
    after: text(last + 1, end),
    sentence: mention.sentence + 1,
    chose: theirs ? `“${textOf(theirs)}”` : isOwn ? chosenWords(line, chosen) : "rightly nothing",
    rightly: ours && theirs ? `“${textOf(ours)}”` : rightWords(line, right),
  };
}

/**
 * @param {Line} line
 * @param {Mention | null} chosen
 */
const chosenWords = (line, chosen) => (chosen ? `“${textOf(chosen)}”` : (NOT_CHOSEN[line.decision] ?? "–"));

/**
 * @param {Line} line
 * @param {Mention | null} right
 */
function rightWords({ row }, right) {
  if (!census().isKey[row]) return "no mention";
  return right ? `“${textOf(right)}”` : "starts an entity";
}

/** What a line is about: the error's class, or the decision with the outcome. @param {Line} line */
export const about = ({ kind, decision, outcome }) =>
  kind ? kind.label : [decision || "not invented", outcome].filter(Boolean).join(" · ");

/** @param {number | null} distance */
export function distanceInWords(distance) {
  if (distance === null) return "";
  if (!distance) return "same sentence";
  return distance === 1 ? "1 sentence back" : `${distance} sentences back`;
}

/** The columns of the table that lines are written as. */
const COLUMNS = [
  "document",
  "sentence",
  "left",
  "mention",
  "right",
  ...(TWO ? ["system"] : []),
  "class",
  "decision",
  "outcome",
  "type",
  "part of speech",
  "named entity",
  "code",
  "genre",
  "distance",
  "system chose",
  "right is",
  "gain",
];

/**
 * @param {Line} line
 * @param {Words} words
 */
function cells(line, words) {
  const { pos, ne, code, genre } = census();
  return [
    DOCUMENTS[line.document].name,
    words.sentence,
    words.before,
    words.mention,
    words.after,
    ...(TWO ? [LETTERS[state.system]] : []),
    line.kind?.label ?? line.classes.map((one) => one.label).join("; "),
    line.decision,
    line.outcome,
    line.type,
    INDEX.pos[pos[line.row]],
    INDEX.ne[ne[line.row]],
    line.codes || INDEX.codes[code[line.row]],
    GROUPS.genre.values[genre[line.row]],
    line.distance ?? "",
    words.chose,
    words.rightly,
    line.gain === null ? "" : (100 * line.gain).toFixed(4),
  ];
}

/** @param {string | number} cell */
const quoted = (cell) => (/[",\n\r]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell));

/** @param {(string | number)[][]} rows */
const csv = (rows) => rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");

/** @type {Record<string, string>} */
const LATEX = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "“": "``",
  "”": "''",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "→": "$\\rightarrow$",
  "∅": "$\\emptyset$",
};

/** Text as LaTeX prints it. @param {string} text */
export const latex = (text) => text.replace(/[\\~^“”<>→∅]|[{}$&#%_]/g, (char) => LATEX[char] ?? `\\${char}`);

/**
 * What a line says, in words.
 * @param {Line} line
 * @param {Words} words
 */
const remark = (line, words) => `${about(line)}; system: ${words.chose}; right: ${words.rightly}`;

/** How lines are copied. @type {Record<string, (records: {line: Line, words: Words}[]) => string>} */
export const FORMATS = {
  text: (records) =>
    records
      .map(
        ({ line, words }) =>
          `${spaced(words.before, `[${words.mention}]`, words.after)}\n  ${remark(line, words)} (${DOCUMENTS[line.document].name}, ${words.sentence})\n`,
      )
      .join("\n"),
  latex: (records) =>
    [
      "% \\usepackage{gb4e}",
      "\\begin{exe}",
      ...records.map(({ line, words }) => {
        const sentence = spaced(latex(words.before), `\\textbf{[${latex(words.mention)}]}`, latex(words.after));
        const place = `${latex(DOCUMENTS[line.document].name)}, sentence ${words.sentence}`;
        return `  \\ex ${sentence} \\hfill(${place})\\\\\n  \\textit{${latex(remark(line, words))}}`;
      }),
      "\\end{exe}",
      "",
    ].join("\n"),
  csv: (records) => csv([COLUMNS, ...records.map(({ line, words }) => cells(line, words))]),
};

/** @param {...string} pieces */
const spaced = (...pieces) => pieces.filter(Boolean).join(" ");

/**
 * Lines with their words, in their order; documents are read one after the other.
 * @param {number[]} numbers
 */
export async function recordsOf(numbers) {
  const lines = numbers.map(lineOf);
  /** @type {Map<number, Line[]>} */
  const byDocument = new Map();
  for (const line of lines) byDocument.set(line.document, [...(byDocument.get(line.document) ?? []), line]);
  /** @type {Map<Line, Words>} */
  const words = new Map();
  for (const [document, those] of byDocument) {
    const doc = await loadDocument(document);
    for (const line of those) words.set(line, wordsOf(doc, line));
  }
  return lines.map((line) => ({ line, words: /** @type {Words} */ (words.get(line)) }));
}
