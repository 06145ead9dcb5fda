/** Returns the thread id in the URL of a thread; any other text is returned unchanged. */
export function threadIdIn(text: string): string {
  const [, id] = /\/threads\/([^/?#\s]+)/.exec(text) ?? [];
  if (id === undefined) return text.trim();
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
