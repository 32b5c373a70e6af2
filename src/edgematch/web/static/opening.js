// Files, links and text from elsewhere: dropped, picked or pasted.

import { post } from "./api.js";
import { byId, el, toast } from "./dom.js";
import { state } from "./state.js";

const MOST_BYTES = 16 * 1024 * 1024;

let held = null; // what was refused: to be tried again when more is said about it
let refuse = null;

export function openingPanel(take) {
  const text = el("textarea", {
    id: "pasted", rows: 6, "aria-label": "Text or link",
    placeholder: "Paste a viewer link, the text of a piece file, or a name such as eternity2 or two-set:7x7:7:3:seed=5",
  });
  const file = el("input", { type: "file", id: "file", "aria-label": "Choose a file" });
  const refusal = el("p", { class: "refusal", role: "alert", hidden: true });
  const more = tellMore();
  const mine = el("input", { type: "checkbox", id: "of-this-puzzle" });
  refuse = (body, words) => {
    held = body;
    text.value = body.text ?? "";
    refusal.textContent = words;
    refusal.hidden = false;
  };
  const read = async (body) => {
    refusal.hidden = true;
    try {
      const puzzle = mine.checked && state.view ? { puzzle: state.view.puzzle } : {};
      take(await post("/api/read", { ...body, ...puzzle, ...more.told() }));
      held = null;
      mine.checked = false;
      more.forget();
    } catch (error) {
      refuse(body, error.message);
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
    more.node,
    refusal,
    el("div", { class: "buttons" }, el("button", {
      type: "button", class: "primary", id: "read-pasted", text: "Open",
      onclick: () => read(text.value.trim() || !held?.base64 ? { text: text.value } : held),
    })));
}

/** What a file may leave open; where nothing is said the library finds it out. */
function tellMore() {
  const choice = (label, name, yes, no) => {
    const node = el("select", { name, "aria-label": label },
      [["", "find it out"], ["yes", yes], ["no", no]].map(([value, text]) => el("option", { value, text })));
    return [el("label", { class: "field" }, el("span", { text: label }), node), node];
  };
  const size = el("input", { type: "text", name: "size", placeholder: "rows x columns, such as 6x12", maxlength: 20 });
  const columns = el("input", { type: "text", name: "columns", placeholder: "order of a list's columns: nesw, nswe, bltr …", maxlength: 40 });
  const [frameRow, frame] = choice("Frame", "framed", "color 0 is the rim", "no frame");
  const [turnRow, turns] = choice("Pieces", "turnable", "may be turned", "may not be turned");
  const node = el("details", {},
    el("summary", { text: "Say more about it" }),
    el("div", { class: "options" },
      el("label", { class: "field" }, el("span", { text: "Size" }), size),
      el("label", { class: "field" }, el("span", { text: "Sides" }), columns),
      frameRow, turnRow));
  const told = () => {
    const found = {};
    if (size.value.trim()) found.size = sizeOf(size.value);
    if (columns.value.trim()) found.columns = columns.value.trim();
    if (frame.value) found.framed = frame.value === "yes";
    if (turns.value) found.turnable = turns.value === "yes";
    return found;
  };
  const forget = () => { for (const each of [size, columns, frame, turns]) each.value = ""; };
  return { node, told, forget };
}

function sizeOf(text) {
  const numbers = text.trim().match(/^([0-9]+)\s*[x×*, ]\s*([0-9]+)$/i);
  if (!numbers) throw new Error("Size: expected rows x columns, such as 6x12");
  return numbers.slice(1).map(Number);
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
export function startDropping(take, showPanel) {
  const sign = byId("drop-here");
  const read = async (body) => {
    try {
      take(await post("/api/read", body));
    } catch (error) {
      showPanel();
      refuse(body, error.message);
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
