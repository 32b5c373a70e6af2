// The pieces that are not on the board, drawn where state/tray.js says that they lie.

/** @import { Key, PuzzleView } from "./types.js" */

import { byId, el, pointerWords, set, speak } from "./dom.js";
import { cellName, pieceIcon, pieceWords, sideWords } from "./pieces.js";
import { cellCount, isSelectedInTray } from "./state/play.js";
import { on, openView, state } from "./state/store.js";
import { followCursor, keepTray, openTray } from "./state/tray.js";
import { trayTools } from "./tray_tools.js";

/** @type {Record<string, [right: number, down: number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const trayNode = el("div", { id: "tray", class: "tray", role: "listbox", "aria-label": "Pieces to place" });
const note = el("p", { class: "tray-note" });

/** By piece, wherever it lies. @type {HTMLButtonElement[]} */
let buttons = [];
/** The layout that is in the document. @type {number[] | null} */
let layout = null;

export function startTray() {
  /** @type {PuzzleView | null} */
  let drawn = null;
  byId("panel-pieces").append(note, trayNode, trayTools());
  on(["view", "cells", "trayTurns", "selected", "trayLayout", "cursor"], (changed) => {
    if (!state.view) return;
    if (drawn === state.view) follow(changed);
    else {
      build();
      openTray();
    }
    drawn = state.view;
    draw();
  });
  on(["trayCell"], () => {
    if (state.trayCell !== null) speak(note.textContent?.split(".")[0] ?? ""); // how many pieces fit
  });
  on(["lastTurn"], () => {
    if (state.lastTurn) speak(`turned: ${sideWords(state.lastTurn.piece, state.lastTurn.turn)}`);
  });
}

/** @param {Set<Key>} changed */
function follow(changed) {
  if (changed.has("cells")) keepTray();
  if (changed.has("cursor")) followCursor();
}

function build() {
  const count = cellCount();
  trayNode.classList.toggle("small", count > 36);
  trayNode.classList.toggle("tiny", count > 100);
  layout = null;
  buttons = Array.from({ length: count }, (_, piece) => el("button", {
    type: "button", class: "tray-piece", role: "option", "data-piece": piece, "data-turn": 0, tabindex: -1,
    "aria-label": pieceWords(piece, 0), title: `piece ${piece + 1}`,
  }, pieceIcon(piece, 0), el("span", { class: "number", "aria-hidden": "true", text: piece + 1 })));
}

function draw() {
  layOut();
  const placed = new Set(state.cells.filter((value) => value >= 0).map((value) => value >> 2));
  const first = state.trayLayout.find((piece) => !placed.has(piece));
  const reached = state.selected?.cell === null ? state.selected.piece : first; // by the Tab key
  buttons.forEach((button, piece) => {
    const isHere = !placed.has(piece);
    button.classList.toggle("gone", !isHere);
    set(button, {
      "aria-selected": isHere && !button.hidden && String(isSelectedInTray(piece)),
      tabindex: piece === reached ? 0 : -1,
    });
    const turn = state.trayTurns[piece];
    if (!isHere || button.dataset.turn === String(turn)) return;
    button.dataset.turn = String(turn);
    /** @type {SVGElement} */ (button.querySelector(".turned")).style.transform = `rotate(${90 * turn}deg)`;
    button.setAttribute("aria-label", pieceWords(piece, turn));
  });
  const words = noteWords(cellCount() - placed.size, state.trayLayout.filter((piece) => !placed.has(piece)).length);
  if (note.textContent !== words) note.textContent = words;
}

/** Bring the pieces into the order of the layout; those that are out of sight come last. */
function layOut() {
  if (layout === state.trayLayout) return;
  const hasSameBeginning = layout?.every((piece, at) => state.trayLayout[at] === piece);
  layout = state.trayLayout;
  const inSight = new Set(layout);
  const focused = document.activeElement;
  buttons.forEach((button, piece) => { button.hidden = !inSight.has(piece); });
  trayNode.replaceChildren(...layout.map((piece) => buttons[piece]), ...buttons.filter((button) => button.hidden));
  if (!hasSameBeginning) trayNode.scrollTop = 0;
  if (focused instanceof HTMLElement && trayNode.contains(focused)) focused.focus({ preventScroll: true });
}

/**
 * @param {number} left how many pieces are not on the board
 * @param {number} seen how many of them are in sight
 */
function noteWords(left, seen) {
  const pieces = (/** @type {number} */ count) => `${count} ${count === 1 ? "piece" : "pieces"}`;
  if (left === 0) return "All pieces are on the board.";
  if (state.trayCell !== null) {
    const where = cellName(state.trayCell);
    return `${seen === 0 ? "No piece fits" : seen === 1 ? "1 piece fits" : `${seen} pieces fit`} on ${where}. ${pointerWords("Click another empty cell to see what fits there.")}`;
  }
  if (seen < left) return `${seen} of ${pieces(left)} to place.`;
  const canBeTurned = openView().puzzle.turnable !== false;
  return `${pieces(left)} to place.${canBeTurned ? pointerWords(" Click a piece again to turn it.") : ""}`;
}

/**
 * The next piece of the tray in the direction of an arrow key, by where it lies.
 * @param {number} piece
 * @param {string} key
 * @returns {number | null}
 */
export function neighborPiece(piece, key) {
  const here = buttons[piece].getBoundingClientRect();
  const [right, down] = DIRECTIONS[key];
  let best = null;
  let nearest = Infinity;
  buttons.forEach((button, at) => {
    if (button.hidden || button.classList.contains("gone")) return;
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
  buttons[piece]?.focus();
}
