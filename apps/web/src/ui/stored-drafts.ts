const prefix = "threadline.draft.";
/** Maximum length of a draft, in characters. Browsers store about 5 million characters for a tab. */
const maxLength = 2_000_000;

/** Returns the draft with a name that this tab stores; null if there is none. */
export function storedDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Stores a draft until the tab is closed or the session ends. Returns whether it was stored. A draft that is too long,
 * or for which the browser has no space, is not stored, and its earlier content is removed.
 */
export function storeDraft(name: string, value: unknown): boolean {
  removeDraft(name);
  const text = JSON.stringify(value);
  if (text.length > maxLength) return false;
  try {
    sessionStorage.setItem(prefix + name, text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the names of the drafts that start with a prefix. */
export function storedDraftNames(start: string): readonly string[] {
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(prefix + start))
    .map((key) => key.slice(prefix.length));
}

export function removeDraft(name: string): void {
  sessionStorage.removeItem(prefix + name);
}
