/* Pictures as files: they stand alone, with their own colours, letters, title and legend, for a slide or a paper. */

import { element, svg } from "./elements.js";

/** The legend of a chart: names, each with a CSS class that has the colour. @typedef {{name: string, look: string}[]} Legend */
/** @typedef {{kind?: "svg" | "png", theme?: "light" | "dark", legend?: Legend}} Way */

const PROPERTIES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "opacity",
  "visibility",
  "font-family",
  "font-size",
  "font-weight",
  "font-variant-numeric",
  "text-anchor",
  "dominant-baseline",
  "paint-order",
];
const COLORS = new Set(["fill", "stroke"]);
/** A PNG has so many pixels for each of the page's. */
const SHARP = 2;
const TITLE = 30;
const LINE = 18;
const MARGIN = 12;

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
 * The same picture with title and legend in it, on a ground of its own. It stands on the page meanwhile, where colours are known.
 * @param {SVGSVGElement} picture
 * @param {string} title
 * @param {Legend} legend
 */
function framed(picture, title, legend) {
  const [x = 0, y = 0, width = 0, height = 0] = (picture.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  const lines = legend.length ? LINE : 0;
  const top = TITLE + lines;
  let at = x + MARGIN;
  const signs = legend.flatMap(({ name, look }) => {
    const place = at;
    at += 28 + name.length * 6.6;
    return [
      svg("rect", { class: `sign-box ${look}`, x: place, y: y - lines + 1, width: 11, height: 11 }),
      svg("text", { class: "label small", x: place + 16, y: y - lines + 11 }, name),
    ];
  });
  const wide = Math.max(width, at - x);
  copy.setAttribute("viewBox", `${x} ${y - top} ${wide} ${height + top}`);
  copy.setAttribute("width", String(wide));
  copy.setAttribute("height", String(height + top));
  copy.prepend(
    svg("rect", { class: "ground", x, y: y - top, width: wide, height: height + top }),
    svg("text", { class: "label picture-title", x: x + MARGIN, y: y - top + 20 }, title),
    ...signs,
  );
  for (const one of copy.querySelectorAll("[role=button]")) {
    for (const name of ["role", "tabindex", "aria-label", "aria-describedby", "data-card"]) one.removeAttribute(name);
  }
  return copy;
}

/**
 * The picture as the text of a file. It looks as it does on the page, in light or dark.
 * @param {SVGSVGElement} picture
 * @param {string} title
 * @param {Way} [way]
 */
export function pictureText(picture, title, { theme, legend = [] } = {}) {
  const copy = framed(picture, title, legend);
  const stage = element("div", { class: "stage", "aria-hidden": "true" }, copy);
  const { dataset } = document.documentElement;
  const before = dataset.theme;
  if (theme) dataset.theme = theme;
  document.body.append(stage);
  const styles = [...copy.querySelectorAll("*")].map((one) => {
    const computed = getComputedStyle(one);
    return PROPERTIES.map((name) => /** @type {[string, string]} */ ([name, computed.getPropertyValue(name)]));
  });
  stage.remove();
  if (before) dataset.theme = before;
  else delete dataset.theme;
  [...copy.querySelectorAll("*")].forEach((one, position) => {
    for (const [name, value] of styles[position]) {
      if (value) one.setAttribute(name, COLORS.has(name) ? plain(value) : value.replaceAll('"', "'"));
    }
    for (const name of ["class", "style"]) one.removeAttribute(name);
  });
  for (const name of ["class", "style", "aria-hidden"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("role", "img");
  copy.setAttribute("aria-label", title);
  return new XMLSerializer().serializeToString(copy);
}

/**
 * @param {SVGSVGElement} picture
 * @param {string} title which is also the file's name
 * @param {Way} [way]
 */
export async function savePicture(picture, title, way = {}) {
  const text = pictureText(picture, title, way);
  const isPng = way.kind === "png";
  const blob = isPng ? await pixels(text) : new Blob([text], { type: "image/svg+xml" });
  if (!blob) return;
  const address = URL.createObjectURL(blob);
  const name = title.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/g, "");
  element("a", { href: address, download: `${name}.${isPng ? "png" : "svg"}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * @param {string} text of an SVG
 * @returns {Promise<Blob | null>}
 */
async function pixels(text) {
  const image = new Image();
  // the page's policy allows pictures from data alone
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = element("canvas", { width: image.width * SHARP, height: image.height * SHARP });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
