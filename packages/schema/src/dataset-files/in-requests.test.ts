import { expect, test } from "vitest";
import { inRequests } from "./in-requests.ts";

test("a list is split by count and size, in order, and an item that is too large is sent alone", () => {
  const items = [...Array.from({ length: 501 }, (_value, index) => index), "x".repeat(3_000_000), "y"];
  const parts = [...inRequests(items)];
  expect(parts.map((part) => part.length)).toEqual([500, 1, 1, 1]);
  expect(parts.flat()).toEqual(items);
});

test("an empty list sends no request", () => {
  expect([...inRequests([])]).toEqual([]);
});
