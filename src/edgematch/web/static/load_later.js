// Loads the second part of the page: once the board is there, or as soon as something of it is wanted.

import { probe } from "./connection.js";
import { reportError } from "./state/messages.js";
import { startLate } from "./state/store.js";

/** @typedef {typeof import("./later.js")} Later */
/** @type {Promise<{ later: Later, searches: Promise<void> }> | null} */
let loaded = null;

/** The second part of the page, and when its searches are there. */
export function loadLater() {
  loaded ??= start().catch((error) => {
    loaded = null; // the next call tries again
    throw error;
  });
  return loaded;
}

async function start() {
  /** @type {Later} */
  let later;
  try {
    later = await import("./later.js");
  } catch {
    probe(); // if the server does not answer, the page tries again once it does
    throw new Error("A part of the page could not be loaded. Is the studio still running? Once it is, try again or reload the page.");
  }
  startLate(later.startViews);
  const searches = later.startSearches();
  searches.then(() => { document.body.dataset.ready = "all"; });
  return { later, searches };
}

/**
 * Do something that needs the second part of the page.
 * @param {(later: Later) => void} act
 */
export async function withLater(act) {
  try {
    act((await loadLater()).later);
  } catch (error) {
    reportError(error);
  }
}
