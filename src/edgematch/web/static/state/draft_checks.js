// What can be said of a draft while it is made. What is still empty is never held against it.

/** @import { Draft, DraftCheck, DraftSide } from "../types.js" */

import { countsOf, firstEmpty, RIM_SIDE, SIDE_NAMES } from "./drafts.js";

/** Kinds of framed squares by the sides on the rim, clockwise, up to turns. @type {Record<string, string>} */
const RIM_KINDS = {
  "0000": "inner squares", "0001": "border squares", "0011": "corner squares",
  "0101": "squares with two opposite rim sides", "0111": "squares with three rim sides",
  "1111": "squares with four rim sides",
};

/**
 * @param {Draft} draft
 * @returns {DraftCheck[]} errors first
 */
export function checksOf(draft) {
  const found = [
    ...(draft.framed ? rimChecks(draft) : []), ...mateChecks(draft), ...(draft.turnable ? [] : fixedChecks(draft)),
    ...emptyChecks(draft), ...equalChecks(draft),
  ];
  const rank = { error: 0, todo: 1, note: 2, done: 3 };
  return found.sort((one, two) => rank[one.kind] - rank[two.kind]);
}

/**
 * @param {DraftCheck["kind"]} kind
 * @param {string} text
 * @param {number | null} [square] that it is about
 * @returns {DraftCheck}
 */
const check = (kind, text, square = null) => ({ kind, text, square });

/** @param {Draft} draft */
const emptySides = ({ squares }) => squares.flat().filter((side) => side === null).length;

/** @type {(count: number, one: string, many: string) => string} */
const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @param {Draft} draft */
function emptyChecks(draft) {
  const first = firstEmpty(draft);
  const sides = 4 * draft.squares.length;
  if (!first) return [check("done", `All ${sides} sides are set.`)];
  const left = emptySides(draft);
  const where = `square ${first.square + 1}, ${SIDE_NAMES[first.side]}`;
  return [check("todo", `${left} of ${sides} sides ${left === 1 ? "is" : "are"} still empty, the first: ${where}`, first.square)];
}

/**
 * Halves that differ in number, and colors that occur an odd number of times.
 * @param {Draft} draft
 */
function mateChecks(draft) {
  const counts = countsOf(draft);
  const empty = emptySides(draft);
  const places = draft.framed ? 0 : 2 * (draft.rows + draft.columns); // sides on the rim face nothing
  /** @type {DraftCheck[]} */
  const found = [];
  let unmatched = 0;
  draft.motifs.forEach(({ name }, motif) => {
    const [heads, tails] = [counts.get(2 * motif) ?? 0, counts.get(2 * motif + 1) ?? 0];
    const over = draft.signed ? Math.abs(heads - tails) : heads % 2;
    unmatched += over;
    if (!over || over <= empty) return;
    const wrong = over === 1 ? "one of them is wrong" : "some of them are wrong";
    if (!draft.signed) {
      if (draft.framed) found.push(check("error", `${name} occurs ${plural(heads, "time", "times")}, an odd number: one of them is wrong`));
    } else if (draft.framed) found.push(check("error", `${name} heads ${heads}, ${name} tails ${tails}: ${wrong}`));
    else {
      const outside = `${over === 1 ? "one is" : `${over} are`} on the outside`;
      found.push(check("note", `${name} heads ${heads}, ${name} tails ${tails}: ${outside}, or ${wrong}`));
    }
  });
  if (!draft.framed && unmatched - empty > places) {
    found.push(check("error",
      `${unmatched} sides have nothing to face, but only ${places} can be on the outside: some of them are wrong`));
  }
  return found;
}

/**
 * Squares that are not turned: east sides face west sides, south sides north sides.
 * @param {Draft} draft
 */
function fixedChecks(draft) {
  /** @type {DraftCheck[]} */
  const found = [];
  for (const [side, facing, room] of [[1, 3, draft.rows], [2, 0, draft.columns]]) {
    const places = draft.framed ? 0 : room;
    /** @type {Map<number, number>} */
    const balance = new Map();
    let empty = 0;
    for (const square of draft.squares) {
      for (const [at, by] of [[side, 1], [facing, -1]]) {
        const shown = square[at];
        if (shown === null) empty += 1;
        else if (shown !== RIM_SIDE) {
          const wanted = draft.signed && by < 0 ? shown ^ 1 : shown;
          balance.set(wanted, (balance.get(wanted) ?? 0) + by);
        }
      }
    }
    const over = [...balance.values()].reduce((sum, count) => sum + Math.max(0, count), 0);
    const under = [...balance.values()].reduce((sum, count) => sum + Math.max(0, -count), 0);
    const worst = Math.max(over, under);
    if (worst - empty <= places) continue;
    const [one, other] = over >= under ? [side, facing] : [facing, side];
    found.push(check("error",
      `${worst} ${SIDE_NAMES[one]} sides have no ${SIDE_NAMES[other]} side to face, but only ${places} can be on the outside`));
  }
  return found;
}

/**
 * Corner, border and inner squares against the room for them.
 * @param {Draft} draft
 */
function rimChecks({ rows, columns, turnable, squares }) {
  const pattern = turnable ? leastTurn : (/** @type {string} */ text) => text;
  /** @type {Map<string, number>} */
  const room = new Map();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const onRim = [row === 0, column === columns - 1, row === rows - 1, column === 0];
      const key = pattern(onRim.map(Number).join(""));
      room.set(key, (room.get(key) ?? 0) + 1);
    }
  }
  /** @type {Map<string, number[]>} */
  const offered = new Map();
  squares.forEach((square, at) => {
    if (square.includes(null)) return;
    const key = pattern(square.map((side) => Number(side === RIM_SIDE)).join(""));
    offered.set(key, [...(offered.get(key) ?? []), at]);
  });
  /** @type {DraftCheck[]} */
  const found = [];
  for (const [key, members] of offered) {
    const places = room.get(key) ?? 0;
    if (members.length <= places) continue;
    if (!places) {
      for (const at of members) found.push(check("error", `square ${at + 1} has ${sidesWords(key)}, which fits nowhere`, at));
    } else {
      const names = turnable ? RIM_KINDS[key] : `squares with ${sidesWords(key)}`;
      found.push(check("error", `${members.length} ${names}, but the board has room for ${places}`, members.at(-1)));
    }
  }
  return found;
}

/** @param {string} key */
function sidesWords(key) {
  const sides = SIDE_NAMES.filter((_, side) => key[side] === "1").length;
  const isOpposite = key === "0101" || key === "1010";
  return sides === 0 ? "no rim side" : `the rim on ${plural(sides, "side", isOpposite ? "opposite sides" : "sides")}`;
}

/** @param {string} text */
const leastTurn = (text) => [0, 1, 2, 3].map((turn) => text.slice(turn) + text.slice(0, turn)).sort()[0];

/** @param {Draft} draft */
function equalChecks({ squares, turnable }) {
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  squares.forEach((square, at) => {
    if (square.includes(null)) return;
    const key = turnable ? turnsOf(square).sort()[0] : String(square);
    groups.set(key, [...(groups.get(key) ?? []), at]);
  });
  return [...groups.values()].filter((group) => group.length > 1).map((group) => {
    const numbers = group.map((at) => at + 1);
    return check("note", `squares ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)} are equal`, group[1]);
  });
}

/** @param {DraftSide[]} square */
const turnsOf = (square) => [0, 1, 2, 3].map((turn) => String([...square.slice(turn), ...square.slice(0, turn)]));
