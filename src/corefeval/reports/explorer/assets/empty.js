/* Scores that have nothing to count (0/0): undefined, or 0.00 where the official scorer writes that. They are never drawn. */

import { percent } from "./numbers.js";
import { INDEX } from "./payload.js";

export const EMPTY = "0/0: nothing to count here, written as 0.00 as the official scorer does";

/**
 * @param {number | null | undefined} value
 * @param {boolean} isEmpty
 */
export const scoreText = (value, isEmpty) => (isEmpty && INDEX.empty_as_zero ? "0.00" : percent(value));

/** @param {boolean} isEmpty */
export const emptyMark = (isEmpty) => (isEmpty && INDEX.empty_as_zero ? " (0/0)" : "");

/** @param {boolean} isEmpty */
export const emptyNote = (isEmpty) => (isEmpty && INDEX.empty_as_zero ? EMPTY : null);
