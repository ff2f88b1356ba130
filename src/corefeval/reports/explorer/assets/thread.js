/* Entity threads: a strip as long as the document for each entity, protagonists first. Gold mentions are ticks below the line, the
   system's above it, in red where the system has another chain. */

import { chaptersOf } from "./chapters.js";
import { contextOf, textOfEntity } from "./document.js";
import { svg } from "./elements.js";
import { box, drawing, label, linear, part, rule, short, ticks } from "./figures.js";
import { setEntity } from "./filters.js";
import { grouped, plural } from "./numbers.js";
import { isFixed } from "./repairs.js";
import { colorOf } from "./runs.js";
import { select } from "./selection.js";
import { state } from "./state.js";

/** @import {Chapters} from "./chapters.js" */
/** @import {Entity, Mention, OpenDocument, Side} from "./document.js" */

/** A text of more words than that has threads, not a flow, unless one asks for it. */
const LONG = 20000;
const ROWS = 12;
const ROW = 22;
/** Room for names, on wide and on narrow screens. */
const NAMES = { wide: 150, narrow: 104, from: 600 };
const RIGHT = 60;
const HALF = 7;
const FOOT = 18;
/** The width of a digit of the scale. */
const LETTER = 7;
/** Whether a document is shown as threads. @param {OpenDocument} doc */
export const isThreaded = (doc) => (state.thread ? state.thread === "thread" : doc.sides[0].forms.length > LONG);

/** The largest entities of the key, and the selected one. @param {OpenDocument} doc */
function protagonists(doc) {
  const all = [...doc.sides[0].entities].sort((a, b) => b.mentions.length - a.mentions.length || a.number - b.number);
  const chosen = all.find((entity) => entity.name === state.entity);
  const first = all.slice(0, ROWS);
  return chosen && !first.includes(chosen) ? [...first, chosen] : first;
}

/**
 * What the system made of an entity: mentions in its counterpart, in other chains, and none.
 * @param {Entity} entity
 */
function fates(entity) {
  /** @type {{right: Mention[], astray: Mention[], missing: number, breaks: number}} */
  const found = { right: [], astray: [], missing: 0, breaks: 0 };
  /** @type {Entity | null} */
  let before = null;
  for (const mention of entity.mentions) {
    const partner = mention.judged[state.system]?.partner;
    if (isFixed(mention)) found.right.push(mention);
    else if (!partner) found.missing += 1;
    else {
      if (before && partner.entity !== before) found.breaks += 1;
      before = partner.entity;
      (partner.entity.aligned === entity ? found.right : found.astray).push(mention);
    }
  }
  return found;
}

/**
 * @param {OpenDocument} doc
 * @param {number} width
 */
export function threadPicture(doc, width) {
  const [key] = doc.sides;
  const left = width < NAMES.from ? NAMES.narrow : NAMES.wide;
  const x = linear(0, Math.max(1, key.forms.length), left, width - RIGHT);
  const entities = protagonists(doc);
  const height = entities.length * ROW + FOOT + 4;
  /** @type {(mentions: Mention[], from: number, to: number) => string} */
  const path = (mentions, from, to) => mentions.map(({ first }) => `M${x(first).toFixed(1)} ${from}V${to}`).join("");
  const rows = entities.map((entity, position) => {
    const y = position * ROW;
    const middle = y + ROW / 2;
    const { right, astray, missing, breaks } = fates(entity);
    const isOut = state.entity !== "" && entity.name !== state.entity;
    const name = `${entity.name} ${textOfEntity(entity)}`;
    return part(
      {
        name,
        facts: [
          plural(entity.mentions.length, "gold mention"),
          `${grouped(right.length)} in the system's counterpart, ${grouped(astray.length)} in other chains, ${grouped(missing)} missing`,
          `the system's chain changes ${plural(breaks, "time")}`,
        ],
        example: async () => contextOf(entity.mentions[0]),
      },
      () => {
        setEntity(entity.name === state.entity ? "" : entity.name);
        select(entity.mentions[0]);
      },
      { class: `thread${isOut ? " faint" : ""}`, "data-entity": entity.name, "data-mark": `thread ${entity.name}` },
      box(0, y, width, ROW, "hit"),
      label(
        left - 8,
        middle + 4,
        short(name, Math.floor(left / 7.8)),
        entity.name === state.entity ? "strong" : "",
        "end",
      ),
      rule(x(entity.mentions[0].first), middle, x(entity.mentions[entity.mentions.length - 1].first), middle, "grid"),
      svg("path", { class: "ticks", stroke: colorOf(entity), d: path(entity.mentions, middle + 1, middle + HALF) }),
      svg("path", { class: "ticks", stroke: colorOf(entity), d: path(right, middle - HALF, middle - 1) }),
      svg("path", { class: "ticks break", d: path(astray, middle - HALF - 1, middle - 1) }),
      label(width - 4, middle + 4, grouped(entity.mentions.length), "count", "end"),
    );
  });
  return drawing(width, height, "Threads of the largest entities through the text", ...scale(doc, x, height), ...rows);
}

/** By the side that they were found in. @type {WeakMap<Side, Chapters | null>} */
const chaptersIn = new WeakMap();

/**
 * Chapters where the text has them, else sentences.
 * @param {OpenDocument} doc
 * @param {(node: number) => number} x
 * @param {number} height
 */
function scale(doc, x, height) {
  const [key] = doc.sides;
  if (!chaptersIn.has(key)) chaptersIn.set(key, chaptersOf(key));
  const chapters = chaptersIn.get(key);
  const places =
    chapters?.marks ??
    ticks(1, doc.sentences, 8).map((sentence) => ({ at: key.starts[sentence - 1] ?? 0, words: grouped(sentence) }));
  let free = -Infinity;
  return [
    ...places.map(({ at, words }) => {
      const middle = x(at);
      const half = (LETTER * words.length) / 2;
      const isFree = middle - half >= free;
      if (isFree) free = middle + half + LETTER;
      return svg(
        "g",
        {},
        rule(middle, 0, middle, height - FOOT, "grid"),
        isFree ? label(middle, height - 5, words, "small", "middle") : null,
      );
    }),
    label(4, height - 5, chapters?.name ?? "sentence", "small"),
  ];
}
