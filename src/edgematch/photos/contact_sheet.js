// The contact sheet as a page of its own: its rows, steps undone and done again, and the
// sheet saved as a file for `edgematch photo`.
import { startSheetRows } from "../web/static/photos/sheet_rows.js";
import { UNKNOWN } from "../web/static/state/side_groups.js";

const byId = (id) => document.getElementById(id);
const sheet = JSON.parse(byId("sheet").textContent);
const past = [];
const future = [];
const figures = new Map();
for (const button of document.querySelectorAll("button.look-alike")) {
  button.draggable = true;
  figures.set(button.dataset.side, button);
}

const sides = () => sheet.pieces.map((piece) => piece.sides ?? Array(4).fill(UNKNOWN));
const say = (words) => {
  byId("said").textContent = words;
};
const rows = startSheetRows(byId("rows"), {
  sides,
  say,
  figure: (key) => figures.get(key),
  change(edited) {
    past.push(sides());
    future.length = 0;
    take(edited);
  },
});

function take(edited) {
  sheet.pieces.forEach((piece, number) => {
    piece.sides = edited[number];
  });
  show();
}

function show() {
  rows();
  byId("undo").disabled = !past.length;
  byId("redo").disabled = !future.length;
}

function step(from, to, words) {
  to.push(sides());
  take(from.pop());
  say(words);
}

byId("undo").addEventListener("click", () => step(past, future, "undone"));
byId("redo").addEventListener("click", () => step(future, past, "done again"));
byId("save").addEventListener("click", () => {
  const text = JSON.stringify(sheet, null, 1) + "\n";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "sheet.json";
  link.click();
  URL.revokeObjectURL(link.href);
  say("saved as sheet.json: put it in the place of the old one");
});
show();
