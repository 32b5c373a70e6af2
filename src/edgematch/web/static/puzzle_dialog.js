// The dialog that brings a puzzle: catalog, generator, files.

/** @import { Given } from "./drop.js" */
/** @import { CatalogEntry } from "./types.js" */

import { get } from "./api.js";
import { button, byId, el, markTab, moveInTabs } from "./dom.js";
import { galleryPanel, openGalleryPanel } from "./gallery/panel.js";
import { generatePanel, openGeneratePanel } from "./generate_panel.js";
import { bringLineForward } from "./message_line.js";
import { openPanel } from "./open_panel.js";
import { take } from "./open_puzzle.js";
import { drawSmall } from "./pieces.js";
import { picturesIn, readGiven } from "./read_files.js";
import { fillRecentPanel, recentPanel } from "./recent_panel.js";
import { reportError } from "./state/messages.js";
import { on, state, update } from "./state/store.js";

const dialog = () => /** @type {HTMLDialogElement} */ (byId("puzzles"));
const catalogPanel = el("section", { class: "cards", role: "tabpanel" });
const makePanel = el("section", { class: "editor", role: "tabpanel", "aria-label": "Make your own" });
const photosPanel = el("section", { class: "from-photos", role: "tabpanel", "aria-label": "From photos" });

/** @typedef {"catalog" | "recent" | "generate" | "make" | "photos" | "open" | "boards"} DialogTab */
/** @type {[DialogTab, string][]} */
const TABS = [
  ["catalog", "Catalog"], ["recent", "Recent"], ["generate", "Generate"], ["make", "Make your own"], ["photos", "From photos"],
  ["open", "File or link"], ["boards", "Boards"],
];

export function startPuzzleDialog() {
  dialog().addEventListener("close", bringLineForward);
  on(["gallery"], () => { if (state.gallery.length && !dialog().querySelector(".gallery-panel:not([hidden])")) show("boards"); });
}

export const showCatalog = () => show("catalog");

/**
 * Open what was dropped or pasted, or show why it cannot be read.
 * @param {Given} given
 */
export async function openGiven(given) {
  try {
    const pictures = picturesIn(given);
    if (pictures.length) {
      await show("photos");
      const { addFiles } = await import("./photos/panel.js");
      return await addFiles(pictures);
    }
    if (await readGiven(given, take)) return;
    show("open");
    update({ refused: state.refused, unread: state.unread }); // the panel may be new
  } catch (error) {
    reportError(error);
  }
}

/** @param {string} name */
async function takeFromCatalog(name) {
  take(await get(`/api/catalog/${encodeURIComponent(name)}`));
}

/** @param {DialogTab} tab */
async function show(tab) {
  if (!dialog().childElementCount) build();
  selectTab(tab);
  if (!dialog().open) {
    dialog().showModal();
    /** @type {HTMLElement | null} */ (dialog().querySelector("[role=tab][aria-selected=true]"))?.focus(); // not the first one
  }
  bringLineForward();
  if (!catalogPanel.childElementCount) await fillCatalog();
}

function build() {
  const tabs = TABS.map(([name, text]) => button(text, (event) => selectTab(name, event.isTrusted), { role: "tab", "data-tab": name }));
  dialog().replaceChildren(
    el("div", { class: "dialog-head" },
      el("div", { class: "tabs", role: "tablist", "aria-label": "Source of the puzzle", onkeydown: moveInTabs }, tabs),
      button("×", () => dialog().close(), { class: "icon", "aria-label": "Close" })),
    catalogPanel, recentPanel(() => dialog().close()), generatePanel(take), makePanel, photosPanel,
    openPanel(take, () => show("open")), galleryPanel(take));
}

/**
 * @param {DialogTab} tab
 * @param {boolean} [isChosen] whether the editor may take the focus; arrows only pass by
 */
function selectTab(tab, isChosen = true) {
  const [, ...panels] = /** @type {HTMLElement[]} */ ([...dialog().children]);
  const isOther = panels[TABS.findIndex(([name]) => name === tab)].hidden;
  TABS.forEach(([name], at) => { panels[at].hidden = name !== tab; });
  if (isOther) dialog().scrollTop = 0; // the panels scroll as one
  for (const node of dialog().querySelectorAll("[role=tab]")) markTab(node, node.getAttribute("data-tab") === tab);
  if (tab === "generate") openGeneratePanel();
  if (tab === "recent") fillRecentPanel();
  if (tab === "make") openMakePanel(isChosen).catch(reportError);
  if (tab === "photos") openPhotosPanel().catch(reportError);
  if (tab === "boards") openGalleryPanel();
}

/**
 * The editor is loaded when it is first wanted.
 * @param {boolean} isChosen
 */
async function openMakePanel(isChosen) {
  const { openEditor } = await import("./editor/panel.js");
  openEditor(makePanel, take, isChosen);
}

async function openPhotosPanel() {
  const { openPhotos } = await import("./photos/panel.js");
  await openPhotos(photosPanel, take);
}

async function fillCatalog() {
  try {
    const { puzzles } = /** @type {{ puzzles: CatalogEntry[] }} */ (await get("/api/catalog"));
    const cards = puzzles.map(catalogCard);
    catalogPanel.replaceChildren(...cards.map((card) => card.node));
    for (const card of cards) card.picture.append(await preview(card.entry));
  } catch (error) {
    reportError(error);
  }
}

/** @param {CatalogEntry} entry */
function catalogCard(entry) {
  const { name, title, rows, columns, colors, hints } = entry;
  const picture = el("span", { class: "card-picture" });
  const hintWords = hints ? `, ${hints} ${hints === 1 ? "hint" : "hints"}` : "";
  const node = el("button", {
    type: "button", class: "card", "data-name": name, onclick: () => takeFromCatalog(name).catch(reportError),
  }, picture, el("strong", { text: title }), el("small", { text: `${rows} × ${columns}, ${colors} colors${hintWords}` }));
  return { entry, node, picture };
}

/**
 * The pieces as they come out of the box.
 * @param {CatalogEntry} entry
 */
async function preview({ name, rows, columns }) {
  const canvas = el("canvas", { "data-size": 150, "aria-hidden": "true" });
  const view = await get(`/api/catalog/${encodeURIComponent(name)}`);
  drawSmall(canvas, Array.from({ length: rows * columns }, (_, piece) => piece * 4), view.puzzle, view.symbols);
  return canvas;
}
