// What survives a reload: the puzzle, my board, the jobs, the theme.

import { on, state, update } from "./state.js";

const KEY = "edgematch-studio";
const STORAGES = [sessionStorage, localStorage]; // of this page, and for the next one

/** What this page had before it was loaded again, or the page that was changed last. */
export function remembered() {
  return from(sessionStorage) ?? from(localStorage);
}

function from(storage) {
  try {
    const rest = JSON.parse(storage.getItem(KEY) ?? "null");
    const view = JSON.parse(storage.getItem(`${KEY}-puzzle`) ?? "null");
    if (!rest || !view) return null;
    // Two pages write to one storage, and the board may be of another puzzle.
    const isOfView = rest.fingerprint === view.facts.fingerprint
      && rest.ways?.length === view.puzzle.rows * view.puzzle.columns;
    return { ...rest, view, ways: isOfView ? rest.ways : null };
  } catch {
    return null;
  }
}

export function startRemembering() {
  let timer = 0;
  on("view", keepPuzzle);
  on("ways jobs tab", () => {
    clearTimeout(timer);
    timer = setTimeout(keepRest, 200);
  });
  window.addEventListener("pagehide", keepRest);
  keepPuzzle();
  keepRest();
}

function keepRest() {
  const { jobs, tab } = state;
  const { view, ways } = state.aside ?? state;
  const rest = { ways, jobs, tab, fingerprint: view?.facts.fingerprint };
  for (const storage of STORAGES) store(storage, KEY, rest);
}

function keepPuzzle() {
  const { view } = state.aside ?? state;
  for (const storage of STORAGES) {
    // Without the pictures, if there is no room for them.
    if (!store(storage, `${KEY}-puzzle`, view)) store(storage, `${KEY}-puzzle`, { ...view, pictures: {} });
  }
}

function store(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function startTheme(button) {
  const stored = localStorage.getItem(`${KEY}-theme`);
  if (stored) document.documentElement.dataset.theme = stored;
  button.addEventListener("click", () => {
    const isDark = getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
    const next = isDark ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    localStorage.setItem(`${KEY}-theme`, next);
    update({ theme: next });
  });
}
