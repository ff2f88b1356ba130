/* What an application loses: facts, pronouns or steps of the key that the system does not have, each in its sentence. */

import { panelOf } from "./charts.js";
import { chosenDocuments } from "./chosen.js";
import { button, element, quote, replace } from "./elements.js";
import { isFiltered } from "./filters.js";
import { openDocument } from "./navigation.js";
import { grouped } from "./numbers.js";
import { LETTERS, SYSTEMS, TWO } from "./payload.js";
import { select } from "./selection.js";
import { state } from "./state.js";
import { columnHead, number, table } from "./tables.js";

/** @import {LossCause} from "./payload.js" */

/** The use that is shown. */
let chosen = 0;

/** The panel; null if the key has no trees. */
export function usesPanel() {
  const { uses } = SYSTEMS[state.system];
  if (!uses.length) return null;
  const body = element("div", { class: "lost" });
  const chooser = element(
    "select",
    {
      id: "use",
      "aria-label": "What is counted",
      onchange: () => {
        chosen = Number(chooser.value);
        fill(body);
      },
    },
    ...uses.map((use, place) => element("option", { value: place, selected: place === chosen }, use.label)),
  );
  fill(body);
  return panelOf(
    "wide",
    "What an application loses",
    "Facts and steps of the key, from its dependency trees. A fact is lost if the system has it about a wrong entity, or not at all. Each row is a cause with the first of its losses; choose the sentence to read it in its document.",
    element("p", {}, chooser),
    body,
  );
}

/** @param {HTMLElement} body */
function fill(body) {
  const use = SYSTEMS[state.system].uses[chosen];
  const isIn = chosenDocuments();
  const causes = isFiltered() ? use.causes.filter(({ document }) => document >= 0 && isIn[document]) : use.causes;
  const heads = ["Lost", "Entity", "Because", "In the text", "Key", TWO ? LETTERS[state.system] : "System"];
  replace(
    body,
    element("ul", {}, ...SYSTEMS.map((_, system) => element("li", {}, summary(system)))),
    isFiltered() &&
      element(
        "p",
        { class: "note" },
        "The sums are of the whole corpus; the causes are those in documents that the filters leave.",
      ),
    causes.length > 0 &&
      table(
        "",
        heads.map((head, place) => columnHead(head, place ? "" : "number")),
        causes.map(row),
      ),
  );
}

/** @param {number} system */
function summary(system) {
  const { label, gold, right, wrong } = SYSTEMS[system].uses[chosen];
  const counts = `of ${grouped(gold)} ${label}, ${grouped(right)} are right, ${grouped(wrong)} about a wrong entity, ${grouped(gold - right - wrong)} missing.`;
  return TWO ? `${LETTERS[system]}: ${counts}` : counts.replace("of", "Of");
}

/** @param {LossCause} cause */
function row(cause) {
  const words = [
    cause.left && `${cause.left} `,
    element("strong", {}, cause.mention),
    cause.right && ` ${cause.right}`,
  ];
  const text = element("bdi", { dir: "auto" }, ...words);
  const sentence = cause.document < 0 ? text : button({ class: "leading", onclick: () => read(cause) }, text);
  return element(
    "tr",
    {},
    number(grouped(cause.count)),
    element("td", {}, quote(cause.entity)),
    element("td", {}, quote(`“${cause.mention}”`), ` ${cause.error}`),
    element("td", {}, sentence),
    element("td", {}, quote(cause.gold)),
    element("td", {}, quote(cause.system)),
  );
}

/** Opens the document of a loss at the mention to blame. @param {LossCause} cause */
async function read({ document, first, last }) {
  const doc = await openDocument(document);
  const sides = doc ? [doc.sides[0], doc.sides[state.system + 1]] : [];
  const mention = sides.flatMap((side) => side.mentions).find((each) => each.first === first && each.last === last);
  if (mention) select(mention);
}
