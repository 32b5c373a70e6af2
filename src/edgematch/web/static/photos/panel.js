// "From photos": photographs, the squares in them, the groups of their sides, and the puzzle.

/** @import { PuzzleView } from "../types.js" */

import { button, closest, el, isTouch } from "../dom.js";
import { change, clearPhotos, redoPhotoEdit, undoPhotoEdit } from "../state/photos.js";
import { reportError } from "../state/messages.js";
import { on, state, update } from "../state/store.js";
import { photosNode, startPhotoViews } from "./photo_view.js";
import { addFiles, fetchLimits } from "./requests.js";
import { startSavedPhotos } from "./saved_photos.js";
import { sheetView } from "./sheet_view.js";

const INSTALL = "The installed program reads them: pip install 'edgematch[web,photo]', then edgematch serve.";
const MEGABYTE = 2 ** 20;

/**
 * Show the panel.
 * @param {HTMLElement} panel filled when it is first shown
 * @param {(view: PuzzleView) => void} take
 */
export async function openPhotos(panel, take) {
  if (!panel.childElementCount) start(panel, take);
  await fetchLimits();
}

export { addFiles };

/**
 * @param {HTMLElement} panel
 * @param {(view: PuzzleView) => void} take
 */
function start(panel, take) {
  const busy = el("p", { class: "busy", role: "status" });
  const line = el("p", { class: "refusal", role: "alert", hidden: true });
  const spoken = el("p", { class: "unseen", "aria-live": "polite" });
  const limits = el("p", { class: "tray-note" });
  const undo = button("↶", undoPhotoEdit, { class: "icon", "aria-label": "Undo", title: "Undo (Ctrl+Z)" });
  const redo = button("↷", redoPhotoEdit, { class: "icon", "aria-label": "Redo", title: "Redo (Ctrl+Y)" });
  const clear = button("Start again", clearPhotos, { id: "clear-photos" });
  const back = button("Back to the photographs", () => change({ isSorting: false, line: "" }), { id: "back-to-photos" });
  const compare = button("Compare the sides", () => change({ isSorting: true, line: "" }), { class: "primary", id: "compare-sides" });
  const picks = el("div", { class: "picks" },
    filePick("Choose photographs", "or drop them here: all pieces in one, or one piece in each", { id: "photo-files", multiple: true }),
    isTouch() ? filePick("Take a picture", "with the camera", { id: "photo-camera", capture: "environment" }) : null);
  const outlining = el("div", { class: "outlining" }, picks, limits,
    el("p", { class: "how-to", text: "Outline every piece: choose a square, and drag its corners or move them with the arrow keys. The thick side is its top, which matters only if pieces may not be turned." }),
    photosNode, el("div", { class: "buttons sheet-end" }, compare));
  startPhotoViews();
  const tools = el("div", { class: "square-tools", role: "toolbar", "aria-label": "Edits" }, undo, redo, clear, back);
  panel.append(tools, busy, line, spoken, outlining, sheetView(take, (words) => { spoken.textContent = words; }));
  panel.addEventListener("keydown", onKey);
  on(["photos"], () => {
    const { sheet, past, future, isSorting, busy: words, line: refusal, limits: known } = state.photos;
    undo.disabled = !past.length || Boolean(words);
    redo.disabled = !future.length || Boolean(words);
    clear.disabled = !sheet.photos.length || Boolean(words);
    back.hidden = !isSorting;
    outlining.hidden = isSorting;
    busy.textContent = words;
    line.hidden = !refusal;
    line.textContent = refusal;
    compare.disabled = !sheet.pieces.length || Boolean(words);
    photosNode.previousElementSibling?.toggleAttribute("hidden", !sheet.pieces.length);
    for (const node of [tools, picks, compare]) node.hidden = Boolean(known?.needs.length);
    for (const input of picks.querySelectorAll("input")) input.disabled = Boolean(words || !known || known.needs.length);
    if (known) limits.textContent = limitWords(known);
  });
  update({ photos: state.photos }); // draw it
  startSavedPhotos().catch(reportError);
}

/** @param {import("../types.js").PhotoLimits} limits */
function limitWords({ needs, most_bytes, most_pieces }) {
  if (needs.length) return `Photographs need ${new Intl.ListFormat("en").format(needs)}, not installed here. ${INSTALL}`;
  return `JPEG, PNG or WebP (not HEIC) of ${most_bytes / MEGABYTE} MB at most, ${most_pieces} pieces in all. The studio keeps none of them.`;
}

/**
 * @param {string} name
 * @param {string} about
 * @param {import("../dom.js").Attributes} attributes
 */
function filePick(name, about, attributes) {
  const input = el("input", {
    type: "file", accept: "image/*", "aria-label": name, ...attributes, onchange: () => {
      addFiles([...input.files ?? []]).catch(reportError);
      input.value = "";
    },
  });
  return el("label", { class: "pick" }, input, el("strong", { text: name }), el("span", { text: about }));
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y") || closest(event, "input, select")) return;
  event.preventDefault();
  if (state.photos.busy) return;
  if (key === "y" || event.shiftKey) redoPhotoEdit();
  else undoPhotoEdit();
}
