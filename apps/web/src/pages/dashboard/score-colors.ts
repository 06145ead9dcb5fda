import { groupColors } from "./charts.ts";
import type { DrawnLine } from "./series.ts";

/**
 * Gives each score a color that is the same in all charts. The color depends on the position of the score's schema or,
 * without a schema, on the score's name. If two scores of a chart have the same color, the second score gets an unused
 * color.
 */
export function withScoreColors(
  lines: readonly DrawnLine[],
  schemas: readonly { readonly name: string }[],
): readonly DrawnLine[] {
  const names = schemas.map(({ name }) => name).toSorted();
  const placeOf = (group: string): number => {
    const place = names.indexOf(group);
    return place === -1 ? names.length + sumOf(group) : place;
  };
  const groups = lines.flatMap(({ group, isOther }) => (group === null || isOther ? [] : [group]));
  const colors = new Map<string, string>();
  for (const group of groups.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    const place = placeOf(group) % groupColors.length;
    const preferred = [...groupColors.slice(place), ...groupColors.slice(0, place)];
    const used = new Set(colors.values());
    colors.set(group, preferred.find((color) => !used.has(color)) ?? preferred[0] ?? "");
  }
  return lines.map((line) => ({ ...line, color: (!line.isOther && colors.get(line.group ?? "")) || line.color }));
}

function sumOf(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
}
