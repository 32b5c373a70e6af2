// The page put together.

/** @import { Tab } from "./types.js" */

import { startBoard } from "./board.js";
import { startConnection } from "./connection.js";
import { buttonById, byId, el, markTab, moveInTabs } from "./dom.js";
import { startDrop } from "./drop.js";
import { startGestures } from "./gestures.js";
import { startKeyboard } from "./keyboard.js";
import { loadLater, withLater } from "./load_later.js";
import { startMessageLine } from "./message_line.js";
import { take } from "./open_puzzle.js";
import { boardTitle } from "./pieces.js";
import { startReferee } from "./referee.js";
import { reportError } from "./state/messages.js";
import { canTurn, clearBoard, redo, selectTab, turnSelected, undo } from "./state/play.js";
import { rulesOf } from "./state/rules.js";
import { on, openView, state } from "./state/store.js";
import { restoreSaved, startStorage, startTheme } from "./storage.js";
import { untilDone } from "./timing.js";
import { startTray } from "./tray.js";
import { fit, larger, smaller, startPrint } from "./zoom.js";

const LOADED_AFTER = 300; // milliseconds at most, once the board is there

function startTabs() {
  const list = /** @type {HTMLElement} */ (document.querySelector(".side [role=tablist]"));
  const tabs = /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[role=tab]"));
  list.addEventListener("keydown", moveInTabs);
  for (const tab of tabs) tab.addEventListener("click", () => selectTab(/** @type {Tab} */ (tab.dataset.tab)));
  on(["tab"], () => {
    for (const tab of tabs) {
      const isSelected = tab.dataset.tab === state.tab;
      markTab(tab, isSelected);
      byId(`panel-${tab.dataset.tab}`).hidden = !isSelected;
    }
  });
}

function startTools() {
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  byId("turn").addEventListener("click", () => turnSelected());
  byId("clear").addEventListener("click", clearBoard);
  byId("zoom-in").addEventListener("click", larger);
  byId("zoom-out").addEventListener("click", smaller);
  byId("zoom-fit").addEventListener("click", fit);
  byId("help").addEventListener("click", () => withLater(({ askAdvice }) => askAdvice()));
  byId("guide-button").addEventListener("click", () => withLater(({ showGuide }) => showGuide()));
  byId("new-puzzle").addEventListener("click", () => withLater(({ showCatalog }) => showCatalog()));
  on(["past", "future", "view"], () => {
    buttonById("undo").disabled = !state.past.length;
    buttonById("redo").disabled = !state.future.length;
  });
  on(["selected", "cells", "cursor", "shown", "view"], () => {
    buttonById("turn").disabled = !canTurn();
  });
}

function startTitle() {
  on(["view"], () => {
    const { puzzle, facts } = openView();
    const title = boardTitle(openView());
    byId("title").textContent = title;
    byId("title").title = facts.name; // its name in the catalog, or its recipe
    document.title = `${title} · edgematch studio`;
    const words = [`${puzzle.rows} × ${puzzle.columns}`, `${puzzle.pieces.length} pieces`];
    if (puzzle.framed !== false) words.push("framed");
    if (facts.signed) words.push("signed");
    if (puzzle.turnable === false) words.push("pieces may not be turned");
    byId("subtitle").textContent = words.join(" · ");
    byId("turn-tip").hidden = puzzle.turnable === false;
    byId("rules").replaceChildren(...rulesOf(openView()).map((text) => el("span", { text: `${text} ` })));
  });
}

/** Open the link in the address bar, unless this page put it there. */
async function openLink() {
  const link = location.hash.slice(1);
  if (!link || link === state.address) return;
  const { openAddress } = await untilDone(() => import("./address.js"), reportError);
  await openAddress();
}

/** The puzzle of somebody who was never here comes with the page. */
const firstPuzzle = () => JSON.parse(byId("first-puzzle").textContent ?? "");

async function start() {
  startTitle();
  startTabs();
  startTools();
  startMessageLine();
  startBoard();
  startPrint();
  startTray();
  startConnection();
  startReferee();
  startGestures();
  startKeyboard();
  startDrop();
  startTheme(byId("theme"));
  restoreSaved();
  await openLink().catch(reportError);
  if (!state.view) take(firstPuzzle());
  startStorage();
  if (state.jobIds.length || state.tab !== "pieces") { // the page as it was left
    await loadLater().then(({ searches }) => searches).catch(reportError);
  }
  await new Promise((done) => { setTimeout(done); }); // views draw before the next task
  document.body.dataset.ready ??= "board";
  loadRest();
}

/** Load the second part of the page while nothing else is to be done. */
function loadRest() {
  const load = () => { loadLater().catch(reportError); };
  if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: LOADED_AFTER });
  else setTimeout(load, LOADED_AFTER);
}

start().catch(reportError);
