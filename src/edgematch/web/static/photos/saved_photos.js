// The photographs and what was made of them survive a reload: in a database of the browser, since they are large.

/** @import { Photo, PhotoSheet, PhotosState } from "../types.js" */

import { notify } from "../state/messages.js";
import { change } from "../state/photos.js";
import { on, state } from "../state/store.js";

const NAME = "edgematch-studio-photos";
const SHEET = "sheet";

/** Bring back what was saved, and save what is edited from now on. */
export async function startSavedPhotos() {
  const database = await openDatabase();
  if (!database) return; // denied: it lasts as long as the page
  const before = state.photos.sheet;
  const last = await saved(database);
  if (last && state.photos.sheet === before) change(last);
  else if (!last) await answered(database.transaction(NAME, "readwrite").objectStore(NAME).clear());
  let { sheet, isSorting } = state.photos;
  on(["photos"], () => {
    if (state.photos.sheet === sheet && state.photos.isSorting === isSorting) return;
    try {
      save(database, sheet, state.photos);
    } catch {
      sayLost(); // the browser has closed it
    }
    ({ sheet, isSorting } = state.photos);
  });
}

/** @returns {Promise<IDBDatabase | null>} null where the browser denies it */
async function openDatabase() {
  try {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(NAME);
    return await answered(request);
  } catch {
    return null;
  }
}

/**
 * The sheet is one entry, and every photograph one of its own: an edit does not write them again.
 * @param {IDBDatabase} database
 * @returns {Promise<Pick<PhotosState, "sheet" | "isSorting"> | null>} null if there is none, or not the whole of it
 */
async function saved(database) {
  const store = database.transaction(NAME).objectStore(NAME);
  const [last, files] = await Promise.all([answered(store.get(SHEET)), answered(store.getAll()), answered(store.getAllKeys())])
    .then(([found, values, keys]) => [found, new Map(keys.map((key, at) => [String(key), values[at]]))]);
  if (!last?.sheet.photos.length) return null;
  const photos = last.sheet.photos.map((/** @type {Photo} */ photo) => ({ ...photo, file: files.get(photo.id) }));
  const isWhole = photos.every((/** @type {Photo} */ { file }) => file instanceof Blob);
  return isWhole ? { sheet: { ...last.sheet, photos }, isSorting: last.isSorting } : null;
}

/** @type {(database: IDBDatabase, before: PhotoSheet, now: PhotosState) => void} */
function save(database, before, { sheet, isSorting }) {
  const transaction = database.transaction(NAME, "readwrite");
  transaction.onabort = sayLost;
  const store = transaction.objectStore(NAME);
  const kept = new Set(sheet.photos.map(({ id }) => id));
  const known = new Set(before.photos.map(({ id }) => id));
  for (const id of known) if (!kept.has(id)) store.delete(id);
  for (const { id, file } of sheet.photos) if (!known.has(id)) store.put(file, id);
  store.put({ sheet: { ...sheet, photos: sheet.photos.map(({ file, ...photo }) => photo) }, isSorting }, SHEET);
}

function sayLost() {
  notify("The browser has no room for these photographs: they are lost with the page.");
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answered(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}
