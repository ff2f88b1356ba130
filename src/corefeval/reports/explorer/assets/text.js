/* The document: a row a sentence, one text or a cell a side. Rows are drawn when they come near. */

import { chainOf, joined, oneText } from "./document.js";
import { button, byId, element, name, replace, style } from "./elements.js";
import { INDEX, LETTERS, SYSTEMS, TWO } from "./payload.js";
import { cell, line } from "./runs.js";
import { announce, relationsOf, responseOf, state } from "./state.js";

/** @import {Mention, OpenDocument} from "./document.js" */
/** @import {Child} from "./elements.js" */

const NEAR = 400;
const FIRST_ROWS = 8;
const MARGIN = { above: 40, below: 10 };
const STILL = 3;
const FRAMES = 30;

/** @type {IntersectionObserver | null} */
let observer = null;

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
  byId("document").classList.toggle("columns", !isOne);
  byId("document").classList.toggle("with-relations", relationsOf(doc).length > 0);
  style(byId("document"), { "--sides": isOne ? 1 : names.length });
  replace(byId("legend"), ...(isOne ? legend() : []), views(doc));
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
    sign("missed", "missed: the key alone has it"),
    sign("invented", "invented: the response alone"),
    sign("dashed", "in a chain without counterpart"),
  ];
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
    { class: "switch views", role: "group", "aria-label": "How the text is shown" },
    choice("One text", false),
    choice("Columns", true),
  );
}

/** The rows of the open document, without those of another. */
export function drawText() {
  observer?.disconnect();
  observer = null;
  const { doc } = state;
  replace(byId("text"));
  if (!doc) return;
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) fillRow(doc, row(target));
    },
    { root: byId("main"), rootMargin: `${NEAR}px 0px` },
  );
  observer = near;
  const rows = Array.from({ length: doc.sentences }, (_, sentence) =>
    element("li", { class: "sentence", id: `s${sentence}`, "data-sentence": sentence }),
  );
  replace(byId("text"), ...rows);
  rows.forEach((one, sentence) => {
    if (sentence < FIRST_ROWS) fillRow(doc, one);
    else near.observe(one);
  });
}

/** @param {Element} target */
const row = (target) => /** @type {HTMLElement} */ (target);

const rows = () => /** @type {HTMLElement[]} */ ([...byId("text").children]);

/**
 * @param {OpenDocument} doc
 * @param {HTMLElement} one
 */
function fillRow(doc, one) {
  if (one.dataset.filled) return;
  one.dataset.filled = "yes";
  observer?.unobserve(one);
  const sentence = Number(one.dataset.sentence);
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

/** Draws anew what is in sight, the rest when it comes near. @param {OpenDocument} doc */
export function redrawText(doc) {
  const drawn = rows().filter((one) => one.dataset.filled);
  const places = drawn.map((one) => one.getBoundingClientRect());
  drawn.forEach((one, number) => {
    delete one.dataset.filled;
    const { top, bottom } = places[number];
    if (bottom > -NEAR && top < innerHeight + NEAR) fillRow(doc, one);
    else observer?.observe(one);
  });
}

/** @param {OpenDocument} doc */
export function fillText(doc) {
  for (const one of rows()) fillRow(doc, one);
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
      `[data-m*="${state.relation}"].aside, [data-relation="${state.relation}"]`,
    )) {
      one.classList.add("now");
    }
  }
  [...byId("heads").children].forEach((head, position) => {
    head.classList.toggle("focus", position === state.side + 1);
  });
  if (!state.mention) return;
  for (const mention of chainOf(state.mention)) {
    for (let sentence = mention.sentence; sentence <= mention.lastSentence; sentence += 1) {
      mark(row(text.children[sentence]), mention);
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
    fillRow(doc, row(text.children[sentence]));
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
    const grew = fillSight(doc, place.lastSentence);
    still = isThere && !grew ? still + 1 : 0;
    frames += 1;
    if (still < STILL && frames < FRAMES) requestAnimationFrame(settle);
  };
  settle();
  if (focus) target.focus({ preventScroll: true });
}

/**
 * Draws the rows that are in sight with a sentence. Returns whether there were any to draw.
 * @param {OpenDocument} doc
 * @param {number} sentence
 */
function fillSight(doc, sentence) {
  const { children } = byId("text");
  const frame = byId("main").getBoundingClientRect();
  /** @type {HTMLElement[]} */
  const empty = [];
  for (const step of [-1, 1]) {
    for (let place = sentence + step; children[place]; place += step) {
      const { top, bottom } = children[place].getBoundingClientRect();
      if (bottom < frame.top || top > frame.bottom) break;
      const one = row(children[place]);
      if (!one.dataset.filled) empty.push(one);
    }
  }
  for (const one of empty) fillRow(doc, one);
  return empty.length > 0;
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
  const start = place ? Number(row(/** @type {Element} */ (place.closest("li"))).dataset.sentence) + 1 : 0;
  for (let step = 0; step < doc.sentences; step += 1) {
    const sentence = (start + step) % doc.sentences;
    if (
      !joined(key, key.starts[sentence], key.starts[sentence + 1] - 1)
        .toLowerCase()
        .includes(query)
    )
      continue;
    const one = row(byId("text").children[sentence]);
    fillRow(doc, one);
    const found = one.querySelector("mark");
    if (found) return found;
  }
  return null;
}
