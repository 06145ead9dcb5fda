import type { Widget } from "./widget.ts";

/** Conditions of a query on the name of scores, such as `name:tone` or `name:"tone of voice"`. */
const named = /(?:^|\s)name:(?:"([^"]*)|([^\s"]\S*))/gu;

/** Returns the names of the scores that a widget shows: its groups, or the names in its query. Null: any name. */
export function scoreNamesOf(
  { groupBy, query }: Pick<Widget, "groupBy" | "query">,
  { lines }: { readonly lines: readonly { readonly group: string | null }[] },
): string[] | null {
  if (groupBy === "scoreName") return lines.flatMap(({ group }) => group ?? []);
  const names = [...(query ?? "").matchAll(named)].flatMap(([, quoted, plain]) => quoted ?? plain ?? []);
  return names.length === 0 ? null : names;
}
