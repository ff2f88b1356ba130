/* What filters find in all documents: these are read once, in the background, when a filter first needs it. */

import { readDocument, textOf } from "./document.js";
import { GROUP_NAMES, byMention, pairsOf, passesGroups, valuesOf, wanted } from "./filters.js";
import { sum } from "./numbers.js";
import { CLASSES, DOCUMENTS, SYSTEMS, rawDocument } from "./payload.js";
import { announce, state } from "./state.js";

/** @import {Mention} from "./document.js" */
/** @import {ErrorClass} from "./payload.js" */
/** @import {Group} from "./state.js" */

/** What filters ask of a mention; mentions alike in all of it share one, by its number. */
/** @typedef {Map<Group, string[]>} Profile */
/**
 * @typedef {object} CountedError
 * @property {number} document
 * @property {number} number
 * @property {ErrorClass} kind
 * @property {number | null} delta
 * @property {string} text
 * @property {number[]} mentions profiles
 */
/**
 * @typedef {object} Counted
 * @property {CountedError[]} errors
 * @property {{profiles: number[], count: number}[]} pairs mentions of key and response, by profiles
 */

const PATIENCE = 200;

/** @type {Profile[]} */
const profiles = [];
/** @type {Map<string, number>} */
const numbers = new Map();
/** By document and system. @type {Counted[][]} */
const counted = [];
let running = false;

/** How many documents were read. */
export const censusLength = () => counted.length;

/** Whether all documents were read; if not, that begins, and "census" is announced from time to time and at the end. */
export function hasCensus() {
  if (counted.length < DOCUMENTS.length && !running) takeCensus();
  return counted.length === DOCUMENTS.length;
}

async function takeCensus() {
  running = true;
  let told = performance.now();
  while (counted.length < DOCUMENTS.length) {
    const number = counted.length;
    const doc = readDocument(await rawDocument(number));
    counted.push(
      SYSTEMS.map((_, system) => {
        /** @type {Map<Mention, number>} */
        const profile = new Map();
        /** @type {Map<string, {profiles: number[], count: number}>} */
        const pairs = new Map();
        for (const pair of pairsOf(doc, system)) {
          const found = pair.map((mention) => profileOf(mention, system));
          pair.forEach((mention, position) => {
            profile.set(mention, found[position]);
          });
          const alike = pairs.get(found.join()) ?? { profiles: found, count: 0 };
          alike.count += 1;
          pairs.set(found.join(), alike);
        }
        const errors = doc.errors[system].map((error) => ({
          document: number,
          number: error.number,
          kind: error.kind,
          delta: error.delta,
          text: error.quoted.map(textOf).join(" | "),
          mentions: error.mentions.map((mention) => profile.get(mention) ?? 0),
        }));
        return { errors, pairs: [...pairs.values()] };
      }),
    );
    if (performance.now() - told > PATIENCE) {
      announce("census");
      await new Promise((resolve) => setTimeout(resolve));
      told = performance.now();
    }
  }
  running = false;
  announce("census");
}

/**
 * @param {Mention} mention
 * @param {number} system
 */
function profileOf(mention, system) {
  const values = GROUP_NAMES.map((group) => valuesOf(mention, group, system));
  const key = values.map((each) => each.join("\t")).join("\n");
  const known = numbers.get(key);
  if (known !== undefined) return known;
  profiles.push(new Map(GROUP_NAMES.map((group, position) => [group, values[position]])));
  numbers.set(key, profiles.length - 1);
  return profiles.length - 1;
}

/** Says of each profile whether it passes the filters of now. */
function passingProfiles() {
  const passing = profiles.map((profile) => passesGroups((group) => profile.get(group) ?? []));
  return (/** @type {number} */ profile) => passing[profile];
}

/** How many stops each document has; undefined where it was not read yet. @returns {(number | undefined)[]} */
export function stopsByDocument() {
  const pass = passingProfiles();
  return counted.map((systems) => {
    const { errors, pairs } = systems[state.system];
    if (!byMention()) return wanted(errors, pass).length;
    return sum(pairs.map((pair) => (pair.profiles.some(pass) ? pair.count : 0)));
  });
}

/** The errors that are asked for and whose repair brings most. @param {number} count */
export function costliest(count) {
  const pass = passingProfiles();
  const found = counted.flatMap((systems) => wanted(systems[state.system].errors, pass));
  found.sort(
    (a, b) => (b.delta ?? -Infinity) - (a.delta ?? -Infinity) || a.document - b.document || a.number - b.number,
  );
  return found.slice(0, count).map((one) => ({
    document: one.document,
    error: one.number,
    class: CLASSES.indexOf(one.kind),
    delta: one.delta,
    text: one.text,
  }));
}
