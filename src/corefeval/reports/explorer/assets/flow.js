/*
 * Entity flow: the entities of the key along the text and those of the response below them, with a ribbon of the mentions that two
 * of them share. Split entities fork and merged entities join; a missing mention ends hollow, a spurious one begins loose.
 */

import { chainOf, contextOf, textOfEntity } from "./document.js";
import { button, byId, element, replace, style, svg } from "./elements.js";
import { marksIn, part, pathMark, rove, saveMenu } from "./figures.js";
import { isFiltered, passes } from "./filters.js";
import { plural } from "./numbers.js";
import { DOCUMENTS, INDEX, LETTERS, SYSTEMS, TWO } from "./payload.js";
import { repairName, shownEntities } from "./repairs.js";
import { colorOf } from "./runs.js";
import { select } from "./selection.js";
import { announce, state } from "./state.js";
import { isThreaded, threadPicture } from "./thread.js";

/** @import {Card} from "./card.js" */
/** @import {Entity, Mention, OpenDocument} from "./document.js" */

/** Entities of key and responses that share mentions, directly or not. @typedef {{entities: Entity[], size: number, first: number}} Group */
/**
 * An entity where it is drawn. Its mentions lie side by side, those that go one way together.
 * @typedef {object} Block
 * @property {Entity} entity
 * @property {number} x
 * @property {number} width
 * @property {number} row
 */
/**
 * The mentions that a key entity shares with a response entity, or that one of them has alone.
 * @typedef {object} Ribbon
 * @property {Block | null} key
 * @property {Block | null} response
 * @property {number} row of the response
 * @property {Mention[]} mentions of the key, or of the response where the key has none
 * @property {number[]} keyEnds from where to where at the key
 * @property {number[]} responseEnds
 */
/** @typedef {{width: number, blocks: Block[], ribbons: Ribbon[]}} Layout */

const GROUPS = 12;
const ALL_UNIT = 7;
const UNITS = { least: 5, most: 16 };
const LEAST_BLOCK = 24;
const GAPS = { block: 5, group: 18 };
const BLOCK = 20;
const STUB = 22;
const START = 92;
const MARGIN = 12;
const NAME = 12;
/** Marks are gone through from left to right, in one place from above. */
const ROWS = 10;
const BESIDE = 300;
const LETTER_WIDTH = 6.8;
const SIGN_ROOM = 100;
const LEGEND = [
  ["hollow", "missing"],
  ["loose", "spurious"],
  ["astray", "in an entity that is not its counterpart"],
];

/** The systems that are shown: two above and below the key, or one below it. */
const shownSystems = () => (SYSTEMS.length === 2 ? [0, 1] : [state.system]);

/** The row of the key and of each system that is shown, from above. */
const rowsOf = () => (SYSTEMS.length === 2 ? { key: 1, systems: [0, 2] } : { key: 0, systems: [1] });

/** By document; of the systems that are shown and what is fixed of them, which are its name. @type {WeakMap<OpenDocument, Map<string, Group[]>>} */
const known = new WeakMap();

/**
 * The groups in the order of the text.
 * @param {OpenDocument} doc
 * @returns {Group[]}
 */
function groupsOf(doc) {
  const systems = shownSystems();
  const kept = known.get(doc) ?? new Map();
  known.set(doc, kept);
  const name = systems.map((system) => `${system} ${repairName(system)}`).join();
  const found = kept.get(name);
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
  const shown = systems.map((system) => shownEntities(doc, system));
  for (const mention of doc.sides[0].mentions) {
    for (const { of } of shown) {
      const other = of.get(mention);
      if (!other) continue;
      const [mine, theirs] = [find(mention.entity), find(other)];
      if (mine !== theirs) parent.set(theirs, mine);
    }
  }
  /** @type {Map<Entity, Group>} */
  const groups = new Map();
  for (const entities of [doc.sides[0].entities, ...shown.map((each) => each.entities)]) {
    for (const entity of entities) {
      const top = find(entity);
      const at = placeOf(entity, doc);
      const group = groups.get(top) ?? { entities: [], size: 0, first: at };
      groups.set(top, group);
      group.entities.push(entity);
      group.size += entity.mentions.length;
      group.first = Math.min(group.first, at);
    }
  }
  const made = [...groups.values()].sort((a, b) => a.first - b.first);
  kept.set(name, made);
  return made;
}

/**
 * How far into the text it begins, from 0 to 1.
 * @param {Entity} entity
 * @param {OpenDocument} doc
 */
const placeOf = (entity, doc) => entity.mentions[0].first / Math.max(1, doc.sides[entity.side].forms.length);

/** @type {WeakMap<Group[], Group[]>} */
const ranked = new WeakMap();

/** From the largest to the smallest. @param {Group[]} groups */
function ranking(groups) {
  const found = ranked.get(groups) ?? [...groups].sort((a, b) => b.size - a.size || a.first - b.first);
  ranked.set(groups, found);
  return found;
}

/** The names of the entities of the selection. */
const chosenNames = () =>
  new Set(state.mention ? [...chainOf(state.mention)].map((mention) => mention.entity.name) : []);

/**
 * The largest groups, and that of the selection, in the order of the text.
 * @param {OpenDocument} doc
 */
function largest(doc) {
  const all = groupsOf(doc);
  const here = chosenNames();
  const isHere = (/** @type {Group} */ group) => group.entities.some((entity) => here.has(entity.name));
  const kept = new Set([...ranking(all).slice(0, GROUPS), ...all.filter(isHere)]);
  return [...kept].sort((a, b) => a.first - b.first);
}

/**
 * @param {OpenDocument} doc
 * @param {Group[]} groups
 * @param {number} width that there is room for; 0 for as much as it takes
 * @returns {Layout}
 */
function layOut(doc, groups, width) {
  const rows = rowsOf();
  const rowOf = (/** @type {Entity} */ entity) =>
    entity.side ? rows.systems[shownSystems().indexOf(entity.side - 1)] : rows.key;
  const lines = [0, 1, 2];
  const inRow = (/** @type {Group} */ group, /** @type {number} */ row) =>
    group.entities.filter((entity) => rowOf(entity) === row);
  const units = sum(
    groups.map((group) => Math.max(...lines.map((row) => sum(inRow(group, row).map((one) => one.mentions.length))))),
  );
  const room = width - START - MARGIN - groups.length * (GAPS.group + LEAST_BLOCK / 2);
  const unit = width ? Math.min(UNITS.most, Math.max(UNITS.least, room / Math.max(1, units))) : ALL_UNIT;
  /** @type {Map<Entity, Block>} */
  const blocks = new Map();
  let x = START;
  for (const group of groups) {
    let end = x;
    for (const row of lines) {
      let at = x;
      for (const entity of inRow(group, row)) {
        const block = { entity, x: at, width: Math.max(LEAST_BLOCK, entity.mentions.length * unit), row };
        blocks.set(entity, block);
        at += block.width + GAPS.block;
      }
      end = Math.max(end, at);
    }
    x = end + GAPS.group;
  }
  const ribbons = shownSystems().flatMap((system, place) => ribbonsOf(doc, blocks, system, rows.systems[place]));
  return { width: x, blocks: [...blocks.values()], ribbons };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * @param {OpenDocument} doc
 * @param {Map<Entity, Block>} blocks
 * @param {number} system
 * @param {number} row
 * @returns {Ribbon[]}
 */
function ribbonsOf(doc, blocks, system, row) {
  const { of } = shownEntities(doc, system);
  /** @type {Map<Block | null, Map<Block | null, Ribbon>>} */
  const cells = new Map();
  /** @type {(key: Block | null, response: Block | null, mention: Mention) => void} */
  const add = (key, response, mention) => {
    const line = cells.get(key) ?? new Map();
    cells.set(key, line);
    const ribbon = line.get(response) ?? { key, response, row, mentions: [], keyEnds: [], responseEnds: [] };
    line.set(response, ribbon);
    ribbon.mentions.push(mention);
  };
  for (const block of blocks.values()) {
    for (const mention of block.entity.mentions) {
      const entity = block.entity.side ? null : of.get(mention);
      if (!block.entity.side) add(block, (entity && blocks.get(entity)) ?? null, mention);
      else if (block.entity.side === system + 1 && mention.side && !mention.judged[system].partner)
        add(null, block, mention);
    }
  }
  const ribbons = [...cells.values()].flatMap((line) => [...line.values()]);
  const last = Number.POSITIVE_INFINITY;
  spread(ribbons, "key", "keyEnds", (ribbon) => ribbon.response?.x ?? last);
  spread(ribbons, "response", "responseEnds", (ribbon) => ribbon.key?.x ?? last);
  return ribbons;
}

/**
 * Gives each ribbon its part of the block, in the order of what they lead to; those that lead to nothing come last.
 * @param {Ribbon[]} ribbons
 * @param {"key" | "response"} side
 * @param {"keyEnds" | "responseEnds"} ends
 * @param {(ribbon: Ribbon) => number} order
 */
function spread(ribbons, side, ends, order) {
  /** @type {Map<Block, Ribbon[]>} */
  const of = new Map();
  for (const ribbon of ribbons) {
    const block = ribbon[side];
    if (block) of.set(block, [...(of.get(block) ?? []), ribbon]);
  }
  for (const [block, those] of of) {
    const unit = block.width / block.entity.mentions.length;
    let at = block.x;
    for (const ribbon of [...those].sort((a, b) => order(a) - order(b))) {
      ribbon[ends] = [at, at + ribbon.mentions.length * unit];
      at += ribbon.mentions.length * unit;
    }
  }
}

/** The top of a row. @param {number} row */
const topOf = (row) => 6 + row * (BLOCK + (SYSTEMS.length === 2 ? 58 : 74));

const heightOf = () => topOf(Math.max(...rowsOf().systems, rowsOf().key)) + BLOCK + 8;

/** @type {{layout: Layout, chosen: Set<string>} | null} */
let drawn = null;

const head = element("div", { class: "flow-head" });
const space = element("div", { class: "flow-space" });
const box = element("div", { class: "flow-scroll" });
box.addEventListener("scroll", () => drawPicture(), { passive: true });
new ResizeObserver(() => {
  if (state.doc && state.flow && box.isConnected && !isThreaded(state.doc)) layFlow(state.doc);
}).observe(box);

/** @param {OpenDocument} doc */
export function drawFlow(doc) {
  const panel = byId("flow");
  panel.hidden = !state.flow;
  if (!state.flow) return;
  if (!doc.sides.some((side) => side.entities.length)) {
    drawn = null;
    const words = element("span", { class: "note" }, "Neither the key nor a response has entities in this document.");
    replace(panel, element("div", { class: "flow-head" }, element("h2", {}, "Entity flow"), words));
    return;
  }
  if (isThreaded(doc)) {
    drawThreads(doc, panel);
    return;
  }
  const count = groupsOf(doc).length;
  const more = count - GROUPS;
  if (!box.isConnected) replace(panel, head, box);
  if (!space.isConnected) replace(box, space);
  replace(
    head,
    element("h2", {}, "Entity flow"),
    element(
      "span",
      { class: "note" },
      SYSTEMS.length === 2
        ? "A above, key, B below: "
        : `key above, ${TWO ? LETTERS[state.system] : "response"} below: `,
      "ribbons are shared mentions, ",
    ),
    ...LEGEND.map(([look, words]) =>
      element("span", { class: "note" }, element("i", { class: `swatch-${look}`, "aria-hidden": "true" }), words),
    ),
    more > 0 &&
      button(
        { "aria-expanded": String(state.wholeFlow), onclick: toggleRest },
        state.wholeFlow ? "the largest only" : `all ${plural(count, "group")}`,
      ),
    turnButton("thread"),
    saveMenu(`${DOCUMENTS[state.document].name} flow`, () => wholePicture(doc)),
  );
  layFlow(doc);
  showChosen();
}

/** @param {"flow" | "thread"} thread */
const turnButton = (thread) =>
  button(
    {
      id: "turn-flow",
      onclick: () => {
        state.thread = thread;
        announce("layout");
      },
    },
    thread === "thread" ? "Threads" : "Flow",
  );

/**
 * @param {OpenDocument} doc
 * @param {HTMLElement} panel
 */
function drawThreads(doc, panel) {
  drawn = null;
  const focused = panel.querySelector(":focus")?.getAttribute("data-mark");
  const picture = threadPicture(doc, Math.max(330, panel.clientWidth - 30));
  replace(
    panel,
    element(
      "div",
      { class: "flow-head" },
      element("h2", {}, "Entity threads"),
      element(
        "span",
        { class: "note" },
        `Below each line: gold mentions; above it: ${TWO ? LETTERS[state.system] : "the system"}, in red where it has another chain. Choose an entity to dim the others.`,
      ),
      turnButton("flow"),
      saveMenu(`${DOCUMENTS[state.document].name} threads`, () => picture),
    ),
    picture,
  );
  const again = focused && panel.querySelector(`[data-mark="${CSS.escape(focused)}"]`);
  if (again instanceof SVGElement) again.focus();
}

function toggleRest() {
  state.wholeFlow = !state.wholeFlow;
  announce("layout");
}

/** @param {OpenDocument} doc */
function layFlow(doc) {
  const layout = state.wholeFlow ? layOutAll(doc) : layOut(doc, largest(doc), box.clientWidth || 1000);
  const chosen = chosenNames();
  drawn = { layout, chosen };
  drawPicture();
}

/** All groups need to be laid out once. @type {WeakMap<Group[], Layout>} */
const wholes = new WeakMap();

/** @param {OpenDocument} doc */
function layOutAll(doc) {
  const groups = groupsOf(doc);
  const found = wholes.get(groups) ?? layOut(doc, groups, 0);
  wholes.set(groups, found);
  return found;
}

/** Scrolls to the selection where it is out of sight. */
function showChosen() {
  const name = state.mention?.entity.name;
  const block = name && drawn?.layout.blocks.find((one) => one.entity.name === name);
  if (!block) return;
  const { scrollLeft, clientWidth } = box;
  if (block.x < scrollLeft || block.x + Math.min(block.width, 80) > scrollLeft + clientWidth) {
    box.scrollLeft = block.x - clientWidth / 3;
  }
}

/** Draws what is in sight. */
function drawPicture() {
  if (!drawn) return;
  const { layout, chosen } = drawn;
  const from = box.scrollLeft - BESIDE;
  const to = box.scrollLeft + box.clientWidth + BESIDE;
  style(space, { width: `${layout.width}px`, height: `${heightOf()}px` });
  const focused = space.querySelector(":focus")?.getAttribute("data-mark");
  const near = picture(layout, chosen, Math.max(0, from), Math.min(layout.width, to));
  style(near, { left: `${Math.max(0, from)}px` });
  replace(space, near);
  const marks = marksIn(near);
  const now = marks.find((mark) => mark.dataset.mark === focused);
  (now ?? marks[0])?.setAttribute("tabindex", "0");
  now?.focus({ preventScroll: true });
}

/**
 * All that is laid out, with what the signs mean below it, for a file.
 * @param {OpenDocument} doc
 */
function wholePicture(doc) {
  const layout = state.wholeFlow ? layOutAll(doc) : layOut(doc, largest(doc), box.clientWidth || 1000);
  const whole = picture(layout, new Set(), 0, Math.max(layout.width, START + (LEGEND.length + 1) * SIGN_ROOM));
  const height = heightOf() + BLOCK;
  whole.setAttribute("height", String(height));
  whole.setAttribute("viewBox", `0 0 ${whole.getAttribute("width")} ${height}`);
  whole.append(...LEGEND.flatMap(([look, words], place) => sign(look, words, START + place * SIGN_ROOM)));
  return whole;
}

/**
 * A sign and what it means, at the foot of a picture.
 * @param {string} look
 * @param {string} words
 * @param {number} x
 */
function sign(look, words, x) {
  const y = heightOf();
  const isAstray = look === "astray";
  return [
    svg("path", {
      class: `ribbon ${look}`,
      d: isAstray ? `M${x} ${y}H${x + 18}V${y + 12}H${x}Z` : tab([x, x + 18], y, y + 12),
      stroke: "currentColor",
      fill: isAstray ? "currentColor" : null,
    }),
    svg("text", { class: "row-name", x: x + 24, y: y + 10 }, words),
  ];
}

/**
 * @param {Layout} layout
 * @param {Set<string>} chosen names
 * @param {number} from
 * @param {number} to
 */
function picture({ blocks, ribbons }, chosen, from, to) {
  const width = Math.max(1, to - from);
  const isNear = (/** @type {number} */ start, /** @type {number} */ end) => end > from && start < to;
  const near = ribbons.filter(({ keyEnds: [a = from, b = to], responseEnds: [c = a, d = b] }) =>
    isNear(Math.min(a, c), Math.max(b, d)),
  );
  const whole = svg(
    "svg",
    {
      class: "flow-picture",
      width,
      height: heightOf(),
      viewBox: `${from} 0 ${width} ${heightOf()}`,
      role: "group",
      "aria-label": "Entity flow; arrows go from mark to mark",
      onkeydown: (event) => rove(whole, /** @type {KeyboardEvent} */ (event)),
    },
    svg(
      "defs",
      {},
      svg(
        "pattern",
        { id: "loose", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(25)" },
        svg("rect", { class: "stripe", width: 2, height: 5 }),
      ),
    ),
    ...rowNames(),
    ...near.map((ribbon) => drawRibbon(ribbon, chosen)),
    ...blocks.filter((block) => isNear(block.x, block.x + block.width)).map((block) => drawBlock(block, chosen)),
  );
  return whole;
}

/** What each row is, at its left end. */
function rowNames() {
  const rows = rowsOf();
  /** @type {[number, string, string][]} */
  const names = [
    [rows.key, "key", INDEX.key],
    ...shownSystems().map(
      (system, place) =>
        /** @type {[number, string, string]} */ ([
          rows.systems[place],
          TWO ? LETTERS[system] : "response",
          SYSTEMS[system].name,
        ]),
    ),
  ];
  return names.flatMap(([row, what, name]) => [
    svg("text", { class: "row-name strong", x: MARGIN, y: topOf(row) + 9 }, what),
    svg(
      "text",
      { class: "row-name", x: MARGIN, y: topOf(row) + 20 },
      name.length > NAME ? `${name.slice(0, NAME - 1)}…` : name,
      title(name),
    ),
  ]);
}

/**
 * @param {Ribbon} ribbon
 * @param {Set<string>} chosen names
 */
function drawRibbon({ key, response, row, mentions, keyEnds, responseEnds }, chosen) {
  const rows = rowsOf();
  const isUp = row < rows.key;
  const keyY = isUp ? topOf(rows.key) : topOf(rows.key) + BLOCK;
  const responseY = isUp ? topOf(row) + BLOCK : topOf(row);
  const towards = isUp ? -1 : 1;
  const isFaint = isFiltered() && !mentions.some(passes);
  const isChosen = [key, response].some((block) => block && chosen.has(block.entity.name));
  const look = `${isFaint ? " faint" : ""}${isChosen ? " chosen" : ""}`;
  const card = ribbonCard(key, response, mentions);
  const follow = () => select(next(mentions));
  const shared = {
    "data-mentions": mentions.length,
    "data-mark": `ribbon ${key?.entity.name} ${response?.entity.name} ${row}`,
    "data-order": (keyEnds[0] ?? responseEnds[0]) * ROWS + row,
  };
  if (!response) {
    const d = tab(keyEnds, keyY, keyY + towards * STUB);
    const hollow = { class: `ribbon hollow${look}`, d, stroke: key ? colorOf(key.entity) : "" };
    return pathMark(card, follow, { ...hollow, ...shared });
  }
  if (!key) {
    const d = tab(responseEnds, responseY, responseY - towards * STUB);
    return pathMark(card, follow, { class: `ribbon loose${look}`, d, ...shared });
  }
  const middle = (keyY + responseY) / 2;
  const [a, b] = keyEnds;
  const [c, d] = responseEnds;
  const path = `M${a} ${keyY}C${a} ${middle} ${c} ${middle} ${c} ${responseY}H${d}C${d} ${middle} ${b} ${middle} ${b} ${keyY}Z`;
  const isAstray = response.entity.aligned !== key.entity;
  return pathMark(card, follow, {
    class: `ribbon${isAstray ? " astray" : ""}${look}`,
    d: path,
    fill: colorOf(key.entity),
    stroke: colorOf(key.entity),
    ...shared,
  });
}

/**
 * A short end, open at the block and round at the other side.
 * @param {number[]} ends
 * @param {number} from
 * @param {number} to
 */
function tab([a, b], from, to) {
  const inset = Math.min(3, (b - a) / 4);
  return `M${a + inset} ${from}V${to}H${b - inset}V${from}`;
}

/**
 * @param {Block | null} key
 * @param {Block | null} response
 * @param {Mention[]} mentions
 * @returns {Card}
 */
const ribbonCard = (key, response, mentions) => ({
  name: ribbonInWords(key, response, mentions.length),
  facts: [key, response].flatMap((block) => (block ? [entityInWords(block.entity)] : [])),
  example: async () => contextOf(mentions[0]),
});

/** @param {Entity} entity */
const entityInWords = (entity) =>
  `${entity.name} ${textOfEntity(entity)}: ${plural(entity.mentions.length, "mention")}`;

/** @param {string} words */
const title = (words) => svg("title", {}, words);

/**
 * @param {Block | null} key
 * @param {Block | null} response
 * @param {number} count
 */
function ribbonInWords(key, response, count) {
  if (!response) return `${key?.entity.name}: ${plural(count, "mention")} missing`;
  if (!key) return `${response.entity.name}: ${plural(count, "spurious mention")}`;
  return `${key.entity.name} and ${response.entity.name} share ${plural(count, "mention")}`;
}

/** The one after the selection, so that clicks lead through all. @param {Mention[]} mentions */
function next(mentions) {
  const at = state.mention ? mentions.indexOf(state.mention) : -1;
  return mentions[(at + 1) % mentions.length];
}

/** What an entity is on the other side. @param {Entity} entity */
function counterpartInWords(entity) {
  if (entity.side) return entity.aligned ? `counterpart of ${entity.aligned.name}` : "no gold counterpart";
  const found = entity.mentions.filter((mention) => mention.judged[state.system].partner).length;
  return `${plural(found, "mention")} found by ${TWO ? LETTERS[state.system] : "the system"}`;
}

/**
 * @param {Block} block
 * @param {Set<string>} chosen names
 */
function drawBlock({ entity, x, width, row }, chosen) {
  const y = topOf(row);
  const name = `${entity.name} ${textOfEntity(entity)}`;
  const fits = Math.floor((width - 4) / LETTER_WIDTH);
  const label =
    name.length <= fits ? name : fits >= entity.name.length + 6 ? `${name.slice(0, fits - 1)}…` : entity.name;
  return part(
    {
      name,
      facts: [plural(entity.mentions.length, "mention"), counterpartInWords(entity)],
      example: async () => contextOf(entity.mentions[0]),
    },
    () => select(entity.mentions[0]),
    {
      class: `block${chosen.has(entity.name) ? " chosen" : ""}`,
      "data-entity": entity.name,
      "data-mark": `block ${entity.name}`,
      "data-order": x * ROWS + row,
    },
    svg("rect", {
      class: entity.hue === null ? "alone" : "",
      x,
      y,
      width,
      height: BLOCK,
      rx: 2,
      fill: colorOf(entity),
    }),
    svg("text", { x: x + width / 2, y: y + 14, "text-anchor": "middle" }, label),
  );
}
