/* The dialogs: keys and signs, and the choice of an entity. */

import { textOf, textOfEntity } from "./document.js";
import { badge, button, byId, element, quote, replace } from "./elements.js";
import { setEntity } from "./filters.js";
import { plural } from "./numbers.js";
import { CLASSES, DECISIONS, family, isRight, meaningOfClass, meaningOfDecision } from "./payload.js";
import { decisionBadge } from "./runs.js";
import { select } from "./selection.js";
import { responseOf, state } from "./state.js";

/** @import {Child} from "./elements.js" */
/** @import {Entity} from "./document.js" */

const FOUND = 60;

/** @type {[string, string][]} */
const KEYS = [
  ["j k", "next, previous error"],
  ["J K", "next, previous mention of the same entity"],
  ["← →", "previous, next mention (in the text)"],
  ["n p", "next, previous document"],
  [`1 – ${CLASSES.length}`, "filter by error class"],
  ["0", "clear all filters"],
  ["e", "choose an entity"],
  ["c", "one text, or a column a side"],
  ["[ ]", "go to the key, to the response"],
  ["Enter", "go to the inspector"],
  ["b", "badges at every mention, or only at the mention under the pointer"],
  ["g", "entity flow, or thread"],
  ["h", "heat map of confusions"],
  ["/", "search (Enter: next place, or all documents)"],
  ["o", "overview"],
  ["l", "concordance: errors and mentions in their context"],
  ["m", "where one metric loses and another does not"],
  ["r", "go to the slider that fixes error classes"],
  ["?", "this help"],
  ["Esc", "close, unselect"],
];

/** @param {[Child[], string][]} rows */
const list = (rows) =>
  element(
    "dl",
    { class: "keys" },
    ...rows.flatMap(([signs, meaning]) => [element("dt", {}, ...signs), element("dd", {}, meaning)]),
  );

/** @param {string} keys */
const caps = (keys) => keys.split(" ").map((key) => (key === "–" ? " – " : element("kbd", {}, key)));

export function openHelp() {
  const box = byId("help", HTMLDialogElement);
  const decisions = new Map(DECISIONS.filter((one) => !isRight(one)).map((one) => [decisionBadge(one), one]));
  replace(
    box,
    element("h2", { id: "help-title" }, "Keys"),
    list(KEYS.map(([keys, meaning]) => [caps(keys), meaning])),
    element("h2", {}, "Signs"),
    list([
      .../** @type {[Child[], string][]} */ (
        CLASSES.map((kind) => [[badge(kind.badge, family(kind))], `${kind.label}: ${meaningOfClass(kind)}`])
      ),
      .../** @type {[Child[], string][]} */ (
        [...decisions].map(([text, one]) => [[badge(text, "decision")], `${one}: ${meaningOfDecision(one)}`])
      ),
      [["★"], "dominant mention: the most informative one of its chain"],
      [["∅"], "zero: a mention without words"],
    ]),
    button({ onclick: () => box.close() }, "Close"),
  );
  box.showModal();
  box.scrollTop = 0;
  box.focus();
}

export function openPalette() {
  const { doc } = state;
  if (!doc) return;
  const box = byId("palette", HTMLDialogElement);
  const entities = [...doc.sides[0].entities, ...responseOf(doc).entities];
  const input = element("input", {
    type: "search",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": "palette-list",
    "aria-label": "Entity",
    placeholder: "Entity, K3 or a word of a mention",
  });
  const options = element("ul", { id: "palette-list", role: "listbox", "aria-label": "Entities" });
  /** @type {Entity[]} */
  let found = [];
  let active = 0;
  /** @param {Entity} entity */
  const choose = (entity) => {
    box.close();
    setEntity(entity.name);
    select(entity.mentions[0]);
  };
  const draw = () => {
    found = entitiesWith(entities, input.value.toLowerCase());
    active = Math.max(0, Math.min(active, found.length - 1));
    replace(options, ...found.map((entity, position) => option(entity, position, position === active, choose)));
    if (found.length) input.setAttribute("aria-activedescendant", `entity-${active}`);
    else input.removeAttribute("aria-activedescendant");
    options.children[active]?.scrollIntoView({ block: "nearest" });
  };
  input.addEventListener("input", () => {
    active = 0;
    draw();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") active += 1;
    else if (event.key === "ArrowUp") active -= 1;
    else if (event.key !== "Enter" || !found[active]) return;
    event.preventDefault();
    if (event.key === "Enter") choose(found[active]);
    else draw();
  });
  replace(box, input, options);
  box.showModal();
  draw();
  input.focus();
}

/**
 * The largest entities of that name, that id, or with that word, those of the key first.
 * @param {Entity[]} entities
 * @param {string} query
 */
function entitiesWith(entities, query) {
  return entities
    .filter(
      ({ name, label, mentions }) =>
        !query ||
        name.toLowerCase() === query ||
        label.toLowerCase().includes(query) ||
        mentions.some((mention) => textOf(mention).toLowerCase().includes(query)),
    )
    .sort((a, b) => a.side - b.side || b.mentions.length - a.mentions.length || a.number - b.number)
    .slice(0, FOUND);
}

/**
 * @param {Entity} entity
 * @param {number} position
 * @param {boolean} isActive
 * @param {(entity: Entity) => void} choose
 */
const option = (entity, position, isActive, choose) =>
  element(
    "li",
    { role: "option", id: `entity-${position}`, "aria-selected": String(isActive), onclick: () => choose(entity) },
    element("b", { class: "swatch", style: entity.hue === null ? {} : { "--hue": entity.hue } }, entity.name),
    quote(textOfEntity(entity)),
    element("span", { class: "count" }, plural(entity.mentions.length, "mention")),
  );
