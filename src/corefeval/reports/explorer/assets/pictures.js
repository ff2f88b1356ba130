/* Pictures as files: an SVG that stands alone, with its own colours and letters, for a slide or a paper. */

import { element, svg } from "./elements.js";

const PROPERTIES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
];
const COLORS = new Set(["fill", "stroke"]);

/** @type {Map<string, string>} */
const known = new Map();

/**
 * A colour as every program knows it.
 * @param {string} color
 */
function plain(color) {
  const found = known.get(color);
  if (found !== undefined) return found;
  const context = element("canvas", { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  let made = color;
  if (context && color !== "none" && !color.startsWith("url")) {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    made = alpha ? `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}` : "none";
  }
  known.set(color, made);
  return made;
}

/**
 * The picture as the text of a file. It has to be drawn as it looks on the page, so it is put there out of sight meanwhile.
 * @param {SVGSVGElement} picture
 */
export function pictureText(picture) {
  const stage = element("div", { class: "stage", "aria-hidden": "true" }, picture);
  document.body.append(stage);
  const background = plain(getComputedStyle(document.body).backgroundColor);
  const styles = [...picture.querySelectorAll("*")].map((one) => {
    const computed = getComputedStyle(one);
    return PROPERTIES.map((name) => /** @type {[string, string]} */ ([name, computed.getPropertyValue(name)]));
  });
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  stage.remove();
  [...copy.querySelectorAll("*")].forEach((one, position) => {
    for (const [name, value] of styles[position]) {
      if (value) one.setAttribute(name, COLORS.has(name) ? plain(value) : value.replaceAll('"', "'"));
    }
    for (const name of ["class", "style"]) one.removeAttribute(name);
  });
  for (const name of ["class", "style", "aria-hidden"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const [x = "0", y = "0"] = (copy.getAttribute("viewBox") ?? "").split(" ");
  copy.prepend(svg("rect", { x, y, width: "100%", height: "100%", fill: background }));
  return new XMLSerializer().serializeToString(copy);
}

/**
 * @param {SVGSVGElement} picture
 * @param {string} name of the file
 */
export function savePicture(picture, name) {
  const address = URL.createObjectURL(new Blob([pictureText(picture)], { type: "image/svg+xml" }));
  element("a", { href: address, download: `${name.replace(/[^\p{L}\p{N}._-]+/gu, "-")}.svg` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
