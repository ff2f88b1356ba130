/* The panel of filters: every value with how many mentions or errors have it. */

import { openPalette } from "./dialogs.js";
import { badge, button, byId, element, replace } from "./elements.js";
import { GROUPS, GROUP_NAMES, pairsOf, setEntity, toggleFilter, valuesOf } from "./filters.js";
import { grouped, sum } from "./numbers.js";
import { CLASSES, INDEX, SYSTEMS, family, meaningOfClass, meaningOfDecision, meaningOfOutcome } from "./payload.js";
import { errorsOf, responseOf, state } from "./state.js";

/** @import {OpenDocument} from "./document.js" */
/** @import {Group} from "./state.js" */

/** @type {Group[]} */
const OPENED = ["class", "decision", "pair", "type"];
/** Which groups are unfolded. */
const unfolded = new Set(OPENED);

/**
 * How often each value occurs; null where that is not known.
 * @param {Group} group
 * @returns {Map<string, number> | null}
 */
function counts(group) {
  if (state.doc) return countsIn(state.doc, group);
  const system = SYSTEMS[state.system];
  const { agreement } = INDEX;
  const { values } = GROUPS[group];
  /** @type {(numbers: number[]) => Map<string, number>} */
  const of = (numbers) => new Map(values.map((value, position) => [value, numbers[position]]));
  if (group === "class") return of(system.classes.map((one) => one.count));
  if (group === "decision") return of(system.decisions);
  if (group === "outcome") return of(system.outcomes);
  if (group === "type") return of(INDEX.type_counts);
  if (group === "pair") return of(values.map((_, column) => sum((agreement ?? []).map((row) => row[column]))));
  return null;
}

/**
 * @param {OpenDocument} doc
 * @param {Group} group
 */
function countsIn(doc, group) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const value of valuesIn(doc, group)) found.set(value, (found.get(value) ?? 0) + 1);
  return found;
}

/**
 * A decision is made once about a mention of both sides; what else a mention has, each side has by itself.
 * @param {OpenDocument} doc
 * @param {Group} group
 */
function valuesIn(doc, group) {
  if (group === "class") return errorsOf(doc).map((error) => error.kind.label);
  if (group === "decision" || group === "pair") return pairsOf(doc).flatMap(([mention]) => valuesOf(mention, group));
  if (group === "outcome") return pairsOf(doc).flatMap((pair) => pair.flatMap((one) => valuesOf(one, group)));
  const mentions = [...doc.sides[0].mentions, ...responseOf(doc).mentions];
  return mentions.flatMap((mention) => valuesOf(mention, group));
}

export function drawFilters() {
  const box = byId("filters");
  const focused = box.contains(document.activeElement) && document.activeElement?.id;
  replace(box, ...GROUP_NAMES.map(group), state.doc && entityFilter());
  if (focused) document.getElementById(focused)?.focus();
}

/** @param {Group} name */
function group(name) {
  const { label, values } = GROUPS[name];
  const known = counts(name);
  const chosen = state.filters[name];
  const options = values.flatMap((value, position) =>
    value && (!known || known.get(value) || chosen.has(value)) ? [option(name, value, position, known)] : [],
  );
  if (!options.length) return null;
  return element(
    "details",
    {
      "data-group": name,
      open: unfolded.has(name) || chosen.size > 0,
      ontoggle: (event) => {
        if (/** @type {HTMLDetailsElement} */ (event.currentTarget).open) unfolded.add(name);
        else unfolded.delete(name);
      },
    },
    element("summary", {}, label, chosen.size > 0 && element("span", { class: "chosen" }, String(chosen.size))),
    element("div", { class: "options", role: "group", "aria-label": label }, ...options),
  );
}

/**
 * @param {Group} name
 * @param {string} value
 * @param {number} position
 * @param {Map<string, number> | null} known
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
    known && element("span", { class: "count" }, grouped(known.get(value) ?? 0)),
  );
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
