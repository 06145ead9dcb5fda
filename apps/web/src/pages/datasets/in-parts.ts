/** Maximum number of items in one request of the service. */
const most = 1_000;

export function inParts(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / most) }, (_, part) => ids.slice(part * most, (part + 1) * most));
}
