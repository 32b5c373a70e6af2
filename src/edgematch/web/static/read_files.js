// Reads files, folders and texts from elsewhere: dropped, pasted, or picked in the dialog.

/** @import { PuzzleView, ReadRequest } from "./types.js" */
/** @import { Given } from "./drop.js" */
/** @import { Readable } from "./dropped_files.js" */

import { post, Refused } from "./api.js";
import { droppedReadables } from "./dropped_files.js";
import { readBoards } from "./gallery/read.js";
import { messageOf, notify } from "./state/messages.js";
import { MOST_RECENT } from "./state/recent.js";
import { update } from "./state/store.js";
import { storePuzzle } from "./storage.js";

/** @typedef {(view: PuzzleView) => void} Take */

/**
 * Read something. What is refused can be tried again with more details.
 * @param {ReadRequest} request
 * @param {() => object} details that the file leaves open
 * @param {Take} take
 * @returns {Promise<boolean>} whether it was read
 */
export async function read(request, details, take) {
  update({ refused: null, unread: [] });
  try {
    await readOne({ ...request, ...details() }, take);
    return true;
  } catch (error) {
    update({ refused: { request, reason: messageOf(error) } });
    return false;
  }
}

/**
 * Read a puzzle or a board; several boards go into the gallery.
 * @param {ReadRequest} request
 * @param {Take} take
 */
async function readOne(request, take) {
  try {
    take(await post("/api/read", request));
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "several_boards") throw error;
    await readBoards(request);
  }
}

/**
 * Read several files: the first that can be read is opened, the others are kept among the recent puzzles,
 * and those that cannot be read are listed.
 * @param {Readable[]} files
 * @param {Take} take
 * @returns {Promise<boolean>} whether all of them were read
 */
export async function readSeveral(files, take) {
  /** @type {PuzzleView[]} */
  const views = [];
  const unread = [];
  update({ refused: null, unread: [] });
  notify(`Reading ${files.length} files …`, false);
  for (const { name, request } of files) {
    try {
      if (views.length >= MOST_RECENT) throw new Error(`no more than ${MOST_RECENT} puzzles can be kept; open it by itself`);
      const view = await post("/api/read", await request());
      if (views.length && !storePuzzle(view)) throw new Error("there is no room to keep it; open it by itself");
      views.push(view);
    } catch (error) {
      unread.push({ name, reason: withoutName(messageOf(error), name) });
    }
  }
  if (views.length) {
    take(views[0]);
    const others = views.length > 1 ? "; the first is open, the others are in New puzzle, Recent" : "";
    notify(`${views.length} of ${files.length} files were read${others}.`, false);
  }
  update({ unread });
  return !unread.length;
}

/**
 * A reason that does not begin with the name of the file, which the list has already.
 * @param {string} reason
 * @param {string} path
 */
function withoutName(reason, path) {
  const name = path.split("/").at(-1) ?? "";
  return reason.startsWith(name) ? reason.slice(name.length).replace(/^(\.zip)?:\s*/, "") : reason;
}

/**
 * The pictures that were dropped, if there is nothing else: photographs of pieces, not a folder of tiles.
 * @param {Given} given
 * @returns {File[]}
 */
export function picturesIn({ files }) {
  const pictures = files.flatMap(({ file }) => (file && /^image\/(?!svg)|\.hei[cf]$/i.test(file.type || file.name) ? [file] : []));
  return pictures.length === files.length ? pictures : [];
}

/**
 * Read what was dropped or pasted.
 * @param {Given} given
 * @param {Take} take
 * @returns {Promise<boolean>} whether all of it was read
 */
export async function readGiven({ text, files: given }, take) {
  const files = await droppedReadables(given);
  if (files.length > 1) return readSeveral(files, take);
  if (files.length) return read(await files[0].request(), () => ({}), take);
  return !text || read({ text }, () => ({}), take);
}
