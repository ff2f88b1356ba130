/* From the overview to a document and back. */

import { loadDocument } from "./document.js";
import { announce, state } from "./state.js";

/** @import {Mention, OpenDocument} from "./document.js" */

/** The last of these wins: a document that arrives when something else was asked for is not shown. */
let asked = 0;

/**
 * Opens a document, at a mention or where it begins. Returns it, or null where something else was asked for meanwhile.
 * @param {number} number
 * @param {{entity?: string, mention?: string, relation?: string}} [place]
 * @returns {Promise<OpenDocument | null>}
 */
export async function openDocument(number, { entity = "", mention = "", relation = "" } = {}) {
  asked += 1;
  const request = asked;
  const doc = await loadDocument(number);
  if (request !== asked) return null;
  const isThere = doc.relations[state.system].some(({ id }) => id === relation);
  show(doc, number, entity, doc.byId.get(mention) ?? null, isThere ? relation : "");
  return doc;
}

export function openOverview() {
  asked += 1;
  Object.assign(state, { list: false, drawer: false });
  show(null, -1, "", null, "");
}

/** The concordance of what the filters leave. */
export function openList() {
  asked += 1;
  Object.assign(state, { list: true, drawer: false });
  show(null, -1, "", null, "");
}

/** The element that had the focus when the drawer was opened: the mark whose lines are shown. */
let opener = "";

/**
 * Lines beside the overview; in a list of lines they replace it.
 * @param {Element | null} [from] what they are shown for
 */
export function openDrawer(from) {
  asked += 1;
  opener = (from instanceof Element && from.closest("[data-mark]")?.getAttribute("data-mark")) || "";
  if (!state.list || state.doc) Object.assign(state, { list: false, drawer: true });
  show(null, -1, "", null, "");
}

/** Closes it; the mark that it was opened from has the focus again. */
export function closeDrawer() {
  state.drawer = false;
  announce("drawer");
  const mark = opener && document.querySelector(`[data-mark="${CSS.escape(opener)}"]`);
  if (mark instanceof SVGElement || mark instanceof HTMLElement) mark.focus();
}

/**
 * @param {OpenDocument | null} doc
 * @param {number} number
 * @param {string} entity
 * @param {Mention | null} mention
 * @param {string} relation
 */
function show(doc, number, entity, mention, relation) {
  Object.assign(state, { doc, document: number, entity, mention, relation, error: -1 });
  if (mention) state.side = mention.side;
  announce("view");
}

/** @param {number} number */
export function chooseSystem(number) {
  state.system = number;
  state.relation = "";
  state.error = -1;
  announce("system");
}
