/* The page put together: what is drawn when something changes, and what the parts of the page do. */

import { copyLink, readAddress, saveAddress, setTheme } from "./address.js";
import { drawArcs } from "./arcs.js";
import { readCensus } from "./census.js";
import { drawConcordance, focusLines } from "./concordance.js";
import { drawConfusion } from "./confusion.js";
import { openHelp } from "./dialogs.js";
import { SORTS, followDocument, listDocuments, stepDocument } from "./documents.js";
import { byId, element } from "./elements.js";
import { drawFilters } from "./filter-panel.js";
import { clearFilters } from "./filters.js";
import { drawFlow } from "./flow.js";
import { drawCounter, drawHeader } from "./header.js";
import { drawInspector, drawLosses } from "./inspector.js";
import { press, toggleSide } from "./keyboard.js";
import { openList, openOverview } from "./navigation.js";
import { drawOverview } from "./overview.js";
import { drawRelations } from "./relations.js";
import { search, searchAll } from "./search.js";
import { drawRepair } from "./slider.js";
import { state, when } from "./state.js";
import {
  drawHeads,
  drawSigns,
  drawText,
  fillNear,
  fillText,
  markSelection,
  nextHit,
  redrawText,
  reveal,
} from "./text.js";
import { redrawWaterfall } from "./waterfall.js";

/** The visible view of the corpus: the overview, or lines. */
function drawCorpus() {
  if (!state.list) drawOverview();
  if (state.list || state.drawer) drawConcordance();
}

when("view", () => {
  const { doc } = state;
  byId("main").scrollTop = 0;
  followDocument();
  drawHeader();
  if (doc) drawHeads(doc);
  drawText();
  drawFilters();
  if (doc) {
    drawInspector(doc);
    drawRelations(doc);
    drawLosses(doc);
    drawConfusion(doc);
    drawFlow(doc);
  } else {
    listDocuments();
    drawCorpus();
  }
  markSelection();
  if (doc) reveal(doc, false);
  drawArcs();
  drawCounter();
  saveAddress(true);
});

when("selection", () => {
  const { doc } = state;
  if (!doc) return;
  markSelection();
  reveal(doc, true);
  drawArcs();
  drawInspector(doc);
  drawRelations(doc);
  drawConfusion(doc);
  drawFlow(doc);
  drawCounter();
  saveAddress();
});

when("filters", () => {
  const { doc } = state;
  drawFilters();
  listDocuments();
  if (doc) {
    redrawText();
    drawLosses(doc);
    drawFlow(doc);
  } else drawCorpus();
  drawCounter();
  saveAddress();
});

when("system", () => {
  const { doc } = state;
  drawHeader();
  drawFilters();
  listDocuments();
  if (doc) {
    drawHeads(doc);
    redrawText();
    markSelection();
    drawInspector(doc);
    drawRelations(doc);
    drawLosses(doc);
    drawConfusion(doc);
    drawFlow(doc);
    drawArcs();
  } else drawCorpus();
  drawCounter();
  saveAddress();
});

when("search", () => {
  listDocuments();
  if (state.doc) redrawText();
  saveAddress();
});

when("texts", () => {
  drawFilters();
  listDocuments();
  if (!state.doc) drawCorpus();
});

when("versus", () => {
  drawHeader();
  if (state.doc) redrawText();
  else drawCorpus();
  saveAddress();
});

when("metric", () => {
  if (!state.doc) drawCorpus();
  saveAddress();
});

when("repair", () => {
  const { doc } = state;
  if (doc) {
    redrawText();
    markSelection();
    drawArcs();
    drawFlow(doc);
  } else redrawWaterfall();
  drawRepair();
  saveAddress();
});

when("drawer", () => {
  drawHeader();
  drawCorpus();
  saveAddress();
});

when("signs", () => {
  if (state.doc) drawHeads(state.doc);
  drawSigns();
  saveAddress();
});

when("order", () => {
  if (!state.doc) drawCorpus();
  saveAddress();
});

when("columns", () => {
  const { doc } = state;
  if (doc) {
    drawHeads(doc);
    redrawText();
    markSelection();
    reveal(doc, false);
    drawArcs();
  }
  saveAddress();
});

when("layout", () => {
  drawHeader();
  if (!state.doc) return;
  drawRelations(state.doc);
  drawArcs();
  drawConfusion(state.doc);
  drawFlow(state.doc);
});

const searchBox = byId("search", HTMLInputElement);
searchBox.addEventListener("input", () => search(searchBox.value));
searchBox.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !state.query) return;
  if (!state.doc || !nextHit(state.doc)) searchAll();
});
const sortBox = byId("sort", HTMLSelectElement);
sortBox.append(...Object.entries(SORTS).map(([value, { label }]) => element("option", { value }, label)));
sortBox.addEventListener("change", () => {
  state.sort = sortBox.value;
  listDocuments();
  saveAddress();
});
byId("copy-link").addEventListener("click", copyLink);
byId("home").addEventListener("click", openOverview);
byId("list").addEventListener("click", openList);
byId("previous").addEventListener("click", () => stepDocument(-1));
byId("next").addEventListener("click", () => stepDocument(1));
byId("clear").addEventListener("click", clearFilters);
byId("help-button").addEventListener("click", openHelp);
byId("toggle-side").addEventListener("click", () => toggleSide());
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  if (state.doc) byId("text").focus();
  else if (state.list) focusLines();
  else byId("overview").focus();
});
byId("theme").addEventListener("click", () => {
  const isDark = state.theme ? state.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  setTheme(isDark ? "light" : "dark");
  saveAddress();
});

let scrolling = 0;
let settling = 0;
let passed = 0;
/** A text that moves by so many pixels a frame is not read. */
const FAST = 50;
const STILL = 120;
const follow = () => {
  if (scrolling) return;
  scrolling = requestAnimationFrame(() => {
    scrolling = 0;
    const { scrollTop } = byId("main");
    const isFast = Math.abs(scrollTop - passed) > FAST;
    passed = scrollTop;
    fillNear(isFast);
    if (!isFast) drawArcs();
    clearTimeout(settling);
    if (!isFast) return;
    settling = setTimeout(() => {
      fillNear();
      drawArcs();
    }, STILL);
  });
};
byId("main").addEventListener("scroll", follow, { passive: true });
addEventListener("resize", follow);
addEventListener("popstate", readAddress);
addEventListener("beforeprint", () => {
  if (state.doc) fillText(state.doc);
});
document.addEventListener("keydown", press);

readCensus()
  .then(readAddress)
  .then(() => document.body.classList.add("ready"));
