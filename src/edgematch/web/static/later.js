// The page put together, the second part: what a first look at the board does not need.

import { startAddress } from "./address.js";
import { startAdvice } from "./advice.js";
import { startAllJobs } from "./all_jobs.js";
import { startCheckCard } from "./check_card.js";
import { startEstimatePanel } from "./estimate_panel.js";
import { startExportPanel } from "./export_panel.js";
import { startFacts } from "./facts.js";
import { startFactsPanel } from "./facts_panel.js";
import { startFollowMemory } from "./follow_memory.js";
import { startGuide } from "./guide.js";
import { startBanner, startCards } from "./job_cards.js";
import { startJobs } from "./jobs.js";
import { startPuzzleDialog } from "./puzzle_dialog.js";
import { startRace } from "./race.js";
import { startSolvePanel } from "./solve_panel.js";
import { startConflicts } from "./state/conflicts.js";
import { startStepsPanel } from "./steps_panel.js";

export { askAdvice } from "./advice.js";
export { showGuide } from "./guide.js";
export { openGiven, showCatalog } from "./puzzle_dialog.js";

export function startViews() {
  startGuide();
  startAdvice();
  startBanner();
  startCards();
  startAllJobs();
  startRace();
  startPuzzleDialog();
  startFacts();
  startFactsPanel();
  startCheckCard();
  startConflicts();
  startEstimatePanel();
  startStepsPanel();
  startExportPanel();
  startAddress();
}

/** Ask the server for the engines, and for the jobs of this page. */
export async function startSearches() {
  await Promise.all([startSolvePanel(), startJobs().then(startFollowMemory)]);
}
