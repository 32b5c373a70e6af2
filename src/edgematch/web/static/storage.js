// What survives a reload: the puzzle and my board with its history, recent puzzles, the jobs, the theme.
// The storage of this page is read first, then that of the browser, which later pages share.

/** @import { PuzzleView, RecentPuzzle, Tab } from "./types.js" */

import { notify } from "./state/messages.js";
import { boardOf, newPlayId, openRecent } from "./state/play.js";
import { forgetOldest, forgetOthers, keepBoard, keepPuzzle, recentPuzzle, recentPuzzles } from "./state/recent.js";
import { on, state, update } from "./state/store.js";

const KEY = "edgematch-studio";
const LEFT_KEY = `${KEY}-left`; // the link in the address bar when this page was left
const TABS = ["pieces", "solve", "facts", "steps", "export"];

const ofPage = storageNamed("sessionStorage");
const ofBrowser = storageNamed("localStorage");
const storages = [ofPage, ofBrowser].filter((each) => each !== null);
let isRefusalSaid = false;
/** The last puzzle of which the page said that its pictures are not kept. @type {PuzzleView | null} */
let withoutPictures = null;

/**
 * @param {"sessionStorage" | "localStorage"} name
 * @returns {Storage | null} null where the browser denies it
 */
function storageNamed(name) {
  try {
    const storage = window[name];
    storage.getItem(KEY);
    return storage;
  } catch {
    return null;
  }
}

/** Bring back what this page had before it was reloaded, or else the page that was changed last. */
export function restoreSaved() {
  for (const storage of storages) {
    const saved = load(storage);
    if (!saved) continue;
    openRecent(saved.recent);
    // A reload goes to the address at its beginning; the page may have written a later one before it was gone.
    const isLeft = storage === ofPage && location.hash.slice(1) === storage.getItem(LEFT_KEY);
    const address = isLeft ? location.hash.slice(1) : saved.address;
    return update({ jobIds: saved.jobIds, tab: saved.tab, address: storage === ofPage ? address : "" });
  }
}

/**
 * @param {Storage} storage
 * @returns {{ recent: RecentPuzzle, jobIds: string[], tab: Tab, address: string } | null}
 */
function load(storage) {
  try {
    const { playId, jobIds, tab, address } = JSON.parse(storage.getItem(KEY) ?? "null");
    const recent = recentPuzzle(storage, playId);
    if (!recent) return null;
    return { recent, address, jobIds: jobIds ?? [], tab: TABS.includes(tab) ? tab : "pieces" }; // an older page may have had others
  } catch {
    return null;
  }
}

export function startStorage() {
  on(["view"], savePuzzle);
  on(["cells", "jobIds", "tab", "address"], saveRest); // at once: the next change may be another puzzle
  window.addEventListener("pagehide", saveRest);
  window.addEventListener("beforeunload", () => { setItem(ofPage, LEFT_KEY, location.hash.slice(1)); });
  if (storages.length < 2) sayRefused();
  savePuzzle();
}

function savePuzzle() {
  const { view, playId } = state.aside ?? state;
  if (!view) return;
  for (const storage of storages) {
    const { isKept, hasPictures } = keepPuzzle(storage, playId, view);
    if (!isKept) sayRefused();
    else if (!hasPictures && view !== withoutPictures) {
      withoutPictures = view;
      notify("The pictures of this puzzle are too large to be kept: after a reload its pieces are drawn.", false);
    }
  }
  saveRest();
  if (ofPage) forgetOthers(ofPage, playId);
  if (ofBrowser) forgetOldest(ofBrowser, playId);
}

function saveRest() {
  const { jobIds, tab, address } = state;
  const open = state.aside ?? state;
  const rest = JSON.stringify({ playId: open.playId, jobIds, tab, address });
  for (const storage of storages) if (!keepBoard(storage, open) || !setItem(storage, KEY, rest)) sayRefused();
}

/** The puzzles that were open lately, the last one first; none where the browser denies its storage. */
export function storedPuzzles() {
  return ofBrowser ? recentPuzzles(ofBrowser) : [];
}

/**
 * Keep a puzzle that is not opened among the recent ones.
 * @param {PuzzleView} view
 * @returns {boolean} whether there was room for it
 */
export function storePuzzle(view) {
  if (!ofBrowser) return false;
  const playId = newPlayId();
  const isKept = keepPuzzle(ofBrowser, playId, view).isKept
    && keepBoard(ofBrowser, { playId, view, cells: boardOf(view), past: [], future: [] });
  forgetOldest(ofBrowser, playId);
  return isKept;
}

function sayRefused() {
  if (isRefusalSaid) return;
  isRefusalSaid = true;
  notify("The browser does not let this page store anything, or not enough: what you do here is lost with the page. "
    + "The link in the address bar holds your board.");
}

/**
 * @param {Storage | null} storage
 * @param {string} key
 * @param {string} value
 * @returns {boolean} whether there was room for it
 */
function setItem(storage, key, value) {
  try {
    storage?.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** @param {HTMLElement} button */
export function startTheme(button) {
  const saved = ofBrowser?.getItem(`${KEY}-theme`);
  if (saved) document.documentElement.dataset.theme = saved;
  button.addEventListener("click", () => {
    const isDark = getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
    const theme = isDark ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    setItem(ofBrowser, `${KEY}-theme`, theme);
  });
}
