import { validate, version } from "uuid";
import { expect, test } from "vitest";
import { createId } from "./create-id.ts";

test("ids are unique version 7 UUIDs that sort by creation", () => {
  const before = Date.now();
  const ids = Array.from({ length: 100_000 }, () => createId());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toStrictEqual(ids);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  const time = Number.parseInt(ids[0]!.replace("-", "").slice(0, 12), 16);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});
