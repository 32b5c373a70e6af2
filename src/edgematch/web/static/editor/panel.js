// "Make your own": kind, size and name, the squares and the motifs, what was found, and Play.

/** @import { PuzzleView } from "../types.js" */
/** @import { DraftKind } from "../state/drafts.js" */

import { post } from "../api.js";
import { button, el, field, isTouch, menu, pointerWords } from "../dom.js";
import { checksOf } from "../state/draft_checks.js";
import { recordOf } from "../state/draft_records.js";
import { changedSide, keyOfSide, kindOf, KINDS, placeWords } from "../state/drafts.js";
import {
  ask, backspace, copySquare, deleteSquare, goTo, isReady, piecesInPlay, redoEdit, refuse, stopAsking, turnSquare, undoEdit,
} from "../state/editor.js";
import { editPuzzle, resize, setKind, setName, startAgain } from "../state/editor_setup.js";
import { messageOf } from "../state/messages.js";
import { on, openView, state, update } from "../state/store.js";
import { focusSide, gridNode, startGrid } from "./grid.js";
import { onEditorKey } from "./keys.js";
import { looksNode, startLooks } from "./looks.js";
import { paletteNode, startPalette } from "./palette.js";
import { startSavedDraft } from "./saved_draft.js";

const sizeInput = (/** @type {string} */ name) => el("input", {
  type: "number", min: 1, max: 32, name, "aria-label": name,
  onchange: () => resize(Number(fields.rows.value), Number(fields.columns.value)),
});
const fields = {
  kind: menu({ name: "kind", onchange: () => setKind(/** @type {DraftKind} */ (fields.kind.value)) }, []),
  rows: sizeInput("Rows"),
  columns: sizeInput("Columns"),
  name: el("input", {
    type: "text", name: "name", maxlength: 60, placeholder: "My own puzzle", onchange: () => setName(fields.name.value),
  }),
};
const undo = button("↶", undoEdit, { class: "icon", "aria-label": "Undo", title: "Undo (Ctrl+Z)" });
const redo = button("↷", redoEdit, { class: "icon", "aria-label": "Redo", title: "Redo (Ctrl+Y)" });
const howTo = el("p", { class: "how-to" });
const spoken = el("p", { class: "unseen", "aria-live": "polite" });
const line = el("p", { class: "refusal", role: "alert", hidden: true });
const checks = el("ul", { class: "checks", "aria-label": "What was found" });
const question = el("div", { class: "question", role: "alertdialog", "aria-label": "Replace the board in play?", hidden: true });

/**
 * Show the editor, ready to type if it is to have the focus.
 * @param {HTMLElement} panel filled when it is first shown
 * @param {(view: PuzzleView) => void} take
 * @param {boolean} hasFocus
 */
export function openEditor(panel, take, hasFocus) {
  if (!panel.childElementCount) start(panel, take);
  stopAsking();
  if (hasFocus) queueMicrotask(focusSide); // after it is drawn
}

/**
 * @param {HTMLElement} panel
 * @param {(view: PuzzleView) => void} take
 */
function start(panel, take) {
  const play = () => {
    if (!isReady()) queueMicrotask(focusSide);
    else if (piecesInPlay()) ask();
    else open(take);
  };
  startGrid();
  startPalette();
  startLooks();
  startSavedDraft();
  let before = state.editor.draft;
  on(["editor"], () => {
    drawFields();
    drawLines(take);
    const place = changedSide(before, state.editor.draft);
    if (place) spoken.textContent = placeWords(state.editor.draft, place);
    before = state.editor.draft;
  });
  panel.addEventListener("keydown", (event) => onEditorKey(event, play));
  panel.append(
    el("div", { class: "editor-head" },
      field("Kind", fields.kind), field("Rows", fields.rows), field("Columns", fields.columns), field("Name", fields.name),
      el("div", { class: "buttons" },
        button("Edit the open puzzle", () => editPuzzle(openView()), { id: "edit-open" }),
        button("Start again", startAgain, { id: "start-again" }))),
    howTo,
    el("div", { class: "workbench" },
      el("div", { class: "square-part" },
        el("div", { class: "square-tools", role: "toolbar", "aria-label": "Squares" },
          undo, redo,
          button("⌫", backspace, { class: "icon", id: "side-back", "aria-label": "Go back a side", title: "Go back a side (Backspace)" }),
          button("⟳ Turn", turnSquare, { id: "turn-square", title: "Turn the marked square (.)" }),
          button("Copy", copySquare, { id: "copy-square", title: "Copy the marked square to the next empty one (=)" }),
          button("Delete", deleteSquare, { id: "delete-square", title: "Empty the marked square (Shift+Delete)" })),
        el("div", { class: "square-scroll" }, gridNode)),
      paletteNode,
      el("div", { class: "results" }, checks, line, question,
        el("div", { class: "buttons" }, button("Play", play, { class: "primary", id: "play-draft", title: "Play (Ctrl+Enter)" })))),
    spoken, looksNode);
  update({ editor: state.editor }); // draw it
}

function drawFields() {
  const { draft, past, future } = state.editor;
  const kind = kindOf(draft);
  const choices = Object.entries(KINDS).map(([value, { text }]) => el("option", { value, text, selected: value === kind }));
  if (!kind) choices.push(el("option", { value: "", text: ruleWords(), selected: true, disabled: true }));
  fields.kind.replaceChildren(...choices);
  fields.rows.value = String(draft.rows);
  fields.columns.value = String(draft.columns);
  fields.name.value = draft.name;
  undo.disabled = !past.length;
  redo.disabled = !future.length;
  howTo.replaceChildren(...howToNodes());
}

/** Rules that no kind has. */
function ruleWords() {
  const { signed, framed, turnable } = state.editor.draft;
  return [signed ? "halves" : "colors", ...(framed ? ["with a frame"] : []), ...(turnable ? [] : ["not turned"])].join(", ");
}

/** How to enter a square: by touch, or with the keys of this draft. */
function howToNodes() {
  const { draft, isPainting } = state.editor;
  if (isPainting) {
    return [pointerWords(`Pick a motif, then click every side that shows it.${isTouch() ? "" : " Letters still set the marked side."}`)];
  }
  const { signed, framed, motifs } = draft;
  const key = (/** @type {string} */ text) => el("kbd", { text });
  if (isTouch()) {
    return ["Tap the motifs one after another: each sets the marked side, clockwise from the top. Tap a side to mark it. ", key("⌫"), " goes back."];
  }
  const [first] = motifs;
  const isNamed = first.name !== first.letter; // else the name says no more than the key
  const letters = signed
    ? [key(keyOfSide(draft, 0)), isNamed ? ` is the head of ${first.name}, ` : " is a head, ", key(keyOfSide(draft, 1)), " its tail"]
    : [key(keyOfSide(draft, 0)), ` is ${isNamed ? first.name : `motif ${first.name}`}`];
  const rim = framed ? [", ", key("-"), " the rim"] : [];
  return [
    `Type a ${signed || /\D/.test(first.letter) ? "letter" : "digit"} for each side, clockwise from the top: `, ...letters, ...rim,
    "; a new letter is a new motif. ", key("Backspace"), " goes back. Or click the motifs one after another.",
  ];
}

/** @param {(view: PuzzleView) => void} take */
function drawLines(take) {
  const { draft, isAsking } = state.editor;
  line.textContent = state.editor.line;
  line.hidden = !state.editor.line;
  checks.replaceChildren(...checksOf(draft).map(({ kind, text, square }) => el("li", { class: kind },
    square === null ? text : button(text, () => {
      goTo({ square, side: Math.max(0, draft.squares[square].indexOf(null)) });
      focusSide();
    }, { class: "link" }))));
  if (question.hidden !== isAsking) return;
  question.hidden = !isAsking;
  if (!isAsking) return question.replaceChildren();
  const pieces = piecesInPlay();
  question.replaceChildren(
    el("p", { text: `There is a board in play, with ${pieces} ${pieces === 1 ? "piece" : "pieces"} on it. Replace it?` }),
    el("div", { class: "buttons" },
      button("Keep it", () => {
        stopAsking();
        focusSide();
      }, { id: "keep-board" }),
      button("Replace it", () => open(take), { class: "primary", id: "replace-board" })));
  question.querySelector("button")?.focus();
}

/**
 * Let the library check the draft, and play it.
 * @param {(view: PuzzleView) => void} take
 */
async function open(take) {
  stopAsking();
  try {
    take(await post("/api/read", { text: recordOf(state.editor.draft) }));
  } catch (error) {
    refuse(messageOf(error));
  }
}
