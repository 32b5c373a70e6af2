// What this page keeps for itself over a reload. Where the browser denies it, or has no room, nothing is kept.

const PREFIX = "edgematch-studio-";

/**
 * @param {string} key
 * @returns {any} null if there is nothing
 */
export function recall(key) {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value null for nothing
 */
export function remember(key, value) {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Then it is gone after a reload.
  }
}
