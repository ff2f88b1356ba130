/* Arcs over the text: from the selected mention to what it should be linked to, and to what the system linked it to. */

import { antecedentsOf } from "./antecedents.js";
import { textOf } from "./document.js";
import { button, byId, quote, replace, style, svg } from "./elements.js";
import { select, selectRelation } from "./selection.js";
import { judgement, relationsOf, state } from "./state.js";
import { placeOfSentence } from "./text.js";

/** @import {Mention, Note, OpenDocument, Relation} from "./document.js" */

/** Something in the text that an arc can begin or end at. @typedef {{id: string, sentence: number, text: string}} Spot */
/**
 * @typedef {object} Arc
 * @property {Spot} from
 * @property {Spot} to
 * @property {string} look right, chosen, and what else there is a style for
 * @property {string} label
 * @property {boolean} above whether it runs over the words, or under them
 * @property {() => void} follow what a click on its label does
 */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Area */
/** @typedef {Area & {x: number}} Box */
/** A label, its possible centers with the best one first, and the two expressions. @typedef {{chip: HTMLElement, places: Point[], words: Box[]}} Label */

const LEAST = 16;
const MOST = 56;
const EDGE = 14;
/** The least distance of a label from the side, and from words that it would cover otherwise. */
const MARGIN = 4;
/** The space above and below the letters of words. */
const LEADING = 3;
/** The largest distance of a label from its arc, so that names and badges stay legible. */
const NEAR = 40;
/** The possible positions of a label along its arc, the best first. */
const ALONG = [0.5, 0.62, 0.38, 0.74, 0.26, 0.86];

let waiting = 0;

/** Draws the arcs once more when the text has come to rest. */
function drawArcsSoon() {
  if (waiting) return;
  waiting = requestAnimationFrame(() => {
    waiting = 0;
    drawArcs();
  });
}

const sizes = new ResizeObserver(drawArcsSoon);
sizes.observe(byId("text"));
/** @type {WeakSet<Element>} */
const observed = new WeakSet();

/**
 * Observes the row of a sentence. A new row has a provisional height until the browser renders it, which the height of
 * the whole text need not show: another text may have been as high.
 * @param {number} sentence
 */
function observe(sentence) {
  const row = placeOfSentence(sentence);
  if (!row || observed.has(row)) return;
  observed.add(row);
  sizes.observe(row);
}

/**
 * @param {Mention} mention
 * @returns {Spot}
 */
const spot = (mention) => ({ id: mention.id, sentence: mention.sentence, text: textOf(mention) });

/**
 * The arcs of a mention: one where the system chose what is right.
 * @param {Mention} mention
 * @returns {Arc[]}
 */
function arcsOf(mention) {
  const { partner } = judgement(mention);
  const [key, response] = mention.side ? [partner, mention] : [mention, partner];
  const { right, chosen, isRight } = antecedentsOf(mention);
  /** @type {Arc[]} */
  const arcs = [];
  if (key && right) {
    const label = isRight ? "right, and chosen" : "right";
    arcs.push({ from: spot(key), to: spot(right), look: "right", label, above: false, follow: () => select(right) });
  }
  if (response && chosen && (!isRight || state.columns)) {
    const look = isRight ? "right" : "chosen";
    const label = isRight ? "chosen" : "system chose";
    arcs.push({ from: spot(response), to: spot(chosen), look, label, above: true, follow: () => select(chosen) });
  }
  return arcs;
}

/**
 * The arcs of a relation: to all that is right, and to all that the system led it to where that differs.
 * @param {Relation} relation
 * @param {boolean} isChosen
 * @returns {Arc[]}
 */
function arcsOfRelation(relation, isChosen) {
  const { outcome, anaphors, right, chosen } = relation;
  const follow = () => selectRelation(relation);
  const rest = isChosen ? "" : " background";
  /** @type {(side: number, notes: Note[], look: string, label: string) => Arc[]} */
  const lead = (side, notes, look, label) => {
    const from = anaphors.find((note) => note.side === side);
    if (!from) return [];
    return notes.map((to, place) => ({
      from,
      to,
      look: `${look}${rest}`,
      label: isChosen && place === 0 ? label : "",
      above: side === 1,
      follow,
    }));
  };
  const isRight = outcome === "right";
  return [
    ...lead(0, right, "relation-right", isRight ? "right, and chosen" : "right"),
    ...(isRight && !state.columns
      ? []
      : lead(1, chosen, isRight ? "relation-right" : "relation-chosen", "system chose")),
  ];
}

/**
 * The relations whose arcs are drawn: the selected one, or all where that is asked for.
 * @param {OpenDocument} doc
 */
function relationArcs(doc) {
  const all = relationsOf(doc);
  const isChosen = (/** @type {Relation} */ one) => one.id === state.relation;
  const shown = state.relations ? all : all.filter(isChosen);
  return shown.flatMap((relation) => arcsOfRelation(relation, isChosen(relation)));
}

/** The arcs of the selection and of relations, in the current layout of the text. */
export function drawArcs() {
  const box = byId("arcs");
  const { doc, mention } = state;
  const arcs = doc ? [...relationArcs(doc), ...(mention ? arcsOf(mention) : [])] : [];
  if (!arcs.length) {
    if (box.firstChild) replace(box);
    return;
  }
  const origin = byId("document").getBoundingClientRect();
  const frame = byId("main").getBoundingClientRect();
  const sight = {
    left: frame.left - origin.left,
    right: frame.right - origin.left,
    top: Math.max(frame.top, byId("top").getBoundingClientRect().bottom) - origin.top,
    bottom: frame.bottom - origin.top,
  };
  const drawn = arcs.flatMap((arc) => {
    observe(arc.from.sentence);
    observe(arc.to.sentence);
    const [from, to] = [boxOf(arc.from, origin), boxOf(arc.to, origin)];
    return from && to ? drawArc(arc, from, to, sight) : [];
  });
  const height = byId("text").offsetHeight;
  replace(
    box,
    svg("svg", { width: "100%", height }, heads(), ...drawn.map(({ path }) => path)),
    ...drawn.map(({ label }) => label?.chip),
  );
  placeLabels(
    drawn.flatMap(({ label }) => label ?? []),
    sight,
    origin,
  );
}

/**
 * Place the labels once they can be measured: their size depends on the font.
 * @param {Label[]} labels
 * @param {Area} sight
 * @param {DOMRect} origin
 */
function placeLabels(labels, sight, origin) {
  if (!labels.length) return;
  const halves = labels.map(({ chip }) => ({ x: chip.offsetWidth / 2, y: chip.offsetHeight / 2 }));
  const heights = labels.flatMap(({ places }) => places.map(({ y }) => y));
  const { words, signs } = textAround(Math.min(...heights) - MOST, Math.max(...heights) + MOST, origin);
  /** @type {Area[]} */
  const placed = [];
  for (const [number, label] of labels.entries()) {
    const half = halves[number];
    const { x, y } = placeOfLabel(label, half, sight, [...words, ...placed], signs);
    placed.push({ left: x - half.x, right: x + half.x, top: y - half.y, bottom: y + half.y });
    style(label.chip, { left: `${x}px`, top: `${y}px` });
  }
}

/**
 * Where words, and names and badges, stand between two heights.
 * @param {number} top
 * @param {number} bottom
 * @param {DOMRect} origin
 */
function textAround(top, bottom, origin) {
  /** @type {{words: Area[], signs: Area[]}} */
  const found = { words: [], signs: [] };
  const range = document.createRange();
  for (const cell of byId("text").querySelectorAll(".cell")) {
    const box = cell.getBoundingClientRect();
    if (box.bottom - origin.top < top || box.top - origin.top > bottom) continue;
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = /** @type {Text} */ (walker.currentNode);
      if (!node.data.trim()) continue;
      range.selectNode(node);
      const isSign = node.parentElement?.closest(".tag, .star");
      for (const one of range.getClientRects()) {
        (isSign ? found.signs : found.words).push({
          left: one.left - origin.left,
          right: one.right - origin.left,
          top: one.top - origin.top + (isSign ? 0 : LEADING),
          bottom: one.bottom - origin.top - (isSign ? 0 : LEADING),
        });
      }
    }
  }
  return found;
}

const heads = () =>
  svg(
    "defs",
    {},
    ...["right", "chosen", "relation-right", "relation-chosen"].map((look) =>
      svg(
        "marker",
        { id: `head-${look}`, viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" },
        svg("path", { d: "M0 0L8 4L0 8z", class: `head ${look}` }),
      ),
    ),
  );

/**
 * Where it stands, relative to the document; where its row begins as long as that is not drawn.
 * @param {Spot} one
 * @param {DOMRect} origin
 * @returns {Box | null}
 */
function boxOf({ id, sentence }, origin) {
  const row = placeOfSentence(sentence);
  const piece = row?.querySelector(`[data-m~="${id}"]`) ?? row;
  const box = piece?.getClientRects()[0];
  if (!box) return null;
  const x = piece === row ? box.left + 60 : box.left + Math.min(box.width / 2, 60);
  return {
    x: x - origin.left,
    left: box.left - origin.left,
    right: box.right - origin.left,
    top: box.top - origin.top,
    bottom: box.bottom - origin.top,
  };
}

/**
 * An arc and its label; one that leads out of sight ends at the edge and says where it leads.
 * @param {Arc} arc
 * @param {Box} from
 * @param {Box} to
 * @param {Area} sight
 * @returns {{path: SVGElement, label: Label | null}[]}
 */
function drawArc(arc, from, to, sight) {
  const isAbove = to.bottom < sight.top;
  const isBelow = to.top > sight.bottom;
  if ((isAbove && from.bottom < sight.top) || (isBelow && from.top > sight.bottom)) return [];
  const start = { x: from.x, y: arc.above ? from.top : from.bottom };
  const end = { x: to.x, y: arc.above ? to.top : to.bottom };
  if (isAbove) end.y = sight.top + EDGE;
  if (isBelow) end.y = sight.bottom - EDGE;
  const isOut = isAbove || isBelow;
  const distance = Math.hypot(end.x - start.x, end.y - start.y);
  const height = Math.min(MOST, LEAST + distance * 0.08) * (arc.above ? -1 : 1);
  const bend = isOut ? 0 : height;
  const d = `M${start.x} ${start.y}C${start.x} ${start.y + height} ${end.x} ${end.y + bend} ${end.x} ${end.y}`;
  const path = svg("path", { d, class: `arc ${arc.look}`, "marker-end": `url(#head-${arc.look.split(" ")[0]})` });
  if (!arc.label) return [{ path, label: null }];
  const where = isAbove ? "↑" : "↓";
  const chip = button(
    { class: `chip ${arc.look}`, tabindex: "-1", title: arc.to.text, onclick: arc.follow },
    arc.label,
    isOut && ` ${where} ${arc.to.sentence + 1}: `,
    isOut && quote(arc.to.text),
  );
  const places = isOut ? [end] : ALONG.map((along) => pointOfArc(start, end, height, along));
  return [{ path, label: { chip, places, words: isOut ? [from] : [from, to] } }];
}

/**
 * The point that lies at a share of an arc.
 * @param {Point} start
 * @param {Point} end
 * @param {number} height
 * @param {number} along
 * @returns {Point}
 */
function pointOfArc(start, end, height, along) {
  const rest = 1 - along;
  const [first, last] = [rest ** 3 + 3 * rest ** 2 * along, along ** 3 + 3 * along ** 2 * rest];
  return {
    x: first * start.x + last * end.x,
    y: first * start.y + last * end.y + 3 * rest * along * height,
  };
}

/**
 * The center of a label that covers no words and is not cut: as near to its arc as there is room, where it covers no names and
 * badges if that is near enough.
 * @param {Label} label
 * @param {Point} half its width and height, halved
 * @param {Area} sight
 * @param {Area[]} words
 * @param {Area[]} signs
 * @returns {Point}
 */
function placeOfLabel({ places, words: ends }, half, sight, words, signs) {
  const inside = (/** @type {Point} */ { x, y }) => ({
    x: Math.max(sight.left + MARGIN + half.x, Math.min(sight.right - MARGIN - half.x, x)),
    y,
  });
  const limits = { top: sight.top + EDGE, bottom: sight.bottom - half.y };
  const around = ends.flatMap(({ left, right }) => [
    { x: left - half.x - MARGIN, y: places[0].y },
    { x: right + half.x + MARGIN, y: places[0].y },
  ]);
  const wanted = [...places, ...around].map(inside);
  for (const [taken, most] of /** @type {[Area[], number][]} */ ([
    [[...words, ...signs, ...ends], NEAR],
    [[...words, ...ends], Infinity],
    [ends, Infinity],
  ])) {
    const found = wanted
      .map(({ x, y }) => ({ x, y: freeHeight({ x, y }, half, taken, limits), wish: y }))
      .filter(({ y, wish }) => y !== null && Math.abs(y - wish) <= most)
      .sort((a, b) => Math.abs(Number(a.y) - a.wish) - Math.abs(Number(b.y) - b.wish));
    if (found.length) return { x: found[0].x, y: Number(found[0].y) };
  }
  return wanted[0];
}

/**
 * The nearest height at which a label covers none of these areas, null where there is none.
 * @param {Point} center
 * @param {Point} half
 * @param {Area[]} taken
 * @param {{top: number, bottom: number}} limits
 * @returns {number | null}
 */
function freeHeight({ x, y }, half, taken, limits) {
  const column = taken.filter(({ left, right }) => x + half.x > left && x - half.x < right);
  const isFree = (/** @type {number} */ height) =>
    height >= limits.top &&
    height <= limits.bottom &&
    column.every(({ top, bottom }) => height + half.y <= top + 0.01 || height - half.y >= bottom - 0.01);
  const wish = Math.max(limits.top, Math.min(limits.bottom, y));
  const heights = [wish, ...column.flatMap(({ top, bottom }) => [top - half.y, bottom + half.y])];
  heights.sort((a, b) => Math.abs(a - y) - Math.abs(b - y));
  return heights.find(isFree) ?? null;
}
