/** Maximum length of a name, in characters. */
const MAX_NAME = 80;

/**
 * Returns the name of a thread that starts with the message: the message on one line, truncated after a word. Undefined
 * when the message is empty.
 */
export function toThreadName(message: string): string | undefined {
  const line = toLine(message);
  if (line === "") return undefined;
  if (endOf(line, MAX_NAME) >= line.length) return line;
  const cut = line.slice(0, endOf(line, MAX_NAME - 1));
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > MAX_NAME / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}

/** Returns the start of a message on one line. Does not read the rest of a long message. */
function toLine(message: string): string {
  // A character has at most two code units, so this slice is long enough for more than `MAX_NAME` characters.
  const start = message.slice(0, MAX_NAME * 2 + 2).trim();
  const isEnough = message.length <= MAX_NAME * 2 || endOf(start, MAX_NAME) < start.length;
  if (isEnough && !/\s\s|[^\S ]/u.test(start)) return start;
  return message
    .slice(0, MAX_NAME * 8)
    .replace(/\s+/gu, " ")
    .trim();
}

function endOf(text: string, characters: number): number {
  let end = 0;
  for (let passed = 0; passed < characters && end < text.length; passed += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end;
}
