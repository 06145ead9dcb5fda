const prefix = "threadline.draft.";
/** Maximum number of drafts in the browser. The oldest ones are removed. */
const capacity = 20;
/** Maximum length of a draft, in characters. Browsers store about 5 million characters for a site. */
const maxLength = 2_000_000;

/** Returns the stored draft with a name; null if there is none. */
export function storedDraft(name: string): unknown {
  return read(prefix + name)?.value ?? null;
}

/**
 * Stores a draft in the browser. Removes other drafts, oldest first, if there are more than {@link capacity} or the
 * browser has no space left. Returns whether the draft was stored. A draft of more than {@link maxLength} is not.
 */
export function storeDraft(name: string, value: unknown): boolean {
  const key = prefix + name;
  const text = JSON.stringify({ savedAt: Date.now(), value });
  if (text.length > maxLength) return false;
  const others = draftKeys()
    .filter((other) => other !== key)
    .map((other) => ({ other, savedAt: read(other)?.savedAt ?? 0 }))
    .toSorted((one, another) => one.savedAt - another.savedAt)
    .map(({ other }) => other);
  for (const other of others.splice(0, others.length - capacity + 1)) localStorage.removeItem(other);
  for (;;) {
    try {
      localStorage.setItem(key, text);
      return true;
    } catch {
      const oldest = others.shift();
      if (oldest === undefined) return false;
      localStorage.removeItem(oldest);
    }
  }
}

export function removeDraft(name: string): void {
  localStorage.removeItem(prefix + name);
}

/** Removes all drafts. Called on sign-out, because drafts contain texts of the user. */
export function forgetDrafts(): void {
  for (const key of draftKeys()) localStorage.removeItem(key);
}

function draftKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
}

function read(key: string): { readonly savedAt: number; readonly value: unknown } | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (typeof stored !== "object" || stored === null || !("savedAt" in stored) || !("value" in stored)) return null;
    return typeof stored.savedAt === "number" ? { savedAt: stored.savedAt, value: stored.value } : null;
  } catch {
    return null;
  }
}
