/* Documents as they were before packing.py packed them: what the census tells is not in them, columns are differences. */

import { census, gainOf, rowsOf } from "./census.js";
import { rawDocument } from "./payload.js";

/** @import {RawDocument, RawErrors, RawMentions, RawReading} from "./payload.js" */

/**
 * A document of the page.
 * @param {number} number
 * @returns {Promise<RawDocument>}
 */
export async function plainDocument(number) {
  const raw = await rawDocument(number);
  running(raw.s);
  const rows = rowsOf(number);
  plainFeatures(raw.k, rows.key);
  for (const mentions of [raw.k, ...raw.r.map((reading) => reading.m)]) plainMentions(mentions);
  raw.r.forEach((reading, system) => {
    plainPartners(reading.k.g);
    if (!reading.err) plainReading(reading, system, number, rows.key);
    if (!reading.k.k.length) plainDecisions(reading, system, rows);
  });
  return raw;
}

/** Columns of the key's mentions that only the census has. @type {["t" | "o" | "n" | "c", "type" | "pos" | "ne" | "code"][]} */
const FEATURES = [
  ["t", "type"],
  ["o", "pos"],
  ["n", "ne"],
  ["c", "code"],
];

/**
 * @param {RawMentions} key
 * @param {number[]} rows of its mentions
 */
function plainFeatures(key, rows) {
  const all = census();
  for (const [name, column] of FEATURES) {
    if (key[name]?.length === 0) key[name] = rows.map((row) => all[column][row]);
  }
}

/**
 * The decisions about mentions of the key, and about those of the response: that of its partner where it has one.
 * @param {RawReading} reading
 * @param {number} system
 * @param {ReturnType<typeof rowsOf>} rows
 */
function plainDecisions({ k: key, q: response }, system, rows) {
  const { decision } = census().systems[system];
  key.k = rows.key.map((row) => decision[row]);
  response.k = response.g.map((partner, mention) =>
    partner >= 0 ? key.k[partner] : decision[/** @type {number} */ (rows.invented[system].get(mention))],
  );
}

/** Differences become numbers. @param {number[]} numbers */
function running(numbers) {
  for (let place = 1; place < numbers.length; place += 1) numbers[place] += numbers[place - 1];
}

/** @param {RawMentions} mentions */
function plainMentions({ e: entities, f: first }) {
  running(first);
  let next = 0;
  entities.forEach((recency, mention) => {
    entities[mention] = next - recency;
    next = Math.max(next, entities[mention] + 1);
  });
}

/** @param {number[]} partners */
function plainPartners(partners) {
  let expected = 0;
  partners.forEach((step, mention) => {
    if (step === -1) return;
    partners[mention] = expected + (step < 0 ? step + 1 : step);
    expected = partners[mention] + 1;
  });
}

/**
 * Partners of the response, errors, and of which errors mentions are part.
 * @param {RawReading} reading
 * @param {number} system
 * @param {number} document
 * @param {number[]} rows of the key's mentions
 */
function plainReading(reading, system, document, rows) {
  const { k: key, q: response, m: mentions } = reading;
  response.g = mentions.e.map(() => -1);
  key.g.forEach((partner, mention) => {
    if (partner >= 0) response.g[partner] = mention;
  });
  key.b = key.g.map(() => 0);
  response.b = response.g.map(() => 0);
  const errors = errorsIn(reading, system, document, rows);
  let cell = 0;
  errors.c.forEach((kind, error) => {
    for (const end = cell + errors.n[error]; cell < end; cell += 1) {
      if (errors.k[cell] >= 0) key.b[errors.k[cell]] |= 1 << kind;
      if (errors.r[cell] >= 0) response.b[errors.r[cell]] |= 1 << kind;
    }
  });
  reading.err = errors;
}

/**
 * The errors of a document. A mention that is aligned with one of the response, without being it, has both rows.
 * @param {RawReading} reading
 * @param {number} system
 * @param {number} document
 * @param {number[]} rows of the key's mentions
 * @returns {RawErrors}
 */
function errorsIn(reading, system, document, rows) {
  const { isKey, systems } = census();
  const { number, errors } = systems[system];
  const aligned = new Map(reading.al);
  const place = new Map(rows.map((row, mention) => [row, mention]));
  /** @type {RawErrors} */
  const found = { c: [], n: [], k: [], r: [], x: [] };
  for (let error = errors.offset[document]; error < errors.offset[document + 1]; error += 1) {
    const before = found.k.length;
    for (let at = errors.from[error]; at < errors.from[error + 1]; at += 1) {
      const row = errors.row[at];
      const ours = isKey[row] ? (place.get(row) ?? -1) : -1;
      const other = aligned.get(ours);
      found.k.push(ours);
      found.r.push(ours < 0 ? number[row] : (other ?? reading.k.g[ours]));
      if (other !== undefined) at += 1;
    }
    found.c.push(errors.kind[error]);
    found.n.push(found.k.length - before);
    found.x.push(errors.gains.length ? gainOf(errors.gains[0][error]) : null);
  }
  return found;
}
