/** Reads comma-separated names of splits, each once. */
export function readSplits(list: string): string[] {
  const names = list.split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}
