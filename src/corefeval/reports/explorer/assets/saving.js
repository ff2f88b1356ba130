/* Files that the page gives its reader. */

import { element } from "./elements.js";

/**
 * @param {string} text
 * @param {string} name of the file
 * @param {string} type
 */
export function saveText(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
