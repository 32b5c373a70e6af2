// The state of the page as the part of its address after "#": the puzzle and the board.
// docs/formats.md has the bytes; formats/studio_links.py reads and writes the same.

/** @import { Cells, Placement, Puzzle, StudioLink } from "../types.js" */

import { BitReader, BitWriter, fromBase64url, toBase64url } from "./bits.js";
import { crc32 } from "./crc32.js";
import { isBare } from "./play.js";

const VERSION = 1;
const DEFLATED = 0x80;
const MOST_BYTES = 1 << 18; // more than 1024 pieces and 257 names of 200 characters need
const MOST_NAMES = 256;
const DAMAGED = "it is damaged (a part of it is missing or changed)";

const utf8 = new TextEncoder();

/**
 * The part of a link after "#".
 * @param {{ puzzle: Puzzle, facts: { fingerprint: string, known_as: string } }} view
 * @param {Cells} cells
 */
export async function encodeLink({ puzzle, facts }, cells) {
  const name = facts.known_as;
  const board = isBare(puzzle, cells) ? null : cells;
  if (!name) return `packed=${await seal("", packPuzzle(puzzle, board))}`;
  const field = `puzzle=${encodeURIComponent(name).replace(/%3A/g, ":").replace(/%3D/g, "=")}`;
  return board ? `${field}&board=${await seal(name, packBoard(puzzle, facts.fingerprint, board))}` : field;
}

/**
 * What a link says; an error of one line for what is not a link of the studio.
 * @param {string} text a link, or the part of it after "#"
 * @returns {Promise<StudioLink>}
 */
export async function decodeLink(text) {
  const fields = /^(?:[^#]*#)?(?:packed=(?<packed>[^&]*)|puzzle=(?<name>[^&]+)(?:&board=(?<board>[^&]*))?)$/.exec(text.trim());
  if (!fields?.groups) throw new Error("not a link of the studio");
  const { packed, name, board } = fields.groups;
  const plain = name === undefined ? "" : decoded(name);
  if (name !== undefined && board === undefined) return { name: plain, fingerprint: "", puzzle: null, cells: null };
  const body = await unseal(plain, packed ?? board);
  try {
    return plain ? { name: plain, ...unpackBoard(body) } : { name: "", ...unpackPuzzle(body) };
  } catch {
    throw new Error(DAMAGED);
  }
}

/** @param {number} count how many numbers, from 0, must have room */
const bitsFor = (count) => 32 - Math.clz32(count - 1);

/**
 * @param {Puzzle} puzzle
 * @param {Cells | null} board
 */
function packPuzzle(puzzle, board) {
  const { rows, columns, pieces, hints = [], mates = [] } = puzzle;
  const bits = new BitWriter();
  bits.put(rows - 1, 5);
  bits.put(columns - 1, 5);
  for (const fact of [false, board, puzzle.framed !== false, puzzle.turnable !== false, mates.length]) {
    bits.put(fact ? 1 : 0, 1);
  }
  const colors = pieces.flat();
  const width = Math.max(1, bitsFor(Math.max(mates.length, ...colors.map((color) => color + 1))));
  bits.put(width - 1, 3);
  if (mates.length) bits.put(mates.length - 1, 8);
  for (const color of [...mates, ...colors]) bits.put(color, width);
  const wide = bitsFor(rows * columns);
  bits.put(hints.length, 11);
  for (const [cell, piece, turn] of hints) {
    bits.put(cell, wide);
    bits.put(piece, wide);
    bits.put(turn, 2);
  }
  if (board) putBoard(bits, board);
  const names = [puzzle.name ?? "", ...(puzzle.color_names ?? []).slice(0, MOST_NAMES)];
  return joined(bits.bytes(), utf8.encode(names.join("\n")));
}

/** @param {Uint8Array} body */
function unpackPuzzle(body) {
  const bits = new BitReader(body);
  const [rows, columns, isNamed, hasBoard] = takeHead(bits);
  if (isNamed) throw new Error(DAMAGED);
  const framed = bits.take(1) === 1;
  const turnable = bits.take(1) === 1;
  const isSigned = bits.take(1) === 1;
  const width = bits.take(3) + 1;
  const mates = isSigned ? numbers(bits, bits.take(8) + 1, width) : [];
  const wide = bitsFor(rows * columns);
  const pieces = Array.from({ length: rows * columns }, () => numbers(bits, 4, width));
  /** @type {Placement[]} */
  const hints = Array.from({ length: bits.take(11) }, () => [bits.take(wide), bits.take(wide), bits.take(2)]);
  const cells = hasBoard ? takeBoard(bits, rows * columns) : null;
  const [name, ...colorNames] = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bits.rest()).split("\n");
  /** @type {Puzzle} */
  const puzzle = { name, rows, columns, framed, turnable, pieces };
  if (mates.length) puzzle.mates = mates;
  if (colorNames.length) puzzle.color_names = colorNames;
  if (hints.length) puzzle.hints = hints;
  return { fingerprint: "", puzzle, cells };
}

/**
 * @param {Puzzle} puzzle
 * @param {string} fingerprint
 * @param {Cells} board
 */
function packBoard({ rows, columns }, fingerprint, board) {
  const bits = new BitWriter();
  bits.put(rows - 1, 5);
  bits.put(columns - 1, 5);
  bits.put(0b11, 2);
  bits.put(Number.parseInt(fingerprint.slice(0, 8), 16), 32);
  putBoard(bits, board);
  return bits.bytes();
}

/** @param {Uint8Array} body */
function unpackBoard(body) {
  const bits = new BitReader(body);
  const [rows, columns, isNamed, hasBoard] = takeHead(bits);
  const fingerprint = bits.take(32).toString(16).padStart(8, "0");
  const cells = hasBoard ? takeBoard(bits, rows * columns) : null;
  if (!isNamed || bits.rest().length) throw new Error(DAMAGED);
  return { fingerprint, puzzle: null, cells };
}

/** @param {BitReader} bits */
function takeHead(bits) {
  return [bits.take(5) + 1, bits.take(5) + 1, bits.take(1), bits.take(1)];
}

/**
 * @param {BitWriter} bits
 * @param {Cells} board
 */
function putBoard(bits, board) {
  const wide = bitsFor(board.length);
  for (const value of board) {
    bits.put(value < 0 ? 0 : 1, 1);
    if (value >= 0) bits.put(value, wide + 2); // piece × 4 + turn
  }
}

/**
 * @param {BitReader} bits
 * @param {number} count
 * @returns {Cells}
 */
function takeBoard(bits, count) {
  const wide = bitsFor(count);
  const cells = Array.from({ length: count }, () => (bits.take(1) ? bits.take(wide + 2) : -1));
  if (cells.some((value) => value >= 4 * count)) throw new Error(DAMAGED);
  return cells;
}

/**
 * @param {BitReader} bits
 * @param {number} count
 * @param {number} width
 */
function numbers(bits, count, width) {
  return Array.from({ length: count }, () => bits.take(width));
}

/**
 * A body with its version and checksum as text, compressed where that is shorter.
 * @param {string} name of the puzzle, where it is not in the body
 * @param {Uint8Array} body
 */
async function seal(name, body) {
  const small = await compressed(body);
  const isSmaller = small !== null && small.length < body.length;
  const data = joined(Uint8Array.of(isSmaller ? VERSION | DEFLATED : VERSION), isSmaller ? small : body);
  const sum = new BitWriter();
  sum.put(crc32(utf8.encode(name), data), 32);
  return toBase64url(joined(data, sum.bytes()));
}

/**
 * @param {string} name
 * @param {string} text
 */
async function unseal(name, text) {
  const data = fromBase64url(text);
  if (!data || data.length < 7) throw new Error(DAMAGED);
  if ((data[0] & ~DEFLATED) !== VERSION) throw new Error("it is damaged, or of a later version of edgematch");
  const end = data.length - 4;
  if (crc32(utf8.encode(name), data.subarray(0, end)) !== new BitReader(data.subarray(end)).take(32)) {
    throw new Error(DAMAGED);
  }
  const body = data.subarray(1, end);
  return data[0] & DEFLATED ? decompressed(body) : body;
}

/**
 * @param {Uint8Array} body
 * @returns {Promise<Uint8Array | null>} null where the browser cannot do it
 */
async function compressed(body) {
  if (typeof CompressionStream === "undefined") return null;
  return collected(streamOf(body).pipeThrough(new CompressionStream("deflate-raw")), Infinity);
}

/** @param {Uint8Array} body */
async function decompressed(body) {
  if (typeof DecompressionStream === "undefined") throw new Error("this browser cannot unpack the link");
  try {
    return await collected(streamOf(body).pipeThrough(new DecompressionStream("deflate-raw")), MOST_BYTES);
  } catch {
    throw new Error(DAMAGED);
  }
}

/**
 * @param {Uint8Array} bytes
 * @returns {ReadableStream<any>}
 */
function streamOf(bytes) {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

/**
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} most a short link may unpack to gigabytes
 */
async function collected(stream, most) {
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(...parts);
    parts.push(value);
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error(DAMAGED);
    }
  }
}

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {string} name */
function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    throw new Error(DAMAGED);
  }
}
