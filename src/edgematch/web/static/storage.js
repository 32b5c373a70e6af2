// What survives a reload: the puzzle, my board, the jobs, the theme.

/** @import { Cells, PuzzleView, Tab } from "./types.js" */

import { openPuzzle } from "./state/play.js";
import { on, state, update } from "./state/store.js";
import { delayed } from "./timing.js";

const KEY = "edgematch-studio";
const STORAGES = [sessionStorage, localStorage]; // for this page, and for the next one
const SAVE_AFTER = 200; // milliseconds
const TABS = ["pieces", "solve", "facts", "steps", "export"];

/** @typedef {{ view: PuzzleView, cells: Cells | null, jobIds: string[], tab: Tab }} Saved */

/**
 * Bring back what this page had before it was reloaded, or else the page that was changed last.
 * @returns {boolean} whether there was something
 */
export function restoreSaved() {
  const saved = load(sessionStorage) ?? load(localStorage);
  if (!saved) return false;
  openPuzzle(saved.view, null);
  update({ cells: saved.cells ?? state.cells, jobIds: saved.jobIds, tab: saved.tab });
  return true;
}

/**
 * @param {Storage} storage
 * @returns {Saved | null}
 */
function load(storage) {
  try {
    const rest = JSON.parse(storage.getItem(KEY) ?? "null");
    const view = JSON.parse(storage.getItem(`${KEY}-puzzle`) ?? "null");
    if (!rest || !view) return null;
    // Two pages write to one storage, and the board may belong to another puzzle.
    const isOfView = rest.fingerprint === view.facts.fingerprint
      && rest.cells?.length === view.puzzle.rows * view.puzzle.columns;
    const tab = TABS.includes(rest.tab) ? rest.tab : "pieces"; // an older page may have had others
    return { jobIds: rest.jobIds ?? [], tab, view, cells: isOfView ? rest.cells : null };
  } catch {
    return null;
  }
}

export function startStorage() {
  const saveSoon = delayed(saveRest, SAVE_AFTER);
  on(["view"], savePuzzle);
  on(["cells", "jobIds", "tab"], () => saveSoon.start());
  window.addEventListener("pagehide", saveRest);
  savePuzzle();
  saveRest();
}

function saveRest() {
  const { jobIds, tab } = state;
  const { view, cells } = state.aside ?? state;
  for (const storage of STORAGES) save(storage, KEY, { cells, jobIds, tab, fingerprint: view?.facts.fingerprint });
}

function savePuzzle() {
  const { view } = state.aside ?? state;
  for (const storage of STORAGES) {
    // Without the pictures, if there is no room for them.
    if (!save(storage, `${KEY}-puzzle`, view)) save(storage, `${KEY}-puzzle`, { ...view, pictures: {} });
  }
}

/**
 * @param {Storage} storage
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} whether there was room for it
 */
function save(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @param {HTMLElement} button */
export function startTheme(button) {
  const saved = localStorage.getItem(`${KEY}-theme`);
  if (saved) document.documentElement.dataset.theme = saved;
  button.addEventListener("click", () => {
    const isDark = getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
    const theme = isDark ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(`${KEY}-theme`, theme);
  });
}
