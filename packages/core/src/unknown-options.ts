import { ConfigError } from "./errors.ts";

export function unknownOptions(unknown: readonly string[], known: readonly string[]): ConfigError {
  const described = unknown.map((name) => {
    const [nearest] = known.toSorted((one, other) => distance(name, one) - distance(name, other));
    return nearest && distance(name, nearest) < 4 ? `${name} (did you mean ${nearest}?)` : name;
  });
  return new ConfigError(`Unknown options of the client are ignored: ${described.join(", ")}`);
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, sign] of Array.from(one.toLowerCase()).entries()) {
    const next = [index + 1];
    for (const [column, letter] of Array.from(other.toLowerCase()).entries()) {
      const changed = (row[column] ?? 0) + (sign === letter ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
