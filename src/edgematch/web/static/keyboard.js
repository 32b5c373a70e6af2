// The whole of playing by keyboard: arrows, Enter, R, Delete, Ctrl+Z, Escape, H, and plus, minus, 0 to zoom.

import { boardSvg, bringCellIntoSight, focusCell } from "./board.js";
import { speak } from "./dom.js";
import { clickCell } from "./gestures.js";
import { cellName, pieceWords } from "./pieces.js";
import { isHint, redo, state, takeBack, turnPiece, undo, update } from "./state.js";
import { focusPiece, neighborPiece, trayNode } from "./tray.js";
import { fit, larger, smaller } from "./zoom.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export function startKeyboard(helpMe) {
  boardSvg().addEventListener("keydown", onBoardKey);
  trayNode().addEventListener("keydown", onTrayKey);
  // Around it: an SVG that hears of focus would be a stop of its own for the Tab key.
  boardSvg().parentNode.addEventListener("focusin", (event) => {
    const cell = Number(event.target.closest(".cell")?.dataset.cell ?? -1);
    if (cell < 0) return;
    if (cell !== state.cursor) update({ cursor: cell });
    if (event.target.matches(":focus-visible")) bringCellIntoSight(cell); // not where a click was
  });
  document.addEventListener("keydown", (event) => onAnyKey(event, helpMe));
}

function onBoardKey(event) {
  const step = STEPS[event.key];
  if (step) {
    event.preventDefault();
    move(step);
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    clickCell(state.cursor);
    sayCell();
  } else if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    if (!state.shown) takeBack(state.cursor);
    sayCell();
  }
}

function move([down, across]) {
  const { rows, columns } = state.view.puzzle;
  const row = Math.floor(state.cursor / columns) + down;
  const column = (state.cursor % columns) + across;
  if (row < 0 || column < 0 || row >= rows || column >= columns) return;
  update({ cursor: row * columns + column });
  queueMicrotask(() => focusCell(state.cursor));
}

function sayCell() {
  const way = (state.shown ?? state).ways[state.cursor];
  speak(`${cellName(state.cursor)}: ${way < 0 ? "empty" : pieceWords(way >> 2, way & 3)}`);
}

function onTrayKey(event) {
  const piece = Number(event.target.closest(".tray-piece")?.dataset.piece ?? -1);
  if (piece < 0 || !STEPS[event.key]) return;
  event.preventDefault();
  const next = neighborPiece(piece, event.key);
  if (next !== null) {
    update({ selected: { piece: next, cell: null } });
    focusPiece(next);
  }
}

function onAnyKey(event, helpMe) {
  const isTyping = event.target.closest?.("input, textarea, select, dialog");
  if (isTyping || !state.view) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) {
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
  } else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (key === "r") turnChosen(event.shiftKey ? -1 : 1);
  else if (key === "h") helpMe();
  else if (key === "+" || key === "=") larger();
  else if (key === "-") smaller();
  else if (key === "0") fit();
  else if (key === "escape") update({ selected: null, advice: null, shown: null });
}

/** Whether there is something to turn. */
export function canTurn() {
  if (state.shown || state.view.puzzle.turnable === false) return false;
  return Boolean(state.selected) || (state.ways[state.cursor] >= 0 && !isHint(state.cursor));
}

/** Turn what is chosen, or what lies under the cursor. */
export function turnChosen(by = 1) {
  if (!canTurn()) return;
  const chosen = state.selected;
  if (chosen) turnPiece(chosen.piece, chosen.cell, by);
  else if (state.ways[state.cursor] >= 0) turnPiece(state.ways[state.cursor] >> 2, state.cursor, by);
}
