// The draft survives a reload of the page, where the browser allows it.

import { isDraft } from "../state/drafts.js";
import { restoreDraft } from "../state/editor.js";
import { on, state } from "../state/store.js";

const KEY = "edgematch-studio-draft";

export function startSavedDraft() {
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (saved && isDraft(saved.draft)) restoreDraft(saved.draft, { square: 0, side: 0 });
  } catch {
    // Denied, or damaged: begin with an empty draft.
  }
  let written = state.editor.draft;
  on(["editor"], () => {
    const { draft } = state.editor;
    if (draft === written) return;
    written = draft;
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ draft }));
    } catch {
      // Denied, or full: the draft lasts as long as the page.
    }
  });
}
