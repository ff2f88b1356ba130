/* The census: every mention and every error of the corpus as columns, read once when the page opens.
   A row is a mention of the key, or one that only responses have; rows stand in the order of the text. */

import { sum } from "./numbers.js";
import { CLASSES, DECISIONS, DOCUMENTS, INDEX, SYSTEMS, bytesOf, isRight } from "./payload.js";

/** @import {CensusColumn} from "./payload.js" */

/** @typedef {Uint8Array | Uint16Array | Uint32Array | Int32Array} Numbers */
/**
 * What a system says of the rows, and its errors.
 * @typedef {object} Reading
 * @property {Numbers} decision that of a mention which it rightly does not have is none of DECISIONS
 * @property {Numbers} classes as bits
 * @property {Numbers} outcome from 1, 0 where it is not judged
 * @property {Numbers} outcome2 likewise, of a metric that judges a mention on both sides
 * @property {Numbers} gain of the outcome, in millionths
 * @property {Numbers} code its own code from 1, where both have one and they differ
 * @property {Numbers} carried
 * @property {Int32Array} number of the mentions that it invented, in their documents; -1 for others
 * @property {Uint8Array} right whether it decided rightly
 * @property {Int32Array} linked the row that it linked each row to, -1 for none
 * @property {Numbers} recall B³ recall of the key's rows from 1, in parts of CREDIT; 0 for others
 * @property {Numbers} precision likewise, of the rows that the system has
 * @property {Errors} errors
 */
/**
 * @typedef {object} Errors
 * @property {number} count
 * @property {Numbers} kind
 * @property {Int32Array} from where the rows of each begin, and where those of the last end
 * @property {Int32Array} row
 * @property {Int32Array} anchor the row that stands for it: the first that is no pronoun, or the first
 * @property {Numbers[]} gains in millionths, by explained metric; none where repairs cannot be scored
 * @property {Int32Array} offset of the documents
 */
/**
 * @typedef {object} Census
 * @property {number} rows
 * @property {Int32Array} offset where the rows of each document begin, and where those of the last end
 * @property {Int32Array} document of each row
 * @property {Uint8Array} isKey whether the key has it
 * @property {Numbers} type
 * @property {Numbers} pos
 * @property {Numbers} ne
 * @property {Numbers} code
 * @property {Numbers} length
 * @property {Numbers} size
 * @property {Numbers} spread
 * @property {Numbers} distance in sentences, one more than it is; 0 for the first of its entity
 * @property {Numbers} distanceBin
 * @property {Numbers} genre
 * @property {Int32Array} before the row of the mention before it in the key's chain, -1 for none
 * @property {Numbers} agreement which systems are right, as bits
 * @property {Reading[]} systems
 */

/** The placeholder for an undefined gain. */
export const UNDEFINED = 4e6;
const MILLION = 1e6;
/** The denominator of written credits (see census.py). */
const CREDIT = 240;
const ABSENT = DECISIONS.length;
const SPURIOUS = new Set(["FA-spurious", "N-spurious"].map((name) => DECISIONS.indexOf(name)));
const PRONOMINAL = new Set(["pronoun", "zero"].map((name) => INDEX.types.indexOf(name)));

/** @type {Census | null} */
let found = null;

/** The census. It is loaded before anything is drawn. @returns {Census} */
export function census() {
  if (!found) throw new Error("the census was not read");
  return found;
}

/** Reads it. */
export async function readCensus() {
  const bytes = await bytesOf("census");
  /** @type {Map<string, Numbers>} */
  const columns = new Map();
  let start = 0;
  for (const column of INDEX.census) {
    const numbers = decoded(bytes, start, column);
    start += column.length * column.planes;
    const names = column.name.split(" ");
    names.forEach((name, place) => {
      columns.set(name, names.length === 1 ? numbers : spread(numbers, column.table[place]));
    });
  }
  found = assembled(columns);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {CensusColumn} column
 * @returns {Numbers}
 */
function decoded(bytes, start, { length, planes, kind }) {
  if (planes === 1 && kind === 0) return bytes.subarray(start, start + length);
  const numbers = new Int32Array(length);
  for (let plane = 0; plane < planes; plane += 1) {
    const at = start + plane * length;
    for (let row = 0; row < length; row += 1) numbers[row] |= bytes[at + row] << (8 * plane);
  }
  if (kind > 0) for (let row = 0; row < length; row += 1) numbers[row] = (numbers[row] >>> 1) ^ -(numbers[row] & 1);
  if (kind > 1) for (let row = 1; row < length; row += 1) numbers[row] += numbers[row - 1];
  return numbers;
}

/**
 * @param {Numbers} numbers
 * @param {number[]} table
 * @returns {Numbers}
 */
function spread(numbers, table) {
  const most = Math.max(0, ...table);
  const isSmall = most < 256 && Math.min(0, ...table) === 0;
  const column = isSmall ? new Uint8Array(numbers.length) : new Int32Array(numbers.length);
  for (let row = 0; row < numbers.length; row += 1) column[row] = table[numbers[row]];
  return column;
}

/**
 * @param {Map<string, Numbers>} columns
 * @returns {Census}
 */
function assembled(columns) {
  const sizes = columns.get("rows") ?? new Uint8Array();
  const offset = running(sizes);
  const rows = offset[sizes.length];
  const nothing = new Uint8Array(rows);
  const column = (/** @type {string} */ name) => columns.get(name) ?? nothing;
  const document = new Int32Array(rows);
  const genre = new Uint16Array(rows);
  DOCUMENTS.forEach((row, number) => {
    document.fill(number, offset[number], offset[number + 1]);
    genre.fill(row.genre, offset[number], offset[number + 1]);
  });
  const isKey = new Uint8Array(rows);
  const first = column("0.decision");
  for (let row = 0; row < rows; row += 1) isKey[row] = first[row] === ABSENT || SPURIOUS.has(first[row]) ? 0 : 1;
  const type = column("type");
  const distance = column("distance");
  const distanceBin = new Uint8Array(rows);
  for (let row = 0; row < rows; row += 1) distanceBin[row] = binOf(distance[row] - 1);
  const systems = SYSTEMS.map((_, system) => reading(columns, system, { rows, type, isKey, nothing, document }));
  const agreement = new Uint8Array(rows);
  systems.forEach(({ right }, system) => {
    for (let row = 0; row < rows; row += 1) agreement[row] |= right[row] << system;
  });
  return {
    rows,
    offset,
    document,
    isKey,
    before: ahead(column("back"), document),
    type,
    pos: column("pos"),
    ne: column("ne"),
    code: column("code"),
    length: column("length"),
    size: column("size"),
    spread: column("spread"),
    distance,
    distanceBin,
    genre,
    agreement,
    systems,
  };
}

/** @param {number} distance */
function binOf(distance) {
  let bin = 0;
  while (bin < INDEX.distance_bins.length && INDEX.distance_bins[bin] <= distance) bin += 1;
  return bin;
}

/**
 * @param {Map<string, Numbers>} columns
 * @param {number} system
 * @param {{rows: number, type: Numbers, isKey: Uint8Array, nothing: Uint8Array, document: Int32Array}} shared
 * @returns {Reading}
 */
function reading(columns, system, { rows, type, isKey, nothing, document }) {
  const column = (/** @type {string} */ name) => columns.get(`${system}.${name}`);
  const decision = column("decision") ?? nothing;
  const rightly = [...DECISIONS.map((name) => Number(isRight(name))), 1];
  const right = new Uint8Array(rows);
  const number = new Int32Array(rows).fill(-1);
  const numbers = column("number") ?? nothing;
  let next = 0;
  for (let row = 0; row < rows; row += 1) {
    right[row] = rightly[decision[row]];
    if (!isKey[row] && decision[row] !== ABSENT) {
      number[row] = numbers[next];
      next += 1;
    }
  }
  const errors = errorsOf(column, system, type);
  const classes = new Uint16Array(rows);
  for (let error = 0; error < errors.count; error += 1) {
    for (let at = errors.from[error]; at < errors.from[error + 1]; at += 1) {
      classes[errors.row[at]] |= 1 << errors.kind[error];
    }
  }
  return {
    decision,
    classes,
    linked: ahead(column("back") ?? nothing, document),
    recall: column("recall") ?? nothing,
    precision: column("precision") ?? nothing,
    outcome: column("outcome") ?? nothing,
    outcome2: column("outcome2") ?? nothing,
    gain: column("gain") ?? nothing,
    code: column("code") ?? nothing,
    carried: column("carried") ?? nothing,
    number,
    right,
    errors,
  };
}

/**
 * @param {(name: string) => Numbers | undefined} column
 * @param {number} system
 * @param {Numbers} type
 * @returns {Errors}
 */
function errorsOf(column, system, type) {
  const kind = column("error.class") ?? new Uint8Array();
  const from = running(column("error.size") ?? new Uint8Array());
  const row = Int32Array.from(column("error.row") ?? []);
  const gains = [column("error.gain")];
  while (column(`error.gain${gains.length}`)) gains.push(column(`error.gain${gains.length}`));
  const anchor = new Int32Array(kind.length);
  for (let error = 0; error < kind.length; error += 1) {
    let best = row[from[error]];
    for (let at = from[error]; at < from[error + 1]; at += 1) {
      const isBetter = Number(PRONOMINAL.has(type[row[at]])) - Number(PRONOMINAL.has(type[best]));
      if (isBetter < 0 || (isBetter === 0 && row[at] < best)) best = row[at];
    }
    anchor[error] = best;
  }
  const offset = running(DOCUMENTS.map((each) => sum(each.errors[system])));
  return {
    count: kind.length,
    kind,
    from,
    row,
    anchor,
    gains: gains.filter((each) => each !== undefined),
    offset,
  };
}

/**
 * The row that each leads to, -1 for none; rows of another document than their own cannot be meant.
 * @param {Numbers} back how many rows before it
 * @param {Int32Array} document
 */
function ahead(back, document) {
  const found = new Int32Array(back.length).fill(-1);
  for (let row = 0; row < back.length; row += 1) {
    const place = row - back[row];
    if (back[row] && document[place] === document[row]) found[row] = place;
  }
  return found;
}

/** The start of each piece, and the end of the last one. @param {ArrayLike<number>} sizes */
function running(sizes) {
  const offset = new Int32Array(sizes.length + 1);
  for (let place = 0; place < sizes.length; place += 1) offset[place + 1] = offset[place] + sizes[place];
  return offset;
}

/** A credit as a fraction. @param {number} written */
export const creditOf = (written) => (written - 1) / CREDIT;

/** A gain as a fraction; null if it is undefined. @param {number} millionths */
export const gainOf = (millionths) => (millionths === UNDEFINED ? null : millionths / MILLION);

/**
 * What the mentions of a document are in the census: rows by number, of the key and of what each system invented.
 * @param {number} document
 */
export function rowsOf(document) {
  const { offset, isKey, systems } = census();
  /** @type {number[]} */
  const key = [];
  const invented = systems.map(() => /** @type {Map<number, number>} */ (new Map()));
  for (let row = offset[document]; row < offset[document + 1]; row += 1) {
    if (isKey[row]) key.push(row);
    else
      systems.forEach(({ number }, system) => {
        if (number[row] >= 0) invented[system].set(number[row], row);
      });
  }
  return { key, invented };
}

/**
 * The id of a row's mention in its document: of the key, or of the first system that has it, the one that is asked about before others.
 * @param {number} row
 * @param {number} system
 */
export function mentionOf(row, system) {
  const { document, isKey, offset, systems } = census();
  if (isKey[row]) {
    let number = 0;
    for (let at = offset[document[row]]; at < row; at += 1) number += isKey[at];
    return `k${number}`;
  }
  const owner = systems[system].number[row] >= 0 ? system : systems.findIndex(({ number }) => number[row] >= 0);
  return String.fromCharCode(97 + owner) + systems[owner].number[row];
}

/** The bits of all classes of these labels. @param {Set<string>} labels */
export const bitsOf = (labels) =>
  CLASSES.reduce((bits, kind, place) => (labels.has(kind.label) ? bits | (1 << place) : bits), 0);
