/** Maximum length of a name, in characters. */
const MAX_NAME = 80;
const SPACE = 0x20;
const LAST_ASCII = 0x7e;

/** Returns the message as one line, truncated at a word; undefined when empty. */
export function toThreadName(message: string): string | undefined {
  if (startsPlainly(message)) return message.length <= MAX_NAME ? message : truncated(message.slice(0, MAX_NAME - 1));
  const line = toLine(message);
  if (line === "") return undefined;
  if (endOf(line, MAX_NAME) >= line.length) return line;
  return truncated(line.slice(0, endOf(line, MAX_NAME - 1)));
}

/**
 * Whether the start of a message is ASCII words with single spaces: most are, and this is ten times as fast as patterns
 * in an application that makes few calls, because the runtime discards their code.
 */
function startsPlainly(message: string): boolean {
  const end = Math.min(message.length, MAX_NAME + 1);
  let isSpace = true;
  for (let index = 0; index < end; index += 1) {
    const code = message.charCodeAt(index);
    if (code < SPACE || code > LAST_ASCII || (code === SPACE && isSpace)) return false;
    isSpace = code === SPACE;
  }
  return !isSpace;
}

function truncated(cut: string): string {
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > MAX_NAME / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}

/** Returns the start of a message as one line, without reading the rest of a long message. */
function toLine(message: string): string {
  // A character has at most two code units.
  const start = message.slice(0, MAX_NAME * 2 + 2).trim();
  const isEnough = message.length <= MAX_NAME * 2 || endOf(start, MAX_NAME) < start.length;
  if (isEnough && !/\s\s|[^\S ]/u.test(start)) return start;
  return message
    .slice(0, MAX_NAME * 8)
    .replace(/\s+/gu, " ")
    .trim();
}

/** Returns the offset of the end of the first characters. */
function endOf(text: string, characters: number): number {
  let end = 0;
  for (let passed = 0; passed < characters && end < text.length; passed += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end;
}
