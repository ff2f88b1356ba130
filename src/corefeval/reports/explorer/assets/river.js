/* The river: a lane a chain, from the first word to the last. */

import { chainOf, sentenceOf, textOfEntity } from "./document.js";
import { button, byId, element, quote, replace, said, style, svg } from "./elements.js";
import { passes } from "./filters.js";
import { select } from "./selection.js";
import { announce, judgement, responseOf, state } from "./state.js";
import { VirtualRows } from "./virtual.js";

/** @import {Entity, Mention, OpenDocument} from "./document.js" */

/** A chain of the key, or the mentions that it does not have. @typedef {{entity: Entity | null, mentions: Mention[]}} Lane */

const LANES = 14;
const LANE_HEIGHT = 20;
const HEAD_BINS = 1500;
const MANY_TOKENS = 20000;
const LEGEND = "● found, ○ missing, ■ dominant; below the line: │ in the aligned response entity, × in another";

const sight = element("div", { class: "window", "aria-hidden": "true" });
const inner = element("div", { class: "lanes" });
const lanes = new VirtualRows(
  byId("river"),
  LANE_HEIGHT,
  (/** @type {Lane} */ lane) => drawLane(lane),
  element("div", { class: "virtual" }),
);
inner.append(sight, lanes.inner);

/** The entities of a document from the largest to the smallest. @type {WeakMap<OpenDocument, Entity[]>} */
const ranked = new WeakMap();

/** @param {OpenDocument} doc */
function ranking(doc) {
  const found =
    ranked.get(doc) ??
    [...doc.sides[0].entities].sort((a, b) => b.mentions.length - a.mentions.length || a.number - b.number);
  ranked.set(doc, found);
  return found;
}

/** The chains of the selection. */
const chosenEntities = () => new Set(state.mention ? [...chainOf(state.mention)].map((mention) => mention.entity) : []);

/** @param {OpenDocument} doc */
export function drawRiver(doc) {
  const box = byId("river");
  box.hidden = !state.river;
  if (!state.river) return;
  const all = ranking(doc);
  const shown = state.wholeRiver ? all : all.slice(0, LANES);
  const extra = responseOf(doc).mentions.filter((mention) => !judgement(mention).partner);
  const more = all.length - LANES;
  const drawn = new Set(shown);
  const others = [...chosenEntities()].filter((entity) => !entity.side && !drawn.has(entity)).reverse();
  const scrolled = box.scrollTop;
  replace(
    box,
    element(
      "div",
      { class: "river-head" },
      element("h2", {}, "Chain river"),
      element("span", { class: "note" }, LEGEND),
      more > 0 &&
        button(
          { "aria-expanded": String(state.wholeRiver), onclick: toggleRest },
          state.wholeRiver ? "fewer" : `${more} more`,
        ),
    ),
    inner,
  );
  lanes.set([
    ...[...others, ...shown].map((entity) => ({ entity, mentions: entity.mentions })),
    ...(extra.length ? [{ entity: null, mentions: extra }] : []),
  ]);
  box.scrollTop = scrolled;
  drawSight(doc);
}

function toggleRest() {
  state.wholeRiver = !state.wholeRiver;
  announce("layout");
}

/** @param {Lane} lane */
function drawLane({ entity, mentions }) {
  const length = Math.max(1, mentions[0].words.forms.length);
  const stream = svg("svg", {
    class: "stream",
    "aria-hidden": "true",
    onclick: (event) => follow(/** @type {MouseEvent} */ (event), length),
  });
  const isChosen = entity !== null && chosenEntities().has(entity);
  if (entity) stream.append(span(entity, length, isChosen));
  for (const mention of thinned(mentions, length, entity === null)) stream.append(...signs(mention, entity, length));
  return element(
    "div",
    { class: `lane${isChosen ? " chosen" : ""}` },
    entity ? laneName(entity) : extraName(mentions.length),
    stream,
  );
}

/** @param {Entity} entity */
const laneName = (entity) =>
  button(
    { class: "lane-name", style: { "--hue": entity.hue ?? "" }, onclick: () => select(entity.mentions[0]) },
    element("b", {}, entity.name),
    quote(textOfEntity(entity)),
    element("span", { class: "count" }, String(entity.mentions.length)),
    said(entity.mentions.length === 1 ? "mention" : "mentions"),
  );

/** @param {number} count */
const extraName = (count) =>
  element(
    "span",
    { class: "lane-name plain" },
    element("b", {}, "+"),
    quote("not in the key"),
    element("span", { class: "count" }, String(count)),
  );

/**
 * Where many mentions share a pixel, one stands for them.
 * @param {Mention[]} mentions
 * @param {number} length
 * @param {boolean} always
 */
function thinned(mentions, length, always) {
  if (!always && length <= MANY_TOKENS) return mentions;
  const bins = new Map(
    [...mentions].reverse().map((mention) => [Math.floor((HEAD_BINS * mention.first) / length), mention]),
  );
  return [...bins.values()];
}

/**
 * @param {Mention} mention
 * @param {number} length
 */
const place = (mention, length) => `${((100 * (mention.first + 0.5)) / length).toFixed(2)}%`;

/** @param {Entity} entity */
const colorOf = (entity) => `oklch(var(--line) ${entity.hue})`;

/**
 * @param {Entity} entity
 * @param {number} length
 * @param {boolean} isChosen
 */
function span(entity, length, isChosen) {
  const { mentions } = entity;
  return svg("line", {
    x1: place(mentions[0], length),
    x2: place(mentions[mentions.length - 1], length),
    y1: 7,
    y2: 7,
    stroke: colorOf(entity),
    "stroke-width": isChosen ? 2.5 : 1.2,
  });
}

/**
 * @param {Mention} mention
 * @param {Entity | null} entity
 * @param {number} length
 */
function signs(mention, entity, length) {
  const x = place(mention, length);
  const opacity = passes(mention) ? 1 : 0.25;
  /** @type {(y: number, ...children: SVGElement[]) => SVGElement} */
  const at = (y, ...children) => svg("svg", { x, y, overflow: "visible" }, ...children);
  const data = { opacity, "data-mention": mention.id };
  if (!entity)
    return [at(8, svg("path", { d: "M-3 0H3M0 -3V3", stroke: "var(--precision)", "stroke-width": 1.6, ...data }))];
  const { partner } = judgement(mention);
  const paint = {
    fill: partner ? colorOf(entity) : "var(--page)",
    stroke: colorOf(entity),
    "stroke-width": 1.5,
    ...data,
  };
  const sign = mention.dominant
    ? at(7, svg("rect", { x: -4, y: -4, width: 8, height: 8, ...paint }))
    : svg("circle", { cx: x, cy: 7, r: 3.6, ...paint });
  if (!partner) return [sign];
  const below =
    partner.entity.aligned === entity
      ? { d: "M0 -2V3", stroke: "var(--ink)", "stroke-width": 1.4 }
      : { d: "M-2.5 -2L2.5 3M2.5 -2L-2.5 3", stroke: "var(--recall)", "stroke-width": 1.6, fill: "none" };
  return [sign, at(15, svg("path", { ...below, opacity }))];
}

/**
 * A click on a sign selects its mention, beside it leads to that place of the text.
 * @param {MouseEvent} event
 * @param {number} length
 */
function follow(event, length) {
  const { doc } = state;
  if (!doc) return;
  const mention = doc.byId.get(/** @type {SVGElement} */ (event.target).dataset.mention ?? "");
  if (mention) {
    select(mention);
    return;
  }
  const box = /** @type {SVGElement} */ (event.currentTarget).getBoundingClientRect();
  const node = Math.floor((length * (event.clientX - box.left)) / box.width);
  document.getElementById(`s${sentenceOf(doc.sides[0], node)}`)?.scrollIntoView({ block: "start" });
}

/** Draws on the river which part of the text is in sight. @param {OpenDocument} doc */
export function drawSight(doc) {
  if (!state.river) return;
  const frame = byId("main").getBoundingClientRect();
  const rows = byId("text").children;
  /** @type {(test: (box: DOMRect) => boolean) => number} */
  const search = (test) => {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (test(rows[middle].getBoundingClientRect())) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const first = Math.min(
    search((box) => box.bottom > frame.top + 30),
    rows.length - 1,
  );
  const last = search((box) => box.top >= frame.bottom);
  const { starts, forms } = doc.sides[0];
  const from = starts[Math.max(0, first)] / forms.length;
  const to = starts[Math.max(first + 1, last)] / forms.length;
  style(sight, { "--from": from, "--share": Math.max(0.002, to - from) });
}
