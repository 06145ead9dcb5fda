/** Returns the thread id in a URL. Any other text is returned trimmed. */
export function threadIdIn(text: string): string {
  const [, id] = /\/threads\/([^/?#\s]+)/.exec(text) ?? [];
  if (id === undefined) return text.trim();
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
