// The dialog that brings a puzzle: catalog, generator, files.

import { get } from "./api.js";
import { bringLineForward, byId, el, markTab, moveInTabs, toast } from "./dom.js";
import { generatorPanel } from "./generator.js";
import { openingPanel, startDropping } from "./opening.js";
import { drawSmall } from "./pieces.js";
import { open, update } from "./state.js";

const dialog = () => byId("puzzles");
const panels = {};

export function startPuzzles() {
  byId("new-puzzle").addEventListener("click", () => show("catalog"));
  dialog().addEventListener("close", bringLineForward);
  startDropping(take, () => show("open"));
}

/** Play what the server sent, and say what it had to decide. */
export function take(view) {
  open(view);
  update({ tab: "pieces" });
  dialog().close();
  if (view.notes.length) toast(view.notes.join("; "), false);
  else if (view.facts.findings.length) toast(`This puzzle cannot be solved: ${view.facts.findings[0]}`, false);
}

export async function takeFromCatalog(name) {
  take(await get(`/api/catalog/${encodeURIComponent(name)}`));
}

async function show(tab) {
  if (!panels.catalog) build();
  choose(tab);
  if (!dialog().open) dialog().showModal();
  bringLineForward();
  if (!panels.catalog.dataset.filled) await fillCatalog();
}

function build() {
  panels.catalog = el("section", { class: "cards", role: "tabpanel" });
  panels.generate = generatorPanel(take);
  panels.open = openingPanel(take);
  const tabs = [["catalog", "Catalog"], ["generate", "Generate"], ["open", "File or link"]].map(
    ([name, text]) => el("button", { type: "button", role: "tab", "data-tab": name, text, onclick: () => choose(name) }),
  );
  dialog().replaceChildren(
    el("div", { class: "dialog-head" },
      el("div", { class: "tabs", role: "tablist", "aria-label": "Where from", onkeydown: moveInTabs }, tabs),
      el("button", { type: "button", class: "icon", "aria-label": "Close", text: "×", onclick: () => dialog().close() })),
    ...Object.values(panels),
  );
}

function choose(name) {
  for (const [key, panel] of Object.entries(panels)) panel.hidden = key !== name;
  for (const tab of dialog().querySelectorAll("[role=tab]")) {
    markTab(tab, tab.dataset.tab === name);
  }
  if (name === "generate") panels.generate.dispatchEvent(new Event("shown"));
}

async function fillCatalog() {
  try {
    const { puzzles } = await get("/api/catalog");
    panels.catalog.dataset.filled = "yes";
    panels.catalog.replaceChildren(...puzzles.map((puzzle) => el("button", {
      type: "button", class: "card", "data-name": puzzle.name,
      onclick: () => takeFromCatalog(puzzle.name).catch((error) => toast(error.message)),
    },
    el("span", { class: "card-picture" }),
    el("strong", { text: puzzle.title }),
    el("small", { text: `${puzzle.rows} × ${puzzle.columns}, ${puzzle.colors} colors${puzzle.hints ? `, ${puzzle.hints} ${puzzle.hints === 1 ? "hint" : "hints"}` : ""}` }))));
    for (const puzzle of puzzles) {
      const place = panels.catalog.querySelector(`[data-name="${puzzle.name}"] .card-picture`);
      place.append(await preview(puzzle));
    }
  } catch (error) {
    toast(error.message);
  }
}

/** The pieces as they come out of the box. */
async function preview({ name, rows, columns }) {
  const canvas = el("canvas", { "data-size": 150, "aria-hidden": "true" });
  const view = await get(`/api/catalog/${encodeURIComponent(name)}`);
  drawSmall(canvas, Array.from({ length: rows * columns }, (_, piece) => piece * 4), view.puzzle, view.symbols);
  return canvas;
}
