import { expect, test } from "vitest";
import { readAuditSearch } from "./audit-search.ts";

test("filters are read from a URL without empty texts, invalid times and other fields", () => {
  const from = "2026-01-01T00:00:00.000Z";
  expect(readAuditSearch({ actor: "Ada", action: "", target: 7, from, to: "later", other: "x" })).toEqual({
    actor: "Ada",
    from,
  });
});
