/* The overview of the corpus: what costs most, in a sentence and in charts. What is chosen in one of them, all show. */

import { breakdownFigures } from "./breakdowns.js";
import { decisionsFigure, histogramFigure, lossFigure } from "./charts.js";
import { isPriced } from "./chosen.js";
import { documentsPanel } from "./documents.js";
import { button, byId, element, replace } from "./elements.js";
import {
  GROUPS,
  GROUP_NAMES,
  clearFilters,
  isFiltered,
  nounOfStops,
  passingLines,
  setBin,
  toggleFilter,
} from "./filters.js";
import { openDrawer } from "./navigation.js";
import { grouped, plural } from "./numbers.js";
import { DOCUMENTS, INDEX, SYSTEMS, TWO } from "./payload.js";
import { rankingFigure } from "./ranking.js";
import { lengthFigure, recallFigure } from "./scatter.js";
import { state } from "./state.js";
import { story } from "./story.js";
import { systemPanels } from "./systems.js";
import { matrixPanel, metricsPanel, scoresPanel } from "./tables.js";
import { usesPanel } from "./uses.js";
import { waterfallFigure } from "./waterfall.js";

export function drawOverview() {
  const box = byId("overview");
  const scrolled = box.scrollTop;
  const focused = document.activeElement?.closest("#overview [data-mark]")?.getAttribute("data-mark");
  const hasErrors = SYSTEMS.some((system) => system.counts.some(Boolean));
  replace(
    box,
    lead(),
    chosen(),
    element(
      "div",
      { class: "panels" },
      TWO && rankingFigure(),
      TWO && scoresPanel(),
      hasErrors && (isPriced() ? waterfallFigure() : lossFigure()),
      !TWO && scoresPanel(),
      ...systemPanels(),
      matrixPanel(state.system),
      hasErrors && metricsPanel(),
      recallFigure(),
      ...breakdownFigures(),
      DOCUMENTS.length > 1 && lengthFigure(),
      DOCUMENTS.length > 1 && histogramFigure(),
      decisionsFigure(),
      usesPanel(),
      documentsPanel(),
    ),
    foot(),
  );
  box.scrollTop = scrolled;
  const again = focused && box.querySelector(`[data-mark="${CSS.escape(focused)}"]`);
  if (again instanceof SVGElement || again instanceof HTMLElement) again.focus({ preventScroll: true });
}

function lead() {
  const size = [
    plural(DOCUMENTS.length, "document"),
    plural(INDEX.tokens, "token"),
    `${plural(INDEX.key_mentions, "gold mention")} of ${plural(INDEX.key_entities, "entity", "entities")}`,
  ];
  return element(
    "header",
    { class: "lead" },
    element("h2", {}, INDEX.title),
    story(),
    element("p", { class: "size" }, `${size.join(", ")}.`),
    ...INDEX.warnings.map((warning) => element("p", { class: "warning" }, `${warning.code}: ${warning.message}`)),
  );
}

/** The chosen filters, each with a button to remove it. They stay visible during scrolling. */
function chosen() {
  if (!isFiltered()) return null;
  const count = passingLines().length;
  const chips = GROUP_NAMES.flatMap((group) =>
    [...state.filters[group]].map((value) =>
      button(
        {
          class: "taken",
          title: `${GROUPS[group].label}: remove this filter`,
          onclick: () => toggleFilter(group, value),
        },
        element("bdi", {}, value),
        element("span", { "aria-hidden": "true" }, " ×"),
        element("span", { class: "hidden" }, " remove filter"),
      ),
    ),
  );
  const range =
    state.bin !== null &&
    button({ class: "taken", onclick: () => setBin(null) }, `score ${5 * state.bin}–${5 * state.bin + 5} ×`);
  return element(
    "div",
    { class: "filtered" },
    element("span", {}, "Chosen:"),
    ...chips,
    range,
    button({ class: "leading", onclick: () => openDrawer() }, `${grouped(count)} ${nounOfStops(count)}`),
    button({ class: "taken", id: "show-all", onclick: clearFilters }, "clear all"),
  );
}

/** How the numbers came about. */
function foot() {
  const signature = INDEX.signature.split(/(?<=\|)/).flatMap((piece) => [piece, element("wbr")]);
  return element(
    "footer",
    { class: "foot" },
    INDEX.note !== "" && element("p", {}, INDEX.note),
    INDEX.signature !== "" && element("p", { class: "signature" }, element("code", {}, ...signature)),
  );
}
