// Files, links and text from elsewhere: dropped, picked or pasted.

/** @import { PuzzleView, ReadRequest } from "./types.js" */

import { post } from "./api.js";
import { button, byId, closest, el, field, menu } from "./dom.js";
import { exampleChooser } from "./examples.js";
import { messageOf, reportError } from "./state/messages.js";
import { on, state, update } from "./state/store.js";

const MOST_BYTES = 16 * 1024 * 1024;

/** @typedef {(view: PuzzleView) => void} Take */

/**
 * Read something. What is refused can be tried again with more details.
 * @param {ReadRequest} request
 * @param {() => object} details that the file leaves open
 * @param {Take} take
 * @returns {Promise<boolean>} whether it was read
 */
async function read(request, details, take) {
  update({ refused: null });
  try {
    take(await post("/api/read", { ...request, ...details() }));
    return true;
  } catch (error) {
    update({ refused: { request, reason: messageOf(error) } });
    return false;
  }
}

/** @param {Take} take */
export function openPanel(take) {
  const text = el("textarea", {
    id: "pasted", rows: 6, "aria-label": "Text or link",
    placeholder: "Paste or type your squares, a viewer link, the text of a piece file, or a name such as eternity2 or two-set:7x7:7:3:seed=5",
  });
  const file = el("input", { type: "file", id: "file", "aria-label": "Choose a file" });
  const refusal = el("p", { class: "refusal", role: "alert", hidden: true });
  const details = detailFields();
  const isMine = el("input", { type: "checkbox", id: "of-this-puzzle" });
  on(["refused"], () => {
    refusal.hidden = !state.refused;
    if (!state.refused) return;
    refusal.textContent = state.refused.reason;
    text.value = state.refused.request.text ?? "";
  });
  /** @param {ReadRequest} request */
  const readHere = async (request) => {
    const puzzle = isMine.checked && state.view ? { puzzle: state.view.puzzle } : {};
    if (!(await read(request, () => ({ ...puzzle, ...details.values() }), take))) return;
    isMine.checked = false;
    details.clear();
  };
  file.addEventListener("change", async () => {
    const [picked] = file.files ?? [];
    try {
      if (picked) await readHere(await fileRequest(picked));
    } catch (error) {
      reportError(error);
    }
    file.value = "";
  });
  const open = () => {
    const again = state.refused?.request;
    return readHere(text.value.trim() || !again?.base64 ? { text: text.value } : again);
  };
  return el("section", { class: "opening", role: "tabpanel" },
    el("label", { class: "pick" }, file, el("strong", { text: "Choose a file" }),
      el("span", { text: "or drop one anywhere on the page: piece lists, records, boards, tile folders as zip" })),
    text,
    exampleChooser(text),
    el("label", { class: "tick-box" }, isMine, "this is a board of the open puzzle"),
    details.node,
    refusal,
    el("div", { class: "buttons" }, button("Open", open, { class: "primary", id: "read-pasted" })));
}

/** What a file may leave open; the library detects whatever is not given. */
function detailFields() {
  /** @type {(label: string, name: string, yes: string, no: string) => HTMLSelectElement} */
  const choice = (label, name, yes, no) => menu({ name, "aria-label": label }, [["", "detect"], ["yes", yes], ["no", no]]);
  const size = el("input", { type: "text", name: "size", placeholder: "rows x columns, such as 6x12", maxlength: 20 });
  const columns = el("input", {
    type: "text", name: "columns", placeholder: "order of a list's columns: nesw, nswe, bltr …", maxlength: 40,
  });
  const frame = choice("Frame", "framed", "color 0 is the rim", "no frame");
  const rim = el("input", { type: "text", name: "rim", placeholder: "color of the rim, as the file writes it", maxlength: 200 });
  const turns = choice("Pieces", "turnable", "may be turned", "may not be turned");
  const node = el("details", {},
    el("summary", { text: "Describe the file" }),
    el("div", { class: "options" },
      field("Size", size), field("Sides", columns), field("Frame", frame), field("Rim", rim), field("Pieces", turns)));
  const values = () => ({
    ...(size.value.trim() ? { size: sizeOf(size.value) } : {}),
    ...(columns.value.trim() ? { columns: columns.value.trim() } : {}),
    ...(frame.value ? { framed: frame.value === "yes" } : {}),
    ...(rim.value.trim() ? { rim: rim.value.trim() } : {}),
    ...(turns.value ? { turnable: turns.value === "yes" } : {}),
  });
  const clear = () => { for (const each of [size, columns, frame, rim, turns]) each.value = ""; };
  return { node, values, clear };
}

/** @param {string} text */
function sizeOf(text) {
  const numbers = text.trim().match(/^([0-9]+)\s*[x×*, ]\s*([0-9]+)$/i);
  if (!numbers) throw new Error("Size: expected rows x columns, such as 6x12");
  return numbers.slice(1).map(Number);
}

/**
 * @param {File} file
 * @returns {Promise<ReadRequest>}
 */
async function fileRequest(file) {
  if (file.size > MOST_BYTES) throw new Error(`${file.name}: larger than 16 MB, the most that can be opened`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return { name: file.name.slice(0, 200), base64: btoa(binary) };
}

/**
 * Take files that are dropped anywhere, and text that is pasted outside of fields.
 * @param {Take} take
 * @param {() => void} showPanel shows why something was refused
 */
export function startDrop(take, showPanel) {
  const sign = byId("drop-here");
  /** @param {ReadRequest} request */
  const readAnywhere = async (request) => {
    if (await read(request, () => ({}), take)) return;
    showPanel();
    update({ refused: state.refused }); // the panel may be new
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
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData("text/plain");
    try {
      if (file) await readAnywhere(await fileRequest(file));
      else if (text) await readAnywhere({ text });
    } catch (error) {
      reportError(error);
    }
  });
  document.addEventListener("paste", (event) => {
    if (closest(event, "input, textarea")) return;
    const text = event.clipboardData?.getData("text/plain");
    if (text) readAnywhere({ text });
  });
}
