// The pieces that are not on the board.

/** @import { PuzzleView } from "./types.js" */

import { byId, el, set } from "./dom.js";
import { pieceIcon, pieceWords } from "./pieces.js";
import { cellCount, isSelectedInTray } from "./state/play.js";
import { on, openView, state } from "./state/store.js";
import { delayed } from "./timing.js";

const IDLE = 350; // milliseconds
/** @type {Record<string, [right: number, down: number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const trayNode = el("div", { id: "tray", class: "tray", role: "listbox", "aria-label": "Pieces to place" });
const note = el("p", { class: "tray-note" });
const closeGapsLater = delayed(closeGaps, IDLE);

/** By piece. */
const buttons = () => /** @type {HTMLCollectionOf<HTMLButtonElement>} */ (trayNode.children);

export function startTray() {
  /** @type {PuzzleView | null} */
  let drawn = null;
  byId("panel-pieces").append(note, trayNode);
  on(["view", "cells", "trayTurns", "selected"], () => {
    if (!state.view) return;
    if (drawn !== state.view) build();
    drawn = state.view;
    draw();
  });
}

function build() {
  const count = cellCount();
  trayNode.classList.toggle("small", count > 36);
  trayNode.classList.toggle("tiny", count > 100);
  trayNode.replaceChildren(...Array.from({ length: count }, (_, piece) => el("button", {
    type: "button", class: "tray-piece", role: "option", "data-piece": piece, "data-turn": 0, tabindex: -1,
    "aria-label": pieceWords(piece, 0), title: `piece ${piece + 1}`,
  }, pieceIcon(piece, 0))));
}

function draw() {
  const placed = new Set(state.cells.filter((value) => value >= 0).map((value) => value >> 2));
  const pieces = [...buttons()];
  pieces.forEach((button, piece) => {
    const isHere = !placed.has(piece);
    button.classList.toggle("gone", !isHere);
    if (!isHere) return;
    if (button.hidden) button.hidden = false;
    set(button, { "aria-selected": String(isSelectedInTray(piece)) });
    const turn = state.trayTurns[piece];
    if (button.dataset.turn === String(turn)) return;
    button.dataset.turn = String(turn);
    /** @type {SVGElement} */ (button.querySelector(".turned")).style.transform = `rotate(${90 * turn}deg)`;
    button.setAttribute("aria-label", pieceWords(piece, turn));
  });
  const first = pieces.findIndex((_, piece) => !placed.has(piece));
  const reached = state.selected?.cell === null ? state.selected.piece : first; // by the Tab key
  pieces.forEach((button, piece) => set(button, { tabindex: piece === reached ? 0 : -1 }));
  closeGapsLater.start();
  const left = cellCount() - placed.size;
  const canBeTurned = openView().puzzle.turnable !== false;
  const words = left === 0 ? "All pieces are on the board."
    : `${left} ${left === 1 ? "piece" : "pieces"} to place.${canBeTurned ? " Click a piece again to turn it." : ""}`;
  if (note.textContent !== words) note.textContent = words;
}

/** Let the others move up where a piece has gone, once the page is idle. */
function closeGaps() {
  for (const button of buttons()) {
    const isGone = button.classList.contains("gone");
    if (button.hidden !== isGone) button.hidden = isGone;
  }
}

/**
 * The next piece of the tray in the direction of an arrow key, by where it lies.
 * @param {number} piece
 * @param {string} key
 * @returns {number | null}
 */
export function neighborPiece(piece, key) {
  const here = buttons()[piece].getBoundingClientRect();
  const [right, down] = DIRECTIONS[key];
  let best = null;
  let nearest = Infinity;
  [...buttons()].forEach((button, at) => {
    if (button.hidden) return;
    const there = button.getBoundingClientRect();
    const [x, y] = [there.left - here.left, there.top - here.top];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead > 2 && ahead + 3 * aside < nearest) [best, nearest] = [at, ahead + 3 * aside];
  });
  return best;
}

/** @param {number} piece */
export function focusPiece(piece) {
  buttons()[piece]?.focus();
}
