/* The list of documents: which are listed, in which order, beside the text and on the overview. */

import { carded, hideCard, showCardOf } from "./card.js";
import { byId, element, replace } from "./elements.js";
import { emptyNote, scoreText } from "./empty.js";
import { byMention, isFiltered, isInRange, linesByDocument, nounOfStops, scoreOf } from "./filters.js";
import { exampleOf } from "./lines.js";
import { openDocument } from "./navigation.js";
import { grouped, plural, sum } from "./numbers.js";
import { CLASSES, DOCUMENTS, INDEX, LETTERS, SYSTEMS, TWO, family } from "./payload.js";
import { hitsIn, isSearching, searchResult } from "./search.js";
import { state } from "./state.js";
import { VirtualRows } from "./virtual.js";

/** @import {Child} from "./elements.js" */

const ROW_HEIGHT = 30;

/** A listbox of documents; arrows move in it, Enter opens. */
class DocumentList {
  /**
   * @param {HTMLElement} box
   * @param {(number: number) => Child[]} cells
   */
  constructor(box, cells) {
    this.box = box;
    this.active = -1;
    /** @type {number[]} */
    this.numbers = [];
    /** @type {VirtualRows<number>} */
    this.rows = new VirtualRows(box, ROW_HEIGHT, (number, position) =>
      carded(
        element(
          "div",
          {
            role: "option",
            class: "doc-row",
            id: `${box.id}-${position}`,
            "data-document": number,
            "aria-selected": String(position === this.active),
            "aria-posinset": position + 1,
            "aria-setsize": this.rows.items.length,
            onclick: () => openDocument(number),
          },
          ...cells(number),
        ),
        () => cardOf(number),
      ),
    );
    replace(box, this.rows.inner);
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("scroll", () => this.point(), { passive: true });
    box.addEventListener("blur", hideCard);
  }

  /** @param {number[]} numbers */
  set(numbers) {
    this.numbers = numbers;
    this.active = numbers.indexOf(state.document);
    this.rows.set(numbers);
    this.point();
  }

  /** Marks the open document and brings it into sight. */
  follow() {
    this.go(this.numbers.indexOf(state.document));
  }

  /** @param {number} position */
  go(position) {
    this.active = position;
    if (position < 0) this.rows.draw();
    else this.rows.reveal(position);
    this.point();
  }

  point() {
    const { from, to } = this.rows.shown;
    if (this.active >= from && this.active < to) {
      this.box.setAttribute("aria-activedescendant", `${this.box.id}-${this.active}`);
    } else this.box.removeAttribute("aria-activedescendant");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const items = this.numbers;
    const page = Math.max(1, Math.floor(this.box.clientHeight / ROW_HEIGHT) - 1);
    const steps = new Map([
      ["ArrowDown", 1],
      ["ArrowUp", -1],
      ["PageDown", page],
      ["PageUp", -page],
      ["Home", -Infinity],
      ["End", Infinity],
    ]);
    const step = steps.get(event.key);
    if (step !== undefined && items.length) {
      this.go(Math.min(items.length - 1, Math.max(0, this.active + step)));
      showCardOf(document.getElementById(`${this.box.id}-${this.active}`));
    } else if (event.key === "Enter" && this.active >= 0) openDocument(items[this.active]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @type {number[]} */
let listed = [];
/** How many errors or mentions are asked for in each document. @type {number[]} */
let counts = [];

/** @type {(one: number, other: number) => (number: number) => number} */
const ahead = (one, other) => (number) => (scoreOf(number, other) ?? 0) - (scoreOf(number, one) ?? 0);

/** @type {Record<string, {label: string, value: (number: number) => number}>} */
export const SORTS = {
  score: { label: "lowest score first", value: (number) => scoreOf(number) ?? 2 },
  best: { label: "highest score first", value: (number) => -(scoreOf(number) ?? -1) },
  errors: { label: "most errors first", value: (number) => -counts[number] },
  length: { label: "longest first", value: (number) => -DOCUMENTS[number].tokens },
  file: { label: "as in the file", value: (number) => number },
  ...(TWO && {
    first: { label: "A ahead of B", value: ahead(0, 1) },
    second: { label: "B ahead of A", value: ahead(1, 0) },
  }),
};

/** @param {number} number */
function isListed(number) {
  const query = state.query.toLowerCase();
  const named = DOCUMENTS[number].name.toLowerCase().includes(query);
  if (query && !named && !hitsIn(number) && !(number === state.document && !isSearching())) return false;
  if (isFiltered() && counts[number] === 0) return false;
  return isInRange(number);
}

export function listDocuments() {
  counts = linesByDocument();
  const { value } = SORTS[state.sort];
  listed = DOCUMENTS.map((_, number) => number).filter(isListed);
  const keys = new Map(listed.map((number) => [number, value(number)]));
  listed.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0) || a - b);
  sideList.set(listed);
  tableList.set(listed);
  byId("found").textContent = found();
}

function found() {
  const all = DOCUMENTS.length;
  if (isSearching()) return searchResult();
  return listed.length === all ? plural(all, "document") : `${grouped(listed.length)} of ${plural(all, "document")}`;
}

export function followDocument() {
  sideList.follow();
}

/** Opens the next or previous document of the list. @param {1 | -1} direction */
export function stepDocument(direction) {
  const rows = listed.length ? listed : DOCUMENTS.map((_, number) => number);
  const at = rows.indexOf(state.document);
  const first = direction > 0 ? 0 : rows.length - 1;
  return rows.length ? openDocument(rows[at < 0 ? first : (at + direction + rows.length) % rows.length]) : undefined;
}

/** @param {number} number */
const nameOf = (number) => element("span", { class: "name", dir: "auto" }, DOCUMENTS[number].name);

/** A summary of a document: its scores, its size and its errors by class. @param {number} number */
function cardOf(number) {
  const { name, tokens, mentions, errors } = DOCUMENTS[number];
  const found = errors[state.system];
  const kinds = CLASSES.flatMap((kind, place) => (found[place] ? [`${kind.label} ${grouped(found[place])}`] : []));
  const scores = SYSTEMS.map(
    (_, system) =>
      `${TWO ? `${LETTERS[system]} ` : ""}${scoreText(scoreOf(number, system), scoreOf(number, system) === null)}`,
  );
  return {
    name,
    facts: [
      `${INDEX.metric_labels[INDEX.headline]} F1 ${scores.join(" · ")}`,
      `${plural(tokens, "token")}, ${plural(mentions, "gold mention")}`,
      `${TWO ? `${LETTERS[state.system]}: ` : ""}${plural(sum(found), "error")}${kinds.length ? `: ${kinds.join(", ")}` : ""}`,
    ],
    example: () => exampleOf({ document: [name] }, state.system),
  };
}

/**
 * @param {number} number
 * @param {number} [system]
 */
function scoreElement(number, system) {
  const score = scoreOf(number, system);
  return element("span", { class: "score", title: emptyNote(score === null) }, scoreText(score, score === null));
}

const sideList = new DocumentList(byId("documents"), (number) => {
  const hits = hitsIn(number);
  return [
    nameOf(number),
    hits > 0 && element("span", { class: "hits" }, `${hits}×`),
    (state.sort === "errors" || isFiltered()) &&
      element("span", { class: "count" }, `${grouped(counts[number])} ${nounOfStops(counts[number])}`),
    scoreElement(number),
  ];
});

const table = element("div", {
  id: "table",
  class: "documents table-list",
  role: "listbox",
  tabindex: "0",
  "aria-label": "Documents with their figures",
});
const tableList = new DocumentList(table, (number) => {
  const row = DOCUMENTS[number];
  const errors = row.errors[state.system];
  const total = Math.max(1, sum(errors));
  return [
    nameOf(number),
    element("span", { class: "count" }, grouped(row.tokens)),
    element("span", { class: "count" }, grouped(row.mentions)),
    element("span", { class: "count" }, grouped(counts[number])),
    element(
      "span",
      { class: "mini", "aria-hidden": "true" },
      ...CLASSES.map(
        (kind, position) =>
          errors[position] > 0 &&
          element("span", {
            class: `fill ${family(kind)} shade-${position}`,
            style: { width: `${(100 * errors[position]) / total}%` },
          }),
      ),
    ),
    ...SYSTEMS.map((_, system) => scoreElement(number, system)),
  ];
});

export function documentsPanel() {
  const scores = TWO ? LETTERS.map((letter) => `${letter} F1`) : ["F1"];
  return element(
    "section",
    { class: "panel wide" },
    element("h2", {}, "Documents"),
    element(
      "div",
      { class: "doc-row doc-head", "aria-hidden": "true" },
      element("span", { class: "name" }, "document"),
      element("span", { class: "count" }, "tokens"),
      element("span", { class: "count" }, "mentions"),
      element("span", { class: "count" }, byMention() ? "mentions chosen" : isFiltered() ? "errors chosen" : "errors"),
      element("span", { class: "mini" }, "by class"),
      ...scores.map((label) => element("span", { class: "score" }, label)),
    ),
    table,
  );
}
