// The keys of the editor: letters set the marked side wherever the focus is, except in fields.

import { closest } from "../dom.js";
import {
  backspace, copySquare, deleteSquare, emptySide, enterKey, goTo, moveToward, redoEdit, turnSquare, undoEdit,
} from "../state/editor.js";
import { state } from "../state/store.js";
import { focusSide, gridNode } from "./grid.js";

const ARROWS = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];

/** @type {Record<string, () => void>} */
const COMMANDS = {
  Backspace: backspace, Delete: emptySide, ".": turnSquare, "=": copySquare,
  Home: () => goTo({ square: 0, side: 0 }),
  End: () => goTo({ square: state.editor.draft.squares.length - 1, side: 3 }),
};

/**
 * @param {KeyboardEvent} event
 * @param {() => void} play
 */
export function onEditorKey(event, play) {
  const isEnter = event.key === "Enter";
  const side = closest(event, ".side");
  if (closest(event, "input")) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key !== "z" && key !== "y" && !isEnter) return;
    event.preventDefault();
    if (isEnter) return play();
    if (key === "y" || event.shiftKey) redoEdit();
    else undoEdit();
  } else if (event.altKey) return;
  else if (ARROWS.includes(event.key)) moveToward(ARROWS.indexOf(event.key));
  else if (event.key === "Delete" && event.shiftKey) deleteSquare();
  else if (COMMANDS[event.key]) COMMANDS[event.key]();
  else if (side && (isEnter || event.key === " ")) side.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  else if (!enterKey(event.key)) return;
  event.preventDefault();
  if (!gridNode.contains(document.activeElement)) focusSide();
}
