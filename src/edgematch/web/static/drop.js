// What is dropped anywhere on the page, and text that is pasted outside of fields. A part of the page that is
// loaded later reads it.

import { byId, closest } from "./dom.js";
import { withLater } from "./load_later.js";

/** @typedef {{ entry: FileSystemEntry | null, file: File | null }} DroppedItem */
/** @typedef {{ text: string, files: DroppedItem[] }} Given */

export function startDrop() {
  const sign = byId("drop-here");
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    sign.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) sign.hidden = true;
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    sign.hidden = true;
    if (event.dataTransfer) open({ text: event.dataTransfer.getData("text/plain"), files: itemsOf(event.dataTransfer) });
  });
  document.addEventListener("paste", (event) => {
    if (closest(event, "input, textarea")) return;
    const text = event.clipboardData?.getData("text/plain");
    if (text) open({ text, files: [] });
  });
}

/** @param {Given} given */
const open = (given) => withLater(({ openGiven }) => openGiven(given));

/**
 * The files and folders that were dropped. The browser shows them only until the event is over.
 * @param {DataTransfer} transfer
 * @returns {DroppedItem[]}
 */
function itemsOf(transfer) {
  const items = [...transfer.items].filter((item) => item.kind === "file");
  return items.map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
}
