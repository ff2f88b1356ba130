/* Figures of the overview: a picture in a panel, which can be saved as a file; what parts of it lead to. */

import { button, element, svg } from "./elements.js";
import { savePicture } from "./pictures.js";

/** @import {Attributes, Child} from "./elements.js" */

/**
 * A panel with a picture.
 * @param {string} title
 * @param {string} note
 * @param {SVGSVGElement} picture
 * @param {string} [look]
 */
export const figure = (title, note, picture, look = "") =>
  element(
    "section",
    { class: `panel figure ${look}` },
    element(
      "div",
      { class: "figure-head" },
      element("h2", {}, title),
      button(
        {
          class: "save",
          title: "Save this picture as an SVG file",
          "aria-label": `SVG: save “${title}”`,
          onclick: () => savePicture(/** @type {SVGSVGElement} */ (picture.cloneNode(true)), title),
        },
        "SVG",
      ),
    ),
    note !== "" && element("p", { class: "note" }, note),
    picture,
  );

/**
 * A picture of so many units, as wide as there is room; parts of it may be chosen.
 * @param {number} width
 * @param {number} height
 * @param {string} label
 * @param {...Child} children
 */
export const drawing = (width, height, label, ...children) =>
  svg(
    "svg",
    { class: "drawing", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": label },
    ...children,
  );

/**
 * A part of a picture that leads somewhere.
 * @param {string} label
 * @param {() => void} follow
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export const part = (label, follow, attributes, ...children) =>
  svg(
    "g",
    {
      role: "button",
      tabindex: "0",
      ...attributes,
      class: `part ${attributes.class ?? ""}`,
      onclick: follow,
      onkeydown: (/** @type {Event} */ event) => {
        const { key } = /** @type {KeyboardEvent} */ (event);
        if (key !== "Enter" && key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        follow();
      },
    },
    svg("title", {}, label),
    ...children,
  );

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
 * Text that has so much room, about.
 * @param {string} text
 * @param {number} letters
 */
export const short = (text, letters) => (text.length > letters ? `${text.slice(0, letters - 1)}…` : text);
