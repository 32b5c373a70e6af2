// The state of the page, declared in one place. Nothing in this folder touches the document.
// Views subscribe with on() and draw from `state`; only the modules of this folder and the
// modules that talk to the server call update().

/** @import { Box, Cells, Key, PuzzleView, State, StepSearch } from "../types.js" */

import { newDraft } from "./drafts.js";

/** @type {Box} */
const NO_BOX = { x: 0, y: 0, width: 1, height: 1 };

/**
 * @param {number} [serial]
 * @param {Cells} [start] my board, from which it searches
 * @returns {StepSearch}
 */
export function newSearch(serial = 0, start = []) {
  return {
    serial, start, steps: [], first: 0, at: 0, next: null, isComplete: false, isShort: false, isPlaying: false, request: null,
    refusal: "",
  };
}

/** @returns {State} */
export function initialState() {
  return {
    // My puzzle and board
    view: null,            // the open puzzle, as the server sent it
    cells: [],             // my board
    trayTurns: [],         // the turn of each piece while it lies in the tray
    selected: null,
    cursor: 0,             // the cell that the keyboard is on
    past: [],              // boards to undo to, and puzzles that were open before
    future: [],            // boards to redo to, and puzzles that were opened after
    playId: "",            // tells my board from others of the same puzzle
    address: "",           // the link that this page put into the address bar last
    check: null,           // the referee's report on my board
    advice: null,          // the answer to "Help me"
    isAskingAdvice: false,

    // The tray
    trayLayout: [],        // pieces where they lie; those on my board leave gaps
    trayFilter: "all",
    trayColor: null,       // only pieces with this color are in sight
    trayCell: null,        // the cell that pieces are to fit, while that is asked for
    trayOrder: "number",
    traySeed: 1,           // of the shuffle
    hasNumbers: false,     // whether piece numbers are drawn
    lastTurn: null,        // the piece that was turned last, and its turn

    // What is shown
    shown: null,           // another board in place of mine
    race: null,            // ids of the jobs of a race, shown in place of the board
    aside: null,           // my puzzle and board while another puzzle is shown
    tab: "pieces",
    hold: null,            // what the pointer drags
    pointers: new Map(),   // fingers on the board, by the browser's id
    whole: NO_BOX,         // the whole board
    seen: NO_BOX,          // the part in sight
    painted: NO_BOX,       // the part that the board was last painted for
    isOverviewWanted: false,
    isOverviewDrawn: false,

    // Searches
    jobIds: [],            // the jobs of this page, newest first
    jobs: {},              // the same jobs by id
    clock: 0,              // milliseconds, moved on while a job prepares
    chart: "progress",     // which chart the cards of all jobs show
    studioJobs: null,      // all jobs of the studio, whoever started them; null until they are asked for
    isJobListOpen: false,
    measure: null,         // which stored boards are listed
    storedBoards: [],
    storeRefusal: "",
    brokenBoards: [],      // the stored boards whose breaks are counted; empty while that is not shown
    search: newSearch(),   // the search shown step by step
    inspected: null,       // the cell whose candidates are listed
    facts: [],             // what searches have proved about the open puzzle

    // What is expected of the open puzzle
    estimate: null,        // the server's estimate, with the puzzle that it is of
    estimateOrder: "",     // the fill order whose profile is shown; empty until one is chosen

    // New puzzles
    models: [],            // of the generator
    price: null,           // of the recipe in the generator
    refused: null,         // the file or text that the server could not read
    unread: [],            // of several files: those that could not be read
    editor: {              // the puzzle that is being made
      draft: newDraft(), at: { square: 0, side: 0 }, past: [], future: [], picked: null, isPainting: false,
      line: "", isAsking: false,
    },
    photos: {              // photographs that become a puzzle
      sheet: { photos: [], pieces: [], rows: 0, columns: 0, turnable: true, name: "" }, past: [], future: [], lastEdit: "", limits: null,
      selected: null, isSorting: false, busy: "", line: "", reading: null, pictures: {},
    },
    motifLooks: null,      // how the library draws the motifs of the editor

    // Results
    boardFacts: null,      // what is known of the board in sight, while the tab of facts is open
    gallery: [],           // boards of a file
    galleryName: "",       // of that file; empty before one was read
    galleryUnread: [],     // its links that cannot be read
    galleryLeftOut: 0,     // how many of its boards are not shown
    storeGallery: [],      // stored boards of the open puzzle
    ownGallery: [],        // boards that come with edgematch
    compared: [],          // keys of the boards in the gallery that are compared

    // Messages
    notice: null,          // shown for some seconds
    away: "",              // why the server does not answer; empty if it does
  };
}

export const state = initialState();

/** @type {[Set<Key>, (changed: Set<Key>) => void][]} */
const listeners = [];
/** @type {Set<Key>} */
const changed = new Set();
/** What listeners were told so far. @type {Set<Key>} */
const told = new Set();

/**
 * Call the listener after any of these keys has changed.
 * @param {Key[]} keys
 * @param {(changed: Set<Key>) => void} listener
 */
export function on(keys, listener) {
  listeners.push([new Set(keys), listener]);
}

/**
 * Start views after the state has changed: their listeners are called for all that the others were told.
 * @param {() => void} start
 */
export function startLate(start) {
  const before = listeners.length;
  start();
  tell(listeners.slice(before), told);
}

/**
 * Change the state. Listeners are called once for all changes of a task, before the next frame.
 * @param {Partial<State>} changes
 */
export function update(changes) {
  if (!changed.size) queueMicrotask(notifyListeners);
  assign(changes);
  if (state.aside && !state.shown && !state.race) { // nothing of another puzzle is shown: back to mine
    assign({ ...state.aside, aside: null, check: null, advice: null, selected: null });
  }
}

/** @param {Partial<State>} changes */
function assign(changes) {
  Object.assign(state, changes);
  for (const key of Object.keys(changes)) changed.add(/** @type {Key} */ (key));
}

function notifyListeners() {
  const keys = new Set(changed);
  changed.clear();
  for (const key of keys) told.add(key);
  tell(listeners, keys);
}

/**
 * @param {typeof listeners} some
 * @param {Set<Key>} keys
 */
function tell(some, keys) {
  for (const [wanted, listener] of some) if ([...keys].some((key) => wanted.has(key))) listener(keys);
}

/**
 * The open puzzle, for code that only runs once there is one.
 * @returns {PuzzleView}
 */
export function openView() {
  if (!state.view) throw new Error("no puzzle is open");
  return state.view;
}
