// Loads the second part of the page: once the board is there, or as soon as something of it is wanted.

import { probe } from "./connection.js";
import { reload } from "./load.js";
import { notify, reportError } from "./state/messages.js";
import { startLate, state } from "./state/store.js";
import { untilDone } from "./timing.js";

/** @typedef {typeof import("./later.js")} Later */
/** @type {Promise<{ later: Later, searches: Promise<void> }> | null} */
let loaded = null;
let losses = 0;

/** The second part of the page, and when its searches are there. What was lost on the way is asked for again. */
export function loadLater() {
  loaded ??= start();
  return loaded;
}

async function start() {
  askForAll();
  const later = await untilDone(() => import("./later.js"), sayLost);
  startLate(later.startViews);
  const searches = later.startSearches();
  searches.then(() => { document.body.dataset.ready = "all"; });
  return { later, searches };
}

/** Ask for all modules together, where each would be asked for by those that import it. */
function askForAll() {
  const links = document.querySelector("template#later");
  if (links instanceof HTMLTemplateElement) document.head.append(links.content);
}

async function sayLost() {
  await probe();
  if (state.away) return; // the page says so
  losses += 1;
  if (losses > 1) reload(); // puzzle, board and jobs are kept
  notify("A part of the page could not be loaded. The page tries again; if that does not help, reload it.");
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
