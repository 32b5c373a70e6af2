// The page put together.

/** @import { Tab } from "./types.js" */

import { startAdvice } from "./advice.js";
import { startBoard } from "./board.js";
import { startConnection } from "./connection.js";
import { buttonById, byId, markTab, moveInTabs } from "./dom.js";
import { startFactsPanel } from "./facts_panel.js";
import { startGestures } from "./gestures.js";
import { startBanner, startCards } from "./job_cards.js";
import { startJobs } from "./jobs.js";
import { startKeyboard } from "./keyboard.js";
import { startMessageLine } from "./message_line.js";
import { startPuzzleDialog, takeFromCatalog } from "./puzzle_dialog.js";
import { startRace } from "./race.js";
import { startReferee } from "./referee.js";
import { startSolvePanel } from "./solve_panel.js";
import { reportError } from "./state/messages.js";
import { canTurn, clearBoard, redo, selectTab, turnSelected, undo } from "./state/play.js";
import { on, openView, state } from "./state/store.js";
import { startStepsPanel } from "./steps_panel.js";
import { restoreSaved, startStorage, startTheme } from "./storage.js";
import { startEstimatePanel } from "./estimate_panel.js";
import { startExportPanel } from "./export_panel.js";
import { startTray } from "./tray.js";
import { fit, larger, smaller } from "./zoom.js";

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
    const { puzzle, facts, about } = openView();
    const title = about?.title ?? (facts.name || "A puzzle");
    byId("title").textContent = title;
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
  startTray();
  startConnection();
  startReferee();
  startAdvice();
  startBanner();
  startCards();
  startRace();
  startGestures();
  startKeyboard();
  startPuzzleDialog();
  startFactsPanel();
  startEstimatePanel();
  startStepsPanel();
  startExportPanel();
  startTheme(byId("theme"));
  if (!restoreSaved()) await takeFromCatalog("scramble-squares");
  startStorage();
  await Promise.all([startSolvePanel(), startJobs()]);
  document.body.dataset.ready = "yes";
}

start().catch(reportError);
