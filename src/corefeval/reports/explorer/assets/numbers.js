/* Numbers as the page writes them. */

/** @param {number | null | undefined} value a share of 1, in points */
export const percent = (value) => (value === null || value === undefined ? "–" : (100 * value).toFixed(2));

/** @param {number} value */
export const points = (value) => Math.abs(100 * value).toFixed(Math.abs(value) < 0.001 ? 4 : 2);

/** @param {number} value */
export const signed = (value) => (value < 0 ? "−" : "+") + points(value);

/** With commas. What a locale needs for that takes a tenth of a second to load. @param {number} value a whole number */
export const grouped = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * @param {number} count
 * @param {string} noun
 * @param {string} [nouns]
 */
export const plural = (count, noun, nouns = `${noun}s`) => `${grouped(count)} ${count === 1 ? noun : nouns}`;

/** @param {readonly number[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0);
