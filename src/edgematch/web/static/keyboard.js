// Play by keyboard: arrows, Enter, R, Delete, Ctrl+Z, Escape, F, H, ?, and plus, minus and 0 to zoom.

import { bringCellIntoSight, focusCell } from "./board.js";
import { closest, speak } from "./dom.js";
import { withLater } from "./load_later.js";
import { cellWords } from "./pieces.js";
import { clickCell, moveCursor, redo, selectTab, takeBack, turnSelected, undo, visibleCells } from "./state/play.js";
import { state, update } from "./state/store.js";
import { filterTray } from "./state/tray.js";
import { focusPiece, neighborPiece, trayNode } from "./tray.js";
import { fit, larger, layer, picture, smaller } from "./zoom.js";

/** @type {Record<string, [down: number, across: number]>} */
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export function startKeyboard() {
  picture.addEventListener("keydown", onBoardKey);
  trayNode.addEventListener("keydown", onTrayKey);
  // On the layer: an SVG that listens for focus would be a stop of its own for the Tab key.
  layer.addEventListener("focusin", (event) => {
    const node = closest(event, ".cell");
    if (!node) return;
    const cell = Number(node.dataset.cell);
    if (cell !== state.cursor) update({ cursor: cell });
    if (node.matches(":focus-visible")) bringCellIntoSight(cell); // not after a click
  });
  document.addEventListener("keydown", onAnyKey);
}

/** @param {KeyboardEvent} event */
function onBoardKey(event) {
  const step = STEPS[event.key];
  if (step) {
    event.preventDefault();
    if (moveCursor(...step)) queueMicrotask(() => focusCell(state.cursor));
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    const { lastTurn } = state;
    clickCell(state.cursor);
    if (lastTurn === state.lastTurn) speakCell(); // else the turn is spoken
  } else if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    if (!state.shown) takeBack(state.cursor);
    speakCell();
  }
}

function speakCell() {
  speak(cellWords(state.cursor, visibleCells()));
}

/** @param {KeyboardEvent} event */
function onTrayKey(event) {
  const node = closest(event, ".tray-piece");
  if (!node || !STEPS[event.key]) return;
  event.preventDefault();
  const next = neighborPiece(Number(node.dataset.piece), event.key);
  if (next === null) return;
  update({ selected: { piece: next, cell: null } });
  focusPiece(next);
}

function toggleFits() {
  selectTab("pieces");
  filterTray(state.trayFilter === "fits" ? "all" : "fits");
}

/** @param {KeyboardEvent} event */
function onAnyKey(event) {
  const isTyping = closest(event, "input, textarea, select, dialog");
  if (isTyping || !state.view) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) {
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
  } else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (key === "r") turnSelected(event.shiftKey ? -1 : 1);
  else if (key === "h") withLater(({ askAdvice }) => askAdvice());
  else if (key === "?") withLater(({ showGuide }) => showGuide());
  else if (key === "f") toggleFits();
  else if (key === "+" || key === "=") larger();
  else if (key === "-") smaller();
  else if (key === "0") fit();
  else if (key === "escape") update({ selected: null, advice: null, shown: null });
}
