/* The concordance: every error, or every mention with what became of it, as a line in its context. */

import { census } from "./census.js";
import { metricsLine, metricsSentence } from "./contrast.js";
import { loadDocument } from "./document.js";
import { badge, button, byId, element, isolated, quote, replace } from "./elements.js";
import {
  GROUPS,
  GROUP_NAMES,
  byMention,
  choose,
  chosenMetrics,
  clearFilters,
  isChosen,
  isFiltered,
  nounOfStops,
  setBin,
  setLines,
  setWithheld,
  setWords,
  toggleFilter,
} from "./filters.js";
import {
  FORMATS,
  ORDERS,
  about,
  distanceInWords,
  gainUnit,
  lineOf,
  mentionIn,
  needsWords,
  orderOf,
  orderedLines,
  recordsOf,
  wordsOf,
} from "./lines.js";
import { closeDrawer, openDocument, openDrawer, openList } from "./navigation.js";
import { grouped, plural, signed } from "./numbers.js";
import { DOCUMENTS, LETTERS, SYSTEMS, TWO, family, isRight, meaningOfDecision } from "./payload.js";
import { saveText, toClipboard } from "./saving.js";
import { documentsRead } from "./search.js";
import { select, visitError } from "./selection.js";
import { announce, state } from "./state.js";
import { VirtualRows } from "./virtual.js";

/** @import {OpenDocument} from "./document.js" */
/** @import {Choice} from "./filters.js" */
/** @import {Line, Words} from "./lines.js" */

/** On a narrow screen what the system chose and what is right have a line of their own. */
const isNarrow = () => state.drawer || matchMedia("(max-width: 760px)").matches;
const HEIGHTS = { narrow: 68, wide: 48, gains: 19 };
const KEPT = 60;
const EVERY = 1e9;
const PRINTABLE = [50, 200, 1000, 5000, EVERY];

/** Documents whose words are at hand. @type {Map<number, OpenDocument>} */
const ready = new Map();
/** @type {Set<number>} */
const asked = new Set();
/** Lines that are picked, by number. @type {Set<number>} */
const picked = new Set();
let active = 0;
let drawn = "";

const list = element("div", {
  id: "lines",
  class: "lines",
  role: "listbox",
  tabindex: "0",
  "aria-multiselectable": "true",
  "aria-label": "Lines: Enter opens the document, space picks a line for copying",
});
/** @type {VirtualRows<number>} */
const rows = new VirtualRows(list, HEIGHTS.wide, row);
const bar = element("div", { class: "list-bar" });
const status = element("p", { class: "note", role: "status", "aria-live": "polite" });
replace(list, rows.inner);

/**
 * Chooses something: charts redraw for it, and its lines are shown beside them. What is chosen already is given up.
 * @param {Choice} choice
 * @param {{lines?: "" | "errors" | "mentions", order?: string, system?: number}} [view]
 */
export function showLines(choice, { lines = "", order = "", system = state.system } = {}) {
  const groups = Object.keys(choice);
  const isOff =
    groups.length > 0 && state.drawer && state.lines === lines && state.system === system && isChosen(choice);
  choose(isOff ? Object.fromEntries(groups.map((group) => [group, []])) : choice);
  Object.assign(state, { lines, order, system });
  const isByKey = document.activeElement?.matches("#overview *:focus-visible");
  openDrawer(document.activeElement);
  if (isByKey) focusLines();
}

/** Puts the focus on the lines. */
export const focusLines = () => list.focus({ preventScroll: true });

export function drawConcordance() {
  const box = byId("concordance");
  if (!box.childElementCount) {
    replace(
      box,
      bar,
      element(
        "p",
        { class: "hidden", id: "lines-help" },
        "Left context, mention, right context; below what it is, what the system chose and what is right.",
      ),
      nothing,
      list,
    );
  }
  const hasBoth = isNarrow() && chosenMetrics() !== null;
  rows.height = isNarrow() ? HEIGHTS.narrow + (hasBoth ? HEIGHTS.gains : 0) : HEIGHTS.wide;
  list.classList.toggle("with-both", hasBoth);
  const view = JSON.stringify([byMention(), state.system, Object.values(state.filters).map((each) => [...each])]);
  if (view !== drawn) {
    picked.clear();
    active = 0;
    list.scrollTop = 0;
  }
  drawn = view;
  rows.set(orderedLines() ?? []);
  drawBar();
  drawNothing();
  point();
}

function drawBar() {
  const focused = bar.contains(document.activeElement) && document.activeElement?.id;
  replace(
    bar,
    element("div", { class: "list-line" }, chooseLines(), words(), order(), status, state.drawer && drawerButtons()),
    element("div", { class: "list-line" }, ...chips(), copying()),
    metricsLine(),
    metricsSentence(),
    withheld(),
  );
  drawStatus();
  if (focused) document.getElementById(focused)?.focus();
}

const nothing = element("p", { class: "note nothing" });

/** The reason why there are no lines. */
function drawNothing() {
  const isReading = needsWords() && documentsRead() < DOCUMENTS.length;
  nothing.hidden = rows.items.length > 0 || isReading;
  if (nothing.hidden) return;
  if (isFiltered()) nothing.textContent = `No ${nounOfStops(1)} passes the filters.`;
  else if (byMention()) nothing.textContent = "Neither the key nor the response has mentions.";
  else
    nothing.textContent = census().rows
      ? "There are no errors: the response equals the key."
      : "There are no mentions, so there are no errors.";
}

function drawStatus() {
  const count = rows.items.length;
  const read = documentsRead();
  const isReading = needsWords() && read < DOCUMENTS.length;
  const known = `${grouped(count)} ${nounOfStops(count)}`;
  const chosen = picked.size ? `, ${grouped(picked.size)} picked` : "";
  status.textContent = isReading
    ? `reading … ${grouped(read)} of ${plural(DOCUMENTS.length, "document")}`
    : known + chosen;
}

/** To see more of them, or none. */
const drawerButtons = () =>
  element(
    "span",
    { class: "drawer-buttons" },
    button({ id: "widen", title: "These lines alone (l)", onclick: openList }, "Whole window"),
    button({ id: "close-drawer", "aria-label": "Close the lines", title: "Close (Esc)", onclick: closeDrawer }, "×"),
  );

/** Some corpora withhold the words of documents that others own. */
function withheld() {
  const count = DOCUMENTS.filter((document) => document.withheld).length;
  if (!count) return null;
  return element(
    "div",
    { class: "list-line withheld" },
    element("span", {}, `The corpus withholds the words of ${plural(count, "document")}: they show as underscores.`),
    button(
      { id: "withheld", "aria-pressed": String(state.withheld), onclick: () => setWithheld(!state.withheld) },
      state.withheld ? "Show their lines" : "Hide their lines",
    ),
  );
}

function chooseLines() {
  const isByMention = byMention();
  return element(
    "div",
    { class: "switch", role: "group", "aria-label": "What is listed" },
    button({ id: "list-errors", "aria-pressed": String(!isByMention), onclick: () => setLines("errors") }, "Errors"),
    button(
      {
        id: "list-mentions",
        disabled: !census().rows,
        "aria-pressed": String(isByMention),
        onclick: () => setLines("mentions"),
      },
      "All mentions",
    ),
  );
}

let typing = 0;
function words() {
  const input = element("input", {
    type: "search",
    id: "words",
    placeholder: "Words",
    "aria-label": "Words to look for",
    autocomplete: "off",
    oninput: () => {
      clearTimeout(typing);
      typing = setTimeout(() => setWords(input.value.trim()), 150);
    },
  });
  input.value = state.words;
  const whose = element(
    "select",
    {
      id: "whose",
      "aria-label": "Whose words",
      onchange: () => setWords(input.value.trim(), WHOSE[whose.selectedIndex][0]),
    },
    ...WHOSE.map(([value, label]) => element("option", { value, selected: value === state.whose }, label)),
  );
  return element("span", { class: "words" }, whose, input);
}

/** @type {["mention" | "linked" | "correct", string][]} */
const WHOSE = [
  ["mention", "Mention has"],
  ["linked", "System linked to"],
  ["correct", "Correct antecedent"],
];

function order() {
  const { name, isReversed } = orderOf();
  const select = element(
    "select",
    { id: "order", disabled: !rows.items.length, onchange: () => setOrder(select.value, false) },
    ...Object.entries(ORDERS).map(([value, { label }]) =>
      element("option", { value, selected: value === name }, label),
    ),
  );
  return element(
    "span",
    { class: "ordering" },
    element("label", { for: "order" }, "Sort by "),
    select,
    button(
      {
        id: "reverse",
        disabled: !rows.items.length,
        "aria-pressed": String(isReversed),
        "aria-label": "Reverse the order",
        title: "Reverse the order",
        onclick: () => setOrder(name, !isReversed),
      },
      isReversed ? "↑" : "↓",
    ),
  );
}

/**
 * @param {string} name
 * @param {boolean} isReversed
 */
function setOrder(name, isReversed) {
  state.order = (isReversed ? "-" : "") + name;
  announce("order");
}

/** The chosen filters, each with a button to remove it. */
function chips() {
  const chosen = GROUP_NAMES.flatMap((group) =>
    [...state.filters[group]].map((value) => ({
      group: GROUPS[group].label,
      value,
      off: () => toggleFilter(group, value),
    })),
  );
  if (state.bin !== null) {
    chosen.push({
      group: "Score of the document",
      value: `${5 * state.bin}–${5 * state.bin + 5}`,
      off: () => setBin(null),
    });
  }
  const system = TWO && element("span", { class: "taken" }, `${LETTERS[state.system]} = ${SYSTEMS[state.system].name}`);
  if (state.words) {
    const [, whose] = WHOSE.find(([value]) => value === state.whose) ?? WHOSE[0];
    chosen.push({ group: whose, value: `“${state.words}”`, off: () => setWords("") });
  }
  return [
    system,
    ...chosen.map(({ group, value, off }) =>
      button(
        { class: "taken", title: `${group}: remove this filter`, onclick: off },
        element("bdi", {}, value),
        element("span", { "aria-hidden": "true" }, " ×"),
        element("span", { class: "hidden" }, " remove filter"),
      ),
    ),
    chosen.length > 1 && button({ class: "taken", onclick: clearFilters }, "clear all"),
  ];
}

function copying() {
  const disabled = !rows.items.length;
  const save = async () => saveText(FORMATS.csv(await records()), "corefeval-lines.csv", "text/csv");
  const count = element(
    "select",
    {
      id: "printed",
      disabled,
      "aria-label": "How many lines to copy, save or print where none is picked",
      onchange: () => (rows.printed = Number(count.value)),
    },
    ...PRINTABLE.map((most) =>
      element(
        "option",
        { value: most, selected: most === rows.printed },
        most === EVERY ? "all lines" : `${grouped(most)} lines`,
      ),
    ),
  );
  return element(
    "div",
    { class: "copying", role: "group", "aria-label": "Copy the picked lines, or the first ones" },
    button({ id: "copy-text", disabled, onclick: () => copy("text") }, "Copy"),
    button(
      { id: "copy-latex", disabled, title: "Numbered examples for gb4e", onclick: () => copy("latex") },
      "LaTeX examples",
    ),
    button({ id: "copy-table", disabled, title: "Copy table as LaTeX", onclick: () => copy("table") }, "LaTeX table"),
    button({ id: "copy-csv", disabled, onclick: () => copy("csv") }, "CSV"),
    button({ id: "save-csv", disabled, onclick: save }, "Save CSV"),
    button({ id: "print", disabled, onclick: print }, "Print"),
    count,
  );
}

/** Prints the first lines, when the words of all of them are at hand. */
async function print() {
  const documents = new Set(
    Array.from(rows.items)
      .slice(0, rows.printed)
      .map((number) => lineOf(number).document),
  );
  status.textContent = `reading ${plural(documents.size, "document")} …`;
  for (const number of documents) ready.set(number, await loadDocument(number));
  drawStatus();
  window.print();
}

/** The picked lines in their order; without any as many of the list as are asked for. */
function records() {
  const listed = Array.from(rows.items);
  const numbers = listed.filter((number) => picked.has(number));
  return recordsOf(numbers.length ? numbers : listed.slice(0, rows.printed));
}

/** @param {string} format */
async function copy(format) {
  const found = await records();
  const text = FORMATS[format](found);
  const isCopied = await toClipboard(text);
  status.textContent = isCopied ? `${plural(found.length, "line")} copied` : "the browser does not allow copying here";
}

/**
 * @param {number} number
 * @param {number} position
 */
function row(number, position) {
  const line = lineOf(number);
  const doc = ready.get(line.document);
  if (!doc) load(line.document);
  const text = doc ? wordsOf(doc, line) : null;
  return element(
    "div",
    {
      role: "option",
      class: `line-row${position === active ? " active" : ""}`,
      id: `line-${position}`,
      "aria-selected": String(picked.has(number)),
      "aria-posinset": position + 1,
      "aria-setsize": rows.items.length,
      onclick: (/** @type {Event} */ event) => click(/** @type {MouseEvent} */ (event), position),
    },
    element("span", { class: "pick", "aria-hidden": "true" }, picked.has(number) ? "☑" : "☐"),
    text ? context(text) : element("span", { class: "kwic waiting" }, "…"),
    facts(line, text),
  );
}

/** @param {Words} text */
function context(text) {
  const isRightToLeft = /^[^A-Za-z\u00c0-\u024f]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(
    text.mention || text.right,
  );
  return element(
    "span",
    { class: "kwic", dir: isRightToLeft ? "rtl" : "ltr" },
    element("span", { class: "left" }, element("bdi", {}, ...isolated(text.left))),
    " ",
    element("b", { class: "keyword" }, element("bdi", {}, ...isolated(text.mention))),
    " ",
    element("span", { class: "right" }, element("bdi", {}, ...isolated(text.right))),
  );
}

/**
 * @param {Line} line
 * @param {Words | null} text
 */
function facts(line, text) {
  const badges = line.kind ? [line.kind] : line.classes;
  return element(
    "span",
    { class: "facts" },
    ...badges.map((kind) => badge(kind.badge, family(kind))),
    element(
      "span",
      {
        class: isRight(line.decision) && !line.kind ? "right-word" : "",
        title: !line.kind && meaningOfDecision(line.decision),
      },
      about(line),
    ),
    line.mentions > 1 && element("span", {}, plural(line.mentions, "mention")),
    line.type !== "" && element("span", {}, line.type),
    line.codes !== "" && element("span", {}, element("bdi", {}, line.codes)),
    line.distance !== null && element("span", {}, distanceInWords(line.distance)),
    text &&
      element(
        "span",
        { class: "targets" },
        ...text.targets.flatMap(({ who, words: chosen }, place) => [`${place ? " · " : ""}${who} `, quote(chosen)]),
      ),
    ...(line.both.length
      ? line.both.map(({ label, gain }) =>
          element("span", { class: "gain" }, `${label} ${gain === null ? "–" : signed(gain)}`),
        )
      : [
          line.gain !== null && element("span", { class: "gain", title: `points of ${gainUnit()}` }, signed(line.gain)),
        ]),
    element("span", { class: "where" }, element("bdi", {}, DOCUMENTS[line.document].name), text && `:${text.sentence}`),
  );
}

/** Reads a document for its words, and draws the lines in sight again. @param {number} number */
async function load(number) {
  if (asked.has(number)) return;
  asked.add(number);
  const doc = await loadDocument(number);
  asked.delete(number);
  ready.set(number, doc);
  for (const oldest of ready.keys()) if (ready.size > KEPT) ready.delete(oldest);
  if (!asked.size && (state.list || state.drawer) && !state.doc) {
    rows.draw();
    point();
  }
}

/**
 * @param {MouseEvent} event
 * @param {number} position
 */
function click(event, position) {
  const isPick =
    event.ctrlKey || event.metaKey || event.shiftKey || /** @type {Element} */ (event.target).closest(".pick");
  if (!isPick) {
    open(position);
    return;
  }
  if (event.shiftKey) {
    for (let at = Math.min(active, position); at <= Math.max(active, position); at += 1) picked.add(rows.items[at]);
  } else pick(position);
  go(position);
}

/** @param {number} position */
function pick(position) {
  const number = rows.items[position];
  if (!picked.delete(number)) picked.add(number);
}

/** Opens the document of a line at its mention. @param {number} position */
async function open(position) {
  active = position;
  const line = lineOf(rows.items[position]);
  const found = await loadDocument(line.document);
  const doc = await openDocument(line.document, { mention: mentionIn(found, line).id });
  if (!doc) return;
  if (line.error >= 0) visitError(doc, line.error);
  else if (state.mention) select(state.mention);
}

/** @param {number} position */
function go(position) {
  active = Math.max(0, Math.min(rows.items.length - 1, position));
  rows.reveal(active);
  point();
  drawStatus();
}

function point() {
  const { from, to } = rows.shown;
  if (active >= from && active < to) list.setAttribute("aria-activedescendant", `line-${active}`);
  else list.removeAttribute("aria-activedescendant");
}

list.addEventListener("scroll", point, { passive: true });
addEventListener("keydown", (event) => {
  const isShown = (state.list || state.drawer) && !state.doc;
  if (event.key !== "p" || !(event.ctrlKey || event.metaKey) || !isShown) return;
  event.preventDefault();
  print();
});
list.addEventListener("keydown", (event) => {
  const page = Math.max(1, Math.floor(list.clientHeight / rows.height) - 1);
  const steps = new Map([
    ["ArrowDown", 1],
    ["ArrowUp", -1],
    ["j", 1],
    ["k", -1],
    ["PageDown", page],
    ["PageUp", -page],
    ["Home", -Infinity],
    ["End", Infinity],
  ]);
  const step = steps.get(event.key);
  if (event.ctrlKey || event.metaKey || event.altKey || !rows.items.length) return;
  if (step !== undefined) {
    go(active + step);
    if (event.shiftKey && !picked.has(rows.items[active])) pick(active);
  } else if (event.key === " ") {
    pick(active);
    go(active);
  } else if (event.key === "Enter") open(active);
  else return;
  event.preventDefault();
  event.stopPropagation();
});
