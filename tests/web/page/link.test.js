// Links of the studio: what is written is read back, and nothing damaged is.

import assert from "node:assert/strict";
import { test } from "node:test";

import { BitReader, BitWriter, fromBase64url, toBase64url } from "../../../src/edgematch/web/static/state/bits.js";
import { crc32 } from "../../../src/edgematch/web/static/state/crc32.js";
import { decodeLink, encodeLink } from "../../../src/edgematch/web/static/state/link.js";
import { isBare } from "../../../src/edgematch/web/static/state/play.js";

/** Random numbers that are the same in every run. */
function draws(seed) {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A puzzle of any kind and a board of it, with what a link leaves out where it is empty. */
function randomState(seed) {
  const draw = draws(seed);
  const [rows, columns] = [1 + draw(6), 1 + draw(6)];
  const count = rows * columns;
  const colors = [2, 3, 9, 58, 256][draw(5)];
  const puzzle = {
    name: ["", "tiny", "Käfer 🐞", "../x"][draw(4)], rows, columns, framed: draw(2) === 1, turnable: draw(2) === 1,
    pieces: Array.from({ length: count }, () => [0, 1, 2, 3].map(() => draw(colors))),
  };
  if (draw(2)) puzzle.mates = Array.from({ length: 2 * Math.ceil(colors / 2) }, (_, color) => color ^ 1);
  if (draw(2)) puzzle.color_names = Array.from({ length: draw(5) + 1 }, (_, color) => `color ${color}`);
  if (draw(2)) puzzle.hints = [[draw(count), draw(count), draw(4)]];
  const cells = Array.from({ length: count }, () => (draw(3) ? draw(4 * count) : -1));
  return { view: { puzzle, facts: { fingerprint: "0123456789abcdef", known_as: "" } }, cells };
}

test("numbers of any width come back, and so do bytes as text", () => {
  const bits = new BitWriter();
  const numbers = [[1, 1], [0, 0], [5, 3], [2 ** 32 - 1, 32], [1023, 10], [0, 7]];
  for (const [number, width] of numbers) bits.put(number, width);
  const reader = new BitReader(bits.bytes());
  assert.deepEqual(numbers.map(([, width]) => reader.take(width)), numbers.map(([number]) => number));
  assert.throws(() => reader.take(8));
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (let end = 0; end < 256; end++) assert.deepEqual(fromBase64url(toBase64url(bytes.slice(0, end))), bytes.slice(0, end));
  assert.equal(fromBase64url("AB"), null); // the last bits are not 0
  assert.equal(crc32(new TextEncoder().encode("1234"), new TextEncoder().encode("56789")), 0xcbf43926);
});

test("a puzzle of any kind comes back with its board", async () => {
  for (let seed = 0; seed < 400; seed++) {
    const { view, cells } = randomState(seed);
    const back = await decodeLink(`http://127.0.0.1:8130/#${await encodeLink(view, cells)}`);
    assert.deepEqual(back.puzzle, view.puzzle, `seed ${seed}`);
    assert.deepEqual(back.cells, isBare(view.puzzle, cells) ? null : cells);
  }
});

test("a puzzle that the studio knows is named, and its board is of that puzzle", async () => {
  const { view, cells } = randomState(7);
  view.facts.known_as = "two-set:7x7:7:3:seed=5";
  const link = await encodeLink(view, cells);
  assert.match(link, /^puzzle=two-set:7x7:7:3:seed=5&board=/);
  assert.deepEqual(await decodeLink(link), { name: "two-set:7x7:7:3:seed=5", fingerprint: "01234567", puzzle: null, cells });
  assert.equal(await encodeLink(view, cells.map(() => -1)).then((text) => text.includes("board=")), Boolean(view.puzzle.hints));
  await assert.rejects(decodeLink(link.replace("7x7", "7x8")), /damaged/);
  assert.deepEqual(await decodeLink("#puzzle=eternity2"), { name: "eternity2", fingerprint: "", puzzle: null, cells: null });
});

test("a board with nothing but its hints is no board", async () => {
  const { view } = randomState(1);
  view.puzzle.hints = [[0, 0, 1]];
  const cells = new Array(view.puzzle.rows * view.puzzle.columns).fill(-1);
  cells[0] = 1;
  assert.equal((await decodeLink(await encodeLink(view, cells))).cells, null);
  cells[0] = 2;
  assert.deepEqual((await decodeLink(await encodeLink(view, cells))).cells, cells);
});

test("a full board of 16 × 16 with 57 colors has at most 2,000 characters", async () => {
  const draw = draws(3);
  const pieces = Array.from({ length: 256 }, () => [0, 1, 2, 3].map(() => draw(58)));
  const names = Array.from({ length: 58 }, (_, color) => (color ? `motif ${color}` : "rim"));
  const order = Array.from({ length: 256 }, (_, piece) => piece).sort(() => draw(3) - 1);
  const cells = order.map((piece) => piece * 4 + draw(4));
  const puzzle = { name: "my sixteen by sixteen", rows: 16, columns: 16, pieces, color_names: names };
  const link = await encodeLink({ puzzle, facts: { fingerprint: "", known_as: "" } }, cells);
  assert.ok(link.length < 1950, `${link.length} characters`);
});

test("with any bit flipped, any character changed or cut off, a link is refused", async () => {
  for (const seed of [2, 3, 5, 11]) {
    const { view, cells } = randomState(seed);
    if (seed === 5) view.facts.known_as = "clue1";
    const link = await encodeLink(view, cells);
    const start = link.lastIndexOf("=") + 1;
    const data = fromBase64url(link.slice(start));
    for (let bit = 0; bit < 8 * data.length; bit++) {
      const damaged = data.slice();
      damaged[bit >> 3] ^= 1 << (bit & 7);
      await assert.rejects(decodeLink(link.slice(0, start) + toBase64url(damaged)), /damaged/);
    }
    for (let at = start; at < link.length; at++) {
      await assert.rejects(decodeLink(link.slice(0, at)), /damaged/);
      await assert.rejects(decodeLink(`${link.slice(0, at)}*${link.slice(at + 1)}`), /damaged/);
      await assert.rejects(decodeLink(`${link.slice(0, at)}${link[at]}${link.slice(at)}`), /damaged/);
    }
  }
});

test("garbage with a right checksum is refused too", async () => {
  const draw = draws(9);
  for (let round = 0; round < 300; round++) {
    const data = Uint8Array.from({ length: 8 + draw(60) }, () => draw(256));
    data[0] = draw(2) ? 1 : 129;
    const sum = new BitWriter();
    sum.put(crc32(data), 32);
    try {
      const { puzzle } = await decodeLink(`packed=${toBase64url(Uint8Array.from([...data, ...sum.bytes()]))}`);
      assert.equal(puzzle?.pieces.length, puzzle && puzzle.rows * puzzle.columns); // it may happen to be a puzzle
    } catch (error) {
      assert.match(error.message, /damaged/);
    }
  }
  for (const text of ["", "#", "packed=", "#board=AAAA", "puzzle=", "http://x/", "#puzzle=a&board_w=2", "puzzle=%E0%A4%A&board=AA"]) {
    await assert.rejects(decodeLink(text), Error, text);
  }
});

test("a link that unpacks to far too much is given up", async () => {
  const huge = new Blob([new Uint8Array(1 << 22)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const data = Uint8Array.from([129, ...new Uint8Array(await new Response(huge).arrayBuffer())]);
  const sum = new BitWriter();
  sum.put(crc32(data), 32);
  await assert.rejects(decodeLink(`packed=${toBase64url(Uint8Array.from([...data, ...sum.bytes()]))}`), /damaged/);
});
