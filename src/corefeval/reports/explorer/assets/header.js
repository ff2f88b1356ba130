/* The bar: where one is, the scores there, the system that is shown, how many errors there are. */

import { button, byId, element, replace } from "./elements.js";
import { nounOfStops, stops } from "./filters.js";
import { chooseSystem } from "./navigation.js";
import { plural } from "./numbers.js";
import { emptyMark, emptyNote, scoreText } from "./empty.js";
import { DOCUMENTS, INDEX, LETTERS, SYSTEMS, TWO } from "./payload.js";
import { pairChooser } from "./ranking.js";
import { state } from "./state.js";

/** How many systems have their names in the switch; of more there is room for the letters. */
const NAMED = 3;

export function drawHeader() {
  const isOpen = state.doc !== null;
  const place = isOpen ? DOCUMENTS[state.document].name : corpusPlace();
  document.body.classList.toggle("reading", isOpen);
  document.body.classList.toggle("with-flow", isOpen && state.flow);
  byId("overview").hidden = isOpen || state.list;
  byId("concordance").hidden = isOpen || !(state.list || state.drawer);
  document.body.classList.toggle("with-drawer", !isOpen && !state.list && state.drawer);
  byId("list").setAttribute("aria-pressed", String(!isOpen && state.list));
  for (const part of ["document", "inspector"]) byId(part).hidden = !isOpen;
  byId("flow").hidden = !isOpen || !state.flow;
  byId("place").textContent = place;
  for (const id of ["previous", "next"]) byId(id, HTMLButtonElement).disabled = !DOCUMENTS.length;
  document.title = (isOpen || state.list ? `${place} · ` : "") + INDEX.title;
  drawScores();
}

const corpusPlace = () => (state.list ? "Concordance" : "Overview");

function drawScores() {
  const { headline } = INDEX;
  const values = state.doc
    ? DOCUMENTS[state.document].scores[state.system]
    : SYSTEMS[state.system].scores.map((score) => score.f1);
  const scores = INDEX.metric_labels.map((label, position) => {
    const isEmpty = state.doc ? values[position] === null : SYSTEMS[state.system].scores[position].empty.includes("f1");
    return element(
      "span",
      { class: position === headline && "headline", title: emptyNote(isEmpty) },
      `${label} `,
      element("b", {}, scoreText(values[position], isEmpty)),
      emptyMark(isEmpty),
    );
  });
  replace(byId("scores"), scores[headline], ...scores.filter((_, position) => position !== headline));
  byId("systems").hidden = !TWO;
  const switches = SYSTEMS.map((system, number) =>
    button(
      { "aria-pressed": String(number === state.system), title: system.name, onclick: () => chooseSystem(number) },
      SYSTEMS.length > NAMED ? LETTERS[number] : `${LETTERS[number]} ${system.name}`,
    ),
  );
  replace(byId("systems"), ...switches);
  byId("compared").hidden = SYSTEMS.length < 3;
  if (SYSTEMS.length > 2) replace(byId("compared"), pairChooser("bar-versus"));
}

export function drawCounter() {
  byId("counter").textContent = state.doc ? counted(stops(state.doc).length) : plural(DOCUMENTS.length, "document");
}

/** @param {number} count */
function counted(count) {
  const kinds = [...state.filters.class];
  const noun = kinds.length === 1 ? kinds[0] : nounOfStops(count);
  return `${state.error >= 0 ? `${state.error + 1}/` : ""}${count} ${noun}`;
}
