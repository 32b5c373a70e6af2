// The state of the page in one place, and the only functions that change it.
// Views subscribe to keys and draw from the state; none of them keeps a board of its own.

export const state = {
  view: null,          // the puzzle as the server gave it: puzzle, symbols, facts, pictures
  ways: [],            // my board, cell by cell: piece * 4 + turn, -1 where it is empty
  hand: [],            // the turn of each piece while it lies in the tray
  selected: null,      // { piece, cell }: cell is null for a piece of the tray
  cursor: 0,           // the cell that the keyboard is on
  check: null,         // what the referee says of my board
  advice: null,        // what "Help me" said
  shown: null,         // another board in place of mine: { ways, label, ... }
  arena: null,         // the names of two jobs that race, shown in place of the board
  aside: null,         // my puzzle and board, while boards of another puzzle are shown
  past: [],
  future: [],
  tab: "pieces",
  jobs: [],            // names of the jobs of this page
  isAway: false,       // whether the studio does not answer
};

const listeners = [];
let pending = null;

/** Call `listener` after some of these keys have changed. */
export function on(keys, listener) {
  listeners.push([new Set(keys.split(" ")), listener]);
}

/** Change the state; views are told once, before the next frame. */
export function update(given) {
  let changes = given;
  Object.assign(state, changes);
  if (state.aside && !state.shown && !state.arena) { // nothing else is looked at: back to mine
    changes = { ...given, ...state.aside, aside: null, check: null, advice: null, selected: null };
    Object.assign(state, changes);
  }
  if (pending === null) {
    pending = new Set();
    queueMicrotask(tell);
  }
  for (const key of Object.keys(changes)) pending.add(key);
}

function tell() {
  const keys = pending;
  pending = null;
  for (const [wanted, listener] of listeners) {
    if ([...keys].some((key) => wanted.has(key))) listener(keys);
  }
}

export const cells = () => state.view ? state.view.puzzle.rows * state.view.puzzle.columns : 0;
const hintOn = (cell) => state.view.puzzle.hints?.find((hint) => hint[0] === cell);

/** Whether a hint lies on a cell, and stays there; another piece may be taken away. */
export function isHint(cell) {
  const hint = hintOn(cell);
  return hint !== undefined && state.ways[cell] === hint[1] * 4 + hint[2];
}
export const board = () => placements(state.ways);

export function placements(ways) {
  const found = [];
  ways.forEach((way, cell) => {
    if (way >= 0) found.push([cell, way >> 2, way & 3]);
  });
  return found;
}

export function waysOf(placed, count) {
  const ways = new Array(count).fill(-1);
  for (const [cell, piece, turn] of placed) ways[cell] = piece * 4 + turn;
  return ways;
}

/** Begin with a puzzle; with a board if it came with one. */
export function open(view, placed = view.board) {
  const count = view.puzzle.rows * view.puzzle.columns;
  const ways = waysOf([...(placed ?? []), ...hintsMissing(view, placed)], count);
  update({
    view, ways, hand: new Array(count).fill(0), selected: null, cursor: 0, check: null,
    advice: null, shown: null, arena: null, aside: null, past: [], future: [],
  });
}

/** Look at something of another puzzle: `seen` is shown or raced there. Mine is put aside until then. */
export function lookAt(view, seen) {
  if (view) {
    const { ways, hand, cursor, past, future } = state;
    const aside = state.aside ?? { view: state.view, ways, hand, cursor, past, future };
    open(view);
    update({ ...seen, aside });
  } else update(seen);
}

function hintsMissing(view, placed) {
  const taken = new Set((placed ?? []).flatMap(([cell, piece]) => [`c${cell}`, `p${piece}`]));
  return (view.puzzle.hints ?? []).filter(
    ([cell, piece]) => !taken.has(`c${cell}`) && !taken.has(`p${piece}`),
  );
}

function changed(ways, more = {}) {
  update({
    ways, past: [...state.past, state.ways].slice(-1000), future: [], advice: null,
    shown: null, ...more,
  });
}

/** Put a piece on a cell; what lay there changes places with it, or goes to the tray. */
export function place(piece, turn, cell, from = null) {
  if (isHint(cell) || (from !== null && isHint(from))) return false;
  const hint = hintOn(cell);
  if (hint && (hint[1] !== piece || hint[2] !== turn)) return false;
  const ways = state.ways.slice();
  const before = ways[cell];
  const origin = from ?? ways.findIndex((way) => way >= 0 && way >> 2 === piece);
  const isSwap = origin >= 0 && origin !== cell && !hintOn(origin);
  if (origin >= 0) {
    if (isHint(origin)) return false;
    ways[origin] = isSwap ? before : -1;
  }
  const hand = state.hand.slice();
  if (before >= 0 && !isSwap) hand[before >> 2] = before & 3;
  ways[cell] = piece * 4 + turn;
  changed(ways, { selected: null, cursor: cell, hand });
  return true;
}

export function takeBack(cell) {
  const way = state.ways[cell];
  if (way < 0 || isHint(cell)) return false;
  const ways = state.ways.slice();
  ways[cell] = -1;
  const hand = state.hand.slice();
  hand[way >> 2] = way & 3;
  changed(ways, { selected: null, hand });
  return true;
}

/** Turn a piece by quarter turns, on the board or in the tray. */
export function turnPiece(piece, cell, by = 1) {
  if (state.view.puzzle.turnable === false) return false;
  if (cell === null) {
    const hand = state.hand.slice();
    hand[piece] = (hand[piece] + by + 4) % 4;
    update({ hand });
    return true;
  }
  if (isHint(cell)) return false;
  const ways = state.ways.slice();
  ways[cell] = piece * 4 + (((ways[cell] & 3) + by + 4) % 4);
  changed(ways);
  return true;
}

/** Lay out a whole board, as one step that can be undone. */
export function layOut(ways) {
  changed(ways.slice(), { selected: null, aside: null });
}

export function undo() {
  if (!state.past.length) return;
  const past = state.past.slice();
  const ways = past.pop();
  update({ ways, past, future: [...state.future, state.ways], selected: null, advice: null, shown: null });
}

export function redo() {
  if (!state.future.length) return;
  const future = state.future.slice();
  const ways = future.pop();
  update({ ways, future, past: [...state.past, state.ways], selected: null, advice: null, shown: null });
}
