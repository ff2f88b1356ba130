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

/** Whether the text could be copied. @param {string} text */
export async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea", { "aria-hidden": "true", class: "hidden" });
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}
