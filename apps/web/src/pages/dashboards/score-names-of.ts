import type { Widget } from "./widget.ts";

/** Matches conditions on the name of a score in a query, such as `name:tone` or `name:"tone of voice"`. */
const named = /(?:^|\s)name:(?:"([^"]*)|([^\s"]\S*))/gu;

/** Returns the names of the scores that a widget shows, taken from its groups or its query. Null means any name. */
export function scoreNamesOf(
  { groupBy, query }: Pick<Widget, "groupBy" | "query">,
  { lines }: { readonly lines: readonly { readonly group: string | null }[] },
): string[] | null {
  if (groupBy === "scoreName") return lines.flatMap(({ group }) => group ?? []);
  const names = [...(query ?? "").matchAll(named)].flatMap(([, quoted, plain]) => quoted ?? plain ?? []);
  return names.length === 0 ? null : names;
}
