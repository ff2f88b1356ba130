/* The slider along the waterfall: how many error classes are fixed, the costliest first. It is on the overview and above the text. */

import { isPriced } from "./chosen.js";
import { element } from "./elements.js";
import { fixedCount, repairInWords, repairPath } from "./repairs.js";
import { announce, state } from "./state.js";

/**
 * The slider with the score and the classes; null where there is nothing to fix.
 * @param {string} place where it stands
 */
export function repairSlider(place) {
  const { classes } = repairPath();
  if (!isPriced() || !classes.length) return null;
  const id = `repair-${place}`;
  const slider = element("input", {
    type: "range",
    id,
    class: "repair-slider",
    "aria-label": "Fix errors, the costliest class first",
    min: 0,
    max: classes.length,
    step: 1,
    value: fixedCount(),
    oninput: () => {
      state.fixed = Number(slider.value);
      announce("repair");
    },
  });
  const box = element(
    "div",
    { class: "repair" },
    element("label", { for: id }, place === "document" ? "Fix errors" : "Fix errors, the costliest class first"),
    slider,
    element("output", { for: id, class: "repair-said" }),
  );
  tell(box);
  return box;
}

/** @param {Element} box */
function tell(box) {
  const { score, words } = repairInWords();
  const slider = box.querySelector("input");
  if (slider) {
    slider.value = String(fixedCount());
    slider.setAttribute("aria-valuetext", `${score}; ${words}`);
  }
  box.querySelector("output")?.replaceChildren(element("b", {}, score), " ", element("span", {}, words));
}

/** Says the same at every slider. */
export function drawRepair() {
  for (const box of document.querySelectorAll(".repair")) tell(box);
}

/** Puts the focus on the slider in sight. */
export function focusRepair() {
  const slider = document.getElementById(state.doc ? "repair-document" : "repair-overview");
  slider?.scrollIntoView({ block: "nearest" });
  slider?.focus();
}
