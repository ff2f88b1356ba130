/* Relations beyond identity: bridging, split antecedents, discourse deixis, and what refers to nothing. */

import { button, byId, element, quote, replace } from "./elements.js";
import { plural } from "./numbers.js";
import { INDEX, SYSTEMS } from "./payload.js";
import { selectRelation } from "./selection.js";
import { announce, relationsOf, state } from "./state.js";

/** @import {Child} from "./elements.js" */
/** @import {Note, OpenDocument, Relation} from "./document.js" */

const LISTED = 100;

/** The phrase for a system's answer to each kind of relation; C is replaced by the target. @type {Record<string, string>} */
const DOES = {
  bridging: "anchors it to C",
  "split antecedents": "makes it up of C",
  "discourse deixis": "has it refer to C",
};

/** The sign of each outcome, shown next to its name. @type {Record<string, string>} */
const SIGNS = { right: "✓", "right entity": "≈", "in part": "½", wrong: "✗", missed: "−", invented: "+" };

/** The places of all relations of a system by sentence, those of key and response apart. @type {WeakMap<Relation[], Map<number, Note[]>[]>} */
const known = new WeakMap();

/**
 * The places of relations in a sentence of one side.
 * @param {OpenDocument} doc
 * @param {number} side 0 for the key, 1 for the response that is shown
 * @param {number} sentence
 * @returns {Note[]}
 */
export function notesIn(doc, side, sentence) {
  const relations = relationsOf(doc);
  if (!relations.length) return [];
  let found = known.get(relations);
  if (!found) {
    found = [new Map(), new Map()];
    for (const note of relations.flatMap((one) => [...one.anaphors, ...one.right, ...one.chosen])) {
      for (let place = note.sentence; place <= note.lastSentence; place += 1) {
        found[note.side].set(place, [...(found[note.side].get(place) ?? []), note]);
      }
    }
    known.set(relations, found);
  }
  return found[side].get(sentence) ?? [];
}

/**
 * What stands behind the words: kind and outcome.
 * @param {Relation} relation
 */
export const relationTag = (relation) =>
  button(
    {
      class: `relation-tag ${relation.outcome.replace(" ", "-")}`,
      tabindex: "-1",
      dir: "ltr",
      "data-relation": relation.id,
      title: `${relation.kind}, ${relation.outcome}: ${meaning(relation)}`,
      onclick: (event) => {
        event.stopPropagation();
        selectRelation(relation);
      },
    },
    `${relation.kind} ${SIGNS[relation.outcome]} ${relation.outcome}`,
  );

/** @param {Relation} relation */
const meaning = ({ outcome }) => INDEX.relation_outcomes.find(({ name }) => name === outcome)?.meaning ?? "";

/**
 * What the system made of it and what is right, in a sentence.
 * @param {Relation} relation
 * @returns {Child[]}
 */
export function relationInWords({ kind, outcome, right, chosen }) {
  if (kind === "non-referring") {
    if (outcome === "right") return ["It refers to nothing, and the system says so."];
    if (outcome === "missed") return ["It refers to nothing; the system does not say so."];
    return ["The system says that it refers to nothing; the key does not."];
  }
  const does = `The system ${DOES[kind]}`;
  const sentence =
    {
      right: `${does}, which is right.`,
      "right entity": `${does}, a mention of the right entity; the key has R.`,
      missed: `The system has no ${kind} here; right is R.`,
      invented: `${does}; the key has no ${kind} here.`,
    }[outcome] ?? `${does}, right is R.`;
  /** @type {(piece: string) => Child[]} */
  const filled = (piece) => {
    if (piece !== "C" && piece !== "R") return [piece];
    const notes = piece === "C" ? chosen : right;
    return notes.length
      ? notes.flatMap(({ text }, place) => [place > 0 && " + ", quote(text)])
      : ["something that is not named"];
  };
  return sentence.split(/\b([CR])\b/).flatMap(filled);
}

/** @param {Relation} relation */
export const textOfRelation = ({ anaphors }) => anaphors[0].text;

/** All relations of the document with their outcomes. @param {OpenDocument} doc */
export function drawRelations(doc) {
  const box = byId("relations");
  const relations = relationsOf(doc);
  const unanswered = INDEX.relations
    .map((kind, place) => ({ kind, count: SYSTEMS[state.system].unanswered[place] }))
    .filter(({ count }) => count > 0);
  box.hidden = !relations.length && !unanswered.length;
  if (box.hidden) {
    replace(box);
    return;
  }
  const rest = relations.length - LISTED;
  replace(
    box,
    element("h2", {}, "Relations beyond identity"),
    relations.length > 0 &&
      button(
        { class: "relation-switch", "aria-pressed": String(state.relations), onclick: turnRelations },
        "Arcs of all of them",
      ),
    element("ul", { class: "relation-list" }, ...relations.slice(0, LISTED).map(item)),
    rest > 0 && element("p", { class: "note" }, `and ${rest} more`),
    ...unanswered.map(({ kind, count }) =>
      element(
        "p",
        { class: "note" },
        `${kind}: ${plural(count, "case")} in the key of all documents; this response has none.`,
      ),
    ),
  );
}

function turnRelations() {
  state.relations = !state.relations;
  announce("layout");
}

/** @param {Relation} relation */
function item(relation) {
  const isHere = relation.id === state.relation;
  return element(
    "li",
    {},
    button(
      { class: isHere && "now", "aria-current": isHere && "true", onclick: () => selectRelation(relation) },
      element(
        "span",
        { class: `relation-tag ${relation.outcome.replace(" ", "-")}` },
        `${relation.kind} ${SIGNS[relation.outcome]} ${relation.outcome}`,
      ),
      " ",
      quote(textOfRelation(relation)),
      element("span", { class: "line" }, ` ${relation.anaphors[0].sentence + 1}`),
    ),
  );
}
