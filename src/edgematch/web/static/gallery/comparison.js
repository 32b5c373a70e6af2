// Two boards side by side, with the cells that differ marked.

/** @import { GalleryBoard } from "../types.js" */

import { button, el } from "../dom.js";
import { whole } from "../numbers.js";
import { drawSmall, penOf } from "../pieces.js";
import { difference } from "../state/gallery.js";
import { update } from "../state/store.js";

/**
 * @param {GalleryBoard} first
 * @param {GalleryBoard} second
 * @param {(board: GalleryBoard) => void} open
 */
export function comparison(first, second, open) {
  const found = difference(first, second);
  const words = found === null ? "These are boards of different puzzles."
    : `${whole(found.equal)} placements are equal. ${found.different.length
      ? `${whole(found.different.length)} ${found.different.length === 1 ? "cell differs and is" : "cells differ and are"} marked.` : "No cell differs."}`;
  return [
    el("div", { class: "comparison-head" }, el("p", { role: "status", text: words }),
      button("Close", () => update({ compared: [] }))),
    el("div", { class: "comparison-boards" }, [first, second].map((board) => side(board, found?.different ?? [], open))),
  ];
}

/**
 * @param {GalleryBoard} board
 * @param {number[]} different
 * @param {(board: GalleryBoard) => void} open
 */
function side(board, different, open) {
  const { name, cells, check, view } = board;
  const label = `${name}: ${check.score} of ${check.joins}`;
  const canvas = el("canvas", { "data-size": 380, role: "img", "aria-label": label });
  drawSmall(canvas, cells, view.puzzle, view.symbols, check.breaks);
  markCells(canvas, different, view.puzzle.columns);
  return el("figure", {}, canvas, el("figcaption", { text: label }), button("Open", () => open(board)));
}

/**
 * Frame cells, dark and light, to be seen on every color.
 * @param {HTMLCanvasElement} canvas
 * @param {number[]} marked
 * @param {number} columns
 */
function markCells(canvas, marked, columns) {
  const pen = penOf(canvas);
  const size = canvas.width / columns;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  for (const [ink, width] of /** @type {[string, number][]} */ ([["#1b1f24", size / 6], ["#ffd21f", size / 12]])) {
    pen.strokeStyle = ink;
    pen.lineWidth = width;
    for (const cell of marked) {
      const [x, y] = [(cell % columns) * size, Math.floor(cell / columns) * size];
      pen.strokeRect(x + size / 12, y + size / 12, size - size / 6, size - size / 6);
    }
  }
}
