// Files, links and text from elsewhere: picked, or pasted into a field.

/** @import { ReadRequest } from "./types.js" */
/** @import { Take } from "./read_files.js" */

import { button, el, field, menu, set } from "./dom.js";
import { readables } from "./dropped_files.js";
import { exampleChooser } from "./examples.js";
import { read, readSeveral } from "./read_files.js";
import { reportError } from "./state/messages.js";
import { on, state } from "./state/store.js";

/**
 * @param {Take} take
 * @param {() => void} show opens the dialog again, for what was not read
 */
export function openPanel(take, show) {
  const text = el("textarea", {
    id: "pasted", rows: 6, "aria-label": "Text or link",
    placeholder: "Paste or type your squares, a viewer link, the text of a piece file, or a name such as eternity2 or two-set:7x7:7:3:seed=5",
  });
  const file = el("input", { type: "file", id: "file", "aria-label": "Choose files", multiple: true });
  const folder = el("input", { type: "file", id: "folder", "aria-label": "Choose a folder", webkitdirectory: true });
  const refusal = el("p", { class: "refusal", id: "refusal", role: "alert", hidden: true });
  const unreadList = el("ul");
  const unread = el("div", { class: "refusal", role: "alert", hidden: true }, el("p", { text: "Not read:" }), unreadList);
  const details = detailFields();
  const isMine = el("input", { type: "checkbox", id: "of-this-puzzle" });
  on(["refused"], () => {
    refusal.hidden = !state.refused;
    set(text, { "aria-invalid": String(Boolean(state.refused)), "aria-describedby": state.refused ? "refusal" : null });
    if (!state.refused) return;
    refusal.textContent = state.refused.reason;
    text.value = state.refused.request.text ?? "";
    (state.refused.request.text === undefined ? file : text).focus(); // where it can be tried again
    bringIntoSight(refusal);
  });
  on(["unread"], () => {
    unread.hidden = !state.unread.length;
    unreadList.replaceChildren(...state.unread.map(({ name, reason }) => el("li", { text: `${name}: ${reason}` })));
    bringIntoSight(unread);
  });
  /** @param {ReadRequest} request */
  const readHere = async (request) => {
    const puzzle = isMine.checked && state.view ? { puzzle: state.view.puzzle } : {};
    if (!(await read(request, () => ({ ...puzzle, ...details.values() }), take))) return;
    isMine.checked = false;
    details.clear();
  };
  for (const input of [file, folder]) {
    input.addEventListener("change", async () => {
      const picked = readables(input.files ?? []);
      try {
        if (picked.length === 1) await readHere(await picked[0].request());
        else if (picked.length && !(await readSeveral(picked, take))) show();
      } catch (error) {
        reportError(error);
      }
      input.value = "";
    });
  }
  const open = () => {
    const again = state.refused?.request;
    return readHere(text.value.trim() || !again?.base64 ? { text: text.value } : again);
  };
  return el("section", { class: "opening", role: "tabpanel" },
    el("div", { class: "picks" },
      el("label", { class: "pick" }, file, el("strong", { text: "Choose files" }),
        el("span", { text: "or drop them anywhere on the page: piece lists, records, boards, tile folders" })),
      el("label", { class: "pick" }, folder, el("strong", { text: "Choose a folder" }), el("span", { text: "of tiles, or of puzzles" }))),
    text, refusal, unread,
    exampleChooser(text),
    el("label", { class: "tick-box" }, isMine, "this is a board of the open puzzle"),
    details.node,
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
 * Scroll to a message, which a small screen may not show; its dialog may be about to open.
 * @param {HTMLElement} node
 */
function bringIntoSight(node) {
  requestAnimationFrame(() => node.scrollIntoView({ block: "nearest" }));
}
