/* Where the chapters of a text begin, found by their headings: "CHAPTER I", "Book the First", "EERSTE HOOFDSTUK", bare numerals that
   count on, or lines of capitals. */

/** @import {Words} from "./document.js" */

/** @typedef {{at: number, words: string}} Mark */
/** @typedef {{name: string, marks: Mark[]}} Chapters */
/** @typedef {{kind: string, number: number | null}} Heading */

const NAME =
  /^(chap|chapter|part|book|volume|vol|canto|stave|letter|adventure|act|scene|hoofdstuk|deel|boek|kapitel|teil|buch|chapitre|partie|livre|tome|cap[ií]tulo|parte|libro|tomo|capitolo|rozdzia[łl]|kapitola|skyrius|dalis|глава|часть|книга|том|розділ|частина)$/iu;
const ROMAN = /^(?=.)M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/i;
/** @type {Record<string, number>} */
const VALUES = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const CARDINALS = [
  ..."one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(" "),
  ..."sixteen seventeen eighteen nineteen twenty".split(" "),
];
const ORDINALS = [
  ..."first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" "),
  ..."thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(" "),
];
/** So far into its sentence a heading may stand, after another one. */
const FIRST = 6;
const SHORT = 4;
/** The letters of the shortest ordinal: an article is shorter. */
const ORDINAL = 4;
const TITLE = 8;
/** Fewer lines of capitals than that may be anything. */
const TITLES = 3;

/** @param {string} word */
const bare = (word) => word.replace(/[.:]+$/, "");

/** The value of a numeral; null for other words. @param {string | undefined} word */
function numberOf(word) {
  const text = bare(word ?? "").toLowerCase();
  if (/^\d{1,3}$/.test(text)) return Number(text);
  if (ROMAN.test(text)) {
    const values = [...text].map((letter) => VALUES[letter]);
    return values.reduce((sum, value, place) => sum + (value < (values[place + 1] ?? 0) ? -value : value), 0);
  }
  const place = Math.max(CARDINALS.indexOf(text), ORDINALS.indexOf(text));
  return place < 0 ? null : place + 1;
}

/** Whether a word may be part of a heading. @param {string} word */
const isHeading = (word) => /^[\p{Lu}\d\p{P}]/u.test(word);

/** The words of a sentence that are more than a stop. @param {string[]} sentence */
const worded = (sentence) => sentence.filter((word) => /[\p{L}\d]/u.test(word));

/**
 * Headings that are named, of a part and of its first chapter perhaps: a name with a number after it, or with one word before it.
 * @param {string[]} sentence
 */
function namedHeadings(sentence) {
  /** @type {Heading[]} */
  const found = [];
  const words = worded(sentence);
  for (let at = 0; at < Math.min(FIRST, words.length) && isHeading(words[at]); at += 1) {
    const kind = bare(words[at]).toLowerCase();
    if (!NAME.test(kind)) continue;
    const number = numberOf(/^the$/i.test(words[at + 1] ?? "") ? words[at + 2] : words[at + 1]);
    const isLast = at === words.length - 1 && sentence.length <= SHORT;
    const isOrdinal = at === 1 && (words[0].length >= ORDINAL || numberOf(words[0]) !== null);
    if (number !== null) found.push({ kind, number });
    else if (isLast && (at === 0 || isOrdinal)) found.push({ kind, number: at ? numberOf(words[0]) : null });
  }
  return found;
}

/**
 * The number with which a sentence begins, if it may be a heading: nothing, a stop or a capital follows.
 * @param {string[]} sentence
 */
function leadingNumber([first, ...rest]) {
  const [second] = rest[0] === "." ? rest.slice(1) : rest;
  if (!/^(\d+|[IVXLC]+)$/.test(bare(first))) return null;
  return second === undefined || /^\p{Lu}/u.test(second) ? numberOf(first) : null;
}

/** Whether a sentence is a short line of capitals. @param {string[]} sentence */
const isTitle = (sentence) =>
  sentence.length <= TITLE && /\p{Lu}{4}/u.test(sentence.join(" ")) && !/[!?“”"«»\p{Ll}\d]/u.test(sentence.join(" "));

/**
 * The chapters of a text; null where none, or one alone, is found.
 * @param {Pick<Words, "starts" | "forms">} words
 * @returns {Chapters | null}
 */
export function chaptersOf({ starts, forms }) {
  /** @type {Map<string, Mark[]>} */
  const named = new Map();
  /** @type {Mark[]} */
  const counted = [];
  /** @type {Mark[]} */
  const titled = [];
  let [expected, most, name] = [1, 0, "chapter"];
  for (let sentence = 0; sentence < starts.length - 1; sentence += 1) {
    const at = starts[sentence];
    const words = forms.slice(at, Math.min(starts[sentence + 1], at + TITLE + FIRST));
    if (!words.length || !isHeading(words[0])) continue;
    const headings = namedHeadings(words);
    for (const { kind, number } of headings) {
      const known = named.get(kind) ?? [];
      known.push({ at, words: String(number ?? known.length + 1) });
      named.set(kind, known);
    }
    const number = headings.length ? null : leadingNumber(words);
    if (number !== null && (number === expected || number === 1 || (number === 2 && at > 0 && !counted.length))) {
      if (number === 2 && !counted.length) counted.push({ at: 0, words: "1" });
      counted.push({ at, words: String(number) });
      expected = number + 1;
      most = Math.max(most, number);
      if (/\d/.test(words[0])) name = "section";
    } else if (!headings.length && isTitle(words)) titled.push({ at, words: String(titled.length + 1) });
  }
  const found = [...named].map(([kind, marks]) => ({ name: kind, marks }));
  found.push({ name, marks: most > 1 ? counted : [] });
  found.sort((a, b) => b.marks.length - a.marks.length);
  if (found[0].marks.length > 1) return found[0];
  return titled.length >= TITLES ? { name: "section", marks: titled } : null;
}
