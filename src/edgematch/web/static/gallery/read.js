// Asks the server for the boards of the gallery: of a file, of the store, of `edgematch serve --boards`, of our data set.

/** @import { GalleryAnswer, ReadRequest } from "../types.js" */

import { get, newestPost, post } from "../api.js";
import { boardsOf, storedGallery } from "../state/gallery.js";
import { state, update } from "../state/store.js";

const askStore = newestPost("/api/best");

/**
 * Read a file or text with several boards, and show them.
 * @param {ReadRequest} request
 */
export async function readBoards(request) {
  const { text, base64, name } = request;
  const answer = await post("/api/boards", { text, base64, name });
  take(answer, name || "pasted text");
}

/** The boards that the studio was started with; asked for once, unless a file was read before. */
export async function fetchGivenBoards() {
  if (state.galleryName) return;
  const answer = await get("/api/boards");
  if (answer.boards.length && !state.galleryName) take(answer, "file of the studio");
}

/** The boards that come with edgematch; asked for once. */
export async function fetchOwnBoards() {
  if (state.ownGallery.length) return;
  update({ ownGallery: boardsOf(await get("/api/own-boards"), "data set of edgematch") });
}

/** The stored boards of the open puzzle. */
export async function fetchStoredBoards() {
  const { view } = state;
  if (!view) return;
  const answer = await askStore({ puzzle: view.puzzle, measure: "joins", count: 100 });
  if (answer) update({ storeGallery: storedGallery(answer.boards, view) });
}

/**
 * @param {GalleryAnswer} answer
 * @param {string} origin
 */
function take(answer, origin) {
  update({
    gallery: boardsOf(answer, origin), galleryName: origin, galleryUnread: answer.unread,
    galleryLeftOut: answer.left_out, compared: [],
  });
}
