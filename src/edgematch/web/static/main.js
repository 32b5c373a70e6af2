// The page put together.

/** @import { Tab } from "./types.js" */

import { openAddress, startAddress } from "./address.js";
import { startAdvice } from "./advice.js";
import { startAllJobs } from "./all_jobs.js";
import { startBoard } from "./board.js";
import { startCheckCard } from "./check_card.js";
import { startConnection } from "./connection.js";
import { buttonById, byId, markTab, moveInTabs } from "./dom.js";
import { startFacts } from "./facts.js";
import { startFactsPanel } from "./facts_panel.js";
import { startFollowMemory } from "./follow_memory.js";
import { startGestures } from "./gestures.js";
import { startGuide } from "./guide.js";
import { startBanner, startCards } from "./job_cards.js";
import { startJobs } from "./jobs.js";
import { startKeyboard } from "./keyboard.js";
import { startMessageLine } from "./message_line.js";
import { boardTitle } from "./pieces.js";
import { startPuzzleDialog, takeFromCatalog } from "./puzzle_dialog.js";
import { startRace } from "./race.js";
import { startReferee } from "./referee.js";
import { startSolvePanel } from "./solve_panel.js";
import { startConflicts } from "./state/conflicts.js";
import { reportError } from "./state/messages.js";
import { canTurn, clearBoard, redo, selectTab, turnSelected, undo } from "./state/play.js";
import { on, openView, state } from "./state/store.js";
import { startStepsPanel } from "./steps_panel.js";
import { restoreSaved, startStorage, startTheme } from "./storage.js";
import { startEstimatePanel } from "./estimate_panel.js";
import { startExportPanel } from "./export_panel.js";
import { startTray } from "./tray.js";
import { fit, larger, smaller, startPrint } from "./zoom.js";

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
  });
}

async function start() {
  startTitle();
  startTabs();
  startTools();
  startMessageLine();
  startBoard();
  startPrint();
  startTray();
  startGuide();
  startConnection();
  startReferee();
  startAdvice();
  startBanner();
  startCards();
  startAllJobs();
  startRace();
  startGestures();
  startKeyboard();
  startPuzzleDialog();
  startFacts();
  startFactsPanel();
  startCheckCard();
  startConflicts();
  startEstimatePanel();
  startStepsPanel();
  startExportPanel();
  startTheme(byId("theme"));
  const solvePanel = startSolvePanel(); // asks for the engines while the puzzle is on its way
  restoreSaved();
  await openAddress();
  if (!state.view) await takeFromCatalog("scramble-squares");
  startStorage();
  startAddress();
  await Promise.all([solvePanel, startJobs().then(startFollowMemory)]);
  document.body.dataset.ready = "yes";
}

start().catch(reportError);
