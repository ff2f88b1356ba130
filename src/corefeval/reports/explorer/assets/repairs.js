/* The response as if some error classes were fixed, the costliest first: the score of the corpus, the mentions of a document that are
   right then, and their entities. The scores are those of `explain --repair`. */

import { INDEX, CLASSES, LETTERS, SYSTEMS, TWO } from "./payload.js";
import { percent } from "./numbers.js";
import { state } from "./state.js";

/** @import {Entity, Mention, OpenDocument} from "./document.js" */
/** @import {RepairPath} from "./payload.js" */

/** @type {RepairPath} */
const NONE = { classes: [], scores: [] };

/** The classes of the system that is shown, and its score after each repair. */
export const repairPath = () => SYSTEMS[state.system].repairs[state.metric] ?? NONE;

/** How many classes are fixed. */
export const fixedCount = () => Math.min(state.fixed, repairPath().classes.length);

/** The classes that are fixed. */
export const fixedClasses = () =>
  repairPath()
    .classes.slice(0, fixedCount())
    .map((place) => CLASSES[place]);

/** The score of the corpus with these classes fixed. */
export const fixedScore = () => repairPath().scores[fixedCount()];

/** @param {number} system whether anything is shown as fixed of it */
const isRepaired = (system) => system === state.system && fixedCount() > 0;

/** An identifier of the fixed errors; '' if none are fixed. @param {number} system */
export const repairName = (system) => (isRepaired(system) ? `${state.metric} ${fixedCount()}` : "");

/** The fixed errors and the points they gain, in words. */
export function repairInWords() {
  const { classes } = repairPath();
  const metric = INDEX.loss_metrics[state.metric];
  const who = TWO ? `${LETTERS[state.system]}: ` : "";
  const names = fixedClasses().map(({ label }) => label);
  const score = `${state.doc ? "Whole corpus: " : ""}${metric} ${percent(fixedScore())}`;
  if (!names.length) return { score, words: `${who}nothing fixed` };
  const all =
    names.length === classes.length ? "all error classes" : `${names.length} of ${classes.length} error classes`;
  return { score, words: `${who}${all} fixed: ${names.join(", ")}` };
}

/**
 * Whether a mention is right because all errors that it is part of are fixed; with all classes fixed every mention is.
 * @param {Mention} mention
 * @param {number} [system] of a key mention; a response mention has its own
 */
export function isFixed(mention, system = mention.side ? mention.side - 1 : state.system) {
  if (!isRepaired(system)) return false;
  if (fixedCount() === repairPath().classes.length) return true;
  const { classes, partner } = mention.judged[system];
  const all = [...classes, ...(partner?.judged[system].classes ?? [])];
  const fixed = fixedClasses();
  return all.length > 0 && all.every((kind) => fixed.includes(kind));
}

/** Whether a mention of a response is not there any more: the key does not have it. @param {Mention} mention */
export const isGone = (mention) => mention.side > 0 && !mention.judged[mention.side - 1].partner && isFixed(mention);

/** The entity that a mention is shown in: the correct one if its errors are fixed. @param {Mention} mention */
export function entityOf(mention) {
  const partner = mention.side ? mention.judged[mention.side - 1].partner : null;
  return partner && isFixed(mention) ? partner.entity : mention.entity;
}

/**
 * The entities of a response, and where each mention of the key is in them; null where the response does not have it.
 * @typedef {{entities: Entity[], of: Map<Mention, Entity | null>}} ShownEntities
 */

/** By document; what is fixed of which system is the name. @type {WeakMap<OpenDocument, Map<string, ShownEntities>>} */
const known = new WeakMap();

/**
 * The entities of a system as they are shown: as they are, or with errors fixed. What is fixed goes to the entity that is aligned with
 * the right one, or to a new one.
 * @param {OpenDocument} doc
 * @param {number} system
 * @returns {ShownEntities}
 */
export function shownEntities(doc, system) {
  const kept = known.get(doc) ?? new Map();
  known.set(doc, kept);
  const name = `${system} ${repairName(system)}`;
  const found = kept.get(name) ?? (isRepaired(system) ? repaired(doc, system) : unrepaired(doc, system));
  kept.set(name, found);
  return found;
}

/**
 * @param {OpenDocument} doc
 * @param {number} system
 * @returns {ShownEntities}
 */
const unrepaired = (doc, system) => ({
  entities: doc.sides[system + 1].entities,
  of: new Map(doc.sides[0].mentions.map((mention) => [mention, mention.judged[system].partner?.entity ?? null])),
});

/**
 * @param {OpenDocument} doc
 * @param {number} system
 * @returns {ShownEntities}
 */
function repaired(doc, system) {
  const response = doc.sides[system + 1];
  /** @type {Map<Entity, Entity>} */
  const copies = new Map(response.entities.map((entity) => [entity, { ...entity, mentions: [] }]));
  /** @type {Map<Entity, Entity>} */
  const homes = new Map();
  for (const [entity, copy] of copies) {
    if (entity.aligned && !homes.has(entity.aligned)) homes.set(entity.aligned, copy);
  }
  /** @type {(key: Entity) => Entity} */
  const homeOf = (key) => {
    const home = homes.get(key) ?? {
      ...key,
      side: system + 1,
      name: `${response.letter}·${key.name}`,
      mentions: [],
      aligned: key,
    };
    homes.set(key, home);
    return home;
  };
  /** @type {Map<Mention, Entity | null>} */
  const of = new Map();
  for (const mention of doc.sides[0].mentions) {
    const { partner } = mention.judged[system];
    const entity = isFixed(mention, system)
      ? homeOf(mention.entity)
      : ((partner && copies.get(partner.entity)) ?? null);
    // a mention that the response does not have is represented by that of the key
    entity?.mentions.push(partner ?? mention);
    of.set(mention, entity);
  }
  for (const mention of response.mentions) {
    if (!mention.judged[system].partner && !isGone(mention)) copies.get(mention.entity)?.mentions.push(mention);
  }
  const entities = [...new Set([...copies.values(), ...homes.values()])].filter(({ mentions }) => mentions.length > 0);
  for (const { mentions } of entities) mentions.sort((a, b) => a.first - b.first || a.last - b.last);
  return { entities, of };
}
