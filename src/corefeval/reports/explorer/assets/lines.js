/* Lines of the concordance: an error or a mention with its words, what the system chose and what is right. */

import { UNDEFINED, bitsOf, census, gainOf, mentionOf } from "./census.js";
import { contextOf, joined, loadDocument, textOf } from "./document.js";
import { lossMetric } from "./chosen.js";
import { GROUPS, antecedentRow, byMention, chosenMetrics, passingLines } from "./filters.js";
import { LOSING, gainsOfErrors, gainsOfRows } from "./losing.js";
import { CLASSES, DECISIONS, DOCUMENTS, INDEX, LETTERS, OUTCOMES, TWO } from "./payload.js";
import { rowTexts } from "./search.js";
import { state } from "./state.js";
import { inWords, targetsOf } from "./targets.js";

/** @import {Numbers} from "./census.js" */
/** @import {Mention, OpenDocument} from "./document.js" */
/** @import {Choice} from "./filters.js" */
/** @import {ErrorClass} from "./payload.js" */
/** @import {Group} from "./state.js" */
/** @import {Target} from "./targets.js" */

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
 * @property {{label: string, gain: number | null}[]} both what it gains in each of two metrics that are held against each other
 */
/**
 * @typedef {object} Words
 * @property {string} left
 * @property {string} mention
 * @property {string} right
 * @property {string} before what else stands before it in its sentence, with all of the left
 * @property {string} after
 * @property {number} sentence
 * @property {Target[]} targets what the system has; the last is what is correct
 */

const CONTEXT = 14;
const RANGE = 2 ** 22;
/** The sort value of an undefined gain. */
const LAST = 2 ** 30;

/** The metric that measures the gain of a line. */
export function gainUnit() {
  const pair = chosenMetrics();
  if (pair) return LOSING[pair.first].label;
  return byMention() ? `${INDEX.outcome_metric} F1` : lossMetric();
}

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
  gain: { label: "points gained if fixed", ofLines: gains, falls: true },
  ...(INDEX.loss_metrics.length > 1 && {
    apart: {
      label: `lost more in ${INDEX.loss_metrics[1]} than in ${INDEX.loss_metrics[0]}`,
      ofLines: gainsApart,
      falls: true,
    },
  }),
  text: { label: "place in the text" },
  kind: { label: "class or decision", ofLines: kinds },
  type: { label: "mention type", ofRows: () => census().type },
  distance: { label: "distance", ofRows: () => census().distance, falls: true },
  size: { label: "size of the entity", ofRows: () => census().size, falls: true },
  length: { label: "length of the mention", ofRows: () => census().length, falls: true },
  words: { label: "words of the mention" },
  linked: { label: "what the system linked to" },
  correct: { label: "the correct antecedent" },
};
/** Orders by words, and whose words these are. @type {Record<string, "mention" | "linked" | "correct">} */
const BY_WORDS = { words: "mention", linked: "linked", correct: "correct" };

/** Whether lines are put in order, or chosen, by words that have to be read first. */
export const needsWords = () => Boolean(state.words) || orderOf().name in BY_WORDS;

/** The order that is on screen: errors begin with the costliest, mentions are in the order of the text. */
export function orderOf() {
  const [, sign, name] = /^(-?)(.*)$/.exec(state.order) ?? [];
  if (name && Object.hasOwn(ORDERS, name)) return { name, isReversed: sign === "-" };
  const hasGain = chosenMetrics() || (!byMention() && census().systems[state.system].errors.gains.length > 0);
  return { name: hasGain ? "gain" : "text", isReversed: false };
}

/** @returns {Numbers} */
function gains() {
  const reading = census().systems[state.system];
  const pair = chosenMetrics();
  if (pair) return gainsIn(pair.first);
  return byMention() ? reading.gain : (reading.errors.gains[state.metric] ?? reading.gain);
}

/** The gains of lines in a metric that attributes its losses. @param {number} metric */
const gainsIn = (metric) => (byMention() ? gainsOfRows : gainsOfErrors)(metric, state.system);

/** How much more an error costs in the second explained metric than in the first, each as a share of all its losses. @returns {Numbers} */
function gainsApart() {
  const { gains: all, count } = census().systems[state.system].errors;
  if (byMention() || all.length < 2) return gains();
  const lost = all.map(
    (each) => Array.from(each).reduce((total, gain) => total + (gain === UNDEFINED ? 0 : Math.max(0, gain)), 0) || 1,
  );
  return Int32Array.from({ length: count }, (_, error) =>
    Math.round(1e6 * (all[1][error] / lost[1] - all[0][error] / lost[0])),
  );
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
  const whose = BY_WORDS[name];
  const texts = whose ? rowTexts() : [];
  if (!texts) return null;
  const lines = passingLines().slice();
  if (whose) {
    const wordsOfLine = (/** @type {number} */ line) => {
      const row = rowOfLine(line);
      return texts[whose === "mention" ? row : antecedentRow(whose, state.system, row)] ?? "";
    };
    lines.sort((a, b) => compare(wordsOfLine(a), wordsOfLine(b)) || a - b);
  } else sortBy(lines, name === "text" ? rowsOfLines(lines) : valued(lines, ORDERS[name]));
  return isReversed ? lines.reverse() : lines;
}

/** The rows of lines. @param {Int32Array} lines */
function rowsOfLines(lines) {
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
  const at = ofLines ? lines : rowsOfLines(lines);
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
  const pair = chosenMetrics();
  const hasGain = pair !== null || (isMention ? outcomes.length > 0 : reading.errors.gains.length > 0);
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
    both: pair
      ? [pair.first, pair.second].map((metric) => ({
          label: LOSING[metric].label,
          gain: gainOf(gainsIn(metric)[number]),
        }))
      : [],
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
  return {
    left: text(Math.max(0, first - CONTEXT), first),
    mention: textOf(mention),
    right: text(last + 1, Math.min(words.forms.length, last + 1 + CONTEXT)),
    before: text(begin, first),
    after: text(last + 1, end),
    sentence: mention.sentence + 1,
    targets: targetsOf(doc, line),
  };
}

/** The subject of a line: the class of an error, or a decision with its outcome. @param {Line} line */
export const about = ({ kind, decision, outcome }) =>
  kind ? kind.label : [decision || "not marked by the system", outcome].filter(Boolean).join(" · ");

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
  "system linked to",
  "correct",
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
    ...chosenAndRight(words),
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
const remark = (line, words) => `${about(line)}; ${inWords(words.targets)}`;

/** The chosen and the correct antecedent, each as the cell of a table. @param {Words} words */
function chosenAndRight({ targets }) {
  const [chosen, right] = [targets.slice(0, -1), targets[targets.length - 1]];
  return [chosen.length > 1 ? inWords(chosen) : chosen[0].words, right.words];
}

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
  table: (records) =>
    [
      "% \\usepackage{booktabs}",
      "\\begin{tabular}{llll}",
      "\\toprule",
      "mention & error or decision & system linked to & correct \\\\",
      "\\midrule",
      ...records.map(
        ({ line, words }) => `${[words.mention, about(line), ...chosenAndRight(words)].map(latex).join(" & ")} \\\\`,
      ),
      "\\bottomrule",
      "\\end{tabular}",
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

/**
 * The costliest line of a choice, as context and mention, for the card of a mark; the first mention where it has no error, and null
 * where it has no mention.
 * @param {Choice} choice
 * @param {number} system
 * @returns {Promise<[string, string, string] | null>}
 */
export async function exampleOf(choice, system) {
  const row = exampleRow(choice, system);
  if (row < 0) return null;
  const doc = await loadDocument(census().document[row]);
  const mention = doc.byId.get(mentionOf(row, system));
  return mention ? contextOf(mention) : null;
}

/**
 * @param {Choice} choice
 * @param {number} system
 */
function exampleRow(choice, system) {
  const { kind, from, row, anchor, gains: all } = census().systems[system].errors;
  const bits = bitsOf(new Set(choice.class ?? []));
  const gain = all[state.metric];
  const wanted = Object.entries(choice)
    .filter(([group]) => group !== "class")
    .map(([name, values]) => {
      const { values: known, columns, flags } = GROUPS[/** @type {Group} */ (name)];
      const numbers = new Set(values.map((value) => known.indexOf(value)));
      const own = flags?.(system);
      if (own) return (/** @type {number} */ place) => [...numbers].some((value) => own[place] & (1 << value));
      const [column] = columns(system);
      return (/** @type {number} */ place) => numbers.has(column[place]);
    });
  const isWithheld = (/** @type {number} */ error) => DOCUMENTS[census().document[anchor[error]]].withheld;
  let best = -1;
  for (let error = 0; error < kind.length; error += 1) {
    if (bits && !(bits & (1 << kind[error]))) continue;
    // a line whose words the corpus withholds says nothing: any other is better
    const isReadable = best >= 0 && isWithheld(best) && !isWithheld(error);
    const isCostlier = gain && gain[error] !== UNDEFINED && gain[error] > gain[best];
    if (best >= 0 && !isReadable && (!isCostlier || isWithheld(error) !== isWithheld(best))) continue;
    let passes = false;
    for (let at = from[error]; at < from[error + 1] && !passes; at += 1) passes = wanted.every((test) => test(row[at]));
    if (passes) best = error;
  }
  if (best < 0) return bits ? -1 : census().document.findIndex((_, place) => wanted.every((test) => test(place)));
  return wanted.every((test) => test(anchor[best]))
    ? anchor[best]
    : (row.subarray(from[best], from[best + 1]).find((place) => wanted.every((test) => test(place))) ?? anchor[best]);
}
