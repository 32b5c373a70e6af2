// What survives a reload: the puzzle, my board, the jobs, the theme.

import { on, state, update } from "./state.js";

const KEY = "edgematch-studio";

export function remembered() {
  try {
    const rest = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return rest && { ...rest, view: JSON.parse(localStorage.getItem(`${KEY}-puzzle`) ?? "null") };
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
  const { ways, jobs, tab } = state;
  store(KEY, { ways, jobs, tab });
}

function keepPuzzle() {
  // Without the pictures, if there is no room for them.
  if (!store(`${KEY}-puzzle`, state.view)) store(`${KEY}-puzzle`, { ...state.view, pictures: {} });
}

function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
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
