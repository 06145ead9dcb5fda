/**
 * Formats JSON for a preview in one line, with few quotes and braces: `{"id":"A-1","items":[{"n":1…` becomes `id: A-1,
 * items: [{n: 1…`. The JSON may be truncated at any position.
 */
export function plainJson(json: string): string {
  const inner = json.startsWith("{") ? json.slice(1).replace(/\}$/, "") : json;
  let plain = "";
  for (const [token] of inner.matchAll(/"(?:[^"\\]|\\.)*"?|[^"]+/gs)) {
    plain += token.startsWith('"') ? unquote(token) : token.replaceAll(/\s+/g, "").replaceAll(/[:,]/g, "$& ");
  }
  return plain.trim();
}

/** Formats the preview of a value with {@link plainJson} if it is an object or a list. */
export function plainPreview(line: string): string {
  return /^[[{]/.test(line) ? plainJson(line) : line;
}

function unquote(text: string): string {
  const content = text.length > 1 && text.endsWith('"') ? text.slice(1, -1) : text.slice(1);
  return content.replaceAll(/\\[nrt]/g, " ").replaceAll(/\\(["\\/])/g, "$1");
}
