/* Figures: the layer that all charts share. Scales, ticks, labels that give way to each other, marks that can be pointed at, reached
   by keys and named, and panels whose picture can be saved. */

import { carded } from "./card.js";
import { button, element, svg } from "./elements.js";
import { savePicture } from "./pictures.js";

/** @import {Card} from "./card.js" */
/** @import {Attributes, Child} from "./elements.js" */
/** @import {Legend} from "./pictures.js" */

/** @typedef {(value: number) => number} Scale */

/**
 * A scale from values to places.
 * @param {number} low
 * @param {number} high
 * @param {number} start
 * @param {number} end
 * @returns {Scale}
 */
export const linear = (low, high, start, end) => {
  const wide = high - low || 1;
  return (value) => start + ((value - low) / wide) * (end - start);
};

/**
 * The same for values of which each step is ten times the last.
 * @param {number} low
 * @param {number} high
 * @param {number} start
 * @param {number} end
 * @returns {Scale}
 */
export function logarithmic(low, high, start, end) {
  if (high <= low) return () => (start + end) / 2;
  const scale = linear(Math.log10(low), Math.log10(high), start, end);
  return (value) => scale(Math.log10(value));
}

/**
 * Round values between two, about so many.
 * @param {number} low
 * @param {number} high
 * @param {number} [count]
 */
export function ticks(low, high, count = 6) {
  const raw = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw * 0.999) ?? raw;
  const found = [];
  for (let place = Math.ceil(low / step - 1e-9); place * step <= high + step * 1e-9; place += 1)
    found.push(place * step);
  return found;
}

/**
 * Round values on a logarithmic axis.
 * @param {number} low
 * @param {number} high
 */
export function powers(low, high) {
  const all = [1, 10, 100, 1000, 10000, 100000, 1000000].flatMap((each) => [each, 2 * each, 5 * each]);
  const inside = all.filter((each) => each >= low && each <= high);
  return inside.length > 6 ? inside.filter((each) => /^1/.test(String(each))) : inside;
}

/** The size of a letter of a label, about, and how far a label is from its dot. */
const LETTER = { width: 6.6, height: 10, gap: 7 };
/** How far up or down a label may stand, the best place first. */
const SHIFTS = [0, -11, 11, -22, 22, -33, 33, -44, 44, -55, 55];

/**
 * Where the labels of dots stand: beside, above or below their own, on no other label or dot and inside the frame.
 * @param {{cx: number, cy: number, words: string}[]} dots
 * @param {{left: number, right: number, top: number, bottom: number}} frame
 * @returns {{x: number, y: number, anchor: string}[]}
 */
export function labelPlaces(dots, frame) {
  const { width, height, gap } = LETTER;
  /** @type {{left: number, right: number, top: number, bottom: number}[]} */
  const taken = dots.map(({ cx, cy }) => ({ left: cx - 4, right: cx + 4, top: cy - 4, bottom: cy + 4 }));
  return dots.map(({ cx, cy, words }) => {
    const wide = width * words.length;
    const choices = [
      ...beside(SHIFTS[0]),
      { x: cx, y: cy - gap, anchor: "middle", left: cx - wide / 2 },
      { x: cx, y: cy + gap + height - 2, anchor: "middle", left: cx - wide / 2 },
      ...SHIFTS.slice(1).flatMap(beside),
    ];
    /** @param {number} shift */
    function beside(shift) {
      const y = cy + 4 + shift;
      return [
        { x: cx + gap, y, anchor: "start", left: cx + gap },
        { x: cx - gap, y, anchor: "end", left: cx - gap - wide },
      ];
    }
    const boxOf = (/** @type {{y: number, left: number}} */ { y, left }) => ({
      left,
      right: left + wide,
      top: y - height + 1,
      bottom: y + 1,
    });
    const isFree = (/** @type {{y: number, left: number}} */ choice) => {
      const { left, right, top, bottom } = boxOf(choice);
      const isInside = left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
      return (
        isInside &&
        taken.every((one) => right <= one.left || left >= one.right || bottom <= one.top || top >= one.bottom)
      );
    };
    const chosen = choices.find(isFree) ?? choices[0];
    taken.push(boxOf(chosen));
    return chosen;
  });
}

/**
 * A panel with a picture.
 * @param {string} title
 * @param {string} note
 * @param {SVGSVGElement} picture
 * @param {{look?: string, legend?: Legend, above?: Child[], below?: Child[]}} [options]
 */
export const figure = (title, note, picture, { look = "", legend = [], above = [], below = [] } = {}) =>
  element(
    "section",
    { class: `panel figure ${look}` },
    element(
      "div",
      { class: "figure-head" },
      element("h2", {}, title),
      saveMenu(title, () => picture, legend),
    ),
    note !== "" && element("p", { class: "note" }, note),
    legend.length > 0 && signsOf(legend),
    ...above,
    picture,
    ...below,
  );

/** What the colours mean, beside the picture. @param {Legend} legend */
const signsOf = (legend) =>
  element(
    "p",
    { class: "legend" },
    ...legend.map(({ name, look }) => element("span", {}, element("i", { class: `sign ${look}` }), name)),
  );

/** The four ways to save a picture. @type {[string, "svg" | "png", "light" | "dark"][]} */
const WAYS = [
  ["SVG, light", "svg", "light"],
  ["SVG, dark", "svg", "dark"],
  ["PNG, light", "png", "light"],
  ["PNG, dark", "png", "dark"],
];

/**
 * @param {string} title
 * @param {() => SVGSVGElement} picture
 * @param {Legend} [legend]
 */
export function saveMenu(title, picture, legend = []) {
  const menu = element(
    "details",
    {
      class: "save",
      onkeydown: (event) => {
        if (/** @type {KeyboardEvent} */ (event).key !== "Escape" || !menu.open) return;
        event.stopPropagation();
        menu.open = false;
        menu.querySelector("summary")?.focus();
      },
      onfocusout: (event) => {
        const next = /** @type {FocusEvent} */ (event).relatedTarget;
        if (next instanceof Node && !menu.contains(next)) menu.open = false;
      },
    },
    element("summary", { "aria-label": `Save “${title}”` }, "Save"),
    element(
      "div",
      { class: "save-ways" },
      ...WAYS.map(([label, kind, theme]) =>
        button(
          {
            "data-save": `${kind}-${theme}`,
            onclick: () => {
              menu.open = false;
              savePicture(picture(), title, { kind, theme, legend });
            },
          },
          label,
        ),
      ),
    ),
  );
  return menu;
}

/**
 * A picture of so many units, as wide as there is room. It is one stop for Tab; arrows go from mark to mark.
 * @param {number} width
 * @param {number} height
 * @param {string} label
 * @param {...Child} children
 */
export function drawing(width, height, label, ...children) {
  const picture = svg(
    "svg",
    {
      class: "drawing",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "group",
      "aria-label": label,
      onkeydown: (event) => rove(picture, /** @type {KeyboardEvent} */ (event)),
    },
    ...children,
  );
  marksIn(picture)[0]?.setAttribute("tabindex", "0");
  return picture;
}

/** The marks of a picture, in the order of the arrows: that of drawing, or as they say themselves. @param {Element} picture */
export const marksIn = (picture) =>
  [.../** @type {NodeListOf<SVGElement>} */ (picture.querySelectorAll(".part"))].sort(
    (a, b) => Number(a.dataset.order ?? 0) - Number(b.dataset.order ?? 0),
  );

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

/**
 * @param {Element} picture
 * @param {KeyboardEvent} event
 */
export function rove(picture, event) {
  const step = STEPS[event.key];
  const marks = marksIn(picture);
  const at = marks.indexOf(/** @type {SVGElement} */ (document.activeElement));
  if (step === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = marks[Math.max(0, Math.min(marks.length - 1, at + step))];
  marks[at].setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
  event.preventDefault();
  event.stopPropagation();
}

/**
 * What makes a mark of a part of a picture: a card that shows while it is pointed at or has the focus, and somewhere to lead.
 * @param {SVGElement} mark
 * @param {Card} card
 * @param {() => void} follow
 */
function asMark(mark, card, follow) {
  mark.setAttribute("role", "button");
  if (!mark.hasAttribute("tabindex")) mark.setAttribute("tabindex", "-1");
  mark.addEventListener("click", follow);
  mark.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    mark.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  // what is seen has to be in what is heard
  const seen = [...mark.querySelectorAll("text")].map((text) => text.textContent).join(" ");
  const heard = [card.name, ...card.facts].join("; ");
  mark.setAttribute("aria-label", heard.includes(seen) ? heard : `${seen}; ${heard}`);
  carded(mark, () => card);
}

/**
 * A mark of several shapes and labels.
 * @param {Card} card
 * @param {() => void} follow
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function part(card, follow, attributes, ...children) {
  // words of several labels are apart also for those who hear them
  const parts = children.flatMap((child) => [child, " "]);
  const mark = svg("g", { ...attributes, class: `part ${attributes.class ?? ""}` }, ...parts);
  asMark(mark, card, follow);
  return mark;
}

/**
 * A mark that is one shape.
 * @param {Card} card
 * @param {() => void} follow
 * @param {Attributes} attributes
 */
export function pathMark(card, follow, attributes) {
  const mark = svg("path", { ...attributes, class: `part ${attributes.class ?? ""}` });
  asMark(mark, card, follow);
  return mark;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {string} [look]
 * @param {string} [anchor]
 */
export const label = (x, y, words, look = "", anchor = "start") =>
  svg("text", { x, y, class: `label ${look}`, "text-anchor": anchor }, words);

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {string} look
 */
export const rule = (x1, y1, x2, y2, look) => svg("line", { x1, y1, x2, y2, class: look });

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} look
 */
export const box = (x, y, width, height, look) =>
  svg("rect", { class: look, x, y, width: Math.max(0, width), height: Math.max(0, height) });

/**
 * Lines across at these values of a scale that runs upwards, each with its number at the left.
 * @param {Scale} y
 * @param {number[]} values shares of 1
 * @param {number} left
 * @param {number} right
 */
export const percentGrid = (y, values, left, right) =>
  values.map((value) =>
    svg(
      "g",
      {},
      rule(left, y(value), right, y(value), "grid"),
      label(left - 4, y(value) + 4, String(Math.round(100 * value)), "small", "end"),
    ),
  );

/**
 * Text that has so much room, about.
 * @param {string} text
 * @param {number} letters
 */
export const short = (text, letters) => (text.length > letters ? `${text.slice(0, letters - 1)}…` : text);
