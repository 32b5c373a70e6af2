// A puzzle that somebody makes square by square: what it holds, and the words for it. Values only, never changed in place.

/** @import { Draft, DraftSide, Motif, SidePlace } from "../types.js" */

export const RIM_SIDE = -1;
export const MOST_ROWS = 32;
export const MOST_MOTIFS = 100;
export const SIDE_NAMES = ["top", "right", "bottom", "left"];

/** @typedef {"halves" | "colors" | "framed" | "tetravex"} DraftKind */
/** @type {Record<DraftKind, { text: string, signed: boolean, framed: boolean, turnable: boolean, motifs: string[] }>} */
export const KINDS = {
  halves: {
    text: "Pictures cut in half (Scramble Squares)", signed: true, framed: false, turnable: true,
    motifs: ["red", "blue", "green", "yellow"],
  },
  colors: {
    text: "Plain colors", signed: false, framed: false, turnable: true,
    motifs: ["red", "blue", "green", "yellow", "orange", "violet"],
  },
  framed: {
    text: "Plain colors with a frame", signed: false, framed: true, turnable: true,
    motifs: ["red", "blue", "green", "yellow", "orange", "violet"],
  },
  tetravex: {
    text: "Tetravex: squares are not turned", signed: false, framed: false, turnable: false,
    motifs: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
  },
};
const MORE_NAMES = ["red", "blue", "green", "yellow", "orange", "violet", "pink", "brown", "white", "black"];

/**
 * @param {DraftKind} [kind]
 * @returns {Draft}
 */
export function newDraft(kind = "halves", rows = 3, columns = 3) {
  const { signed, framed, turnable, motifs } = KINDS[kind];
  const squares = Array.from({ length: rows * columns }, emptySquare);
  return { name: "", rows, columns, signed, framed, turnable, motifs: presetsNamed(motifs), squares };
}

/** @returns {DraftSide[]} */
export const emptySquare = () => [null, null, null, null];

/** @param {DraftSide[]} square */
export const isEmptySquare = (square) => square.every((side) => side === null);

/** @param {Draft} draft */
export const isBlank = (draft) => draft.squares.every(isEmptySquare);

/**
 * The kind of a draft; null for rules that no kind has, such as halves with a frame.
 * @param {Draft} draft
 */
export function kindOf({ signed, framed, turnable }) {
  const kinds = /** @type {DraftKind[]} */ (Object.keys(KINDS));
  return kinds.find((kind) => {
    const rules = KINDS[kind];
    return rules.signed === signed && rules.framed === framed && rules.turnable === turnable;
  }) ?? null;
}

/**
 * @param {string[]} names
 * @returns {Motif[]}
 */
export function motifsNamed(names) {
  /** @type {Motif[]} */
  const motifs = [];
  for (const name of names) motifs.push({ name, letter: letterFor(name, motifs) });
  return motifs;
}

/**
 * Motifs that make way for letters of the user's own.
 * @param {string[]} names
 * @returns {Motif[]}
 */
export const presetsNamed = (names) => motifsNamed(names).map((motif) => ({ ...motif, isPreset: true }));

/**
 * The key that stands for a motif: a letter of its name that no other motif has, or else the next free one.
 * @param {string} name
 * @param {Motif[]} others
 * @returns {string} empty if all are taken
 */
export function letterFor(name, others) {
  const taken = new Set(others.map(({ letter }) => letter));
  const letters = [...name.toLowerCase(), ..."abcdefghijklmnopqrstuvwxyz"];
  return letters.find((letter) => isLetter(letter) && !taken.has(letter)) ?? "";
}

/** @param {string} text */
const isLetter = (text) => /^[\p{L}\p{N}]$/u.test(text) && text.toLowerCase().length === 1;

/**
 * A name for one more motif.
 * @param {Motif[]} motifs
 */
export function nextName(motifs) {
  const taken = new Set(motifs.map(({ name }) => name));
  return MORE_NAMES.find((name) => !taken.has(name)) ?? `motif ${motifs.length + 1}`;
}

/**
 * Motifs one of which was chosen by its name or picture: it stays.
 * @param {Motif[]} motifs
 * @param {number} chosen
 */
export function withChosen(motifs, chosen) {
  if (!motifs[chosen]?.isPreset) return motifs;
  return motifs.map((motif, each) => each === chosen ? { name: motif.name, letter: motif.letter } : motif);
}

/**
 * A draft without presets: those that no side shows are gone, those that were typed are called by their letters.
 * @param {Draft} draft
 * @returns {Pick<Draft, "motifs" | "squares">}
 */
function withoutPresets({ motifs, squares }) {
  if (!motifs.some(({ isPreset }) => isPreset)) return { motifs, squares };
  const shown = new Set(squares.flat().map((side) => side === null ? -1 : side >> 1));
  const names = new Set(motifs.map(({ name }) => name));
  /** @type {Motif[]} */
  const kept = [];
  const places = motifs.map(({ name, letter, isPreset }, motif) => {
    if (isPreset && !shown.has(motif)) return -1;
    return kept.push({ name: isPreset && !names.has(letter) ? letter : name, letter }) - 1;
  });
  const moved = squares.map((sides) => sides.map((side) => side === null || side === RIM_SIDE ? side : 2 * places[side >> 1] + (side % 2)));
  return { motifs: kept, squares: moved };
}

/**
 * The side that a key stands for. A letter that no motif has makes a new motif, and the presets make way for it.
 * @param {Draft} draft
 * @param {string} key
 * @returns {{ side: number, motifs: Motif[], squares: DraftSide[][] } | null} null if it stands for none
 */
export function sideOfKey(draft, key) {
  const { signed, framed, motifs, squares } = draft;
  if (framed && (key === "-" || (key === "0" && !motifs.some(({ letter }) => letter === "0")))) {
    return { side: RIM_SIDE, motifs, squares };
  }
  if (!isLetter(key)) return null;
  const letter = key.toLowerCase();
  if (signed && letter === letter.toUpperCase()) return null; // a digit does not say which half
  const half = signed && key === letter ? 1 : 0;
  const known = motifs.findIndex((motif) => motif.letter === letter);
  if (known >= 0) return { side: 2 * known + half, motifs, squares };
  const own = withoutPresets(draft);
  if (own.motifs.length >= MOST_MOTIFS) return null;
  const name = own.motifs.some((motif) => motif.name === letter) ? nextName(own.motifs) : letter;
  return { side: 2 * own.motifs.length + half, motifs: [...own.motifs, { name, letter }], squares: own.squares };
}

/**
 * How a side is typed: R for the head of red, r for its tail.
 * @param {Draft} draft
 * @param {DraftSide} side
 */
export function keyOfSide({ signed, motifs }, side) {
  if (side === null) return "";
  if (side === RIM_SIDE) return "-";
  const letter = motifs[side >> 1].letter;
  return signed && side % 2 ? letter : letter.toUpperCase();
}

/**
 * A side in words, such as "red head".
 * @param {Draft} draft
 * @param {DraftSide} side
 */
export function sideWords({ signed, motifs }, side) {
  if (side === null) return "empty";
  if (side === RIM_SIDE) return "rim";
  return motifs[side >> 1].name + (signed ? [" head", " tail"][side % 2] : "");
}

/**
 * Where a side is and what it shows, for screen readers.
 * @param {Draft} draft
 * @param {SidePlace} place
 */
export function placeWords(draft, { square, side }) {
  return `square ${square + 1}, ${SIDE_NAMES[side]}: ${sideWords(draft, draft.squares[square][side])}`;
}

/**
 * The first side that differs between two drafts of one size; null if none does.
 * @param {Draft} before
 * @param {Draft} after
 * @returns {SidePlace | null}
 */
export function changedSide(before, after) {
  if (before.squares.length !== after.squares.length) return null;
  const square = after.squares.findIndex((sides, at) => String(sides) !== String(before.squares[at]));
  if (square < 0) return null;
  return { square, side: after.squares[square].findIndex((side, at) => side !== before.squares[square][at]) };
}

/**
 * How often each side occurs.
 * @param {Draft} draft
 * @returns {Map<number, number>}
 */
export function countsOf({ squares }) {
  const counts = new Map();
  for (const side of squares.flat()) {
    if (side !== null) counts.set(side, (counts.get(side) ?? 0) + 1);
  }
  return counts;
}

/**
 * The first empty side, in the order in which sides are entered.
 * @param {Draft} draft
 * @returns {SidePlace | null}
 */
export function firstEmpty({ squares }) {
  const square = squares.findIndex((sides) => sides.includes(null));
  return square < 0 ? null : { square, side: squares[square].indexOf(null) };
}

/**
 * Whether something that was stored is a draft that can be shown.
 * @param {any} value
 * @returns {value is Draft}
 */
export function isDraft(value) {
  const { name, rows, columns, signed, framed, turnable, motifs, squares } = value ?? {};
  const isSide = (/** @type {unknown} */ side) => side === null || (framed && side === RIM_SIDE)
    || (Number.isInteger(side) && Number(side) >= 0 && Number(side) < 2 * motifs.length && (signed || Number(side) % 2 === 0));
  return typeof name === "string" && [signed, framed, turnable].every((rule) => typeof rule === "boolean")
    && [rows, columns].every((count) => Number.isInteger(count) && count >= 1 && count <= MOST_ROWS)
    && Array.isArray(motifs) && motifs.length > 0 && motifs.length <= MOST_MOTIFS
    && motifs.every((motif) => typeof motif?.name === "string" && typeof motif?.letter === "string")
    && Array.isArray(squares) && squares.length === rows * columns
    && squares.every((square) => Array.isArray(square) && square.length === 4 && square.every(isSide));
}
