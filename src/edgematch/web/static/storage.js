// What survives a reload: the puzzle, my board, the jobs, the theme.

import { on, state, update } from "./state.js";

const KEY = "edgematch-studio";

export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

export function startRemembering() {
  let timer = 0;
  on("view ways jobs tab", () => {
    clearTimeout(timer);
    timer = setTimeout(keep, 150);
  });
  window.addEventListener("pagehide", keep);
}

function keep() {
  const { view, ways, jobs, tab } = state;
  try {
    localStorage.setItem(KEY, JSON.stringify({ view, ways, jobs, tab }));
  } catch {
    // No room, for pictures above all: then without them.
    try {
      localStorage.setItem(KEY, JSON.stringify({ view: { ...view, pictures: {} }, ways, jobs, tab }));
    } catch {
      // Storage is off: a reload begins anew.
    }
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
