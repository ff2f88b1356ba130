/* A long list of which only the rows in sight exist. */

import { element, replace, style } from "./elements.js";
import { grouped } from "./numbers.js";

const BESIDE = 3;
const PRINTED = 200;
/** Browsers draw nothing beyond some height; a list that would be higher moves faster than its bar. */
const HIGHEST = 8e6;

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
    /** @type {ArrayLike<T>} */
    this.items = [];
    this.shown = { from: 0, to: 0 };
    this.isPrinted = false;
    /** How many rows are put on paper. */
    this.printed = PRINTED;
    box.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(box);
    addEventListener("beforeprint", () => this.print());
    addEventListener("afterprint", () => {
      this.isPrinted = false;
      this.draw();
    });
  }

  /** The number of pixels that rows move if the list is scrolled by one pixel. */
  get pace() {
    const whole = this.items.length * this.height;
    const seen = this.box.clientHeight;
    return whole > HIGHEST ? (whole - seen) / (HIGHEST - seen) : 1;
  }

  /** @param {ArrayLike<T>} items */
  set(items) {
    this.items = items;
    style(this.inner, { height: `${Math.min(HIGHEST, items.length * this.height)}px` });
    this.draw();
  }

  draw() {
    if (this.isPrinted) return;
    const above = Math.max(0, this.box.getBoundingClientRect().top - this.inner.getBoundingClientRect().top);
    const passed = above * this.pace;
    const from = Math.max(0, Math.floor(passed / this.height) - BESIDE);
    this.show(from, from + Math.ceil(this.box.clientHeight / this.height) + 2 * BESIDE, above - passed);
  }

  /**
   * @param {number} from
   * @param {number} to
   * @param {number} [shift] how much lower rows stand than their numbers say
   */
  show(from, to, shift = 0) {
    this.shown = { from, to: Math.min(this.items.length, to) };
    const rows = Array.from({ length: Math.max(0, this.shown.to - from) }, (_, offset) => {
      const row = this.row(this.items[from + offset], from + offset);
      style(row, { top: `${(from + offset) * this.height + shift}px` });
      return row;
    });
    replace(this.inner, ...rows);
  }

  /** On paper nothing scrolls: the first rows, and how many more there are. */
  print() {
    this.isPrinted = true;
    this.show(0, this.printed);
    const rest = this.items.length - this.printed;
    if (rest > 0) this.inner.append(element("p", { class: "note" }, `and ${grouped(rest)} more`));
  }

  /** Scrolls a row into sight. @param {number} position */
  reveal(position) {
    const { box, height, pace } = this;
    const top = position * height;
    const passed = box.scrollTop * pace;
    if (top < passed) box.scrollTop = top / pace;
    else if (top + height > passed + box.clientHeight) box.scrollTop = (top + height - box.clientHeight) / pace;
    this.draw();
  }
}
