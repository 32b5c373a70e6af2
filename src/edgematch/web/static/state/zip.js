// Files of a folder as one zip file, not compressed: that is how a folder of tiles is sent to the server.

/** @typedef {{ path: string, bytes: Uint8Array }} FileInFolder */

import { crc32 } from "./crc32.js";

const VERSION = 20; // of the format: 2.0
const UTF8_NAMES = 0x0800;
const FIRST_DATE = 0x0021; // 1 January 1980: the files have no date

/**
 * @param {FileInFolder[]} files
 * @returns {Uint8Array}
 */
export function zipOf(files) {
  const entries = files.map(({ path, bytes }) => ({ name: new TextEncoder().encode(path), bytes, sum: crc32(bytes), at: 0 }));
  const size = entries.reduce((total, { name, bytes }) => total + 30 + 46 + 2 * name.length + bytes.length, 22);
  const whole = new Uint8Array(size);
  const out = new DataView(whole.buffer);
  let at = 0;
  /** @param {[value: number, width: 2 | 4][]} numbers the lowest byte first */
  const put = (...numbers) => {
    for (const [value, width] of numbers) {
      if (width === 2) out.setUint16(at, value, true);
      else out.setUint32(at, value, true);
      at += width;
    }
  };
  /** @param {Uint8Array} bytes */
  const copy = (bytes) => {
    whole.set(bytes, at);
    at += bytes.length;
  };
  /** @param {typeof entries[number]} entry @returns {[number, 2 | 4][]} */
  const facts = ({ name, bytes, sum }) => [
    [VERSION, 2], [UTF8_NAMES, 2], [0, 2], [0, 2], [FIRST_DATE, 2], [sum, 4], [bytes.length, 4], [bytes.length, 4], [name.length, 2], [0, 2],
  ];
  for (const entry of entries) {
    entry.at = at;
    put([0x04034b50, 4], ...facts(entry));
    copy(entry.name);
    copy(entry.bytes);
  }
  const directory = at;
  for (const entry of entries) {
    put([0x02014b50, 4], [VERSION, 2], ...facts(entry), [0, 2], [0, 2], [0, 2], [0, 4], [entry.at, 4]);
    copy(entry.name);
  }
  put([0x06054b50, 4], [0, 2], [0, 2], [entries.length, 2], [entries.length, 2], [at - directory, 4], [directory, 4], [0, 2]);
  return whole;
}

/**
 * Files sorted into what is read together: a folder of tiles with its pictures, and every other file by itself.
 * @template {{ path: string }} T
 * @param {T[]} files
 * @returns {{ name: string, files: T[], isFolder: boolean }[]}
 */
export function readTogether(files) {
  const seen = files.filter(({ path }) => !/(^|\/)\./.test(path)); // not what systems hide in folders
  const folders = new Map(seen.filter(({ path }) => /(^|\/)tile_dict\.yaml$/.test(path))
    .map((file) => [folderOf(file.path), /** @type {T[]} */ ([])]));
  /** @type {{ name: string, files: T[], isFolder: boolean }[]} */
  const others = [];
  for (const file of seen) {
    const folder = file.path.includes("/") ? folders.get(folderOf(file.path)) : undefined;
    if (folder) folder.push(file);
    else others.push({ name: file.path, files: [file], isFolder: false });
  }
  return [...[...folders].filter(([, inside]) => inside.length).map(([name, inside]) => ({
    name, files: inside.filter(({ path }) => /\/(tile_dict\.yaml|[1-9][0-9]*\.png)$/.test(path)), isFolder: true,
  })), ...others];
}

/** @param {string} path */
function folderOf(path) {
  return path.split("/").slice(0, -1).join("/");
}
