/** Compares the states that a source reported with the expected ones. Returns the missing and the unexpected states. */
export function compareStates(
  expected: readonly string[],
  reported: readonly string[],
): { readonly missed: string[]; readonly doubled: string[] } {
  const missed = [...expected];
  const doubled: string[] = [];
  for (const state of reported) {
    const at = missed.indexOf(state);
    if (at === -1) doubled.push(state);
    else missed.splice(at, 1);
  }
  return { missed, doubled };
}
