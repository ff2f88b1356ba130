/* The overview of the corpus: what costs most, in a sentence and in pictures; each of them leads to its errors. */

import { breakdownFigures, systemsNote } from "./breakdowns.js";
import { decisionsPanel, histogramPanel, lossPanel } from "./charts.js";
import { showLines } from "./concordance.js";
import { documentsPanel } from "./documents.js";
import { button, byId, element, replace } from "./elements.js";
import { isFiltered, nounOfStops, passingLines } from "./filters.js";
import { grouped, plural } from "./numbers.js";
import { DOCUMENTS, INDEX, SYSTEMS, TWO } from "./payload.js";
import { lengthFigure, recallFigure } from "./scatter.js";
import { state } from "./state.js";
import { story } from "./story.js";
import { systemPanels } from "./systems.js";
import { matrixPanel, scoresPanel } from "./tables.js";
import { usesPanel } from "./uses.js";
import { isPriced, waterfallFigure } from "./waterfall.js";

export function drawOverview() {
  const main = byId("main");
  const scrolled = main.scrollTop;
  const system = SYSTEMS[state.system];
  replace(
    byId("overview"),
    lead(),
    filtered(),
    element(
      "div",
      { class: "panels" },
      isPriced(system) ? waterfallFigure() : lossPanel(system),
      scoresPanel(),
      ...systemPanels(),
      matrixPanel(system),
      recallFigure(),
      ...breakdownFigures(),
      DOCUMENTS.length > 1 && lengthFigure(),
      histogramPanel(),
      decisionsPanel(system),
      usesPanel(),
      documentsPanel(),
    ),
    foot(),
  );
  main.scrollTop = scrolled;
}

function lead() {
  const size = [
    plural(DOCUMENTS.length, "document"),
    plural(INDEX.tokens, "token"),
    `${plural(INDEX.key_mentions, "key mention")} of ${plural(INDEX.key_entities, "entity", "entities")}`,
  ];
  return element(
    "header",
    { class: "lead" },
    element("h2", {}, INDEX.title),
    story(),
    element("p", { class: "size" }, `${size.join(", ")}.${TWO ? ` ${systemsNote()}.` : ""}`),
    ...INDEX.warnings.map((warning) => element("p", { class: "warning" }, `${warning.code}: ${warning.message}`)),
  );
}

/** What the filters leave, which the pictures do not show. */
function filtered() {
  if (!isFiltered()) return null;
  const count = passingLines().length;
  const words = `${grouped(count)} ${nounOfStops(count)}`;
  return element(
    "p",
    { class: "filtered" },
    "The filters leave ",
    button({ class: "leading", onclick: () => showLines({}, { lines: state.lines }) }, words),
    "; pictures and tables here show everything, the list of documents what is left.",
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
