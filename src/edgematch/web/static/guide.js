// The panel behind "?": rules, keys, words, and where to read on.

import { button, byId, el } from "./dom.js";
import { bringLineForward } from "./message_line.js";
import { rulesOf } from "./state/rules.js";
import { on, openView } from "./state/store.js";

const rules = el("ul", {});
const dialog = () => /** @type {HTMLDialogElement} */ (byId("guide"));

/** @type {[keys: string[], what: string][]} */
const KEYS = [
  [["Tab"], "from the board to the tabs and the tray"],
  [["←", "→", "↑", "↓"], "to another cell, tab or piece"],
  [["Enter", "Space"], "select, place, turn the selected piece"],
  [["R", "Shift+R"], "turn clockwise, anticlockwise"],
  [["Delete"], "remove a piece"],
  [["Ctrl+Z", "Ctrl+Y"], "undo, redo"],
  [["F"], "show the pieces that fit here; again: all"],
  [["H"], "Help me"],
  [["+", "−", "0"], "zoom in, zoom out, show the whole board"],
  [["Esc"], "cancel the selection"],
  [["?"], "this panel"],
];

/** As in the glossary of the docs. @type {[word: string, meaning: string][]} */
const WORDS = [
  ["piece", "a square with a color on each of its four sides: north, east, south, west"],
  ["turn", "a clockwise quarter turn of a piece"],
  ["cell", "a place for one piece; A1 is the top left"],
  ["join", "two facing sides of neighboring cells"],
  ["score", "the number of joins that match"],
  ["break", "a join that does not match; marked by a red zigzag"],
  ["rim", "the outer sides of the board"],
  ["framed", "the rim color is on all of the rim and nowhere else"],
  ["corner, border, inner", "pieces of a framed puzzle with two, one or no sides for the rim"],
  ["signed", "a color faces another color, its mate: bear+ faces bear-"],
  ["hint", "a placement fixed in advance; it has a yellow ring"],
  ["solution", "a full board without a break"],
];

export function startGuide() {
  on(["view"], () => {
    rules.replaceChildren(...rulesOf(openView()).map((text) => el("li", { text })));
  });
  dialog().addEventListener("close", bringLineForward);
}

export function showGuide() {
  if (!dialog().childElementCount) build();
  if (!dialog().open) dialog().showModal();
  bringLineForward();
}

function build() {
  dialog().replaceChildren(
    el("div", { class: "dialog-head" }, el("h2", { id: "guide-title", text: "Rules, keys and words" }),
      button("×", () => dialog().close(), { class: "icon", "aria-label": "Close" })),
    el("section", {}, el("h3", { text: "Rules of this puzzle" }), rules,
      el("p", {}, el("a", { href: "docs/studio.html", target: "_blank", rel: "noopener", text: "Read on in the documentation" }))),
    el("section", {}, el("h3", { text: "Keys" }), el("dl", { class: "keys" }, KEYS.flatMap(([keys, what]) => [
      el("dt", {}, keys.map((key) => el("kbd", { text: key }))), el("dd", { text: what }),
    ])), el("p", { text: "Pieces can also be dragged, and a right-click turns them. Touch: tap a piece, then a cell; hold a piece for a moment to drag it." })),
    el("section", {}, el("h3", { text: "Words" }), el("dl", { class: "words" }, WORDS.flatMap(([word, meaning]) => [
      el("dt", { text: word }), el("dd", { text: meaning }),
    ]))));
}
