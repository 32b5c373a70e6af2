// The colors of the page for what is drawn on a canvas, and when they change.

const ALWAYS = ["--ink", "--soft", "--line", "--card", "--good", "--bad", "--warm"];

/**
 * Colors as the canvas takes them, by the names of the page's properties.
 * @param {HTMLElement} parent where they apply
 * @param {string[]} names
 */
export function colorsOf(parent, names) {
  const probe = document.createElement("span");
  parent.append(probe);
  const found = [...ALWAYS, ...names].map((name) => {
    probe.style.color = `var(${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  /** @type {Record<string, string>} */
  const colors = Object.fromEntries(found);
  if (isForced.matches) colors["--line"] = "transparent"; // a grid as dark as the lines hides them
  return colors;
}

const isForced = matchMedia("(forced-colors: active)");
const isDark = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<() => void>} */
const listeners = new Set();
const tellAll = () => { for (const listener of listeners) listener(); };

new MutationObserver(tellAll).observe(document.documentElement, { attributeFilter: ["data-theme"] });
isForced.addEventListener("change", tellAll);
isDark.addEventListener("change", tellAll);

/**
 * Call a listener when the colors of the page have changed.
 * @param {() => void} listener
 * @returns {() => void} ends it
 */
export function onThemeChange(listener) {
  listeners.add(listener);
  return () => { listeners.delete(listener); };
}
