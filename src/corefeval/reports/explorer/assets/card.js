/* The card beside a mark: its name, its numbers and one line of the text that it stands for. It shows while the mark is pointed at or
   has the focus from the keyboard, whatever the mark is: a part of a picture, a cell of a table, a row. */

import { byId, element, isolated, replace, style } from "./elements.js";

/**
 * @typedef {object} Card
 * @property {string} name
 * @property {string[]} facts what it shows, in numbers
 * @property {() => Promise<[string, string, string] | null>} [example] left context, mention and right context of a line
 */

const GAP = 10;
/** The function that returns the card of each mark. @type {WeakMap<Element, () => Card>} */
const cards = new WeakMap();
/** The mark whose card is shown. @type {Element | null} */
let shown = null;
/** The number of the last requested card. An example that arrives after a later request is not shown. */
let asked = 0;

/**
 * Gives a mark its card.
 * @template {Element} T
 * @param {T} mark
 * @param {() => Card} card
 * @returns {T}
 */
export function carded(mark, card) {
  cards.set(mark, card);
  mark.setAttribute("data-card", "");
  return mark;
}

/** The mark that has a card, at a place of the page. @param {EventTarget | null} place */
const markAt = (place) => (place instanceof Element ? place.closest("[data-card]") : null);

/** Shows the card of a mark, if it has one. @param {Element | null} mark */
export function showCardOf(mark) {
  const card = mark && cards.get(mark);
  if (card) showCard(mark, card());
}

document.addEventListener("pointerover", (event) => {
  const mark = markAt(event.target);
  if (mark && mark !== shown) showCardOf(mark);
});
document.addEventListener("pointerout", (event) => {
  const mark = markAt(event.target);
  if (mark && mark === shown && markAt(event.relatedTarget) !== mark) hideCard();
});
document.addEventListener("focusin", (event) => {
  const mark = markAt(event.target);
  // words inside a mark that have the focus themselves are no mark
  if (mark && mark === event.target && mark.matches(":focus-visible")) showCardOf(mark);
});
document.addEventListener("focusout", (event) => {
  if (markAt(event.target) === shown) hideCard();
});
document.addEventListener("click", (event) => markAt(event.target) && hideCard(), { capture: true });
document.addEventListener("keydown", ({ key }) => key === "Escape" && hideCard(), { capture: true });
document.addEventListener(
  "scroll",
  () => {
    if (shown?.isConnected) place(shown, byId("card"));
    else if (shown) hideCard();
  },
  { capture: true, passive: true },
);

/**
 * @param {Element} mark
 * @param {Card} card
 */
export function showCard(mark, card) {
  asked += 1;
  const request = asked;
  const box = byId("card");
  undescribe();
  shown = mark;
  // who hears the page hears the card too, unless the name of the mark says it all
  if (!mark.getAttribute("aria-label")?.includes(card.facts.join("; "))) mark.setAttribute("aria-describedby", "card");
  replace(box, element("b", {}, card.name), ...card.facts.map((fact) => element("span", {}, fact)));
  box.hidden = false;
  place(mark, box);
  card.example?.().then((line) => {
    if (request !== asked || !line) return;
    const [left, mention, right] = line;
    box.append(
      element(
        "span",
        { class: "example" },
        element(
          "bdi",
          {},
          "… ",
          ...isolated(left),
          " ",
          element("b", {}, ...isolated(mention)),
          " ",
          ...isolated(right),
          " …",
        ),
      ),
    );
    place(mark, box);
  });
}

/**
 * Below the mark, or above it where there is no room; never outside the window.
 * @param {Element} mark
 * @param {HTMLElement} box
 */
function place(mark, box) {
  const { left, right, top, bottom } = mark.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const x = Math.max(4, Math.min(innerWidth - width - 4, (left + right - width) / 2));
  const below = bottom + GAP + height < innerHeight;
  style(box, { left: `${x}px`, top: `${below ? bottom + GAP : Math.max(4, top - GAP - height)}px` });
}

function undescribe() {
  if (shown?.getAttribute("aria-describedby") === "card") shown.removeAttribute("aria-describedby");
}

export function hideCard() {
  asked += 1;
  undescribe();
  shown = null;
  byId("card").hidden = true;
}
