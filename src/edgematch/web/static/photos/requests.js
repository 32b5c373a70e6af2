// What the studio is asked about photographs: squares, pieces, groups, proof-reading, the puzzle.

/** @import { PhotoPiece, PhotoSheet, ProofReading, PuzzleView } from "../types.js" */

import { get, newestPost, post } from "../api.js";
import { toBase64 } from "../state/bits.js";
import { messageOf } from "../state/messages.js";
import { addPhoto, boardSize, change, missingWords, pictureKey, takeProposal } from "../state/photos.js";
import { state } from "../state/store.js";

const MEGABYTE = 2 ** 20;
const MOST_TABLES = 3; // more photographs than these have one piece each, as on the command line
const askProofReading = newestPost("/api/photos/proof-reading");

/** What photographs need, and how many are taken. */
export async function fetchLimits() {
  if (!state.photos.limits) change({ limits: await get("/api/photos") });
}

/**
 * Find the squares in photographs, one after the other. What cannot be read is said.
 * @param {File[]} files
 */
export async function addFiles(files) {
  await fetchLimits();
  const { limits } = state.photos;
  if (!limits || limits.needs.length || state.photos.busy) return;
  const refused = [];
  for (const [at, file] of files.entries()) {
    const count = files.length > 1 ? ` (${at + 1} of ${files.length})` : "";
    change({ busy: `Looking for squares in ${file.name}${count} …` });
    try {
      if (file.size > limits.most_bytes) throw new Error(`${file.name}: larger than ${limits.most_bytes / MEGABYTE} MB`);
      if (state.photos.sheet.photos.length >= limits.most_photos) throw new Error(`${file.name}: more than ${limits.most_photos} photographs`);
      await addFile(file, files.length > MOST_TABLES);
    } catch (error) {
      refused.push(messageOf(error));
    }
  }
  change({ busy: "", line: refused.join("; ") });
}

/**
 * @param {File} file
 * @param {boolean} isOne whether it shows one piece
 */
async function addFile(file, isOne) {
  const name = file.name.slice(0, 200) || "photograph";
  const { width, height, squares } = await post("/api/photos/squares", { name, base64: await base64Of(file), is_one: isOne });
  addPhoto({ id: newId(), name, file, width, height }, squares);
}

/** Also where `crypto.randomUUID` is missing: on a page of another machine without HTTPS. */
const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(2)), (word) => word.toString(36)).join("");

/**
 * Cut out the pieces, and let groups be proposed for their sides, as far as that is missing.
 * @param {{ groups?: number, meet?: string }} [wanted] groups, if none is known yet
 */
export async function comparePieces(wanted = {}) {
  if (state.photos.busy) return;
  try {
    const { sheet } = state.photos;
    change({ busy: "Cutting out the pieces …" });
    await cutPieces(sheet);
    if (sheet.pieces.some(({ sides }) => !sides)) {
      change({ busy: "Comparing the sides …" });
      takeProposal(sheet, (await post("/api/photos/groups", { ...sheetRequest(sheet), ...wanted })).sides);
    }
    change({ busy: "" });
  } catch (error) {
    change({ busy: "", line: messageOf(error), isSorting: false });
  }
}

/** @param {PhotoSheet} sheet */
async function cutPieces({ photos, pieces }) {
  for (const { id, name, file } of photos) {
    const missing = pieces.filter((piece) => piece.photo === id && !pictureOf(piece));
    if (!missing.length) continue;
    const squares = missing.map(({ corners }) => corners);
    const { pictures } = await post("/api/photos/pieces", { name, base64: await base64Of(file), squares });
    const cut = Object.fromEntries(missing.map((piece, at) => [pictureKey(piece), pictures[at]]));
    change({ pictures: { ...state.photos.pictures, ...cut } });
  }
}

/**
 * The picture of a piece in base64, if it was cut out.
 * @param {PhotoPiece} piece
 * @returns {string | undefined}
 */
export const pictureOf = (piece) => state.photos.pictures[pictureKey(piece)];

/** Whether pieces are still to be cut out, or sides to be compared. */
export const isIncomplete = () => state.photos.sheet.pieces.some((piece) => !piece.sides || !pictureOf(piece));

/** Let the solver read the sheet, if it is complete. */
export async function proofRead() {
  const { sheet } = state.photos;
  if (missingWords(sheet) || isIncomplete()) return;
  try {
    const reading = /** @type {ProofReading | undefined} */ (await askProofReading(sheetRequest(sheet)));
    if (reading && sheet === state.photos.sheet) change({ reading });
  } catch (error) {
    if (sheet === state.photos.sheet) change({ line: messageOf(error) });
  }
}

/** @returns {Promise<{ view: PuzzleView, tiles: string }>} */
export const makePuzzle = () => post("/api/photos/puzzle", sheetRequest(state.photos.sheet));

/** @param {PhotoSheet} sheet */
function sheetRequest(sheet) {
  const pieces = sheet.pieces.map((piece) => ({ picture: pictureOf(piece), sides: piece.sides }));
  return { pieces, name: sheet.name, turnable: sheet.turnable, ...boardSize(sheet) };
}

/** @param {Blob} file */
async function base64Of(file) {
  return toBase64(new Uint8Array(await file.arrayBuffer()));
}
