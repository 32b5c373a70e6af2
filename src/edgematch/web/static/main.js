// The page put together.

import { startArena } from "./arena.js";
import { startBoard } from "./board.js";
import { startBanner, startCards } from "./cards.js";
import { byId, markTab, moveInTabs, toast } from "./dom.js";
import { startGestures } from "./gestures.js";
import { helpMe, startHelper } from "./helper.js";
import { startJobs } from "./jobs.js";
import { canTurn, startKeyboard, turnChosen } from "./keyboard.js";
import { prepare } from "./pieces.js";
import { startPresence } from "./presence.js";
import { startPuzzles, takeFromCatalog } from "./puzzles.js";
import { startReferee } from "./referee.js";
import { startSolving } from "./solving.js";
import { layOut, on, open, redo, state, undo, update, waysOf } from "./state.js";
import { startSteps } from "./steps.js";
import { remembered, startRemembering, startTheme } from "./storage.js";
import { startTakeaway } from "./takeaway.js";
import { startTray } from "./tray.js";
import { fit, larger, smaller } from "./zoom.js";

function startTabs() {
  document.querySelector(".side [role=tablist]").addEventListener("keydown", moveInTabs);
  for (const tab of document.querySelectorAll(".side [role=tab]")) {
    tab.addEventListener("click", () => choose(tab.dataset.tab));
  }
  on("tab", () => {
    for (const tab of document.querySelectorAll(".side [role=tab]")) {
      const isChosen = tab.dataset.tab === state.tab;
      markTab(tab, isChosen);
      byId(tab.getAttribute("aria-controls")).hidden = !isChosen;
    }
  });
}

/** What is shown stays, but for the pieces of my board, and for steps of a search. */
function choose(tab) {
  const isOver = tab === "pieces" || state.shown?.isStep;
  update(isOver ? { tab, shown: null } : { tab });
}

function startTools() {
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  byId("turn").addEventListener("click", () => turnChosen());
  byId("clear").addEventListener("click", () => {
    if (state.aside) update({ shown: null, arena: null }); // what is seen is not mine to clear
    else layOut(waysOf(state.view.puzzle.hints ?? [], state.ways.length));
  });
  byId("zoom-in").addEventListener("click", larger);
  byId("zoom-out").addEventListener("click", smaller);
  byId("zoom-fit").addEventListener("click", fit);
  on("past future view", () => {
    byId("undo").disabled = !state.past.length;
    byId("redo").disabled = !state.future.length;
  });
  on("selected ways cursor shown view", () => {
    byId("turn").disabled = !canTurn();
  });
}

function startTitle() {
  on("view", () => {
    const { puzzle, facts, about } = state.view;
    byId("title").textContent = about?.title ?? (facts.name || "A puzzle");
    const words = [`${puzzle.rows} × ${puzzle.columns}`, `${puzzle.pieces.length} pieces`];
    if (puzzle.framed !== false) words.push("framed");
    if (facts.signed) words.push("signed");
    if (puzzle.turnable === false) words.push("pieces are not turned");
    byId("subtitle").textContent = words.join(" · ");
    byId("turn-tip").hidden = puzzle.turnable === false;
    document.title = `${byId("title").textContent} · edgematch studio`;
  });
}

async function begin() {
  on("view", () => prepare(state.view)); // before any view draws
  startTitle();
  startTabs();
  startTools();
  startBoard();
  startTray();
  startPresence();
  startReferee();
  startHelper();
  startBanner();
  startCards();
  startArena();
  startGestures();
  startKeyboard(helpMe);
  startPuzzles();
  startSteps();
  startTakeaway();
  startTheme(byId("theme"));
  const before = remembered();
  if (before?.view) {
    open(before.view, null);
    update({ ways: before.ways ?? state.ways, jobs: before.jobs ?? [], tab: before.tab ?? "pieces" });
  } else {
    await takeFromCatalog("scramble-squares");
  }
  startRemembering();
  await Promise.all([startSolving(), startJobs()]);
  document.body.dataset.ready = "yes";
}

begin().catch((error) => toast(error.message));
