/* What filters find in all documents: these are read once, in the background, when a filter first needs it. */

import { readDocument, textOf } from "./document.js";
import { GROUP_NAMES, byMention, passesGroups, valuesOf, wanted } from "./filters.js";
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
 * @property {Map<number, number>} mentions how many have a profile
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
        /** @type {Map<number, number>} */
        const mentions = new Map();
        for (const mention of [...doc.sides[0].mentions, ...doc.sides[system + 1].mentions]) {
          const profile = profileOf(mention, system);
          mentions.set(profile, (mentions.get(profile) ?? 0) + 1);
        }
        const errors = doc.errors[system].map((error) => ({
          document: number,
          number: error.number,
          kind: error.kind,
          delta: error.delta,
          text: error.quoted.map(textOf).join(" | "),
          mentions: error.mentions.map((mention) => profileOf(mention, system)),
        }));
        return { errors, mentions };
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
  const key = JSON.stringify(values);
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
    const { errors, mentions } = systems[state.system];
    if (!byMention()) return wanted(errors, pass).length;
    let count = 0;
    for (const [profile, number] of mentions) if (pass(profile)) count += number;
    return count;
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
