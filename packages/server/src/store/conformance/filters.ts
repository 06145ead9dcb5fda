import { expect } from "vitest";
import { filterFields, type ListedResource } from "../filter-fields.ts";
import type { Filter, Lister } from "../list.ts";
import { project } from "./with-store.ts";

/** A filter as `[field, operator, value, path]` and the ids of its matches, sorted and separated by spaces. */
export type FilterCase = readonly [
  filter: readonly [field: string, operator: Filter["operator"], value: Filter["value"], path?: string],
  ids: string,
];

/** Checks the records and the count that each filter finds, and that the cases cover every field of the resource. */
export async function expectFilters<Record extends { readonly id: string }>(
  resource: ListedResource,
  lister: Lister<Record>,
  cases: readonly FilterCase[],
): Promise<void> {
  for (const [[field, operator, value, path], ids] of cases) {
    const filters: Filter[] = [{ field, operator, value, path }];
    const page = await lister.list(project, { first: 100, filters });
    const name = `${field} ${operator} ${JSON.stringify(value)} ${path ?? ""}`;
    const found = page.edges.map((edge) => edge.node.id).toSorted();
    expect({ name, found: found.join(" ") }).toEqual({ name, found: ids });
    expect({ name, count: await lister.count(project, { filters }) }).toEqual({ name, count: found.length });
  }
  const covered = new Set(cases.map(([[field]]) => field));
  expect(Object.keys(filterFields[resource]).filter((field) => !covered.has(field))).toEqual([]);
}
