// What the page answers itself until Python is there: a puzzle of a link or of the editor can be drawn, played and scored.

/** @import { Puzzle } from "../types.js" */

import { looksOf } from "./looks.js";
import { report } from "./quick_referee.js";

const NO_JOBS = { jobs: [], most_mine: 2, most: 2 };

/**
 * @param {string} method
 * @param {string} path
 * @param {string} body
 * @param {(path: string) => Promise<Response>} fixedAnswer
 * @returns {Promise<Response | null>} null for what has to wait for Python
 */
export async function quickAnswer(method, path, body, fixedAnswer) {
  if (path === "/api/jobs" && method === "GET") return Response.json(NO_JOBS);
  if (path === "/api/best") return Response.json({ boards: [] });
  if (path.startsWith("/api/jobs/")) return Response.json({ error: "there is no such job", code: "no_such_job" }, { status: 404 });
  if (path === "/api/check") {
    const { puzzle, board } = JSON.parse(body);
    const check = report(puzzle, board);
    return check && Response.json(check);
  }
  if (path !== "/api/read") return null;
  const { text, ...others } = JSON.parse(body);
  if (typeof text !== "string" || Object.keys(others).length) return null;
  const name = /^#puzzle=(.+)$/.exec(text);
  if (name) {
    const answer = await fixedAnswer(`/api/catalog/${name[1]}`);
    return answer.ok ? answer : null; // a recipe
  }
  const puzzle = puzzleOf(text);
  return puzzle && crypto.subtle ? Response.json(await viewOf(puzzle, await (await fixedAnswer("/api/looks")).json())) : null;
}

/**
 * The puzzle of a record without a board; null if anything about it is in doubt.
 * @param {string} text
 * @returns {Puzzle | null}
 */
export function puzzleOf(text) {
  if (!text.startsWith('{"format":"edgematch","version":1,"puzzle":{')) return null;
  const { puzzle, board } = JSON.parse(text);
  const { rows, columns, pieces, hints = [], framed = true, mates = [] } = puzzle;
  const isWhole = !board && pieces.length === rows * columns
    && pieces.every((/** @type {number[]} */ piece) => piece.length === 4 && piece.every((color) => Number.isInteger(color) && color >= 0 && color < 256));
  if (!isWhole || !hasItsRim(puzzle, framed)) return null;
  const used = new Set(pieces.flat());
  const paired = mates.every((/** @type {number} */ mate, /** @type {number} */ color) => mates[mate] === color && (mate === color || (used.has(mate) && used.has(color))));
  const cells = new Set(hints.map((/** @type {number[]} */ hint) => hint[0]));
  const placed = new Set(hints.map((/** @type {number[]} */ hint) => hint[1]));
  return paired && cells.size === hints.length && placed.size === hints.length ? puzzle : null;
}

/**
 * Whether the numbers of corners and borders are those of the size.
 * @param {Puzzle} puzzle
 * @param {boolean} framed
 */
function hasItsRim({ rows, columns, pieces }, framed) {
  if (!framed) return true;
  const rims = pieces.map((piece) => piece.filter((color) => color === 0).length);
  const count = (/** @type {number} */ wanted) => rims.filter((number) => number === wanted).length;
  return rows > 1 && columns > 1 && count(2) === 4 && count(1) === 2 * (rows + columns - 4) && count(0) === (rows - 2) * (columns - 2);
}

/**
 * @param {Puzzle} given
 * @param {import("./looks.js").LooksTable} table
 */
export async function viewOf(given, table) {
  const { name = "", rows, columns, pieces, framed = true, turnable = true, hints = [] } = given;
  const isSigned = (given.mates ?? []).some((mate, color) => mate !== color);
  const mates = isSigned ? given.mates ?? [] : [];
  const colors = Math.max(...pieces.flat(), mates.length - 1) + 1;
  const names = given.color_names ?? [];
  const nameOf = (/** @type {number} */ color) => names[color] || (framed && color === 0 ? "rim" : String(color));
  const shown = Math.max(...pieces.flat()) + 1;
  const puzzle = {
    name, rows, columns, framed, turnable, ...(isSigned ? { mates } : {}), ...(names.length ? { color_names: names } : {}),
    ...(hints.length ? { hints } : {}), pieces,
  };
  return {
    puzzle,
    board: null, about: {}, notes: [], pictures: {},
    symbols: { ...table.common, colors: looksOf(Array.from({ length: colors }, (_, color) => nameOf(color)), mates, framed, table) },
    facts: {
      name, title: name, fingerprint: await fingerprint({ ...puzzle, mates, hints }), joins: rows * (columns - 1) + (rows - 1) * columns,
      signed: isSigned, color_names: Array.from({ length: shown }, (_, color) => nameOf(color)), no_link: "", known_as: "", findings: [],
    },
  };
}

/**
 * 16 digits that name the puzzle, as `Puzzle.fingerprint` of the library has them.
 * @param {{ rows: number, columns: number, pieces: number[][], hints: number[][], framed: boolean, turnable: boolean, mates: number[] }} puzzle
 */
async function fingerprint({ rows, columns, pieces, hints, framed, turnable, mates }) {
  /** @type {Map<number, number>} */
  const numbers = new Map(framed ? [[0, 0]] : []);
  for (const color of pieces.flat()) if (!numbers.has(color)) numbers.set(color, numbers.size);
  const facts = { // in the order of their names
    columns, framed, hints: [...hints].sort((a, b) => a[0] - b[0]),
    mates: [...numbers.keys()].map((color) => numbers.get(mates[color] ?? color) ?? -1),
    pieces: pieces.map((piece) => piece.map((color) => numbers.get(color))), rows, turnable,
  };
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(facts)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 16);
}
