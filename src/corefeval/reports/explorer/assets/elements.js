/* The one way to put elements on the page. Text enters it only as text; what is not there is left out. */

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {string | number | boolean | null | undefined | EventListener | Record<string, string | number>} Attribute */
/** @typedef {Record<string, Attribute>} Attributes */

/**
 * The element of that id, which the page has.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {abstract new () => T} [kind]
 * @returns {T}
 */
export function byId(id, kind) {
  const node = document.getElementById(id);
  if (!(node instanceof (kind ?? HTMLElement))) throw new Error(`the page has no #${id}`);
  return /** @type {T} */ (node);
}

/**
 * An element of HTML. Attributes and children that are null, undefined or false are left out; `on…` is a listener,
 * `style` an object of properties.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * An element of SVG, as `element`.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * Puts the children in the place of all that is there.
 * @param {Element} parent
 * @param {...Child} children
 */
export function replace(parent, ...children) {
  parent.replaceChildren(...present(children));
}

/** @param {Child[]} children */
const present = (children) => /** @type {(Node | string)[]} */ (children.filter((child) => isPresent(child)));

/** @param {unknown} value */
const isPresent = (value) => value !== null && value !== undefined && value !== false;

/**
 * @template {HTMLElement | SVGElement} T
 * @param {T} node
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (!isPresent(value)) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (typeof value === "object") style(node, /** @type {Record<string, string | number>} */ (value));
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...present(children));
  return node;
}

/**
 * Style as the page's policy allows it: by properties, not as an attribute.
 * @param {HTMLElement | SVGElement} node
 * @param {Record<string, string | number>} properties
 */
export function style(node, properties) {
  for (const [name, value] of Object.entries(properties)) node.style.setProperty(name, String(value));
}

/**
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export const button = (attributes, ...children) => element("button", { type: "button", ...attributes }, ...children);

/**
 * @param {string} text
 * @param {string} kind its colour
 */
export const badge = (text, kind) => element("span", { class: `badge ${kind}` }, text);

/**
 * Words for those who hear the page, beside figures that speak for themselves to those who see it.
 * @param {string} text
 */
export const said = (text) => element("span", { class: "hidden" }, text);

/**
 * Words of a file: whichever way they run, they leave what stands around them as it is.
 * @param {string} text
 * @param {Attributes} [attributes]
 */
export const quote = (text, attributes = {}) =>
  element("bdi", { class: "quote", dir: "auto", ...attributes }, ...isolated(text));

/**
 * Words of a file in which those that turn the direction, and may never turn it back, stand apart.
 * @param {string} text
 */
export const isolated = (text) =>
  text
    .split(/([^\s“”]*[\u202a-\u202e\u2066-\u2069][^\s“”]*)/)
    .map((piece, place) => (place % 2 ? element("bdi", {}, piece) : piece));

/**
 * A name out of a file within a sentence of the page.
 * @param {string} text
 */
export const name = (text) => element("bdi", {}, text);
