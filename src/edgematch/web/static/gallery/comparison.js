// Two boards side by side, with the cells that differ ringed, or those that are equal if they are fewer.

/** @import { GalleryBoard } from "../types.js" */

import { button, el } from "../dom.js";
import { drawSmall, penOf } from "../pieces.js";
import { difference, differenceWords, fewerCells } from "../state/gallery.js";
import { update } from "../state/store.js";

/**
 * @param {GalleryBoard} first
 * @param {GalleryBoard} second
 * @param {(board: GalleryBoard) => void} open
 */
export function comparison(first, second, open) {
  const found = difference(first, second);
  const ringed = found ? fewerCells(found) : [];
  return [
    el("div", { class: "comparison-head" }, el("p", { role: "status", text: differenceWords(found, first.cells.length) }),
      button("Close", () => update({ compared: [] }))),
    el("div", { class: "comparison-boards" }, [first, second].map((board) => side(board, ringed, open))),
  ];
}

/**
 * @param {GalleryBoard} board
 * @param {number[]} ringed
 * @param {(board: GalleryBoard) => void} open
 */
function side(board, ringed, open) {
  const { name, cells, check, view } = board;
  const label = `${name}: ${check.score} of ${check.joins}`;
  const canvas = el("canvas", { "data-size": 380, role: "img", "aria-label": label });
  drawSmall(canvas, cells, view.puzzle, view.symbols, check.breaks);
  ringCells(canvas, ringed, view.puzzle.columns);
  return el("figure", {}, canvas, el("figcaption", { text: label }), button("Open", () => open(board)));
}

/**
 * Rings of dark and light, to be seen on every color.
 * @param {HTMLCanvasElement} canvas
 * @param {number[]} ringed
 * @param {number} columns
 */
function ringCells(canvas, ringed, columns) {
  const pen = penOf(canvas);
  const size = canvas.width / columns;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  for (const [ink, width] of /** @type {[string, number][]} */ ([["#1b1f24", size / 6], ["#ffd21f", size / 12]])) {
    pen.strokeStyle = ink;
    pen.lineWidth = width;
    for (const cell of ringed) {
      const [x, y] = [(cell % columns) * size, Math.floor(cell / columns) * size];
      pen.strokeRect(x + size / 12, y + size / 12, size - size / 6, size - size / 6);
    }
  }
}
