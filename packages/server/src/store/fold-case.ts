/** The spelling that texts are compared by where case does not matter. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
}
