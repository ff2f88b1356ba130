/* The panel of filters: every value with how many mentions or errors have it. */

import { openPalette } from "./dialogs.js";
import { badge, button, byId, element, replace } from "./elements.js";
import { GROUPS, GROUP_NAMES, agreeing, countsOf, setEntity, toggleAll, toggleFilter } from "./filters.js";
import { grouped } from "./numbers.js";
import {
  CLASSES,
  DECISIONS,
  LETTERS,
  SYSTEMS,
  family,
  meaningOfClass,
  meaningOfDecision,
  meaningOfOutcome,
} from "./payload.js";
import { state } from "./state.js";

/** @import {Group} from "./state.js" */

/** @type {Group[]} */
const OPENED = ["class", "decision", "pair", "type", "linked", "genre", "distance"];
/** Decisions that are one to who asks whether a mention was linked, found or invented. @type {[string, RegExp][]} */
const KINDS = [
  ["right", /^C/],
  ["wrong link", /^WL/],
  ["not linked", /^FN-new/],
  ["missing", /missing/],
  ["linked, but first", /^FA-first/],
  ["spurious", /spurious/],
];
/** The groups that are unfolded. */
const unfolded = new Set(OPENED);
/** Groups of which there was something. @type {Set<Group>} */
const occurring = new Set();

export function drawFilters() {
  const box = byId("filters");
  const focused = box.contains(document.activeElement) && document.activeElement?.id;
  replace(box, ...GROUP_NAMES.map(group), state.doc && entityFilter());
  for (const one of stopsIn(box)) one.tabIndex = -1;
  const now = (focused && document.getElementById(focused)) || stopsIn(box)[0];
  if (now) now.tabIndex = 0;
  if (focused) now?.focus();
}

/** All elements of the panel that can have the focus. @param {HTMLElement} box @returns {HTMLElement[]} */
const stopsIn = (box) => [.../** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("summary, input, button"))];

/** The panel is one stop for Tab; arrows go from one value to the next. @param {KeyboardEvent} event */
function rove(event) {
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
  const box = byId("filters");
  const stops = stopsIn(box).filter((one) => one.checkVisibility());
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (step === undefined || at < 0) return;
  const next = stops[Math.max(0, Math.min(stops.length - 1, at + step))];
  stops[at].tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
  event.preventDefault();
  event.stopPropagation();
}
byId("filters").addEventListener("keydown", rove);

/** How many combinations of systems are listed at most. */
const COMBINATIONS = 10;

/**
 * The most frequent values, and those that are chosen, in their own order.
 * @param {string[]} values
 * @param {Map<string, number>} known
 */
function foremost(values, known) {
  const most = [...values].sort((a, b) => (known.get(b) ?? 0) - (known.get(a) ?? 0)).slice(0, COMBINATIONS);
  return values.filter(
    (value) => most.includes(value) || (state.filters.pair.has(value) && state.filters.pair.size < COMBINATIONS),
  );
}

/** @param {Group} name */
function group(name) {
  const { label, values } = GROUPS[name];
  const chosen = state.filters[name];
  if (name === "document" && !chosen.size) return null;
  const isOpen = unfolded.has(name) || chosen.size > 0;
  const body = element("div");
  const draw = () => {
    const known = countsOf(name);
    const all = values.filter((value) => value && (known.get(value) || chosen.has(value)));
    const shown = name === "pair" ? foremost(all, known) : all;
    const options = shown.map((value) => option(name, value, values.indexOf(value), known));
    replace(
      body,
      name === "decision" && kindsOfDecisions(known),
      name === "pair" && SYSTEMS.length > 2 && ofThePair(),
      element("div", { class: "options", role: "group", "aria-label": label }, ...options),
    );
    return shown.length;
  };
  // what is folded is counted when it is unfolded; a group of which there was nothing is looked at again
  if (isOpen || !occurring.has(name)) {
    const count = draw();
    if (!count || (count === 1 && name === "genre" && !chosen.size)) return null;
    occurring.add(name);
  }
  return element(
    "details",
    {
      "data-group": name,
      open: isOpen,
      ontoggle: (event) => {
        if (/** @type {HTMLDetailsElement} */ (event.currentTarget).open) {
          unfolded.add(name);
          if (!body.childElementCount) draw();
        } else unfolded.delete(name);
      },
    },
    element("summary", {}, label, chosen.size > 0 && element("span", { class: "chosen" }, String(chosen.size))),
    body,
  );
}

/**
 * @param {Group} name
 * @param {string} value
 * @param {number} position
 * @param {Map<string, number>} known
 */
function option(name, value, position, known) {
  const id = `filter-${name}-${position}`;
  const kind = name === "class" ? CLASSES[position] : null;
  const box = element("input", { type: "checkbox", id, onchange: () => toggleFilter(name, value) });
  box.checked = state.filters[name].has(value);
  return element(
    "label",
    { for: id, class: "option", title: kind ? meaningOfClass(kind) : meaning(name, value) },
    box,
    kind && badge(kind.badge, family(kind)),
    element("span", { class: "name", dir: "auto" }, value),
    GROUPS[name].isOrdered && position > 0 && andMore(name, value, position),
    element("span", { class: "count" }, grouped(known.get(value) ?? 0)),
  );
}

/**
 * Chooses a value and all above it.
 * @param {Group} name
 * @param {string} value
 * @param {number} position
 */
function andMore(name, value, position) {
  const values = GROUPS[name].values.slice(position);
  return button(
    {
      class: "more",
      id: `more-${name}-${position}`,
      title: `${value} or more`,
      "aria-label": `≥ ${value}`,
      onclick: () => toggleAll(name, values),
    },
    "≥",
  );
}

/** Which of the two compared systems are right, regardless of other systems. */
function ofThePair() {
  const [first, second] = state.versus;
  const has = (/** @type {number} */ bits, /** @type {number} */ system) => Boolean(bits & (1 << system));
  /** @type {[string, (bits: number) => boolean][]} */
  const kinds = [
    [`only ${LETTERS[first]} of the two`, (bits) => has(bits, first) && !has(bits, second)],
    [`only ${LETTERS[second]} of the two`, (bits) => has(bits, second) && !has(bits, first)],
    ["both of them", (bits) => has(bits, first) && has(bits, second)],
    ["neither", (bits) => !has(bits, first) && !has(bits, second)],
  ];
  const buttons = kinds.map(([label, test], place) => {
    const values = agreeing(test);
    return button(
      {
        id: `pair-${place}`,
        "aria-pressed": String(values.every((one) => state.filters.pair.has(one))),
        onclick: () => toggleAll("pair", values),
      },
      label,
    );
  });
  return element(
    "div",
    { class: "kinds", role: "group", "aria-label": `Which of ${LETTERS[first]} and ${LETTERS[second]} is right` },
    `Right of ${LETTERS[first]} and ${LETTERS[second]}: `,
    ...buttons,
  );
}

/** Decisions by what they come to: one click for all of a kind. @param {Map<string, number>} known */
function kindsOfDecisions(known) {
  const chosen = state.filters.decision;
  const buttons = KINDS.map(([label, pattern], place) => {
    const values = DECISIONS.filter((one) => pattern.test(one) && (known.get(one) || chosen.has(one)));
    return (
      values.length > 0 &&
      button(
        {
          id: `kind-${place}`,
          "aria-pressed": String(values.every((one) => chosen.has(one))),
          title: values.join(", "),
          onclick: () => toggleAll("decision", values),
        },
        label,
      )
    );
  });
  return element("div", { class: "kinds", role: "group", "aria-label": "Decisions together" }, ...buttons);
}

/**
 * What a value means, where its name does not say it.
 * @param {Group} name
 * @param {string} value
 */
function meaning(name, value) {
  if (name === "outcome") return meaningOfOutcome(value);
  return name === "decision" && meaningOfDecision(value);
}

const entityFilter = () =>
  element(
    "div",
    { class: "entity-filter" },
    button(
      { id: "choose-entity", onclick: openPalette, title: "Choose an entity (e)" },
      state.entity ? `Entity ${state.entity}` : "Entity …",
    ),
    state.entity !== "" && button({ "aria-label": "Show all entities", onclick: () => setEntity("") }, "×"),
  );
