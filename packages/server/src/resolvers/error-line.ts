/** Maximum number of characters. It is below the limit for the text of a filter, so that clients can search for it. */
const longest = 500;

/** Returns the first line of an error, without a stack trace below it; null without an error. */
export function errorLine(error: string | null): string | null {
  if (error === null) return null;
  const start = error.trimStart().slice(0, longest);
  // A cut must not divide a surrogate pair.
  return (start.split("\n", 1)[0] ?? "").replace(/[\uD800-\uDBFF]$/, "").trimEnd();
}
