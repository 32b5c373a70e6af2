// What a search does with the pieces that I have placed: they stay, unless I choose otherwise.

/** @import { SearchRequest } from "./types.js" */

import { el, field, menu } from "./dom.js";
import { cellCount, myPieces, placementsOf } from "./state/play.js";
import { on, state } from "./state/store.js";

const CHOICES = { keep: "stay where they are", start: "are the start", free: "may move" };

/**
 * The field of the form, which is there as soon as I have placed a piece.
 * @param {() => boolean} isOptimize whether the best board is looked for, which may start from mine
 */
export function myPiecesField(isOptimize) {
  let wanted = ""; // what I chose, while the puzzle is open
  const select = menu({ id: "my-pieces", "aria-label": "My pieces" }, Object.entries(CHOICES));
  const note = el("small", { class: "about" });
  const row = el("div", { hidden: true }, field("My pieces", select), note);
  const show = () => {
    const pieces = myPieces();
    const isFull = pieces.length > 0 && state.cells.every((value) => value >= 0) && cellCount() > 0;
    row.hidden = !pieces.length;
    const starts = /** @type {HTMLOptionElement} */ (select.options[1]);
    starts.hidden = starts.disabled = !isOptimize();
    const usual = isOptimize() && isFull ? "start" : "keep"; // a full board that stays cannot be improved
    select.value = wanted && (wanted !== "start" || isOptimize()) ? wanted : usual;
    note.textContent = { keep: `Only boards with your ${pieces.length === 1 ? "piece" : `${pieces.length} pieces`} where they are.`,
      start: "Your board is improved; every piece may move.", free: "Your pieces are left out." }[select.value] ?? "";
  };
  select.addEventListener("change", () => {
    wanted = select.value;
    show();
  });
  on(["view"], () => { wanted = ""; });
  on(["view", "cells"], show);
  /** @returns {Pick<SearchRequest, "fixed" | "start">} */
  const request = () => {
    if (row.hidden || select.value === "free") return {};
    return select.value === "start" ? { start: placementsOf(state.cells) } : { fixed: myPieces() };
  };
  return { row, show, request };
}
