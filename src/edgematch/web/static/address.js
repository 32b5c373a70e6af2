// The address bar holds the puzzle and my board: it follows them, and a link that is put there is opened.

import { post } from "./api.js";
import { take } from "./open_puzzle.js";
import { decodeLink, encodeLink } from "./state/link.js";
import { messageOf, notify } from "./state/messages.js";
import { placementsOf } from "./state/play.js";
import { on, state, update } from "./state/store.js";
import { delayed } from "./timing.js";

const WRITE_AFTER = 300; // milliseconds

export function startAddress() {
  const writeSoon = delayed(writeAddress, WRITE_AFTER);
  on(["view", "cells"], () => writeSoon.start());
  window.addEventListener("hashchange", () => openAddress());
  writeSoon.start();
}

/**
 * Open the link in the address bar, unless this page put it there, perhaps before the last moves and a reload.
 * What is refused leaves the page as it was.
 */
export async function openAddress() {
  const text = location.hash.slice(1);
  if (!text || text === state.address || document.getElementById(text)) return;
  try {
    if (text !== await openLink()) await openLinked(text);
  } catch (error) {
    notify(`The link was not opened: ${messageOf(error)}`);
    await writeAddress();
  }
}

/** @param {string} text */
async function openLinked(text) {
  const link = await decodeLink(text);
  const record = { format: "edgematch", version: 1, puzzle: link.puzzle };
  const view = await post("/api/read", {
    text: link.puzzle ? JSON.stringify(record) : `#puzzle=${encodeURIComponent(link.name)}`,
  });
  if (link.fingerprint && !view.facts.fingerprint.startsWith(link.fingerprint)) {
    throw new Error(`its board is not one of ${link.name} as this version of edgematch knows it`);
  }
  const cells = view.puzzle.rows * view.puzzle.columns;
  if (link.cells && link.cells.length !== cells) throw new Error(`the board does not have the ${cells} cells of ${link.name}`);
  take({ ...view, board: link.cells ? placementsOf(link.cells) : null });
}

/** The link of my board, without what is before the "#"; empty before there is one. */
async function openLink() {
  const { view, cells } = state.aside ?? state;
  return view ? encodeLink(view, cells) : "";
}

async function writeAddress() {
  const before = state.cells;
  const link = await openLink();
  if (state.cells !== before || !link) return; // a later call writes the later board
  if (link !== state.address) update({ address: link });
  if (location.hash !== `#${link}`) history.replaceState(history.state, "", `${location.pathname}${location.search}#${link}`);
}
