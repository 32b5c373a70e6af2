// Files and folders from outside, as requests to read them.

/** @import { ReadRequest } from "./types.js" */
/** @import { DroppedItem } from "./drop.js" */

import { toBase64 } from "./state/bits.js";
import { readTogether, zipOf } from "./state/zip.js";

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_FILES = 2000;

/** @typedef {{ path: string, file: File }} GivenFile */
/** @typedef {{ name: string, request: () => Promise<ReadRequest> }} Readable */

/**
 * What a file input has; of a folder, the files know their paths.
 * @param {Iterable<File>} files
 * @returns {Readable[]}
 */
export function readables(files) {
  return sorted([...files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/**
 * What was dropped, with all that is in folders.
 * @param {DroppedItem[]} dropped
 * @returns {Promise<Readable[]>}
 */
export async function droppedReadables(dropped) {
  /** @type {GivenFile[]} */
  const found = [];
  for (const { entry, file } of dropped) {
    if (entry?.isDirectory) await collect(entry, found);
    else if (file) found.push({ path: file.name, file });
  }
  return sorted(found);
}

/**
 * @param {FileSystemEntry} entry
 * @param {GivenFile[]} found
 */
async function collect(entry, found) {
  if (found.length >= MOST_FILES) throw new Error(`the folder has more than ${MOST_FILES} files, the most that can be opened`);
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.isDirectory) {
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    for (;;) { // a part of the folder at a time
      const some = await new Promise(reader.readEntries.bind(reader));
      if (!some.length) return;
      for (const each of some) await collect(each, found);
    }
  }
  found.push({ path, file: await new Promise((done, fail) => /** @type {FileSystemFileEntry} */ (entry).file(done, fail)) });
}

/**
 * @param {GivenFile[]} files
 * @returns {Readable[]}
 */
function sorted(files) {
  return readTogether(files).map(({ name, files: together, isFolder }) => ({
    name, request: () => (isFolder ? folderRequest(name, together) : fileRequest(together[0].file)),
  }));
}

/**
 * @param {string} name
 * @param {GivenFile[]} files
 * @returns {Promise<ReadRequest>}
 */
async function folderRequest(name, files) {
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  if (size > MOST_BYTES) throw new Error(`${name}: larger than 16 MB, the most that can be opened`);
  const contents = await Promise.all(files.map(async ({ path, file }) => ({ path, bytes: await bytesOf(file) })));
  return { name: `${name.split("/").at(-1)}.zip`.slice(-200), base64: toBase64(zipOf(contents)) };
}

/**
 * @param {File} file
 * @returns {Promise<ReadRequest>}
 */
async function fileRequest(file) {
  if (file.size > MOST_BYTES) throw new Error(`${file.name}: larger than 16 MB, the most that can be opened`);
  return { name: file.name.slice(0, 200), base64: toBase64(await bytesOf(file)) };
}

/** @param {File} file */
async function bytesOf(file) {
  return new Uint8Array(await file.arrayBuffer());
}
