/* The overview of the corpus. */

import { costliest, hasCensus } from "./census.js";
import { decisionsPanel, histogramPanel, lossPanel } from "./charts.js";
import { documentsPanel } from "./documents.js";
import { badge, button, byId, element, quote, replace } from "./elements.js";
import { isFiltered } from "./filters.js";
import { openDocument } from "./navigation.js";
import { plural, signed } from "./numbers.js";
import { CLASSES, DOCUMENTS, INDEX, SYSTEMS, TWO, family } from "./payload.js";
import { visitError } from "./selection.js";
import { state } from "./state.js";
import { agreementPanel, matrixPanel, scoresPanel } from "./tables.js";

/** @import {CostlyError} from "./payload.js" */

const LISTED = 50;
const worst = element("section", { class: "panel wide" });

export function drawOverview() {
  const main = byId("main");
  const scrolled = main.scrollTop;
  const system = SYSTEMS[state.system];
  const left = [scoresPanel(), matrixPanel(system), TWO ? decisionsPanel(system) : histogramPanel()];
  const right = TWO
    ? [agreementPanel(), lossPanel(system), histogramPanel()]
    : [lossPanel(system), decisionsPanel(system)];
  replace(
    byId("overview"),
    lead(),
    element(
      "div",
      { class: "panels" },
      element("div", { class: "column" }, ...left),
      element("div", { class: "column" }, ...right),
      documentsPanel(),
      worst,
    ),
  );
  drawCostliest();
  main.scrollTop = scrolled;
}

function lead() {
  const size = [
    plural(DOCUMENTS.length, "document"),
    plural(INDEX.tokens, "token"),
    `${plural(INDEX.key_mentions, "key mention")} of ${plural(INDEX.key_entities, "entity", "entities")}`,
  ];
  const signature = INDEX.signature.split(/(?<=\|)/).flatMap((piece) => [piece, element("wbr")]);
  return element(
    "header",
    { class: "lead" },
    element("h2", {}, INDEX.title),
    element("p", {}, `${size.join(", ")}.`),
    INDEX.note !== "" && element("p", {}, INDEX.note),
    INDEX.signature !== "" && element("p", { class: "signature" }, element("code", {}, ...signature)),
    ...INDEX.warnings.map((warning) => element("p", { class: "warning" }, `${warning.code}: ${warning.message}`)),
  );
}

/** The costliest errors of all, or of those that the filters ask for. */
export function drawCostliest() {
  const isKnown = !isFiltered() || hasCensus();
  const rows = isFiltered() ? costliest(LISTED) : SYSTEMS[state.system].worst;
  worst.hidden = isKnown && !rows.length && !isFiltered();
  const note = `Points of ${INDEX.loss_metric} that repairing this one error would bring; a repair that lowers the score is shown as it is.`;
  replace(
    worst,
    element("h2", {}, isFiltered() ? "Costliest errors under these filters" : "Costliest errors"),
    element("p", { class: "note" }, isKnown && !rows.length ? "No error is left by these filters." : note),
    isKnown
      ? element("ol", { class: "worst" }, ...rows.map(costly))
      : element("p", { class: "note" }, "reading the documents …"),
  );
}

/** @param {CostlyError} one */
function costly(one) {
  const kind = CLASSES[one.class];
  return element(
    "li",
    {},
    button(
      {
        onclick: async () => {
          const doc = await openDocument(one.document);
          if (doc) visitError(doc, one.error);
        },
      },
      badge(kind.badge, family(kind)),
      element("span", { class: "number" }, one.delta !== null && signed(one.delta)),
      quote(one.text),
      element("span", { class: "where", dir: "auto" }, DOCUMENTS[one.document].name),
    ),
  );
}
