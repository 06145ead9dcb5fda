/** Id of a thread in its URL, or the text itself. */
export function threadIdIn(text: string): string {
  const [, id] = /\/threads\/([^/?#\s]+)/.exec(text) ?? [];
  if (id === undefined) return text.trim();
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
