/* A long list of which only the rows in sight exist. */

import { element, replace, style } from "./elements.js";
import { grouped } from "./numbers.js";

const BESIDE = 3;
const PRINTED = 200;

/** @template T */
export class VirtualRows {
  /**
   * @param {HTMLElement} box what scrolls
   * @param {number} height of a row, in pixels
   * @param {(item: T, position: number) => HTMLElement} row
   * @param {HTMLElement} [inner] what holds the rows
   */
  constructor(box, height, row, inner = element("div", { class: "virtual", role: "presentation" })) {
    this.box = box;
    this.height = height;
    this.row = row;
    this.inner = inner;
    /** @type {T[]} */
    this.items = [];
    this.shown = { from: 0, to: 0 };
    this.isPrinted = false;
    box.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(box);
    addEventListener("beforeprint", () => this.print());
    addEventListener("afterprint", () => {
      this.isPrinted = false;
      this.draw();
    });
  }

  /** @param {T[]} items */
  set(items) {
    this.items = items;
    style(this.inner, { height: `${items.length * this.height}px` });
    this.draw();
  }

  draw() {
    if (this.isPrinted) return;
    const above = Math.max(0, this.box.getBoundingClientRect().top - this.inner.getBoundingClientRect().top);
    const from = Math.max(0, Math.floor(above / this.height) - BESIDE);
    this.show(from, from + Math.ceil(this.box.clientHeight / this.height) + 2 * BESIDE);
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  show(from, to) {
    this.shown = { from, to: Math.min(this.items.length, to) };
    const rows = this.items.slice(from, to).map((item, offset) => {
      const row = this.row(item, from + offset);
      style(row, { top: `${(from + offset) * this.height}px` });
      return row;
    });
    replace(this.inner, ...rows);
  }

  /** On paper nothing scrolls: the first rows, and how many more there are. */
  print() {
    this.isPrinted = true;
    this.show(0, PRINTED);
    const rest = this.items.length - PRINTED;
    if (rest > 0) this.inner.append(element("p", { class: "note" }, `and ${grouped(rest)} more`));
  }

  /** Scrolls a row into sight. @param {number} position */
  reveal(position) {
    const top = position * this.height;
    const { scrollTop, clientHeight } = this.box;
    if (top < scrollTop) this.box.scrollTop = top;
    else if (top + this.height > scrollTop + clientHeight) this.box.scrollTop = top + this.height - clientHeight;
    this.draw();
  }
}
