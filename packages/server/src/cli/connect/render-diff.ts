const contextLines = 3;

/**
 * Renders the difference of two texts as one hunk, with `-` and `+` before changed lines; empty if the texts are equal.
 */
export function renderDiff(before: string, after: string): string {
  if (before === after) return "";
  const [old, updated] = [toLines(before), toLines(after)];
  let start = 0;
  while (start < Math.min(old.length, updated.length) && old[start] === updated[start]) start += 1;
  let end = 0;
  while (
    end < Math.min(old.length, updated.length) - start &&
    old[old.length - 1 - end] === updated[updated.length - 1 - end]
  )
    end += 1;
  const prefix = old.slice(Math.max(0, start - contextLines), start).map((line) => `  ${line}`);
  const removed = old.slice(start, old.length - end).map((line) => `- ${line}`);
  const added = updated.slice(start, updated.length - end).map((line) => `+ ${line}`);
  const suffix = old.slice(old.length - end, old.length - end + contextLines).map((line) => `  ${line}`);
  return `${[...prefix, ...removed, ...added, ...suffix].join("\n")}\n`;
}

function toLines(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/u, "").split("\n");
}
