import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findQueryField, type QueriedList, queryFields } from "@threadline/schema/query";
import { expect, test } from "vitest";
import { readQuery } from "../../src/records/query.ts";

const page = await readFile(join(import.meta.dirname, "../../../../docs/query-language.md"), "utf8");
const now = Date.parse("2026-11-23T12:00:00Z");
const lists = Object.keys(queryFields) as QueriedList[]; // `Object.keys` only returns `string[]`

const examples = [...page.matchAll(/^```query (\w+)\n([^`]+)```$/gmu)].flatMap(([, list = "", queries = ""]) =>
  queries
    .trim()
    .split("\n")
    .map((query) => [list, query] as const),
);

test.each(examples)("the query of %s is valid: %s", (name, query) => {
  const list = lists.find((each) => each === name);
  expect(list && readQuery(list, query, now).length).toBeGreaterThan(0);
});

test("every condition of the table is valid", () => {
  const start = page.indexOf("| Write");
  const table = page.slice(start, page.indexOf("\n\n", start));
  const queries = [...table.matchAll(/^\| `([^`]+)` +\|/gmu)].map(([, query = ""]) => query);
  expect(queries.length).toBeGreaterThan(10);
  for (const query of queries)
    expect({ query, filters: readQuery("steps", query, now).length }).not.toMatchObject({ filters: 0 });
});

test.each(lists)("the fields of %s are listed with names that exist", (list) => {
  const row = page.split("\n").find((line) => line.startsWith(`| ${list} `)) ?? "";
  const names = [...row.matchAll(/`(\w+)`/gu)].map(([, name = ""]) => name);
  expect(names.filter((name) => findQueryField(list, name) === undefined)).toEqual([]);
  expect(names.length).toBeGreaterThan(3);
});
