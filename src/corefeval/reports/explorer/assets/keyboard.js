/* The keys. */

import { focusLines } from "./concordance.js";
import { nextMetrics } from "./contrast.js";
import { openHelp, openPalette } from "./dialogs.js";
import { stepDocument } from "./documents.js";
import { byId } from "./elements.js";
import { choose, clearFilters, toggleFilter } from "./filters.js";
import { closeDrawer, openList, openOverview } from "./navigation.js";
import { CLASSES } from "./payload.js";
import { search } from "./search.js";
import { focusRepair } from "./slider.js";
import { step, stepEntity, stepMention, stepSide, unselect } from "./selection.js";
import { announce, state } from "./state.js";

/** @import {OpenDocument} from "./document.js" */

/** @type {Record<string, () => void>} */
const ANYWHERE = {
  n: () => toText(stepDocument(1)),
  p: () => toText(stepDocument(-1)),
  o: () => {
    openOverview();
    byId("overview").focus();
  },
  l: () => {
    openList();
    focusLines();
  },
  m: contrastMetrics,
  r: focusRepair,
  0: clearFilters,
  "/": goToSearch,
  "?": openHelp,
  Escape: closeOrUnselect,
};
/** @type {Record<string, (doc: OpenDocument) => void>} */
const IN_DOCUMENT = {
  j: (doc) => step(doc, 1),
  k: (doc) => step(doc, -1),
  J: (doc) => stepEntity(doc, 1),
  K: (doc) => stepEntity(doc, -1),
  "[": (doc) => stepSide(doc, -1),
  "]": (doc) => stepSide(doc, 1),
  c: turnColumns,
  e: openPalette,
  b: turnSigns,
  g: () => turn("flow"),
  h: () => turn("heat"),
};
/** @type {Record<string, (doc: OpenDocument) => void>} */
const IN_TEXT = {
  ArrowRight: (doc) => stepMention(doc, 1),
  ArrowLeft: (doc) => stepMention(doc, -1),
};

/** The text has the focus when the document is there. @param {Promise<unknown> | undefined} opened */
async function toText(opened) {
  if (await opened) byId("text").focus({ preventScroll: true });
}

/** Lists errors that cost points in one metric and not in another; the next call swaps the metrics. */
function contrastMetrics() {
  const pair = nextMetrics();
  if (!pair) return;
  choose({ metrics: [pair.name] });
  openList();
  focusLines();
}

function turnSigns() {
  state.signs = !state.signs;
  announce("signs");
}

function turnColumns() {
  state.columns = !state.columns;
  announce("columns");
}

/** Shows or hides a part; one that is out of sight is brought into sight. @param {"flow" | "heat"} part */
function turn(part) {
  if (!state[part] || isInSight(byId(part))) {
    state[part] = !state[part];
    announce("layout");
  }
  if (state[part]) byId(part).scrollIntoView({ block: "nearest" });
}

/** Whether all of a part can be seen, or as much as there is room for. @param {HTMLElement} part */
function isInSight(part) {
  const box = part.getBoundingClientRect();
  const frame = (part.closest("#inspector") ?? document.documentElement).getBoundingClientRect();
  const seen = Math.min(box.bottom, frame.bottom, innerHeight) - Math.max(box.top, frame.top, 0);
  return seen >= Math.min(box.height, frame.height) - 1;
}

function goToSearch() {
  toggleSide(true);
  const box = byId("search", HTMLInputElement);
  box.focus();
  box.select();
}

function closeOrUnselect() {
  const box = byId("search", HTMLInputElement);
  if (document.activeElement === box && state.query) {
    box.value = "";
    search("");
    return;
  }
  if (document.body.classList.contains("side-open")) toggleSide(false);
  if (state.drawer && !state.doc) {
    closeDrawer();
    return;
  }
  if (state.mention || state.relation) unselect();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** On a narrow screen the list of documents is called up. @param {boolean} [open] */
export function toggleSide(open = !document.body.classList.contains("side-open")) {
  document.body.classList.toggle("side-open", open);
  byId("toggle-side").setAttribute("aria-expanded", String(open));
}

/** @param {KeyboardEvent} event */
export function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const target = /** @type {Element} */ (event.target);
  if (target.matches("input[type=search], select, textarea") && event.key !== "Escape") return;
  const action = actionOf(event.key, target);
  if (!action) return;
  event.preventDefault();
  action();
}

/**
 * @param {string} key
 * @param {Element} target
 * @returns {(() => void) | undefined}
 */
function actionOf(key, target) {
  const kind = /^[1-9]$/.test(key) ? CLASSES[Number(key) - 1] : undefined;
  if (kind) return () => toggleFilter("class", kind.label);
  const { doc } = state;
  if (!doc) return ANYWHERE[key];
  const isInText = byId("text").contains(target);
  if (key === "Enter" && state.mention && (isInText || target === document.body))
    return () => byId("inspector").focus();
  const inDocument = IN_DOCUMENT[key] ?? (isInText ? IN_TEXT[key] : undefined);
  return inDocument ? () => inDocument(doc) : ANYWHERE[key];
}
