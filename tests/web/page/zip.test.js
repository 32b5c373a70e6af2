// Folders as zip files, and which files are read together.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readTogether, zipOf } from "../../../src/edgematch/web/static/state/zip.js";

test("a zip file has its files, stored, and their directory", () => {
  const bytes = new TextEncoder().encode("1: [[red, +]]");
  const zip = zipOf([{ path: "bugs/tile_dict.yaml", bytes }, { path: "käfer.png", bytes: Uint8Array.of() }]);
  const view = new DataView(zip.buffer);
  const end = zip.length - 22;
  assert.equal(view.getUint32(end, true), 0x06054b50);
  assert.equal(view.getUint16(end + 10, true), 2);
  const directory = view.getUint32(end + 16, true);
  assert.equal(directory + view.getUint32(end + 12, true), end);
  assert.equal(view.getUint32(directory, true), 0x02014b50);
  assert.deepEqual(zip.slice(30 + 19, 30 + 19 + bytes.length), bytes);
});

test("a folder of tiles is read with its pictures, every other file by itself", () => {
  const files = ["b/a.txt", "b/.DS_Store", "bugs/input/tile_dict.yaml", "bugs/input/1.png", "bugs/input/notes.txt", "bugs/9.png", "c.json"]
    .map((path) => ({ path }));
  const groups = readTogether(files).map(({ name, files: inside, isFolder }) => [name, inside.map(({ path }) => path), isFolder]);
  assert.deepEqual(groups, [
    ["bugs/input", ["bugs/input/tile_dict.yaml", "bugs/input/1.png"], true],
    ["b/a.txt", ["b/a.txt"], false],
    ["bugs/9.png", ["bugs/9.png"], false],
    ["c.json", ["c.json"], false],
  ]);
  assert.deepEqual(readTogether([{ path: "tile_dict.yaml" }]).map(({ isFolder }) => isFolder), [false]);
});
