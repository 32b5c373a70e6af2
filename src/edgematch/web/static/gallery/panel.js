// The gallery in the dialog: every board small, with its score and name.

/** @import { GalleryBoard, PuzzleView } from "../types.js" */

import { el } from "../dom.js";
import { whole } from "../numbers.js";
import { drawSmall, puzzleTitle } from "../pieces.js";
import { comparedBoards, galleryBoards, toggleCompared } from "../state/gallery.js";
import { reportError } from "../state/messages.js";
import { placementsOf } from "../state/play.js";
import { on, state, update } from "../state/store.js";
import { comparison } from "./comparison.js";
import { fetchGivenBoards, fetchOwnBoards, fetchStoredBoards } from "./read.js";

const AT_ONCE = 12; // boards drawn in one frame

/** @typedef {(view: PuzzleView) => void} Take */

/**
 * @param {Take} take opens a board
 */
export function galleryPanel(take) {
  const words = el("p", { class: "tray-note", role: "status" });
  const compare = el("div", { class: "comparison", hidden: true });
  const cards = el("div", { class: "cards gallery" });
  const unread = el("details", { class: "unread", hidden: true });
  const ownHead = el("h2", { text: "Found by edgematch", hidden: true });
  const ownCards = el("div", { class: "cards gallery own" });
  const node = el("section", { class: "gallery-panel", role: "tabpanel" }, words, compare, cards, unread, ownHead, ownCards);
  /** @param {GalleryBoard} board */
  const open = (board) => take({ ...board.view, board: placementsOf(board.cells), boardName: board.name, notes: [] });
  /** @type {(place: HTMLElement, boards: GalleryBoard[]) => void} */
  const fill = (place, boards) => {
    const built = boards.map((board) => galleryCard(board, open));
    place.replaceChildren(...built.map((card) => card.node));
    drawInTurn(built);
  };
  on(["gallery", "storeGallery"], () => {
    words.textContent = countWords();
    fill(cards, galleryBoards());
    showUnread(unread);
  });
  on(["ownGallery"], () => {
    ownHead.hidden = !state.ownGallery.length;
    fill(ownCards, state.ownGallery);
  });
  on(["gallery", "storeGallery", "ownGallery", "compared"], () => {
    const [first, second] = comparedBoards();
    compare.hidden = !second;
    compare.replaceChildren(...(second ? comparison(first, second, open) : []));
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (node.querySelectorAll(".gallery-card input"))) {
      box.checked = state.compared.includes(box.value);
    }
    if (second) compare.scrollIntoView({ block: "nearest" });
  });
  return node;
}

/** Ask for the boards that are not there yet. */
export function openGalleryPanel() {
  update({ storeGallery: [] }); // also says what can be opened, if there is nothing
  Promise.all([fetchGivenBoards(), fetchStoredBoards(), fetchOwnBoards()]).catch(reportError);
}

function countWords() {
  const count = galleryBoards().length;
  if (!count) return "Drop or paste a file with several boards, such as a list of viewer links, to see them all. Boards of the open puzzle that searches have kept are shown here too.";
  const more = state.galleryLeftOut ? ` The best ones: ${whole(state.galleryLeftOut)} more are left out.` : "";
  return `${whole(count)} ${count === 1 ? "board" : "boards"}, the highest score first. Open one, or choose two to compare.${more}`;
}

/**
 * @param {GalleryBoard} board
 * @param {(board: GalleryBoard) => void} open
 */
function galleryCard(board, open) {
  const { key, name, origin, view, check } = board;
  const canvas = el("canvas", { "data-size": 150, "aria-hidden": "true" });
  const { rows, columns } = view.puzzle;
  const score = `${check.score} of ${check.joins}`;
  const title = puzzleTitle(view);
  const size = title.includes(`${rows} × ${columns}`) ? "" : `, ${rows}\u00a0×\u00a0${columns}`; // many titles have it
  const pieces = check.placed === rows * columns ? "" : `, ${check.placed} pieces`;
  const illegal = check.problems.length ? ", breaks a rule" : "";
  const opener = el("button", { type: "button", class: "card", onclick: () => open(board), "data-score": check.score, title: origin },
    el("span", { class: "card-picture" }, canvas), el("strong", { text: score }), el("span", { text: name }),
    el("small", { text: `${title}${size}${pieces}${illegal}` }));
  const box = el("input", { type: "checkbox", value: key, onchange: () => toggleCompared(key), "aria-label": `Compare ${name}, ${score}` });
  const node = el("div", { class: "gallery-card" }, opener, el("label", { class: "tick-box" }, box, "compare"));
  return { node, canvas, board };
}

/**
 * Draw some boards in each frame: there may be many.
 * @param {{ canvas: HTMLCanvasElement, board: GalleryBoard }[]} built
 */
function drawInTurn(built) {
  for (const { canvas, board } of built.slice(0, AT_ONCE)) {
    drawSmall(canvas, board.cells, board.view.puzzle, board.view.symbols, board.check.breaks);
  }
  const rest = built.slice(AT_ONCE);
  if (rest.length) requestAnimationFrame(() => drawInTurn(rest));
}

/** @param {HTMLElement} place */
function showUnread(place) {
  const unread = state.galleryUnread;
  place.hidden = !unread.length;
  place.replaceChildren(el("summary", { text: `${unread.length} ${unread.length === 1 ? "link" : "links"} could not be read` }),
    ...unread.map(({ name, line, error }) => el("p", { text: `line ${line}${name ? `, ${name}` : ""}: ${error}` })));
}
