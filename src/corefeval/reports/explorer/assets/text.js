/* The document: a row a sentence, one text or a cell a side. Rows are drawn when they come near. */

import { chainOf, joined, oneText } from "./document.js";
import { button, byId, element, name, replace, style } from "./elements.js";
import { INDEX, LETTERS, SYSTEMS, TWO } from "./payload.js";
import { cell, line } from "./runs.js";
import { repairSlider } from "./slider.js";
import { announce, relationsOf, responseOf, state } from "./state.js";

/** @import {Mention, OpenDocument} from "./document.js" */
/** @import {Child} from "./elements.js" */

const NEAR = 400;
/** Rows that are farther away than that are given up: a browser is slow with thousands of them. */
const FAR = 6000;
const PASSES = 4;
const BLOCK = 64;
const ROW_HEIGHT = 74;
const MARGIN = { above: 40, below: 10 };
const STILL = 3;
const FRAMES = 30;

/** The rows that hold their sentence, and whether as it is to look now. @type {Map<HTMLElement, boolean>} */
const filled = new Map();
/** The blocks that have rows. @type {Set<HTMLElement>} */
const stocked = new Set();
/** How high the rows of a block were when they were given up. @type {WeakMap<HTMLElement, number[]>} */
const heights = new WeakMap();

/**
 * The key and the system that is shown as one text; null where columns are asked for, or have to be: they have not the same words.
 * @param {OpenDocument} doc
 */
const textOfBoth = (doc) => (state.columns ? null : oneText(doc.sides[0], responseOf(doc)));

/** What stands where, and the choice of one text or columns. @param {OpenDocument} doc */
export function drawHeads(doc) {
  const isOne = textOfBoth(doc) !== null;
  const names = [
    element("span", {}, "Key: ", name(INDEX.key)),
    ...SYSTEMS.map((system, number) =>
      element("span", {}, TWO ? `${LETTERS[number]}: ` : "Response: ", name(system.name)),
    ),
  ];
  drawSigns();
  byId("document").classList.toggle("columns", !isOne);
  byId("document").classList.toggle("with-relations", relationsOf(doc).length > 0);
  style(byId("document"), { "--sides": isOne ? 1 : names.length });
  replace(byId("legend"), ...(isOne ? legend() : []), views(doc), repairSlider("document"));
  replace(byId("heads"), ...(isOne ? [] : [element("span"), ...names]));
  byId("heads").hidden = isOne;
}

/** What the bands say, in words. */
function legend() {
  const system = SYSTEMS[state.system].name;
  /** @type {(look: string, ...words: Child[]) => HTMLElement} */
  const sign = (look, ...words) =>
    element("span", { class: "sign" }, element("i", { class: `sample ${look}`, "aria-hidden": "true" }), ...words);
  return [
    element(
      "p",
      {},
      element("b", {}, "Above the words: "),
      TWO ? `${LETTERS[state.system]} ` : "response ",
      name(system),
    ),
    element("p", {}, element("b", {}, "Below: "), "key ", name(INDEX.key)),
    sign("found", "in both"),
    sign("missed", "missing: only the key has it"),
    sign("invented", "spurious: only the response has it"),
    sign("dashed", "in a chain without counterpart"),
    !state.signs &&
      element(
        "span",
        { class: "sign" },
        element("i", { class: "wrong-dot", "aria-hidden": "true" }),
        "wrong; point at it for details",
      ),
  ];
}

/** Whether names and badges stand in the text, or show where one points. */
export function drawSigns() {
  byId("document").classList.toggle("quiet", !state.signs);
}

/** @param {OpenDocument} doc */
function views(doc) {
  const isPossible = oneText(doc.sides[0], responseOf(doc)) !== null;
  /** @type {(label: string, columns: boolean) => HTMLElement} */
  const choice = (label, columns) =>
    button(
      {
        "aria-pressed": String((state.columns || !isPossible) === columns),
        disabled: !columns && !isPossible,
        title: columns ? "A column for the key and one for each system (c)" : "Key and response on the same words (c)",
        onclick: () => {
          state.columns = columns;
          announce("columns");
        },
      },
      label,
    );
  return element(
    "span",
    { class: "views" },
    button(
      {
        id: "signs",
        class: "sign-switch",
        "aria-pressed": String(state.signs),
        title: "Names of entities and badges at every mention, or only at the mention under the pointer (b)",
        onclick: () => {
          state.signs = !state.signs;
          announce("signs");
        },
      },
      "Badges",
    ),
    element(
      "span",
      { class: "switch", role: "group", "aria-label": "How the text is shown" },
      choice("One text", false),
      choice("Columns", true),
    ),
  );
}

/** The rows of the open document, without those of another. */
export function drawText() {
  const { doc } = state;
  filled.clear();
  stocked.clear();
  replace(byId("text"));
  if (!doc) return;
  const count = Math.ceil(doc.sentences / BLOCK);
  const blocks = Array.from({ length: count }, (_, block) => {
    const one = element("div", { class: "rows" });
    one.style.height = `${ROW_HEIGHT * Math.min(BLOCK, doc.sentences - block * BLOCK)}px`;
    return one;
  });
  byId("text").append(...blocks);
  fillNear();
}

/**
 * The rows of a block of sentences; there are none before it comes near.
 * @param {OpenDocument} doc
 * @param {number} block
 */
function rowsIn(doc, block) {
  const one = row(byId("text").children[block]);
  if (!one.firstChild) {
    const first = block * BLOCK;
    const known = heights.get(one);
    const rows = Array.from({ length: Math.min(BLOCK, doc.sentences - first) }, (_, place) =>
      element("div", {
        class: "sentence",
        role: "listitem",
        id: `s${first + place}`,
        style: known ? { height: `${known[place]}px` } : {},
      }),
    );
    one.append(...rows);
    one.style.height = "";
    stocked.add(one);
  }
  return one.children;
}

/** Gives up the rows of blocks that are far away, unless the focus is there. @param {DOMRect} frame */
function dropFar(frame) {
  for (const block of stocked) {
    const { top, bottom, height } = block.getBoundingClientRect();
    if ((bottom > frame.top - FAR && top < frame.bottom + FAR) || block.contains(document.activeElement)) continue;
    const rows = [...block.children].map(row);
    heights.set(
      block,
      rows.map((one) => one.offsetHeight),
    );
    for (const one of rows) filled.delete(one);
    replace(block);
    block.style.height = `${height}px`;
    stocked.delete(block);
  }
}

/**
 * @param {OpenDocument} doc
 * @param {number} sentence
 */
const rowOf = (doc, sentence) => row(rowsIn(doc, Math.floor(sentence / BLOCK))[sentence % BLOCK]);

/** Where a sentence stands: its row, or the block that will have it. @param {number} sentence */
export function placeOfSentence(sentence) {
  const block = byId("text").children[Math.floor(sentence / BLOCK)];
  return block?.children[sentence % BLOCK] ?? block;
}

/**
 * Draws the rows in sight and near it, as often as those drawn make room for others.
 * @param {boolean} [isFast] whether the text moves too fast to be read: then rows have their words alone
 */
export function fillNear(isFast = false) {
  const { doc } = state;
  if (!doc) return;
  const frame = byId("main").getBoundingClientRect();
  const [top, bottom] = [frame.top - NEAR, frame.bottom + NEAR];
  const blocks = byId("text").children;
  if (!isPrinted) dropFar(frame);
  for (let pass = 0; pass < PASSES; pass += 1) {
    /** @type {HTMLElement[]} */
    const empty = [];
    for (let block = firstBelow(blocks, top); block < blocks.length; block += 1) {
      if (blocks[block].getBoundingClientRect().top > bottom) break;
      const rows = rowsIn(doc, block);
      for (let place = firstBelow(rows, top); place < rows.length; place += 1) {
        const one = row(rows[place]);
        if (one.getBoundingClientRect().top > bottom) break;
        if (!(isFast ? filled.has(one) || one.firstChild : filled.get(one))) empty.push(one);
      }
    }
    if (!empty.length) return;
    for (const one of empty) {
      if (isFast) sketchRow(doc, one);
      else fillRow(doc, one);
    }
    if (isFast) return;
  }
}

/**
 * A row with nothing but its words, which is there at once.
 * @param {OpenDocument} doc
 * @param {HTMLElement} one
 */
function sketchRow(doc, one) {
  const sentence = sentenceIn(one);
  const sides = textOfBoth(doc) ? doc.sides.slice(0, 1) : doc.sides;
  one.classList.add("filled");
  one.style.height = "";
  replace(
    one,
    element("span", { class: "line", "aria-hidden": "true" }, String(sentence + 1)),
    ...sides.map((side, number) =>
      element(
        "p",
        { class: "cell sketch", dir: "auto", "data-side": number, style: { "--lanes": 1, "--above": 1, "--below": 1 } },
        joined(side, side.starts[sentence], side.starts[sentence + 1] - 1),
      ),
    ),
  );
}

/**
 * The first of these that reaches below a height of the screen.
 * @param {HTMLCollection} boxes
 * @param {number} height
 */
function firstBelow(boxes, height) {
  let low = 0;
  let high = boxes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boxes[middle].getBoundingClientRect().bottom > height) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** @param {Element} target */
const row = (target) => /** @type {HTMLElement} */ (target);

/** @param {HTMLElement} one */
const sentenceIn = (one) => Number(one.id.slice(1));

/**
 * @param {OpenDocument} doc
 * @param {HTMLElement} one
 */
function fillRow(doc, one) {
  if (filled.get(one)) return;
  filled.set(one, true);
  one.classList.add("filled");
  one.style.height = "";
  const sentence = sentenceIn(one);
  replace(
    one,
    element("span", { class: "line", "aria-hidden": "true" }, String(sentence + 1)),
    ...cells(doc, sentence),
  );
  if (!state.mention) return;
  const chain = chainOf(state.mention);
  for (const mention of doc.sides.flatMap((side) => side.bySentence[sentence])) {
    if (chain.has(mention)) mark(one, mention);
  }
}

/**
 * @param {OpenDocument} doc
 * @param {number} sentence
 */
function cells(doc, sentence) {
  const text = textOfBoth(doc);
  return text
    ? [line(text, doc, responseOf(doc), sentence)]
    : doc.sides.map((_, number) => cell(doc, number, sentence));
}

/** Draws anew what is in sight, the rest when it comes near. A mention that had the focus has it again. */
export function redrawText() {
  const focused = document.activeElement?.closest("#text [data-mention]")?.id;
  for (const one of filled.keys()) filled.set(one, false);
  fillNear();
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Whether all rows are there to be printed. */
let isPrinted = false;
addEventListener("afterprint", () => {
  isPrinted = false;
});

/** @param {OpenDocument} doc */
export function fillText(doc) {
  isPrinted = true;
  for (let sentence = 0; sentence < doc.sentences; sentence += 1) fillRow(doc, rowOf(doc, sentence));
}

/**
 * @param {HTMLElement} root
 * @param {Mention} mention
 */
function mark(root, mention) {
  for (const piece of root.querySelectorAll(`[data-m~="${mention.id}"], [data-mention="${mention.id}"]`)) {
    piece.classList.add("chain");
    if (mention === state.mention) piece.classList.add("selected");
  }
}

/** Sets off the selection, its chain, and the column it stands in. */
export function markSelection() {
  const text = byId("text");
  for (const one of text.querySelectorAll(".selected, .chain, .aside.now")) {
    one.classList.remove("selected", "chain", "now");
  }
  if (state.relation) {
    for (const one of text.querySelectorAll(
      `.aside[data-relations~="${state.relation}"], [data-relation="${state.relation}"]`,
    )) {
      one.classList.add("now");
    }
  }
  [...byId("heads").children].forEach((head, position) => {
    head.classList.toggle("focus", position === state.side + 1);
  });
  const { doc } = state;
  if (!state.mention || !doc) return;
  const chain = chainOf(state.mention);
  for (const one of filled.keys()) {
    for (const side of doc.sides) {
      for (const mention of side.bySentence[sentenceIn(one)]) if (chain.has(mention)) mark(one, mention);
    }
  }
}

/**
 * Brings the selection into sight and keeps it there while the rows around it are drawn and find their heights.
 * @param {OpenDocument} doc
 * @param {boolean} focus
 */
export function reveal(doc, focus) {
  const { mention, relation } = state;
  const place = mention ?? relationsOf(doc).find(({ id }) => id === relation)?.anaphors[0];
  if (!place) return;
  const text = byId("text");
  for (let sentence = place.sentence; sentence <= place.lastSentence; sentence += 1) {
    fillRow(doc, rowOf(doc, sentence));
  }
  const target = mention
    ? document.getElementById(`tag-${mention.id}`)
    : /** @type {HTMLElement | null} */ (text.querySelector(`[data-relation="${relation}"]`));
  if (!target) return;
  let still = 0;
  let frames = 0;
  const settle = () => {
    if (state.mention !== mention || state.relation !== relation || !target.isConnected) return;
    const isThere = isInSight(target);
    if (!isThere) target.scrollIntoView({ block: "center" });
    const before = filled.size;
    fillNear();
    still = isThere && filled.size === before ? still + 1 : 0;
    frames += 1;
    if (still < STILL && frames < FRAMES) requestAnimationFrame(settle);
  };
  settle();
  if (focus) target.focus({ preventScroll: true });
}

/** @param {HTMLElement} target */
function isInSight(target) {
  const box = target.getBoundingClientRect();
  const frame = byId("main").getBoundingClientRect();
  return box.top >= frame.top + MARGIN.above && box.bottom <= frame.bottom - MARGIN.below;
}

/**
 * Goes to the next place of what is sought. Returns whether there is any.
 * @param {OpenDocument} doc
 */
export function nextHit(doc) {
  const marks = [...byId("text").querySelectorAll("mark")];
  const current = marks.findIndex((one) => one.classList.contains("now"));
  marks[current]?.classList.remove("now");
  const found = marks[current + 1] ?? hitAfter(doc, marks[current]);
  found?.classList.add("now");
  found?.scrollIntoView({ block: "center" });
  return Boolean(found);
}

/**
 * The first place in a row that follows, which may not be drawn yet; after the last row comes the first.
 * @param {OpenDocument} doc
 * @param {Element | undefined} place
 */
function hitAfter(doc, place) {
  const query = state.query.toLowerCase();
  const [key] = doc.sides;
  const start = place ? sentenceIn(row(/** @type {Element} */ (place.closest(".sentence")))) + 1 : 0;
  for (let step = 0; step < doc.sentences; step += 1) {
    const sentence = (start + step) % doc.sentences;
    if (
      !joined(key, key.starts[sentence], key.starts[sentence + 1] - 1)
        .toLowerCase()
        .includes(query)
    )
      continue;
    const one = rowOf(doc, sentence);
    fillRow(doc, one);
    const found = one.querySelector("mark");
    if (found) return found;
  }
  return null;
}
