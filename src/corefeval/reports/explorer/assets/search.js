/* Search: names at once, the text of the open document at once, all documents with Enter; the words of all mentions. */

import { census, rowsOf } from "./census.js";
import { readDocument, textOf } from "./document.js";
import { plural } from "./numbers.js";
import { plainDocument } from "./packing.js";
import { DOCUMENTS, rawDocument } from "./payload.js";
import { announce, state } from "./state.js";

const PATIENCE = 200;

/** The results of the last search through all documents. */
let hits = { query: "", read: 0, documents: /** @type {Map<number, number>} */ (new Map()) };

/** Whether what is sought now was sought in the text of all documents. */
export const isSearching = () => hits.query !== "" && hits.query === state.query.toLowerCase();

/** @param {number} number */
export const hitsIn = (number) => (isSearching() && hits.documents.get(number)) || 0;

export function searchResult() {
  const all = DOCUMENTS.length;
  if (hits.read < all) return `searching … ${hits.read} of ${all}`;
  return `text found in ${plural(hits.documents.size, "document")}`;
}

/** @param {string} query */
export function search(query) {
  state.query = query.trim();
  announce("search");
}

/** Seeks in the text of every document; another search ends it. */
export async function searchAll() {
  const run = { query: state.query.toLowerCase(), read: 0, documents: new Map() };
  hits = run;
  let told = performance.now();
  while (run.query && run.read < DOCUMENTS.length) {
    const raw = await rawDocument(run.read);
    if (hits !== run) return;
    const count = raw.w.join(" ").toLowerCase().split(run.query).length - 1;
    if (count) run.documents.set(run.read, count);
    run.read += 1;
    if (performance.now() - told > PATIENCE) {
      announce("search");
      told = performance.now();
    }
  }
  announce("search");
}

/** The words of each row's mention, in small letters. @type {string[]} */
const texts = [];
let wordsRead = 0;
let isReading = false;

/** How many documents were read for their mentions' words. */
export const documentsRead = () => wordsRead;

/**
 * The words of all mentions by row; null while documents are read for them, which begins with the first question. "texts" is
 * announced from time to time, and at the end.
 */
export function rowTexts() {
  if (wordsRead === DOCUMENTS.length) return texts;
  if (!isReading) readTexts();
  return null;
}

async function readTexts() {
  isReading = true;
  let told = performance.now();
  for (; wordsRead < DOCUMENTS.length; wordsRead += 1) {
    const doc = readDocument(await plainDocument(wordsRead));
    const { key, invented } = rowsOf(wordsRead);
    key.forEach((row, number) => {
      texts[row] = textOf(doc.sides[0].mentions[number]).toLowerCase();
    });
    invented.forEach((rows, system) => {
      for (const [number, row] of rows) texts[row] = textOf(doc.sides[system + 1].mentions[number]).toLowerCase();
    });
    if (performance.now() - told > PATIENCE) {
      announce("texts");
      await new Promise((resolve) => setTimeout(resolve));
      told = performance.now();
    }
  }
  for (let row = 0; row < census().rows; row += 1) texts[row] ??= "";
  announce("texts");
}
