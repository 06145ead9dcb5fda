import { expect, test } from "vitest";
import { inRequests } from "./in-requests.ts";

test("a list is parted by number and by size, in order, and what is too large stands alone", () => {
  const items = [...Array.from({ length: 501 }, (_value, index) => index), "x".repeat(3_000_000), "y"];
  const parts = [...inRequests(items)];
  expect(parts.map((part) => part.length)).toEqual([500, 1, 1, 1]);
  expect(parts.flat()).toEqual(items);
});

test("nothing is no request", () => {
  expect([...inRequests([])]).toEqual([]);
});
