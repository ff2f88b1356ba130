"use strict";
/* The explorer: reads the index at once and a document when it is opened. Text enters the page only as text. */
(() => {
const byId = (id) => document.getElementById(id);
const INDEX = JSON.parse(byId("index").textContent);
const SYSTEMS = INDEX.systems;
const CLASSES = INDEX.classes;
const DECISIONS = INDEX.decisions.map((one) => one.name);
const LETTERS = SYSTEMS.length > 1 ? SYSTEMS.map((_, system) => String.fromCharCode(65 + system)) : ["R"];
const GOLDEN_ANGLE = 137.508;
const ROW_HEIGHT = 30;
const INFLATED = 5;
const RIVER_LANES = 14;
const RIVER_TOKENS = 20000;
const HEAT_ENTITIES = 16;
const LONG_WORD = 30;
const CLASS_HELP = {
  span: "the right mention with other boundaries",
  conflated: "a part of one entity stands in the chain of another",
  extra_mention: "a mention the key does not have, in a chain it has",
  extra_entity: "a chain the key does not have",
  divided: "a part of an entity stands in a chain of its own",
  missing_mention: "a mention of a known entity was not found",
  missing_entity: "a whole entity was not found",
  extra_singleton: "an entity of one mention the key does not have",
  missing_singleton: "an entity of one mention was not found",
};
const DECISION_HELP = Object.fromEntries(INDEX.decisions.map((one) => [one.name, one.meaning]));
const GROUPS = {
  class: {label: "Error class", values: () => CLASSES.map((one) => one.label)},
  decision: {label: "Decision", values: () => DECISIONS},
  pair: {label: "Systems", values: () => ["both right", "only A right", "only B right", "both wrong"]},
  type: {label: "Mention type", values: () => INDEX.types},
  pos: {label: "Part of speech of the head", values: () => INDEX.pos},
  ne: {label: "Named entity", values: () => INDEX.ne},
  code: {label: "Type code", values: () => INDEX.codes},
};

const state = {
  document: -1, system: 0, mention: null, error: -1, side: 0, query: "", sort: "score",
  range: null, river: true, heat: true, entity: "", theme: "",
  filters: Object.fromEntries(Object.keys(GROUPS).map((name) => [name, new Set()])),
};
let doc = null;
let listed = [];
let hits = null;

/* Building elements. */

function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  apply(node, properties, children);
  return node;
}

function svg(tag, properties = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  apply(node, properties, children);
  return node;
}

function apply(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) node.style.setProperty(key, one);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
}

const button = (properties, ...children) => el("button", {type: "button", ...properties}, ...children);
const percent = (value) => (value === null || value === undefined ? "–" : (100 * value).toFixed(2));
const points = (value) => Math.abs(100 * value).toFixed(Math.abs(value) < 0.001 ? 4 : 2);
const signed = (value) => (value < 0 ? "−" : "+") + points(value);
const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
const family = (name) =>
  name === "span" ? "span" : /missing|divided/.test(name) ? "recall" : "precision";
const isRight = (decision) => decision === "CA" || decision === "CN";

/* Documents: inflated when opened, the last few are kept. */

const inflated = new Map();
const parsed = new Promise((resolve) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", resolve, {once: true});
  else resolve();
});

async function rawDocument(number) {
  if (!byId(`d${number}`)) await parsed;
  const element = byId(`d${number}`);
  const text = element.textContent;
  if (element.type === "application/json") return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

async function loadDocument(number) {
  if (!inflated.has(number)) inflated.set(number, rawDocument(number).then(readDocument));
  const found = inflated.get(number);
  inflated.delete(number);
  inflated.set(number, found);
  if (inflated.size > INFLATED) inflated.delete(inflated.keys().next().value);
  return found;
}

/* A document as the page needs it: sides with nodes, mentions and entities; side 0 is the key. */
function readDocument(raw) {
  const keyEmpty = new Set(raw.z);
  const words = raw.w.filter((_, node) => !keyEmpty.has(node));
  const starts = [...raw.s, raw.w.length];
  const tight = new Set(raw.u);
  const sides = [{forms: raw.w, empty: keyEmpty, starts, tight}];
  const wordStarts = [];
  let word = 0;
  for (let node = 0, sentence = 0; node <= raw.w.length; node += 1) {
    while (sentence < starts.length && starts[sentence] === node) { wordStarts.push(word); sentence += 1; }
    if (node < raw.w.length && !keyEmpty.has(node)) word += 1;
  }
  const tightWords = new Set();
  for (let node = 0, count = 0; node < raw.w.length; node += 1) {
    if (keyEmpty.has(node)) continue;
    if (tight.has(node)) tightWords.add(count);
    count += 1;
  }
  for (const reading of raw.r) sides.push(responseText(reading, reading.w || words, wordStarts, tightWords));
  const result = {
    sentences: starts.length - 1, sides, readings: raw.r, byId: new Map(), tokens: words.length, runs: new Map(),
  };
  sides.forEach((side, number) => {
    side.letter = number ? LETTERS[number - 1] : "K";
    readMentions(result, side, number, number ? raw.r[number - 1].m : raw.k);
  });
  raw.r.forEach((reading, system) => align(result, reading, system));
  return result;
}

/* The words of the response with its own empty nodes: [words before, form, opens its sentence]. */
function responseText(reading, words, wordStarts, tightWords) {
  const forms = [], empty = new Set(), starts = [], tight = new Set();
  const zeros = reading.z || [];
  let zero = 0, sentence = 0;
  const takeZeros = (word, opening) => {
    while (zero < zeros.length && zeros[zero][0] === word && Boolean(zeros[zero][2]) === opening) {
      empty.add(forms.length);
      forms.push(zeros[zero][1]);
      zero += 1;
    }
  };
  for (let word = 0; word <= words.length; word += 1) {
    takeZeros(word, false);
    while (sentence < wordStarts.length - 1 && wordStarts[sentence] === word) { starts.push(forms.length); sentence += 1; }
    takeZeros(word, true);
    if (word === words.length) break;
    if (tightWords.has(word)) tight.add(forms.length);
    forms.push(words[word]);
  }
  while (starts.length < wordStarts.length) starts.push(forms.length);
  starts[0] = 0;
  return {forms, empty, starts, tight};
}

function readMentions(result, side, number, raw) {
  const prefix = number ? String.fromCharCode(96 + number) : "k";
  const parts = new Map();
  for (const [mention, first, last] of raw.p || []) {
    if (!parts.has(mention)) parts.set(mention, []);
    parts.get(mention).push([first, last]);
  }
  const dominant = new Set(raw.d);
  side.entities = raw.i.map((label, entity) => ({side: number, number: entity, label, name: side.letter + entity, mentions: []}));
  side.mentions = raw.e.map((entity, index) => {
    const first = raw.f[index], last = first + raw.l[index];
    const mention = {
      id: prefix + index, side: number, index, entity: side.entities[entity], first, last,
      parts: parts.get(index) || [[first, last]], dominant: dominant.has(index),
      type: raw.t ? INDEX.types[raw.t[index]] : "", pos: raw.o ? INDEX.pos[raw.o[index]] : "",
      ne: raw.n ? INDEX.ne[raw.n[index]] : "", code: raw.c ? INDEX.codes[raw.c[index]] : "",
    };
    mention.entity.mentions.push(mention);
    result.byId.set(mention.id, mention);
    return mention;
  });
  side.bySentence = Array.from({length: result.sentences}, () => []);
  for (const mention of side.mentions) {
    let sentence = sentenceOf(side, mention.first);
    mention.sentence = sentence;
    for (; sentence < result.sentences && side.starts[sentence] <= mention.last; sentence += 1) {
      side.bySentence[sentence].push(mention);
    }
  }
}

function sentenceOf(side, node) {
  let low = 0, high = side.starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (side.starts[middle] <= node) low = middle; else high = middle;
  }
  return low;
}

/* Partners, judgements and hues. A response entity has the hue of the key entity it is aligned with. */
function align(result, reading, system) {
  const key = result.sides[0], response = result.sides[system + 1];
  const judge = (mentions, columns, others, name) => mentions.forEach((mention, index) => {
    const bits = columns.b ? columns.b[index] : 0;
    const partner = columns.g ? columns.g[index] : -1;
    (mention.judged ||= [])[name] = {
      partner: partner >= 0 ? others[partner] : null,
      classes: CLASSES.filter((_, position) => bits & (1 << position)),
      decision: columns.k ? DECISIONS[columns.k[index]] || "" : "",
      loss: columns.x ? columns.x[index] : null,
    };
  });
  judge(key.mentions, reading.k, response.mentions, system);
  judge(response.mentions, reading.q, key.mentions, system);
  response.entities.forEach((entity, number) => {
    const aligned = reading.a ? reading.a[number] : -1;
    entity.aligned = aligned >= 0 ? key.entities[aligned] : null;
    entity.hue = entity.aligned ? hue(aligned) : null;
    if (entity.aligned) (entity.aligned.partners ||= [])[system] = entity;
  });
  key.entities.forEach((entity, number) => { entity.hue = hue(number); });
  const {c: kinds, n: sizes, k: keys, r: responses, x: deltas} = reading.err;
  let cell = 0;
  reading.errors = kinds.map((kind, number) => {
    const range = [cell, cell += sizes[number]];
    const pick = (rows, side) => rows.slice(...range).filter((index) => index >= 0).map((index) => side.mentions[index]);
    return {number, kind: CLASSES[kind], delta: deltas[number], mentions: [...pick(keys, key), ...pick(responses, response)]};
  });
}

const hue = (entity) => ((entity * GOLDEN_ANGLE) % 360).toFixed(1);
const judgement = (mention) => mention.judged[mention.side ? mention.side - 1 : state.system];
const response = () => doc.sides[state.system + 1];
const reading = () => doc.readings[state.system];

function textOf(mention) {
  const side = doc.sides[mention.side];
  return mention.parts.map(([first, last]) => joined(side, first, last)).join(" … ");
}

function joined(side, first, last) {
  let text = "";
  for (let node = first; node <= last; node += 1) {
    text += shown(side, node);
    if (node < last && !side.tight.has(node)) text += " ";
  }
  return text;
}

function shown(side, node) {
  const form = side.forms[node];
  return side.empty.has(node) && (form === "" || form === "_") ? "∅" : form;
}

/* Filters: a mention passes if it has one of the chosen values in every group with a choice. */

function hasFilter(except = "") {
  return Boolean(state.entity) || Object.entries(state.filters).some(([name, chosen]) => name !== except && chosen.size);
}

function valuesOf(mention, group) {
  if (group === "class") return judgement(mention).classes.map((one) => one.label);
  if (group === "decision") return [judgement(mention).decision];
  if (group === "pair") return [agreement(mention.side ? judgement(mention).partner : mention)];
  return [mention[group]];
}

function agreement(mention) {
  if (!mention || SYSTEMS.length < 2) return "";
  const [first, second] = mention.judged.map((judged) => isRight(judged.decision));
  if (first && second) return "both right";
  return first ? "only A right" : second ? "only B right" : "both wrong";
}

function passes(mention) {
  if (state.entity && !belongs(mention)) return false;
  return Object.entries(state.filters).every(
    ([name, chosen]) => !chosen.size || valuesOf(mention, name).some((value) => chosen.has(value)));
}

function belongs(mention) {
  const partner = judgement(mention).partner;
  return mention.entity.name === state.entity || Boolean(partner && partner.entity.name === state.entity);
}

/* What j and k visit: the errors of the document, or the single mentions where decisions are asked for. */
function stops() {
  if (!doc) return [];
  if (state.filters.decision.size || state.filters.pair.size) {
    return [...doc.sides[0].mentions, ...response().mentions].filter(passes)
      .sort((a, b) => a.sentence - b.sentence || a.side - b.side || a.first - b.first)
      .map((mention) => ({mentions: [mention], kind: null, delta: null}));
  }
  const kinds = state.filters.class;
  return reading().errors.filter((error) =>
    (!kinds.size || kinds.has(error.kind.label)) && (!hasFilter("class") || error.mentions.some(passes)));
}

function filterCounts(group) {
  const counts = new Map();
  const add = (value, number = 1) => counts.set(value, (counts.get(value) || 0) + number);
  if (!doc) {
    const system = SYSTEMS[state.system];
    if (group === "class") CLASSES.forEach((one, number) => add(one.label, system.classes[number].count));
    if (group === "decision") DECISIONS.forEach((name, number) => add(name, system.decisions[number] || 0));
    if (group === "type") INDEX.types.forEach((name, number) => add(name, INDEX.type_counts[number]));
    if (group === "pair" && INDEX.agreement) {
      GROUPS.pair.values().forEach((name, number) => add(name, INDEX.agreement.reduce((sum, row) => sum + row[number], 0)));
    }
    return counts;
  }
  if (group === "class") {
    for (const error of reading().errors) add(error.kind.label);
    return counts;
  }
  const sides = group === "pair" ? [doc.sides[0]] : [doc.sides[0], response()];
  for (const side of sides) for (const mention of side.mentions) valuesOf(mention, group).forEach((value) => add(value));
  return counts;
}

function toggleFilter(group, value) {
  const chosen = state.filters[group];
  if (chosen.has(value)) chosen.delete(value); else chosen.add(value);
  filtersChanged();
}

function clearFilters() {
  for (const chosen of Object.values(state.filters)) chosen.clear();
  state.entity = "";
  state.range = null;
  filtersChanged();
}

function filtersChanged() {
  state.error = -1;
  drawFilters();
  listDocuments();
  if (doc) { redrawRows(); drawLosses(); drawRiver(); drawCounter(); } else drawOverview();
  saveHash();
}

function drawFilters() {
  const box = byId("filters");
  const focused = box.contains(document.activeElement) ? document.activeElement.id : "";
  const opened = new Set([...box.querySelectorAll("details[open]")].map((one) => one.dataset.group));
  const first = !box.childElementCount;
  box.replaceChildren();
  for (const [group, {label, values}] of Object.entries(GROUPS)) {
    if (group === "pair" && SYSTEMS.length < 2) continue;
    const counts = filterCounts(group);
    const known = !doc && ["pos", "ne", "code"].includes(group);
    const options = values().filter((value) => value && (known || counts.get(value) || state.filters[group].has(value)));
    if (!options.length) continue;
    const open = first ? ["class", "decision", "pair", "type"].includes(group) : opened.has(group);
    const chosen = state.filters[group].size;
    box.append(el("details", {"data-group": group, open: open || (first && chosen > 0)},
      el("summary", {}, label, chosen ? el("span", {class: "chosen"}, String(chosen)) : null),
      el("div", {class: "options", role: "group", "aria-label": label}, ...options.map((value) => {
        const position = values().indexOf(value);
        const id = `filter-${group}-${position}`;
        const kind = group === "class" ? CLASSES[position] : null;
        return el("label", {for: id, class: "option", title: group === "decision" ? DECISION_HELP[value] : kind ? CLASS_HELP[kind.name] : null},
          checkbox(id, state.filters[group].has(value), () => toggleFilter(group, value)),
          kind ? badge(kind.badge, family(kind.name)) : null,
          el("span", {class: "name", dir: "auto"}, value),
          known ? null : el("span", {class: "count"}, (counts.get(value) || 0).toLocaleString("en")));
      }))));
  }
  if (doc) {
    box.append(el("div", {class: "entity-filter"},
      button({id: "choose-entity", onclick: openPalette, title: "Choose an entity (e)"}, state.entity ? `Entity ${state.entity}` : "Entity …"),
      state.entity ? button({"aria-label": "Show all entities", onclick: () => { state.entity = ""; filtersChanged(); }}, "×") : null));
  }
  if (focused) byId(focused)?.focus();
}

function checkbox(id, checked, onchange) {
  const box = el("input", {type: "checkbox", id, onchange});
  box.checked = checked;
  return box;
}

const badge = (text, kind) => el("span", {class: `badge ${kind}`}, text);

/* The list of documents: only the rows in sight exist. */

class VirtualList {
  constructor(box, row, open) {
    Object.assign(this, {box, row, open, rows: [], active: -1});
    this.inner = el("div", {class: "virtual", role: "presentation"});
    box.replaceChildren(this.inner);
    box.addEventListener("scroll", () => this.draw(), {passive: true});
    new ResizeObserver(() => this.draw()).observe(box);
    box.addEventListener("keydown", (event) => this.key(event));
  }

  set(rows, active) {
    this.rows = rows;
    this.inner.style.height = `${rows.length * ROW_HEIGHT}px`;
    this.active = rows.indexOf(active);
    this.draw();
  }

  choose(number) {
    this.active = this.rows.indexOf(number);
    if (this.active < 0) this.draw(); else this.reveal();
  }

  reveal() {
    if (this.active < 0) return;
    const top = this.active * ROW_HEIGHT;
    if (top < this.box.scrollTop) this.box.scrollTop = top;
    else if (top + ROW_HEIGHT > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = top + ROW_HEIGHT - this.box.clientHeight;
    this.draw();
  }

  draw() {
    const from = Math.max(0, Math.floor(this.box.scrollTop / ROW_HEIGHT) - 3);
    const to = Math.min(this.rows.length, from + Math.ceil(this.box.clientHeight / ROW_HEIGHT) + 6);
    const rows = [];
    for (let position = from; position < to; position += 1) {
      const number = this.rows[position];
      const row = el("div", {
        role: "option", class: "doc-row", id: `${this.box.id}-${position}`, "data-document": number,
        "aria-selected": String(position === this.active), "aria-posinset": position + 1, "aria-setsize": this.rows.length,
        style: {top: `${position * ROW_HEIGHT}px`}, onclick: () => this.open(number),
      }, ...this.row(number));
      rows.push(row);
    }
    this.inner.replaceChildren(...rows);
    if (this.active >= from && this.active < to) this.box.setAttribute("aria-activedescendant", `${this.box.id}-${this.active}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.box.clientHeight / ROW_HEIGHT) - 1);
    const step = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity}[event.key];
    if (step !== undefined && this.rows.length) {
      this.active = Math.min(this.rows.length - 1, Math.max(0, this.active + step));
      this.reveal();
    } else if (event.key === "Enter" && this.active >= 0) this.open(this.rows[this.active]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

const scoreOf = (number, system = state.system) => INDEX.documents[number].scores[system][INDEX.headline];
const errorsOf = (number) => {
  const counts = INDEX.documents[number].errors[state.system];
  const chosen = state.filters.class;
  return counts.reduce((sum, count, position) => sum + (!chosen.size || chosen.has(CLASSES[position].label) ? count : 0), 0);
};

const SORTS = {
  score: {label: "lowest score first", value: (number) => scoreOf(number) ?? 2},
  best: {label: "highest score first", value: (number) => -(scoreOf(number) ?? -1)},
  errors: {label: "most errors first", value: (number) => -errorsOf(number)},
  length: {label: "longest first", value: (number) => -INDEX.documents[number].tokens},
  file: {label: "as in the file", value: (number) => number},
};
if (SYSTEMS.length > 1) {
  SORTS.first = {label: "A ahead of B", value: (number) => scoreOf(number, 1) - scoreOf(number, 0)};
  SORTS.second = {label: "B ahead of A", value: (number) => scoreOf(number, 0) - scoreOf(number, 1)};
}

function listDocuments() {
  const query = state.query.toLowerCase();
  const {value} = SORTS[state.sort];
  listed = INDEX.documents.map((_, number) => number).filter((number) => {
    if (hits && hits.query === query) { if (!hits.documents.has(number) && !matchesName(number, query)) return false; }
    else if (query && !matchesName(number, query) && !(doc && number === state.document)) return false;
    if (state.filters.class.size && !errorsOf(number)) return false;
    if (state.range) {
      const score = scoreOf(number);
      if (score === null || score < state.range[0] || score >= state.range[1]) return false;
    }
    return true;
  });
  const keys = new Map(listed.map((number) => [number, value(number)]));
  listed.sort((a, b) => keys.get(a) - keys.get(b) || a - b);
  sideList.set(listed, state.document);
  if (tableList) tableList.set(listed, state.document);
  const all = INDEX.documents.length;
  byId("found").textContent = listed.length === all ? plural(all, "document") : `${listed.length.toLocaleString("en")} of ${plural(all, "document")}`;
}

const matchesName = (number, query) => INDEX.documents[number].name.toLowerCase().includes(query);

const sideList = new VirtualList(byId("documents"), (number) => [
  el("span", {class: "name", dir: "auto", title: INDEX.documents[number].name}, INDEX.documents[number].name),
  hits && hits.documents.get(number) ? el("span", {class: "hits"}, `${hits.documents.get(number)}×`) : null,
  state.sort === "errors" || state.filters.class.size ? el("span", {class: "count"}, plural(errorsOf(number), "error")) : null,
  el("span", {class: "score"}, percent(scoreOf(number))),
], openDocument);
let tableList = null;

/* Search: names at once, the text of the open document at once, all documents with Enter. */

let searching = 0;
async function searchAll() {
  const query = state.query.toLowerCase();
  const run = ++searching;
  hits = {query, documents: new Map()};
  for (let number = 0; number < INDEX.documents.length && query; number += 1) {
    const raw = await rawDocument(number);
    if (run !== searching) return;
    const count = occurrences(raw.w.join(" ").toLowerCase(), query);
    if (count) hits.documents.set(number, count);
    if (number % 50 === 49) byId("found").textContent = `searching … ${number + 1} of ${INDEX.documents.length}`;
  }
  listDocuments();
  byId("found").textContent = `text found in ${plural(hits.documents.size, "document")}`;
}

function occurrences(text, query) {
  let count = 0;
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) count += 1;
  return count;
}

function nextHit() {
  const marks = [...byId("text").querySelectorAll("mark")];
  const current = marks.findIndex((mark) => mark.classList.contains("now"));
  const query = state.query.toLowerCase();
  if (current >= 0) marks[current].classList.remove("now");
  let mark = marks[current + 1];
  if (!mark) {
    const after = current >= 0 ? Number(marks[current].closest("li").dataset.sentence) + 1 : 0;
    for (let step = 0; step < doc.sentences && !mark; step += 1) {
      const sentence = (after + step) % doc.sentences;
      const side = doc.sides[0];
      if (!joined(side, side.starts[sentence], side.starts[sentence + 1] - 1).toLowerCase().includes(query)) continue;
      mark = fillRow(byId("text").children[sentence]).querySelector("mark");
    }
  }
  if (!mark) return false;
  mark.classList.add("now");
  mark.scrollIntoView({block: "center"});
  return true;
}

/* Overview. */

const panel = (title, note, ...children) => el("section", {class: "panel"}, el("h2", {}, title), note ? el("p", {class: "note"}, note) : null, ...children);

function drawOverview() {
  const box = byId("overview");
  const scrolled = byId("main").scrollTop;
  const system = SYSTEMS[state.system];
  box.replaceChildren(
    el("header", {class: "lead"},
      el("h2", {}, INDEX.title),
      el("p", {}, `${plural(INDEX.documents.length, "document")}, ${plural(INDEX.tokens, "token")}, ${plural(INDEX.key_mentions, "key mention")} of ${plural(INDEX.key_entities, "entity").replace("entitys", "entities")}.`),
      INDEX.note ? el("p", {}, INDEX.note) : null,
      INDEX.signature ? el("p", {class: "signature"}, el("code", {}, ...INDEX.signature.split(/(?<=\|)/).flatMap((piece) => [piece, el("wbr")]))) : null,
      ...INDEX.warnings.map((warning) => el("p", {class: "warning"}, `${warning.code}: ${warning.message}`))),
    el("div", {class: "panels"},
      el("div", {class: "column"}, scoresPanel(), matrixPanel(system), SYSTEMS.length > 1 ? decisionsPanel(system) : histogramPanel()),
      el("div", {class: "column"}, ...(SYSTEMS.length > 1 ? [agreementPanel(), lossPanel(system), histogramPanel()] : [lossPanel(system), decisionsPanel(system)])),
      documentsPanel(), worstPanel(system)));
  tableList = new VirtualList(byId("table"), tableRow, openDocument);
  tableList.set(listed, state.document);
  byId("main").scrollTop = scrolled;
}

function scoresPanel() {
  const head = el("tr", {}, el("th", {scope: "col"}, "Metric"));
  for (const [number, system] of SYSTEMS.entries()) {
    for (const part of ["Recall", "Precision", "F1"]) {
      head.append(el("th", {scope: "col", class: "number", title: system.name}, SYSTEMS.length > 1 ? `${LETTERS[number]} ${part}` : part));
    }
    if (SYSTEMS.length === 1) head.append(el("th", {scope: "col", class: "gauge-head"}, "0 – 100"));
  }
  const rows = SYSTEMS[0].scores.map((first, position) => {
    const row = el("tr", {class: position === INDEX.headline ? "headline" : null}, el("th", {scope: "row"}, first.label));
    for (const system of SYSTEMS) {
      const score = system.scores[position];
      row.append(el("td", {class: "number"}, percent(score.recall)), el("td", {class: "number"}, percent(score.precision)),
        el("td", {class: "number f1"}, percent(score.f1),
          score.interval ? el("span", {class: "interval"}, ` ${percent(score.interval[0])}–${percent(score.interval[1])}`) : null));
      if (SYSTEMS.length === 1) row.append(el("td", {class: "gauge-cell"}, gauge(score)));
    }
    return row;
  });
  const names = SYSTEMS.length > 1 ? el("p", {class: "note"}, SYSTEMS.map((system, number) => `${LETTERS[number]} = ${system.name}`).join(" · ")) : null;
  const widened = SYSTEMS.some((system) => system.scores.some((score) => score.interval));
  return panel("Scores", widened ? INDEX.interval_note : "", names, el("div", {class: "scroll"}, el("table", {class: "table"}, el("thead", {}, head), el("tbody", {}, ...rows))));
}

function gauge(score) {
  const box = el("span", {class: "gauge", "aria-hidden": "true"});
  if (score.f1 === null) return box;
  box.append(el("span", {class: "fill", style: {width: `${100 * score.f1}%`}}));
  if (score.interval) box.append(whisker(score.interval[0], score.interval[1], 1));
  return box;
}

function whisker(from, to, scale) {
  const [low, high] = [Math.min(from, to), Math.max(from, to)].map((value) => Math.max(0, 100 * value / scale));
  return el("span", {class: "whisker", style: {left: `${low}%`, width: `${Math.max(0.3, high - low)}%`}});
}

function lossPanel(system) {
  const known = system.classes.filter((one) => one.shapley !== null);
  const scale = Math.max(1e-9, ...known.flatMap((one) => [one.shapley, one.alone ?? 0, one.last ?? 0]));
  const most = Math.max(1, ...system.classes.map((one) => one.count));
  const rows = CLASSES.map((kind, position) => {
    const loss = system.classes[position];
    const chosen = state.filters.class.has(kind.label);
    const track = el("span", {class: "track"}, el("span", {
      class: `fill ${family(kind.name)}`,
      style: {width: `${Math.max(0, known.length ? 100 * (loss.shapley ?? 0) / scale : 100 * loss.count / most)}%`},
    }), known.length && loss.count && loss.alone !== null ? whisker(loss.alone, loss.last, scale) : null);
    const said = known.length ? `${percent(loss.shapley)} points, alone ${percent(loss.alone)}, last ${percent(loss.last)}, ` : "";
    return button({
      class: "loss-row", "aria-pressed": String(chosen), "data-class": kind.name, title: CLASS_HELP[kind.name],
      "aria-label": `${kind.label}: ${said}${plural(loss.count, "error")}; filter`,
      onclick: () => toggleFilter("class", kind.label),
    }, badge(kind.badge, family(kind.name)), el("span", {class: "name"}, kind.label), track,
    el("span", {class: "number"}, known.length ? percent(loss.shapley) : ""), el("span", {class: "count"}, loss.count.toLocaleString("en")));
  });
  const sum = known.reduce((total, one) => total + one.shapley, 0);
  const note = known.length
    ? `${INDEX.loss_metric} points lost to each class: the mean over all orders of repair (Shapley), so the bars add up to ${percent(sum)}, what is missing to 100. Whisker: repaired alone – repaired last. Right: how many.`
    : "How many errors of each class.";
  return panel(SYSTEMS.length > 1 ? `What costs ${LETTERS[state.system]} its points` : "What costs points", note, el("div", {class: "losses"}, ...rows));
}

function matrixPanel(system) {
  const used = INDEX.types.map((name, position) => [name, position]).filter(([, position]) => system.matrix.some((row) => row[position]));
  if (!used.length) return null;
  const most = Math.max(1, ...system.matrix.flat());
  const head = el("tr", {}, el("th", {scope: "col"}, "Class"), ...used.map(([name]) => el("th", {scope: "col", class: "number"}, name || "unknown")), el("th", {scope: "col", class: "number"}, "all"));
  const rows = CLASSES.map((kind, position) => el("tr", {}, el("th", {scope: "row"}, badge(kind.badge, family(kind.name)), ` ${kind.label}`),
    ...used.map(([name, type]) => {
      const count = system.matrix[position][type];
      return el("td", {class: "number heat", style: {"--heat": (count / most).toFixed(3)}},
        count ? button({class: "cell", "aria-label": `${kind.label}, ${name}: ${count}; filter`, onclick: () => {
          state.filters.class = new Set([kind.label]);
          state.filters.type = new Set([name]);
          filtersChanged();
        }}, String(count)) : "·");
    }),
    el("td", {class: "number"}, String(system.matrix[position].reduce((sum, count) => sum + count, 0)))));
  return panel("Class by mention type", "Errors by the type of their first mention; choose a cell to filter by both.", el("div", {class: "scroll"}, el("table", {class: "table matrix"}, el("thead", {}, head), el("tbody", {}, ...rows))));
}

function histogramPanel() {
  const bins = Array.from({length: 20}, () => 0);
  let undefinedScores = 0;
  INDEX.documents.forEach((_, number) => {
    const score = scoreOf(number);
    if (score === null) undefinedScores += 1;
    else bins[Math.min(19, Math.floor(score * 20 + 1e-9))] += 1;
  });
  const most = Math.max(1, ...bins);
  const bars = bins.map((count, bin) => {
    const range = [bin / 20, bin === 19 ? 1.01 : (bin + 1) / 20];
    const chosen = Boolean(state.range && state.range[0] === range[0]);
    return button({
      class: "bin", disabled: count === 0, "aria-pressed": String(chosen), title: `${plural(count, "document")} from ${5 * bin} to ${5 * bin + 5}`,
      "aria-label": `${plural(count, "document")} from ${5 * bin} to ${5 * bin + 5}; show only these`,
      onclick: () => { state.range = chosen ? null : range; filtersChanged(); },
    }, el("span", {class: "height", style: {height: `${100 * count / most}%`}}));
  });
  return panel("Documents by score", `${INDEX.metric_labels[INDEX.headline]} F1 of each document${undefinedScores ? `, undefined in ${undefinedScores}` : ""}; choose a bar to list its documents.`,
    el("div", {class: "histogram", role: "group", "aria-label": "Histogram of document scores"}, ...bars),
    el("div", {class: "axis", "aria-hidden": "true"}, ...[0, 25, 50, 75, 100].map((tick) => el("span", {}, String(tick)))));
}

function decisionsPanel(system) {
  const total = system.decisions.reduce((sum, count) => sum + count, 0);
  if (!total) return null;
  const most = Math.max(...system.decisions);
  return panel("Decisions", "What the response decided about each mention, and whether rightly.", el("div", {class: "losses"}, ...DECISIONS.map((name, position) => button({
    class: "loss-row decision", "aria-pressed": String(state.filters.decision.has(name)), title: DECISION_HELP[name],
    "aria-label": `${name}, ${DECISION_HELP[name] || ""}: ${system.decisions[position]}; filter`, onclick: () => toggleFilter("decision", name),
  }, el("span", {class: "name"}, name, el("span", {class: "meaning"}, DECISION_HELP[name])), el("span", {class: "track"}, el("span", {class: `fill ${isRight(name) ? "right" : /^FN|N-m/.test(name) ? "recall" : "precision"}`, style: {width: `${100 * system.decisions[position] / most}%`}})),
  el("span", {class: "count"}, system.decisions[position].toLocaleString("en"))))));
}

function agreementPanel() {
  if (!INDEX.agreement) return null;
  const names = GROUPS.pair.values();
  const rows = [["all", names.map((_, column) => INDEX.agreement.reduce((sum, row) => sum + row[column], 0))],
    ...INDEX.types.map((name, position) => [name || "unknown", INDEX.agreement[position]])].filter(([, counts]) => counts.some(Boolean));
  return panel("What one gets right and the other wrong", `Decisions for the key mentions: A = ${SYSTEMS[0].name}, B = ${SYSTEMS[1].name}. Choose a number to see only these mentions.`,
    el("div", {class: "scroll"}, el("table", {class: "table agreement"},
      el("thead", {}, el("tr", {}, el("th", {scope: "col"}, "Type"), ...names.map((name) => el("th", {scope: "col", class: "number"}, name)), el("th", {scope: "col"}, "share"))),
      el("tbody", {}, ...rows.map(([type, counts], row) => {
        const total = counts.reduce((sum, count) => sum + count, 0);
        return el("tr", {}, el("th", {scope: "row"}, type), ...counts.map((count, column) => el("td", {class: "number"}, button({
          class: "cell", "aria-label": `${names[column]}, ${type}: ${count}; filter`, onclick: () => {
            state.filters.pair = new Set([names[column]]);
            state.filters.type = row && type !== "unknown" ? new Set([type]) : new Set();
            filtersChanged();
          }}, count.toLocaleString("en")))),
        el("td", {class: "share-cell"}, el("span", {class: "share", "aria-hidden": "true"}, ...counts.map((count, column) => el("span", {class: `part-${column}`, style: {width: `${100 * count / total}%`}})))));
      })))));
}

function documentsPanel() {
  return el("section", {class: "panel wide"}, el("h2", {}, "Documents"),
    el("div", {class: "doc-row doc-head", "aria-hidden": "true"}, el("span", {class: "name"}, "document"), el("span", {class: "count"}, "tokens"),
      el("span", {class: "count"}, "mentions"), el("span", {class: "count"}, "errors"), el("span", {class: "mini"}, "by class"),
      ...(SYSTEMS.length > 1 ? LETTERS.map((letter) => el("span", {class: "score"}, `${letter} F1`)) : [el("span", {class: "score"}, "F1")])),
    el("div", {id: "table", class: "documents table-list", role: "listbox", tabindex: "0", "aria-label": "Documents with their figures"}));
}

function tableRow(number) {
  const row = INDEX.documents[number];
  const counts = row.errors[state.system];
  const total = Math.max(1, counts.reduce((sum, count) => sum + count, 0));
  return [
    el("span", {class: "name", dir: "auto"}, row.name), el("span", {class: "count"}, row.tokens.toLocaleString("en")),
    el("span", {class: "count"}, row.mentions.toLocaleString("en")), el("span", {class: "count"}, errorsOf(number).toLocaleString("en")),
    el("span", {class: "mini", "aria-hidden": "true"}, ...CLASSES.map((kind, position) => el("span", {class: `fill ${family(kind.name)} shade-${position}`, title: `${kind.label}: ${counts[position]}`, style: {width: `${100 * counts[position] / total}%`}}))),
    ...SYSTEMS.map((_, system) => el("span", {class: "score"}, percent(scoreOf(number, system)))),
  ];
}

function worstPanel(system) {
  const kinds = state.filters.class;
  const rows = system.worst.filter((one) => !kinds.size || kinds.has(CLASSES[one.class].label));
  if (!rows.length) return null;
  return el("section", {class: "panel wide"}, el("h2", {}, "Costliest errors"), el("p", {class: "note"}, `Points of ${INDEX.loss_metric} that repairing this one error would bring; a repair that lowers the score is shown as it is.`),
    el("ol", {class: "worst"}, ...rows.map((one) => el("li", {}, button({
      onclick: async () => { await openDocument(one.document); visitError(one.error); },
    }, badge(CLASSES[one.class].badge, family(CLASSES[one.class].name)), el("span", {class: "number"}, one.delta === null ? "" : signed(one.delta)),
    el("span", {class: "quote", dir: "auto"}, one.text), el("span", {class: "where", dir: "auto"}, INDEX.documents[one.document].name))))));
}

/* The document: a row a sentence, a cell a side. */

let observer = null;

async function openDocument(number, options = {}) {
  const found = await loadDocument(number);
  doc = found;
  doc.runs = new Map();
  state.document = number;
  state.mention = null;
  state.error = -1;
  if (!options.keepEntity) state.entity = "";
  showView();
  drawHeads();
  drawRows();
  drawFilters();
  if (listed.length || !INDEX.documents.length) sideList.choose(number); else listDocuments();
  drawInspector();
  drawLosses();
  drawHeat();
  drawRiver();
  drawCounter();
  byId("main").scrollTop = 0;
  if (!options.silent) saveHash(true);
}

function openOverview() {
  doc = null;
  Object.assign(state, {document: -1, mention: null, error: -1, entity: ""});
  showView();
  drawFilters();
  listDocuments();
  drawOverview();
  drawCounter();
  byId("main").scrollTop = 0;
  saveHash(true);
}

function showView() {
  const open = doc !== null;
  document.body.classList.toggle("reading", open);
  byId("overview").hidden = open;
  byId("document").hidden = !open;
  byId("inspector").hidden = !open;
  byId("river").hidden = !open || !state.river;
  document.body.classList.toggle("with-river", open && state.river);
  byId("place").textContent = open ? INDEX.documents[state.document].name : "Overview";
  byId("previous").disabled = byId("next").disabled = !INDEX.documents.length;
  document.title = (open ? `${INDEX.documents[state.document].name} · ` : "") + INDEX.title;
  drawScores();
}

function drawScores() {
  const values = doc ? INDEX.documents[state.document].scores[state.system] : SYSTEMS[state.system].scores.map((score) => score.f1);
  byId("scores").replaceChildren(...INDEX.metric_labels.map((label, position) => [label, position]).sort((a, b) => (b[1] === INDEX.headline) - (a[1] === INDEX.headline))
    .map(([label, position]) => el("span", {class: position === INDEX.headline ? "headline" : null}, `${label} `, el("b", {}, percent(values[position])))));
  const box = byId("systems");
  box.hidden = SYSTEMS.length < 2;
  box.replaceChildren(...SYSTEMS.map((system, number) => button({
    "aria-pressed": String(number === state.system), title: system.name, onclick: () => chooseSystem(number),
  }, `${LETTERS[number]} ${system.name}`)));
}

function chooseSystem(number) {
  state.system = number;
  state.error = -1;
  if (doc) { showView(); drawHeads(); drawInspector(); drawHeat(); }
  drawScores();
  filtersChanged();
  if (doc && state.mention) markSelection();
}

function drawHeads() {
  const names = [`Key: ${INDEX.key}`, ...SYSTEMS.map((system, number) => `${SYSTEMS.length > 1 ? `${LETTERS[number]}: ` : "Response: "}${system.name}`)];
  byId("document").style.setProperty("--sides", names.length);
  byId("heads").replaceChildren(el("span", {}), ...names.map((name, side) => el("span", {class: side === state.side ? "focus" : null}, name)));
}

function drawRows() {
  observer?.disconnect();
  observer = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) fillRow(entry.target);
  }, {root: byId("main"), rootMargin: "400px 0px"});
  const rows = [];
  for (let sentence = 0; sentence < doc.sentences; sentence += 1) {
    const row = el("li", {class: "sentence", id: `s${sentence}`, "data-sentence": sentence});
    rows.push(row);
  }
  byId("text").replaceChildren(...rows);
  rows.slice(0, 8).forEach(fillRow);
  rows.forEach((row) => observer.observe(row));
}

function fillRow(row) {
  if (row.dataset.filled) return row;
  row.dataset.filled = "yes";
  observer.unobserve(row);
  const sentence = Number(row.dataset.sentence);
  row.replaceChildren(el("span", {class: "line", "aria-hidden": "true"}, String(sentence + 1)),
    ...doc.sides.map((_, side) => cell(side, sentence)));
  markSelection(row);
  return row;
}

function redrawRows() {
  for (const row of byId("text").children) {
    if (!row.dataset.filled) continue;
    delete row.dataset.filled;
    const box = row.getBoundingClientRect();
    if (box.bottom > -400 && box.top < innerHeight + 400) fillRow(row);
    else observer.observe(row);
  }
}

/* Inner mentions get the lanes near the text. Two mentions that overlap, nested or crossing, never share one. */
function lanesOf(mentions) {
  const lanes = new Map();
  const order = [...mentions].sort((a, b) => (a.last - a.first) - (b.last - b.first) || a.first - b.first || a.index - b.index);
  const taken = [];
  for (const mention of order) {
    let lane = 0;
    while ((taken[lane] ||= []).some((other) => other.first <= mention.last && mention.first <= other.last)) lane += 1;
    taken[lane].push(mention);
    lanes.set(mention, lane);
  }
  return {lanes, depth: taken.length};
}

function cell(number, sentence) {
  const side = doc.sides[number];
  const from = side.starts[sentence], to = side.starts[sentence + 1];
  const mentions = side.bySentence[sentence];
  const {lanes, depth} = lanesOf(mentions);
  const box = el("p", {class: "cell", dir: "auto", "data-side": number, style: {"--lanes": depth}});
  box.append(el("span", {class: "side-name", dir: "ltr"}, number ? side.letter : "Key"));
  const cuts = new Set([from, to]);
  for (const mention of mentions) {
    for (const [first, last] of mention.parts) {
      if (first < to && last >= from) { cuts.add(Math.max(first, from)); cuts.add(Math.min(last + 1, to)); }
    }
    if (mention.last < to) cuts.add(Math.max(mention.last, from));
  }
  for (let node = from; node < to; node += 1) if (side.empty.has(node)) { cuts.add(node); cuts.add(node + 1); }
  const edges = [...cuts].sort((a, b) => a - b);
  for (let position = 0; position + 1 < edges.length; position += 1) {
    const [first, next] = [edges[position], edges[position + 1]];
    if (side.empty.has(first) && !mentions.some((mention) => covers(mention, first))) continue;
    box.append(...run(side, mentions, lanes, depth, first, next));
    if (next < to && !side.tight.has(next - 1)) box.append(space(mentions, lanes, depth, next));
  }
  return box;
}

/* The space between two runs belongs to the mentions that go on. */
function space(mentions, lanes, depth, next) {
  const inside = mentions.filter((mention) => covers(mention, next - 1) && covers(mention, next)).sort((a, b) => lanes.get(a) - lanes.get(b));
  const bridged = mentions.filter((mention) => mention.first < next && next <= mention.last && !inside.includes(mention));
  if (!inside.length && !bridged.length) return " ";
  const piece = el("span", {class: "run", "data-first": next, "data-next": next}, " ");
  mount(piece, inside);
  paint(piece, inside, bridged, lanes, depth, null, null);
  return piece;
}

function mount(piece, inside) {
  if (!inside.length) return;
  piece.dataset.m = inside.map((mention) => mention.id).join(" ");
  for (const mention of inside) {
    if (!doc.runs.has(mention.id)) doc.runs.set(mention.id, new Set());
    doc.runs.get(mention.id).add(piece);
  }
  piece.addEventListener("click", () => clickRun(inside));
}

const covers = (mention, node) => mention.parts.some(([first, last]) => first <= node && node <= last);

function run(side, mentions, lanes, depth, first, next) {
  const inside = mentions.filter((mention) => covers(mention, first)).sort((a, b) => lanes.get(a) - lanes.get(b));
  const bridged = mentions.filter((mention) => mention.parts.length > 1 && mention.first < first && first < mention.last && !covers(mention, first));
  const content = marked(joined(side, first, next - 1));
  if (!inside.length && !bridged.length) return content;
  const piece = el("span", {class: "run", "data-first": first, "data-next": next}, ...content);
  if (side.empty.has(first)) { piece.classList.add("zero"); piece.title = "zero: nothing is said here"; }
  mount(piece, inside);
  paint(piece, inside, bridged, lanes, depth, first, next);
  const starts = inside.filter((mention) => mention.first === first && mention.dominant).reverse();
  const ends = inside.filter((mention) => mention.last === next - 1);
  const stars = starts.map(() => el("span", {class: "star", "aria-hidden": "true", title: "dominant mention"}, "★"));
  const whole = [...stars, piece, ...ends.map(tag)];
  return whole.length > 1 && next - first === 1 && side.forms[first].length < LONG_WORD ? [el("span", {class: "together"}, ...whole)] : whole;
}

/* Lines of the lanes as layers of one background, so that a run may break over lines of text. */
function paint(piece, inside, bridged, lanes, depth, first, next) {
  const layers = [];
  const layer = (image, x, width, y, height) => layers.push({image, x, y, size: `${width} ${height}`});
  for (const mention of [...inside, ...bridged]) {
    const {hue: angle} = mention.entity;
    const color = passes(mention) ? (angle === null ? "var(--alone)" : `oklch(var(--line) ${angle})`) : "var(--faint)";
    const dashed = angle === null ? [4, 7] : null;
    const dots = inside.includes(mention) ? dashed : [1.5, 5];
    const image = dots ? `repeating-linear-gradient(90deg, ${color} 0 ${dots[0]}px, transparent ${dots[0]}px ${dots[1]}px)` : `linear-gradient(${color}, ${color})`;
    const opens = mention.first === first ? 2 : 0, closes = mention.last === next - 1 ? 2 : 0;
    layer(image, opens ? `${opens}px` : "0px", `calc(100% - ${opens + closes}px)`, `calc(100% - ${(depth - 1 - lanes.get(mention)) * 4}px)`, "2px");
  }
  const inner = inside.find(passes);
  if (inner) {
    const height = `calc(100% - ${depth * 4}px)`;
    if (inner.entity.hue === null) layer("repeating-linear-gradient(135deg, var(--hatch) 0 1.5px, transparent 1.5px 6px)", "0px", "100%", "0px", height);
    else layer(`linear-gradient(oklch(var(--tint) ${inner.entity.hue}), oklch(var(--tint) ${inner.entity.hue}))`, "0px", "100%", "0px", height);
  }
  piece.style.backgroundImage = layers.map((one) => one.image).join(", ");
  piece.style.backgroundSize = layers.map((one) => one.size).join(", ");
  piece.style.backgroundPosition = layers.map((one) => `${one.x} ${one.y}`).join(", ");
}

function tag(mention) {
  const judged = judgement(mention);
  const pass = passes(mention);
  const pair = !mention.side && SYSTEMS.length > 1 ? agreement(mention) : "";
  const badges = pass ? judged.classes.map((kind) => badge(kind.badge, family(kind.name))) : [];
  if (pass && !badges.length && /^(WL|FN|FA)/.test(judged.decision)) badges.push(badge(judged.decision.slice(0, 2), "decision"));
  if (pass && pair.startsWith("only")) badges.push(badge(pair.includes("A") ? "A✓B✗" : "A✗B✓", "pair"));
  const properties = {
    class: `tag${pass ? "" : " dim"}${mention.entity.hue === null ? " alone" : ""}`, tabindex: "-1", dir: "ltr", id: `tag-${mention.id}`,
    "data-mention": mention.id, "aria-label": describe(mention), onclick: (event) => { event.stopPropagation(); select(mention); },
    style: mention.entity.hue === null ? {} : {"--hue": mention.entity.hue},
  };
  return button(properties, mention.entity.name, ...badges);
}

function describe(mention) {
  const judged = judgement(mention);
  return [`${textOf(mention)}, entity ${mention.entity.name}`, mention.dominant ? "dominant" : "", ...judged.classes.map((kind) => kind.label), judged.decision]
    .filter(Boolean).join(", ");
}

function marked(text) {
  const query = state.query.toLowerCase();
  if (!query) return [text];
  const lower = text.toLowerCase();
  const pieces = [];
  let done = 0;
  for (let at = lower.indexOf(query); at >= 0; at = lower.indexOf(query, done)) {
    pieces.push(text.slice(done, at), el("mark", {}, text.slice(at, at + query.length)));
    done = at + query.length;
  }
  return [...pieces, text.slice(done)];
}

/* Selection. */

function clickRun(inside) {
  const position = inside.indexOf(state.mention);
  select(inside[(position + 1) % inside.length]);
}

function select(mention, {focus = true, reveal = true} = {}) {
  state.mention = mention;
  state.side = mention.side;
  markSelection();
  if (reveal) {
    const row = fillRow(byId(`s${mention.sentence}`));
    markSelection(row);
    const target = byId(`tag-${mention.id}`);
    if (target) {
      const box = target.getBoundingClientRect(), frame = byId("main").getBoundingClientRect();
      if (box.top < frame.top + 40 || box.bottom > frame.bottom - 10) target.scrollIntoView({block: "center"});
      if (focus) target.focus({preventScroll: true});
    }
  }
  drawInspector();
  drawHeat();
  drawRiver();
  drawCounter();
  saveHash();
}

function unselect() {
  state.mention = null;
  state.error = -1;
  markSelection();
  drawInspector();
  drawHeat();
  drawRiver();
  drawCounter();
  saveHash();
}

function chainOf(mention) {
  const related = new Set(mention.entity.mentions);
  for (const one of mention.entity.mentions) {
    for (const judged of one.judged || []) if (judged && judged.partner) related.add(judged.partner);
  }
  return related;
}

function markSelection(root = byId("text")) {
  for (const one of root.querySelectorAll(".selected, .chain")) one.classList.remove("selected", "chain");
  for (const head of byId("heads").children) head.classList.remove("focus");
  byId("heads").children[state.side + 1]?.classList.add("focus");
  if (!state.mention) return;
  const add = (mention, name) => {
    for (const piece of doc.runs.get(mention.id) || []) if (root.contains(piece)) piece.classList.add(name);
    const target = byId(`tag-${mention.id}`);
    if (target && root.contains(target)) target.classList.add(name);
  };
  for (const mention of chainOf(state.mention)) add(mention, "chain");
  add(state.mention, "selected");
}

function visitError(number) {
  const all = stops();
  const position = all.findIndex((error) => error.number === number);
  if (position >= 0) visit(all, position);
}

function visit(all, position) {
  if (!all.length) { drawCounter(); return; }
  state.error = (position + all.length) % all.length;
  const error = all[state.error];
  select(error.mentions.find((mention) => !hasFilter() || passes(mention)) || error.mentions[0]);
}

function step(direction) {
  const all = stops();
  if (state.error < 0 && state.mention) {
    const here = state.mention.sentence;
    const after = all.findIndex((error) => error.mentions[0].sentence >= here);
    visit(all, direction > 0 ? Math.max(after, 0) : (after < 0 ? all.length : after) - 1);
  } else visit(all, state.error < 0 && direction < 0 ? -1 : state.error + direction);
}

function stepEntity(direction) {
  const mention = state.mention || doc.sides[0].mentions[0];
  if (!mention) return;
  if (!state.mention) { select(mention); return; }
  const chain = [...mention.entity.mentions].sort((a, b) => a.first - b.first || b.last - a.last);
  state.error = -1;
  select(chain[(chain.indexOf(mention) + direction + chain.length) % chain.length]);
}

function stepMention(direction) {
  const mentions = [...doc.sides[state.side].mentions].sort((a, b) => a.first - b.first || b.last - a.last);
  if (!mentions.length) return;
  const at = state.mention && state.mention.side === state.side ? mentions.indexOf(state.mention) + direction : 0;
  state.error = -1;
  select(mentions[Math.min(mentions.length - 1, Math.max(0, at))]);
}

function stepDocument(direction) {
  const rows = listed.length ? listed : INDEX.documents.map((_, number) => number);
  const at = rows.indexOf(state.document);
  const next = at < 0 ? (direction > 0 ? 0 : rows.length - 1) : (at + direction + rows.length) % rows.length;
  if (rows.length) openDocument(rows[next]);
}

function focusSide(direction) {
  const side = Math.min(doc.sides.length - 1, Math.max(0, state.side + direction));
  const partner = state.mention ? counterpart(state.mention, side) : null;
  state.side = side;
  if (side && side - 1 !== state.system) chooseSystem(side - 1);
  if (partner) select(partner);
  else {
    markSelection();
    const sentence = state.mention ? state.mention.sentence : 0;
    const near = doc.sides[side].mentions.find((mention) => mention.sentence >= sentence);
    if (near) select(near);
  }
}

function counterpart(mention, side) {
  const key = mention.side ? mention.judged[mention.side - 1].partner : mention;
  if (!side || !key) return side ? null : key;
  return key.judged[side - 1].partner;
}

function drawCounter() {
  const box = byId("counter");
  if (!doc) { box.textContent = `${plural(INDEX.documents.length, "document")}`; return; }
  const all = stops();
  const kinds = [...state.filters.class];
  const noun = kinds.length === 1 ? kinds[0] : state.filters.decision.size || state.filters.pair.size ? "mentions" : all.length === 1 ? "error" : "errors";
  box.textContent = state.error >= 0 ? `${state.error + 1}/${all.length} ${noun}` : `${all.length} ${noun}`;
}

/* Inspector. */

function drawInspector() {
  const box = byId("details");
  if (!state.mention) {
    box.replaceChildren(el("h2", {}, "Inspector"), el("p", {class: "note"}, "Choose a mention, or press j for the first error. Underlines are chains: the colour is the key entity on all sides, dashed where the response entity has no counterpart; ★ is the dominant mention of a chain."));
    return;
  }
  const mention = state.mention, judged = judgement(mention);
  const chain = [...mention.entity.mentions].sort((a, b) => a.first - b.first);
  const rows = [["Entity", `${mention.entity.name}${mention.entity.label ? ` (${mention.entity.label})` : ""}, mention ${chain.indexOf(mention) + 1} of ${chain.length}${mention.dominant ? ", dominant ★" : ""}`]];
  const features = [mention.type, mention.pos, mention.ne, mention.code].filter(Boolean).join(" · ");
  if (features) rows.push(["Features", features]);
  if (mention.side === 0 && SYSTEMS.length > 1) {
    SYSTEMS.forEach((_, system) => rows.push([`Decision ${LETTERS[system]}`, decisionText(mention.judged[system].decision)]));
  } else if (judged.decision) rows.push(["Decision", decisionText(judged.decision)]);
  if (judged.loss) rows.push(["Loss", `${points(judged.loss)} points, its share of ${mention.side ? "precision" : "recall"}`]);
  const errors = reading().errors.filter((error) => error.mentions.includes(mention));
  box.replaceChildren(
    el("h2", {}, mention.side ? (SYSTEMS.length > 1 ? `Response ${LETTERS[mention.side - 1]}` : "Response") : "Key"),
    el("p", {class: "quote", dir: "auto"}, textOf(mention)),
    el("dl", {}, ...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {dir: "auto"}, value)])),
    errors.length ? el("ul", {class: "errors"}, ...errors.map((error) => el("li", {}, badge(error.kind.badge, family(error.kind.name)),
      ` ${error.kind.label}: ${CLASS_HELP[error.kind.name] || ""}`, error.delta === null || error.delta === undefined ? null : el("b", {}, ` ${signed(error.delta)} if repaired`)))) : null,
    chainList(mention.side ? "Chain of the response" : "Chain of the key", mention.entity),
    judged.partner ? chainList(mention.side ? "Chain of the key" : "Chain of the response", judged.partner.entity)
      : el("p", {class: "note"}, mention.side ? "The key has no such mention." : "The response has no such mention."));
}

const decisionText = (decision) => (decision ? `${decision}: ${DECISION_HELP[decision] || ""}` : "–");

function chainList(title, entity) {
  const chain = [...entity.mentions].sort((a, b) => a.first - b.first);
  return el("div", {class: "chain-list"}, el("h3", {}, `${title}: ${entity.name}`), el("ol", {}, ...chain.slice(0, 60).map((mention) => {
    const judged = judgement(mention);
    return el("li", {}, button({class: mention === state.mention ? "now" : null, "aria-current": mention === state.mention ? "true" : null, onclick: () => { state.error = -1; select(mention); }},
      el("span", {class: "line"}, String(mention.sentence + 1)), mention.dominant ? el("span", {class: "star", "aria-label": "dominant"}, "★") : null,
      el("span", {class: "quote", dir: "auto"}, textOf(mention)),
      el("span", {class: "other"}, judged.partner ? judged.partner.entity.name : mention.side ? "extra" : "missing")));
  })), chain.length > 60 ? el("p", {class: "note"}, `and ${chain.length - 60} more`) : null);
}

function drawLosses() {
  const counts = new Map();
  for (const error of reading().errors) {
    const row = counts.get(error.kind.label) || counts.set(error.kind.label, new Map()).get(error.kind.label);
    const type = error.mentions[0]?.type || "unknown";
    row.set(type, (row.get(type) || 0) + 1);
  }
  const most = Math.max(1, ...[...counts.values()].map((row) => [...row.values()].reduce((sum, count) => sum + count, 0)));
  byId("losses").replaceChildren(el("h2", {}, "Errors by class and type"), el("div", {class: "losses"}, ...CLASSES.filter((kind) => counts.has(kind.label)).map((kind) => {
    const row = [...counts.get(kind.label)].sort((a, b) => INDEX.types.indexOf(a[0]) - INDEX.types.indexOf(b[0]));
    const total = row.reduce((sum, [, count]) => sum + count, 0);
    const said = row.map(([type, count]) => `${type} ${count}`).join(", ");
    return button({class: "loss-row small", "data-class": kind.name, "aria-pressed": String(state.filters.class.has(kind.label)), title: said, "aria-label": `${kind.label}: ${total} (${said}); filter`, onclick: () => toggleFilter("class", kind.label)},
      badge(kind.badge, family(kind.name)), el("span", {class: "name"}, kind.label),
      el("span", {class: "track"}, ...row.map(([type, count]) => el("span", {class: `segment type-${type}`, style: {width: `${100 * count / most}%`}}))), el("span", {class: "count"}, String(total)));
  })), el("p", {class: "legend", "aria-hidden": "true"}, ...[...new Set([...counts.values()].flatMap((row) => [...row.keys()]))].sort((a, b) => INDEX.types.indexOf(a) - INDEX.types.indexOf(b)).map((type) => el("span", {}, el("i", {class: `segment type-${type}`}), type))));
}

/* Heat: a confusion group is a set of key and response entities that share mentions, directly or not. */

function confusionGroups() {
  if (reading().groups) return reading().groups;
  const parent = new Map();
  const find = (one) => { let top = one; while (parent.get(top) !== top) top = parent.get(top); parent.set(one, top); return top; };
  const key = doc.sides[0], other = response();
  for (const entity of [...key.entities, ...other.entities]) parent.set(entity, entity);
  const shared = new Map();
  for (const mention of key.mentions) {
    const {partner} = mention.judged[state.system];
    if (!partner) continue;
    const cellKey = `${mention.entity.name} ${partner.entity.name}`;
    shared.set(cellKey, (shared.get(cellKey) || 0) + 1);
    parent.set(find(mention.entity), find(partner.entity));
  }
  const groups = new Map();
  for (const entity of parent.keys()) {
    const top = find(entity);
    if (!groups.has(top)) groups.set(top, {key: [], response: [], size: 0});
    const group = groups.get(top);
    (entity.side ? group.response : group.key).push(entity);
    group.size += entity.mentions.length;
  }
  const of = (entity) => groups.get(find(entity));
  const confused = [...groups.values()].filter((group) => group.key.length > 1 || group.response.length > 1).sort((a, b) => b.size - a.size);
  reading().groups = {confused, of, shared};
  return reading().groups;
}

function drawHeat() {
  const box = byId("heat");
  box.hidden = !state.heat;
  if (!state.heat) return;
  const {confused, of, shared} = confusionGroups();
  const here = state.mention && (!state.mention.side || state.mention.side === state.system + 1) ? of(state.mention.entity) : null;
  const keys = [], responses = [];
  for (const group of here ? [here] : confused) {
    if (keys.length && (keys.length + group.key.length > HEAT_ENTITIES || responses.length + group.response.length > HEAT_ENTITIES)) break;
    keys.push(...group.key);
    responses.push(...group.response);
  }
  const hidden = Math.max(0, keys.length - HEAT_ENTITIES) + Math.max(0, responses.length - HEAT_ENTITIES);
  keys.length = Math.min(keys.length, HEAT_ENTITIES);
  responses.length = Math.min(responses.length, HEAT_ENTITIES);
  const title = el("h2", {}, here ? "Confusion group of the selection" : "Largest confusion groups");
  if (!keys.length && !responses.length) { box.replaceChildren(title, el("p", {class: "note"}, "No entities are confused here.")); return; }
  const most = Math.max(1, ...keys.flatMap((one) => responses.map((other) => shared.get(`${one.name} ${other.name}`) || 0)));
  const head = (entity, scope) => el("th", {scope}, button({onclick: () => { state.error = -1; select(entity.mentions[0]); }, title: textOf(entity.mentions.find((mention) => mention.dominant) || entity.mentions[0])}, entity.name));
  const figure = (count, kind) => el("td", {class: `heat ${kind}`, style: {"--heat": (count / most).toFixed(3)}}, count ? String(count) : "");
  const rowSum = (entity) => entity.mentions.filter((mention) => !mention.judged[state.system].partner).length;
  const columnSum = (entity) => entity.mentions.filter((mention) => !judgement(mention).partner).length;
  box.replaceChildren(title, el("p", {class: "note"}, "Shared mentions; last column missing, last row extra."), el("div", {class: "scroll"}, el("table", {class: "confusion"},
    el("caption", {class: "hidden"}, "Mentions shared by key entities (rows) and response entities (columns)"),
    el("thead", {}, el("tr", {}, el("td", {}), ...responses.map((entity) => head(entity, "col")), el("th", {scope: "col", title: "missing"}, "−"))),
    el("tbody", {}, ...keys.map((entity) => el("tr", {}, head(entity, "row"), ...responses.map((other) => figure(shared.get(`${entity.name} ${other.name}`) || 0, entity === other.aligned ? "agreed" : "")), figure(rowSum(entity), "off"))),
      el("tr", {}, el("th", {scope: "row", title: "extra"}, "+"), ...responses.map((entity) => figure(columnSum(entity), "off")), el("td", {}))))),
  hidden ? el("p", {class: "note"}, `${hidden} more entities in this group`) : null);
}

/* River: a lane a chain, from the first word to the last. */

function drawRiver() {
  const box = byId("river");
  box.hidden = !state.river;
  if (!state.river || !doc) return;
  const key = doc.sides[0];
  const length = Math.max(1, key.forms.length);
  const chosen = state.mention ? new Set([...chainOf(state.mention)].map((mention) => mention.entity)) : new Set();
  const ranked = [...key.entities].sort((a, b) => b.mentions.length - a.mentions.length || a.number - b.number);
  const count = state.riverAll ? ranked.length : RIVER_LANES;
  const lanes = ranked.slice(0, count);
  for (const entity of chosen) if (!entity.side && !lanes.includes(entity)) lanes.unshift(entity);
  const rows = lanes.map((entity) => riverLane(entity, length, chosen.has(entity)));
  const extra = response().mentions.filter((mention) => !judgement(mention).partner);
  if (extra.length) rows.push(extraLane(extra, response().forms.length));
  const more = ranked.length - RIVER_LANES;
  const scrolled = box.scrollTop;
  box.replaceChildren(
    el("div", {class: "river-head"}, el("h2", {}, "Chain river"),
      el("span", {class: "note"}, "● found, ○ missing, ■ dominant; below the line: │ in the aligned response entity, × in another"),
      more > 0 ? button({"aria-expanded": String(Boolean(state.riverAll)), onclick: () => { state.riverAll = !state.riverAll; drawRiver(); }}, state.riverAll ? "fewer" : `${more} more`) : null),
    el("div", {class: "lanes"}, el("div", {class: "window", "aria-hidden": "true"}), ...rows));
  box.scrollTop = scrolled;
  drawWindow();
}

function riverLane(entity, length, chosen) {
  const place = (mention) => `${(100 * (mention.first + 0.5) / length).toFixed(2)}%`;
  const mentions = [...entity.mentions].sort((a, b) => a.first - b.first);
  const picture = svg("svg", {class: "stream", "aria-hidden": "true", onclick: (event) => riverClick(event, length)});
  const color = `oklch(var(--line) ${entity.hue})`;
  picture.append(svg("line", {x1: place(mentions[0]), x2: place(mentions[mentions.length - 1]), y1: 7, y2: 7, stroke: color, "stroke-width": chosen ? 2.5 : 1.2}));
  const seen = new Set();
  for (const mention of mentions) {
    if (length > RIVER_TOKENS) {
      const bin = Math.floor(1500 * mention.first / length);
      if (seen.has(bin)) continue;
      seen.add(bin);
    }
    const {partner} = mention.judged[state.system];
    const x = place(mention);
    const fill = partner ? color : "var(--page)";
    const faded = passes(mention) ? 1 : 0.25;
    picture.append(mention.dominant
      ? svg("svg", {x, y: 7, overflow: "visible"}, svg("rect", {x: -4, y: -4, width: 8, height: 8, fill, stroke: color, "stroke-width": 1.5, opacity: faded, "data-mention": mention.id}))
      : svg("circle", {cx: x, cy: 7, r: 3.6, fill, stroke: color, "stroke-width": 1.5, opacity: faded, "data-mention": mention.id}));
    if (!partner) continue;
    const right = partner.entity.aligned === entity;
    picture.append(svg("svg", {x, y: 15, overflow: "visible"}, svg("path", right
      ? {d: "M0 -2V3", stroke: "var(--ink)", "stroke-width": 1.4, opacity: faded}
      : {d: "M-2.5 -2L2.5 3M2.5 -2L-2.5 3", stroke: "var(--recall)", "stroke-width": 1.6, fill: "none", opacity: faded})));
  }
  const best = mentions.find((mention) => mention.dominant) || mentions[0];
  return el("div", {class: `lane${chosen ? " chosen" : ""}`}, button({class: "lane-name", style: {"--hue": entity.hue}, onclick: () => { state.error = -1; select(mentions[0]); }, "aria-label": `Entity ${entity.name}, ${textOf(best)}, ${plural(mentions.length, "mention")}`},
    el("b", {}, entity.name), el("span", {class: "quote", dir: "auto"}, textOf(best)), el("span", {class: "count"}, String(mentions.length))), picture);
}

function extraLane(mentions, length) {
  const picture = svg("svg", {class: "stream", "aria-hidden": "true", onclick: (event) => riverClick(event, length)});
  const seen = new Set();
  for (const mention of mentions) {
    const bin = Math.floor(1500 * mention.first / length);
    if (seen.has(bin)) continue;
    seen.add(bin);
    picture.append(svg("svg", {x: `${(100 * (mention.first + 0.5) / length).toFixed(2)}%`, y: 8, overflow: "visible"}, svg("path", {d: "M-3 0H3M0 -3V3", stroke: "var(--precision)", "stroke-width": 1.6, opacity: passes(mention) ? 1 : 0.25, "data-mention": mention.id})));
  }
  return el("div", {class: "lane"}, el("span", {class: "lane-name plain"}, el("b", {}, "+"), el("span", {class: "quote"}, "not in the key"), el("span", {class: "count"}, String(mentions.length))), picture);
}

function riverClick(event, length) {
  const id = event.target.dataset?.mention;
  if (id) { state.error = -1; select(doc.byId.get(id)); return; }
  const box = event.currentTarget.getBoundingClientRect();
  const node = Math.floor(length * (event.clientX - box.left) / box.width);
  byId(`s${sentenceOf(doc.sides[0], node)}`)?.scrollIntoView({block: "start"});
}

/* The part of the text in sight, drawn on the river. */
function drawWindow() {
  const mark = byId("river").querySelector(".window");
  if (!mark || !doc) return;
  const frame = byId("main").getBoundingClientRect();
  const rows = byId("text").children;
  const search = (test) => {
    let low = 0, high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (test(rows[middle].getBoundingClientRect())) high = middle; else low = middle + 1;
    }
    return low;
  };
  const first = Math.min(search((box) => box.bottom > frame.top + 30), rows.length - 1), last = search((box) => box.top >= frame.bottom);
  const {starts, forms} = doc.sides[0];
  const from = starts[Math.max(0, first)] / forms.length, to = starts[Math.max(first + 1, last)] / forms.length;
  mark.style.setProperty("--from", from);
  mark.style.setProperty("--share", Math.max(0.002, to - from));
}

/* Dialogs. */

const KEYS = [["j k", "next, previous error"], ["J K", "next, previous mention of the same entity"], ["← →", "previous, next mention (in the text)"], ["n p", "next, previous document"], [`1 – ${CLASSES.length}`, "filter by error class"], ["0", "clear all filters"],
  ["e", "choose an entity"], ["[ ]", "go to the key, to the response"], ["Enter", "go to the inspector"], ["g", "chain river"], ["h", "heat map of confusions"], ["/", "search (Enter: next place, or all documents)"], ["o", "overview"], ["?", "this help"], ["Esc", "close, unselect"]];

function openHelp() {
  const box = byId("help");
  box.replaceChildren(el("h2", {id: "help-title"}, "Keys"), el("dl", {class: "keys"}, ...KEYS.flatMap(([keys, meaning]) => [el("dt", {}, ...keys.split(" ").map((key) => (key === "–" ? " – " : el("kbd", {}, key)))), el("dd", {}, meaning)])),
    el("h2", {}, "Signs"), el("dl", {class: "keys"}, ...CLASSES.flatMap((kind) => [el("dt", {}, badge(kind.badge, family(kind.name))), el("dd", {}, `${kind.label}: ${CLASS_HELP[kind.name] || ""}`)]),
      el("dt", {}, "★"), el("dd", {}, "dominant mention: the most informative one of its chain"), el("dt", {}, "∅"), el("dd", {}, "zero: a mention without words")),
    button({onclick: () => box.close()}, "Close"));
  box.showModal();
}

function openPalette() {
  if (!doc) return;
  const box = byId("palette");
  const entities = [...doc.sides[0].entities, ...response().entities];
  const input = el("input", {type: "search", role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list", "aria-label": "Entity", placeholder: "Entity, K3 or a word of a mention"});
  const list = el("ul", {id: "palette-list", role: "listbox", "aria-label": "Entities"});
  let shownEntities = [], active = 0;
  const choose = (entity) => {
    box.close();
    state.entity = entity.name;
    filtersChanged();
    select(entity.mentions[0]);
  };
  const draw = () => {
    const query = input.value.toLowerCase();
    shownEntities = entities.filter((entity) => !query || entity.name.toLowerCase() === query || entity.label.toLowerCase().includes(query) || entity.mentions.some((mention) => textOf(mention).toLowerCase().includes(query)))
      .sort((a, b) => a.side - b.side || b.mentions.length - a.mentions.length || a.number - b.number).slice(0, 60);
    active = Math.min(active, Math.max(0, shownEntities.length - 1));
    list.replaceChildren(...shownEntities.map((entity, position) => el("li", {role: "option", id: `entity-${position}`, "aria-selected": String(position === active), onclick: () => choose(entity)},
      el("b", {class: "swatch", style: entity.hue === null ? {} : {"--hue": entity.hue}}, entity.name), el("span", {class: "quote", dir: "auto"}, textOf(entity.mentions.find((mention) => mention.dominant) || entity.mentions[0])), el("span", {class: "count"}, plural(entity.mentions.length, "mention")))));
    if (shownEntities.length) input.setAttribute("aria-activedescendant", `entity-${active}`);
    else input.removeAttribute("aria-activedescendant");
    list.children[active]?.scrollIntoView({block: "nearest"});
  };
  input.addEventListener("input", () => { active = 0; draw(); });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") active = Math.min(active + 1, shownEntities.length - 1);
    else if (event.key === "ArrowUp") active = Math.max(active - 1, 0);
    else if (event.key === "Enter" && shownEntities[active]) { event.preventDefault(); choose(shownEntities[active]); return; } else return;
    event.preventDefault();
    draw();
  });
  box.replaceChildren(input, list);
  box.showModal();
  draw();
  input.focus();
}

/* The address says what is on screen. */

function saveHash(push = false) {
  const parts = new URLSearchParams();
  if (doc) parts.set("doc", INDEX.documents[state.document].name);
  if (SYSTEMS.length > 1 && state.system) parts.set("system", LETTERS[state.system]);
  if (state.mention) parts.set("mention", state.mention.id);
  if (state.entity) parts.set("entity", state.entity);
  for (const [name, chosen] of Object.entries(state.filters)) if (chosen.size) parts.set(name, [...chosen].join("|"));
  if (state.theme) parts.set("theme", state.theme);
  const hash = parts.toString() ? `#${parts}` : "#";
  if (hash === location.hash || (hash === "#" && !location.hash)) return;
  try { history[push ? "pushState" : "replaceState"](null, "", hash); } catch { /* a frame without an address of its own */ }
}

async function loadHash() {
  const parts = new URLSearchParams(location.hash.slice(1));
  state.system = Math.max(0, LETTERS.indexOf(parts.get("system")));
  for (const [name, {values}] of Object.entries(GROUPS)) {
    const allowed = new Set(values());
    state.filters[name] = new Set((parts.get(name) || "").split("|").filter((value) => value && allowed.has(value)));
  }
  setTheme(["light", "dark"].includes(parts.get("theme")) ? parts.get("theme") : "");
  const number = INDEX.documents.findIndex((row) => row.name === parts.get("doc"));
  if (number < 0) { openOverview(); return; }
  state.entity = parts.get("entity") || "";
  await openDocument(number, {silent: true, keepEntity: true});
  const mention = doc.byId.get(parts.get("mention"));
  if (mention) select(mention, {focus: false});
  saveHash();
}

function setTheme(theme) {
  state.theme = theme;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/* Keys and events. */

function closeOrUnselect() {
  if (document.activeElement === byId("search") && state.query) { byId("search").value = ""; searched(); return; }
  if (document.body.classList.contains("side-open")) toggleSide(false);
  if (state.mention) unselect();
  document.activeElement?.blur();
}

const ANYWHERE = {
  n: () => stepDocument(1), p: () => stepDocument(-1), 0: clearFilters, "/": () => { toggleSide(true); byId("search").focus(); byId("search").select(); },
  "?": openHelp, Escape: closeOrUnselect, o: openOverview,
};
const IN_DOCUMENT = {
  j: () => step(1), k: () => step(-1), J: () => stepEntity(1), K: () => stepEntity(-1), e: openPalette,
  g: () => { state.river = !state.river; showView(); drawRiver(); }, h: () => { state.heat = !state.heat; drawHeat(); },
  "[": () => focusSide(-1), "]": () => focusSide(1),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const target = event.target;
  const writing = target.matches("input[type=search], select, textarea");
  if (writing && event.key !== "Escape") return;
  if (/^[1-9]$/.test(event.key) && CLASSES[event.key - 1]) { toggleFilter("class", CLASSES[event.key - 1].label); event.preventDefault(); return; }
  const inText = byId("text").contains(target);
  let action = ANYWHERE[event.key] || (doc && IN_DOCUMENT[event.key]);
  if (doc && inText && (event.key === "ArrowRight" || event.key === "ArrowLeft")) action = () => stepMention(event.key === "ArrowRight" ? 1 : -1);
  if (doc && event.key === "Enter" && (inText || target === document.body) && state.mention) action = () => byId("inspector").focus();
  if (!action) return;
  event.preventDefault();
  action();
});

function searched() {
  state.query = byId("search").value.trim();
  searching += 1;
  if (!state.query || (hits && hits.query !== state.query.toLowerCase())) hits = null;
  listDocuments();
  if (doc) redrawRows();
}

function toggleSide(open = !document.body.classList.contains("side-open")) {
  document.body.classList.toggle("side-open", open);
  byId("toggle-side").setAttribute("aria-expanded", String(open));
}

byId("search").addEventListener("input", searched);
byId("search").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !state.query) return;
  if (!doc || !nextHit()) searchAll();
});
byId("sort").append(...Object.entries(SORTS).map(([name, {label}]) => el("option", {value: name}, label)));
byId("sort").addEventListener("change", (event) => { state.sort = event.target.value; listDocuments(); });
byId("home").addEventListener("click", openOverview);
byId("previous").addEventListener("click", () => stepDocument(-1));
byId("next").addEventListener("click", () => stepDocument(1));
byId("clear").addEventListener("click", clearFilters);
byId("help-button").addEventListener("click", openHelp);
byId("toggle-side").addEventListener("click", () => toggleSide());
byId("skip").addEventListener("click", (event) => { event.preventDefault(); (doc ? byId("text") : byId("main")).focus(); });
byId("theme").addEventListener("click", () => {
  const dark = state.theme ? state.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  setTheme(dark ? "light" : "dark");
  saveHash();
});
let scrolling = 0;
byId("main").addEventListener("scroll", () => {
  if (doc && !scrolling) scrolling = requestAnimationFrame(() => { scrolling = 0; drawWindow(); });
}, {passive: true});
addEventListener("resize", () => { if (doc) drawWindow(); });
addEventListener("popstate", loadHash);
addEventListener("beforeprint", () => { if (doc) for (const row of byId("text").children) fillRow(row); });

loadHash().then(() => document.body.classList.add("ready"));
})();
