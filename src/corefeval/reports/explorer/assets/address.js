/* The address says what is on screen, so that a link leads back to it. */

import { SORTS, listDocuments } from "./documents.js";
import { byId } from "./elements.js";
import { GROUPS, GROUP_NAMES } from "./filters.js";
import { openDocument, openDrawer, openList, openOverview } from "./navigation.js";
import { CLASSES, DOCUMENTS, INDEX, LETTERS, SYSTEMS, TWO } from "./payload.js";
import { toClipboard } from "./saving.js";
import { isSearching, searchAll } from "./search.js";
import { noFilters, state } from "./state.js";

const BINS = 20;
const FIRST_SORT = state.sort;
/** With several systems names and badges are shown on demand: there would be three or four at every mention. */
const SIGNS = !TWO;
let reading = false;

/** A value within a list of them, whatever signs it has. @param {string} value */
const packed = (value) => value.replaceAll("%", "%25").replaceAll("|", "%7C");

/** @param {boolean} [push] whether one can go back to where one was */
export function saveAddress(push = false) {
  if (reading) return;
  const parts = new URLSearchParams();
  if (state.doc) parts.set("doc", DOCUMENTS[state.document].name);
  if (TWO && state.system) parts.set("system", LETTERS[state.system]);
  if (state.mention) parts.set("mention", state.mention.id);
  if (state.relation) parts.set("relation", state.relation);
  if (state.entity) parts.set("entity", state.entity);
  for (const group of GROUP_NAMES) {
    if (state.filters[group].size) parts.set(group, [...state.filters[group]].map(packed).join("|"));
  }
  if (state.bin !== null) parts.set("score", `${(100 * state.bin) / BINS}-${(100 * (state.bin + 1)) / BINS}`);
  if (state.sort !== FIRST_SORT) parts.set("sort", state.sort);
  if (state.query) parts.set(isSearching() ? "text" : "search", state.query);
  if (!state.doc && state.list) parts.set("list", state.lines || "auto");
  else if (!state.doc && state.drawer) parts.set("drawer", state.lines || "auto");
  else if (state.lines) parts.set("lines", state.lines);
  if (state.order) parts.set("order", state.order);
  if (state.words) parts.set("words", state.words);
  if (state.words && state.whose !== "mention") parts.set("whose", state.whose);
  if (state.withheld) parts.set("withheld", "hidden");
  if (state.metric) parts.set("metric", INDEX.loss_metrics[state.metric]);
  if (state.fixed) parts.set("fixed", String(state.fixed));
  if (state.signs !== SIGNS) parts.set("signs", state.signs ? "all" : "few");
  const versus = state.versus.map((system) => LETTERS[system]).join("");
  if (SYSTEMS.length > 2 && versus !== "AB") parts.set("versus", versus);
  if (state.columns) parts.set("view", "columns");
  if (state.thread) parts.set("below", state.thread);
  if (state.theme) parts.set("theme", state.theme);
  const hash = `#${parts}`;
  if (hash === (location.hash || "#")) return;
  try {
    history[push ? "pushState" : "replaceState"](null, "", hash);
  } catch {
    // a frame without an address of its own
  }
}

/** Shows what the address says; what it says wrongly is left out. */
export async function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const get = (/** @type {string} */ part) => parts.get(part) ?? "";
  reading = true;
  state.system = Math.max(0, LETTERS.indexOf(get("system")));
  state.filters = noFilters();
  for (const group of GROUP_NAMES) {
    const allowed = new Set(GROUPS[group].values.filter(Boolean));
    state.filters[group] = new Set(
      get(group)
        .split("|")
        .map((value) => value.replaceAll("%7C", "|").replaceAll("%25", "%"))
        .filter((value) => allowed.has(value)),
    );
  }
  const bin = Math.round((Number.parseFloat(get("score")) * BINS) / 100);
  state.bin = bin >= 0 && bin < BINS ? bin : null;
  state.sort = Object.hasOwn(SORTS, get("sort")) ? get("sort") : FIRST_SORT;
  byId("sort", HTMLSelectElement).value = state.sort;
  const lines = get("list") || get("drawer") || get("lines");
  state.lines = lines === "errors" || lines === "mentions" ? lines : "";
  state.order = get("order");
  state.words = get("words");
  const whose = get("whose");
  state.whose = whose === "linked" || whose === "correct" ? whose : "mention";
  state.withheld = get("withheld") === "hidden";
  state.metric = Math.max(0, INDEX.loss_metrics.indexOf(get("metric")));
  const fixed = Number.parseInt(get("fixed"), 10);
  state.fixed = fixed > 0 && fixed <= CLASSES.length ? fixed : 0;
  state.signs = get("signs") ? get("signs") === "all" : SIGNS;
  const [first, second] = [...get("versus")].map((letter) => LETTERS.indexOf(letter));
  state.versus = first >= 0 && second >= 0 && first !== second ? [first, second] : [0, 1];
  const query = get("text") || get("search");
  byId("search", HTMLInputElement).value = query;
  state.query = query.trim();
  if (get("text")) searchAll();
  listDocuments();
  setTheme(["light", "dark"].includes(get("theme")) ? get("theme") : "");
  state.columns = get("view") === "columns";
  const below = get("below");
  state.thread = below === "flow" || below === "thread" ? below : "";
  const number = DOCUMENTS.findIndex((row) => row.name === parts.get("doc"));
  if (number < 0 && parts.has("list")) openList();
  else if (number < 0 && parts.has("drawer")) openDrawer();
  else if (number < 0) openOverview();
  else await openDocument(number, { entity: get("entity"), mention: get("mention"), relation: get("relation") });
  reading = false;
  saveAddress();
}

/** Copies a link to what is on screen. */
export async function copyLink() {
  saveAddress();
  const isCopied = await toClipboard(location.href);
  const link = byId("copy-link");
  link.textContent = isCopied ? "Copied" : location.href;
  setTimeout(() => (link.textContent = "Copy link"), 1500);
}

/** @param {string} theme */
export function setTheme(theme) {
  state.theme = theme;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
