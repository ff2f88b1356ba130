/* The heat map: a confusion group is a set of key and response entities that share mentions, directly or not. */

import { carded } from "./card.js";
import { contextOf, textOfEntity } from "./document.js";
import { button, byId, element, replace } from "./elements.js";
import { plural } from "./numbers.js";
import { select, selectNext } from "./selection.js";
import { judgement, responseOf, state } from "./state.js";

/** @import {Entity, Mention, OpenDocument} from "./document.js" */

/** @typedef {{key: Entity[], response: Entity[], size: number}} Group */
/** @typedef {{confused: Group[], of: Map<Entity, Group>, shared: Map<Entity, Map<Entity, number>>}} Groups */

const SHOWN = 16;

/** By the response's entities, which are those of one document and one system. @type {WeakMap<Entity[], Groups>} */
const known = new WeakMap();

/**
 * @param {OpenDocument} doc
 * @returns {Groups}
 */
function groupsOf(doc) {
  const [key] = doc.sides;
  const response = responseOf(doc);
  const found = known.get(response.entities);
  if (found) return found;
  /** @type {Map<Entity, Entity>} */
  const parent = new Map();
  /** @type {(one: Entity) => Entity} */
  const find = (one) => {
    let top = one;
    for (let next = parent.get(top); next; next = parent.get(top)) top = next;
    if (top !== one) parent.set(one, top);
    return top;
  };
  /** @type {Groups["shared"]} */
  const shared = new Map();
  for (const { entity, judged } of key.mentions) {
    const other = judged[state.system].partner?.entity;
    if (!other) continue;
    const row = shared.get(entity) ?? new Map();
    shared.set(entity, row.set(other, (row.get(other) ?? 0) + 1));
    const [mine, theirs] = [find(entity), find(other)];
    if (mine !== theirs) parent.set(mine, theirs);
  }
  /** @type {Map<Entity, Group>} */
  const of = new Map();
  for (const entity of [...key.entities, ...response.entities]) {
    const group = of.get(find(entity)) ?? { key: [], response: [], size: 0 };
    of.set(find(entity), group);
    of.set(entity, group);
    (entity.side ? group.response : group.key).push(entity);
    group.size += entity.mentions.length;
  }
  const confused = [...new Set(of.values())]
    .filter((group) => group.key.length > 1 || group.response.length > 1)
    .sort((a, b) => b.size - a.size);
  const groups = { confused, of, shared };
  known.set(response.entities, groups);
  return groups;
}

/** @param {OpenDocument} doc */
export function drawConfusion(doc) {
  const box = byId("heat");
  box.hidden = !state.heat;
  if (!state.heat) return;
  const { confused, of, shared } = groupsOf(doc);
  const here = (state.mention && of.get(state.mention.entity)) ?? null;
  const { keys, responses, hidden } = chosen(here ? [here] : confused);
  const title = element("h2", {}, here ? "Confusion group of the selection" : "Largest confusion groups");
  if (!keys.length && !responses.length) {
    replace(box, title, element("p", { class: "note" }, "No entities are confused here."));
    return;
  }
  const count = (/** @type {Entity} */ one, /** @type {Entity} */ other) => shared.get(one)?.get(other) ?? 0;
  const most = Math.max(1, ...keys.flatMap((one) => responses.map((other) => count(one, other))));
  const figure = (/** @type {Entity | null} */ one, /** @type {Entity | null} */ other, /** @type {string} */ look) => {
    const mentions = mentionsOf(one, other);
    return element(
      "td",
      { class: `heat ${look}`, style: { "--heat": Math.min(1, mentions.length / most).toFixed(3) } },
      mentions.length > 0 && mark(one, other, mentions),
    );
  };
  const rows = keys.map((one) =>
    element(
      "tr",
      {},
      head(one, "row"),
      ...responses.map((other) => figure(one, other, one === other.aligned ? "agreed" : "")),
      figure(one, null, "off"),
    ),
  );
  const spurious = element("th", { scope: "row", title: "spurious" }, "+");
  replace(
    box,
    title,
    element("p", { class: "note" }, "Shared mentions; last column: missing, last row: spurious."),
    element(
      "div",
      { class: "scroll" },
      element(
        "table",
        { class: "confusion" },
        element(
          "caption",
          { class: "hidden" },
          "Mentions shared by key entities (rows) and response entities (columns)",
        ),
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            element("td"),
            ...responses.map((one) => head(one, "col")),
            element("th", { scope: "col", title: "missing" }, "−"),
          ),
        ),
        element(
          "tbody",
          {},
          ...rows,
          element("tr", {}, spurious, ...responses.map((one) => figure(null, one, "off")), element("td")),
        ),
      ),
    ),
    hidden > 0 && element("p", { class: "note" }, `${hidden} more entities in this group`),
  );
}

/**
 * As many whole groups as the table has room for, and at least the first.
 * @param {Group[]} groups
 */
function chosen(groups) {
  /** @type {Entity[]} */
  const keys = [];
  /** @type {Entity[]} */
  const responses = [];
  for (const group of groups) {
    const fits = keys.length + group.key.length <= SHOWN && responses.length + group.response.length <= SHOWN;
    if (keys.length + responses.length && !fits) break;
    keys.push(...group.key);
    responses.push(...group.response);
  }
  const hidden = Math.max(0, keys.length - SHOWN) + Math.max(0, responses.length - SHOWN);
  return { keys: keys.slice(0, SHOWN), responses: responses.slice(0, SHOWN), hidden };
}

/**
 * The mentions that two entities share, or that the other side does not have.
 * @param {Entity | null} key
 * @param {Entity | null} response
 */
const mentionsOf = (key, response) =>
  (key ?? response)?.mentions.filter((mention) => {
    const { partner } = judgement(mention);
    return key && response ? partner?.entity === response : !partner;
  }) ?? [];

/**
 * A number of the table with its card; it leads to the first of its mentions, then to the next.
 * @param {Entity | null} key
 * @param {Entity | null} response
 * @param {Mention[]} mentions
 */
function mark(key, response, mentions) {
  const count = plural(mentions.length, "mention");
  const words =
    key && response
      ? `${key.name} and ${response.name} share ${count}`
      : `${(key ?? response)?.name}: ${count} ${key ? "missing" : "spurious"}`;
  return carded(
    button(
      {
        class: "shared",
        "data-mark": `shared ${key?.name} ${response?.name}`,
        "aria-label": words,
        onclick: () => selectNext(mentions),
      },
      String(mentions.length),
    ),
    () => ({
      name: words,
      facts: [key, response].flatMap((entity) =>
        entity ? [`${entity.name} ${textOfEntity(entity)}: ${plural(entity.mentions.length, "mention")}`] : [],
      ),
      example: async () => contextOf(mentions[0]),
    }),
  );
}

/**
 * @param {Entity} entity
 * @param {string} scope
 */
const head = (entity, scope) =>
  element(
    "th",
    { scope },
    carded(button({ onclick: () => select(entity.mentions[0]) }, entity.name), () => ({
      name: `${entity.name} ${textOfEntity(entity)}`,
      facts: [plural(entity.mentions.length, "mention")],
      example: async () => contextOf(entity.mentions[0]),
    })),
  );
