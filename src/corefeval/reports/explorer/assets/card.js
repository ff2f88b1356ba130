/* The card beside a mark: its name, its numbers and one line of the text that it stands for. */

import { byId, element, isolated, replace, style } from "./elements.js";

/**
 * @typedef {object} Card
 * @property {string} name
 * @property {string[]} facts what it shows, in numbers
 * @property {() => Promise<[string, string, string] | null>} [example] left context, mention and right context of a line
 */

const GAP = 10;
/** Which card was asked for last: an example that arrives after another one is not shown. */
let asked = 0;

/**
 * @param {Element} mark
 * @param {Card} card
 */
export function showCard(mark, card) {
  asked += 1;
  const request = asked;
  const box = byId("card");
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

export function hideCard() {
  asked += 1;
  byId("card").hidden = true;
}
