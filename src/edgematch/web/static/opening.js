// Files, links and text from elsewhere: dropped, picked or pasted.

import { post } from "./api.js";
import { byId, el, toast } from "./dom.js";
import { state } from "./state.js";

const MOST_BYTES = 16 * 1024 * 1024;

export function openingPanel(take) {
  const text = el("textarea", {
    id: "pasted", rows: 6, "aria-label": "Text or link",
    placeholder: "Paste a viewer link, the text of a piece file, or a name such as eternity2 or two-set:7x7:7:3:seed=5",
  });
  const file = el("input", { type: "file", id: "file", "aria-label": "Choose a file" });
  const refusal = el("p", { class: "refusal", role: "alert", hidden: true });
  const mine = el("input", { type: "checkbox", id: "of-this-puzzle" });
  const read = async (body) => {
    refusal.hidden = true;
    if (mine.checked && state.view) body.puzzle = state.view.puzzle;
    try {
      take(await post("/api/read", body));
    } catch (error) {
      refusal.textContent = error.message;
      refusal.hidden = false;
    }
  };
  file.addEventListener("change", async () => {
    if (file.files[0]) await read(await bodyOf(file.files[0]).catch((error) => { toast(error.message); return {}; }));
    file.value = "";
  });
  return el("section", { class: "opening", role: "tabpanel" },
    el("label", { class: "pick" }, file, el("strong", { text: "Choose a file" }),
      el("span", { text: "or drop one anywhere on the page: piece lists, records, boards, tile folders as zip" })),
    text,
    el("label", { class: "tick-box" }, mine, "it is a board of the puzzle that I have open"),
    refusal,
    el("div", { class: "buttons" }, el("button", {
      type: "button", class: "primary", id: "read-pasted", text: "Open",
      onclick: () => read({ text: text.value }),
    })));
}

async function bodyOf(file) {
  if (file.size > MOST_BYTES) throw new Error(`${file.name}: larger than 16 MB, which no puzzle is`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return { name: file.name.slice(0, 200), base64: btoa(binary) };
}

/** Take files that are dropped anywhere, and text that is pasted outside of fields. */
export function startDropping(take) {
  const sign = byId("drop-here");
  const read = async (body) => {
    try {
      take(await post("/api/read", body));
    } catch (error) {
      toast(error.message);
    }
  };
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    sign.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) sign.hidden = true;
  });
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    sign.hidden = true;
    const file = event.dataTransfer.files[0];
    const text = event.dataTransfer.getData("text/plain");
    try {
      if (file) await read(await bodyOf(file));
      else if (text) await read({ text });
    } catch (error) {
      toast(error.message);
    }
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea")) return;
    const text = event.clipboardData.getData("text/plain");
    if (text) read({ text });
  });
}
