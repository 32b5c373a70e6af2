// The contact sheet in the dialog: rows of look-alike sides, what the solver says of them, and the puzzle.

/** @import { ProofReading, PuzzleView } from "../types.js" */
/** @import { SideGroups, SideKey } from "../state/side_groups.js" */

import { button, download, el, field, menu } from "../dom.js";
import { boardSize, change, edit, forgetSides, missingWords, pictureKey, setSides, sidesOf } from "../state/photos.js";
import { messageOf } from "../state/messages.js";
import { groupsOf, sideWords, withPair, withSide } from "../state/side_groups.js";
import { on, state } from "../state/store.js";
import { zipOf } from "../state/zip.js";
import { comparePieces, isIncomplete, makePuzzle, pictureOf, proofRead } from "./requests.js";
import { startSheetRows } from "./sheet_rows.js";

const UNREAD_FOR = 600; // milliseconds without an edit before the solver reads the sheet

const VERDICT = "as it is"; // begins the line that says how many solutions there are

/** @typedef {(view: PuzzleView) => void} Take */

/**
 * @param {Take} take
 * @param {(words: string) => void} say
 */
export function sheetView(take, say) {
  const size = (/** @type {"rows" | "columns"} */ name, /** @type {string} */ label) => el("input", {
    type: "number", min: 1, max: 32, name, "aria-label": label, onchange: (/** @type {Event} */ event) => {
      const number = Number(/** @type {HTMLInputElement} */ (event.target).value);
      if (Number.isInteger(number) && number >= 1 && number <= 32) edit({ [name]: number });
      else drawFields();
    },
  });
  const fields = {
    rows: size("rows", "Rows"), columns: size("columns", "Columns"),
    turnable: el("input", { type: "checkbox", name: "turnable", onchange: () => edit({ turnable: fields.turnable.checked }) }),
    name: el("input", { type: "text", name: "name", maxlength: 60, onchange: () => edit({ name: fields.name.value.trim() }) }),
  };
  const rows = el("div", { class: "sheet-rows" });
  const findings = el("ul", { class: "checks", "aria-label": "What the solver says", tabindex: -1 });
  const open = button("Open", () => withPuzzle(({ view }) => take(view)), { class: "primary", id: "open-photos" });
  const zip = button("Download the tiles", () => withPuzzle(({ tiles }) => downloadTiles(tiles)), {
    id: "zip-photos", title: "A folder with the puzzle and the pictures, as a zip file",
  });
  const node = el("div", { class: "sheet-view" },
    el("p", { class: "how-to", text: "Every row should show one motif, cut the same way. Drag a side to the row where it belongs, or choose it and then Move here. Beside meets is the row that its sides meet." }),
    el("div", { class: "sheet-head" }, field("Rows", fields.rows), field("Columns", fields.columns), field("Name", fields.name),
      el("label", { class: "tick-box" }, fields.turnable, "pieces may be turned")),
    findings, rows, againMenu(), el("div", { class: "buttons sheet-end" }, open, zip));
  const showRows = startSheetRows(rows, { sides: sidesOf, figure: sideButton, change: setSides, say });
  const repair = (/** @type {SideGroups} */ sides) => {
    setSides(sides);
    findings.focus(); // the button is gone with the next reading
  };
  const drawFields = () => {
    const { sheet } = state.photos;
    const { rows: down, columns: across } = boardSize(sheet);
    fields.rows.value = String(down);
    fields.columns.value = String(across);
    fields.turnable.checked = sheet.turnable;
    fields.name.value = sheet.name;
  };
  let shown = /** @type {unknown[]} */ ([]);
  let said = /** @type {ProofReading | null} */ (null);
  const draw = () => {
    const { sheet, pictures, reading, isSorting, busy, line } = state.photos;
    node.hidden = !isSorting || isIncomplete();
    if (node.hidden) return;
    if (shown[0] !== sheet) drawFields(); // not while somebody types
    if (shown[1] !== sheet.pieces || shown[2] !== pictures) showRows();
    shown = [sheet, sheet.pieces, pictures];
    const missing = missingWords(sheet);
    open.disabled = zip.disabled = Boolean(missing || busy);
    findings.replaceChildren(...(missing ? [el("li", { class: "todo", text: `Not a puzzle yet: ${missing}.` })] : line ? [] : findingNodes(reading, repair)));
    if (reading && reading !== said) say(reading.lines.find((each) => each.startsWith(VERDICT)) ?? "");
    said = reading;
  };
  on(["photos"], draw);
  readWhenEdited();
  return node;
}

/** Cut out and compare what is new, and let the solver read what was edited. */
function readWhenEdited() {
  let read = state.photos.sheet;
  let timer = 0;
  on(["photos"], () => {
    const { sheet, isSorting, busy, reading, line } = state.photos;
    if (!isSorting || busy || line) return;
    if (isIncomplete()) return void comparePieces();
    if (reading || read === sheet) return;
    read = sheet;
    clearTimeout(timer);
    timer = setTimeout(proofRead, UNREAD_FOR);
  });
}

/** @type {(reading: ProofReading | null, repair: (sides: SideGroups) => void) => HTMLElement[]} */
function findingNodes(reading, repair) {
  if (!reading) return [el("li", { text: "The solver reads the sheet …" })];
  const sides = sidesOf();
  const members = Object.fromEntries(groupsOf(sides));
  /** What a line proposes, and a side of each of the two rows that it is about. @typedef {{ edited: SideGroups, shown: SideKey[] }} Repair */
  /** @type {Map<string, Repair>} */
  const repairs = new Map();
  for (const { text, piece, side, group } of reading.changes) {
    const key = `${piece}.${side}`;
    repairs.set(text, { edited: withSide(sides, key, group), shown: [key, members[group][0]] });
  }
  for (const { text, pairs: [[one, other]] } of reading.meetings) {
    repairs.set(text, { edited: withPair(sides, one, other), shown: [members[one][0], members[other][0]] });
  }
  return reading.lines.map((line) => {
    const found = repairs.get(line);
    const more = repairs.size && line.startsWith(VERDICT) ? `; changes to try: ${repairs.size}, the likeliest first` : "";
    if (!found) return el("li", { class: reading.solutions ? "done" : "error" }, el("span", { text: line + more }));
    return el("li", { class: "todo" }, el("span", { text: line }), el("span", { class: "shown-sides" }, found.shown.map(sideStrip)),
      button("Apply", () => repair(found.edited), { "aria-label": `Apply: ${line}` }));
  });
}

/**
 * The half of a piece at a side, with the side on top.
 * @param {SideKey} key
 */
function sideStrip(key) {
  const [piece, side] = key.split(".").map(Number);
  const picture = pictureOf(state.photos.sheet.pieces[piece]);
  return el("span", { class: "side-strip" }, el("img", { class: `from-${side}`, src: `data:image/png;base64,${picture}`, alt: "" }));
}

/** The buttons of sides, by side and picture: made anew they would flicker. @type {Map<string, HTMLElement>} */
const buttons = new Map();

/** @param {SideKey} key */
function sideButton(key) {
  const name = `${key} ${pictureKey(state.photos.sheet.pieces[Number(key.split(".")[0])])}`;
  const known = buttons.get(name) ?? newSideButton(key);
  buttons.set(name, known);
  return known;
}

/** @param {SideKey} key */
function newSideButton(key) {
  const words = sideWords(key);
  const [side, , , piece] = words.split(" ");
  return el("button", { type: "button", class: "look-alike", draggable: "true", "data-side": key, title: words }, sideStrip(key), `${piece} ${side}`);
}

/** What to say where the proposals are far off. */
function againMenu() {
  const groups = el("input", { type: "number", min: 2, max: 200, name: "groups", placeholder: "detect" });
  const meet = menu({ name: "meet" }, [["", "detect"], ["halves", "two halves of a motif"], ["same", "sides of the same group"]]);
  return el("details", { class: "again" },
    el("summary", { text: "Propose other groups" }),
    el("div", { class: "sheet-head" }, field("Groups", groups), field("What meets", meet),
      button("Propose again", () => {
        const number = Number(groups.value);
        forgetSides();
        comparePieces({ ...(number >= 2 ? { groups: number } : {}), ...(meet.value ? { meet: meet.value } : {}) });
      }, { id: "propose-again" })));
}

/** @param {(puzzle: { view: PuzzleView, tiles: string }) => void} act */
async function withPuzzle(act) {
  try {
    change({ busy: "Making the puzzle …", line: "" });
    act(await makePuzzle());
    change({ busy: "" });
  } catch (error) {
    change({ busy: "", line: messageOf(error) });
  }
}

/** @param {string} tiles the text of the tile file */
function downloadTiles(tiles) {
  const { pieces, name } = state.photos.sheet;
  const folder = name.replace(/[^\p{L}\p{N} _-]/gu, "") || "tiles";
  const pictures = pieces.map((piece, at) => ({
    path: `${folder}/${at + 1}.png`, bytes: Uint8Array.from(atob(pictureOf(piece) ?? ""), (letter) => letter.charCodeAt(0)),
  }));
  const files = [{ path: `${folder}/tile_dict.yaml`, bytes: new TextEncoder().encode(tiles) }, ...pictures];
  download(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (zipOf(files))], { type: "application/zip" }), `${folder}.zip`);
}
