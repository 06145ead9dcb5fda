import { expect, test } from "vitest";
import { pageAt } from "./page-at.ts";

test.each([
  [{ first: 0, last: 20, loaded: 50, count: null }, 0],
  [{ first: 49, last: 70, loaded: 100, count: 120 }, 0],
  [{ first: 50, last: 70, loaded: 100, count: 120 }, 1],
  [{ first: 98, last: 119, loaded: 120, count: 120 }, 2],
  [{ first: 0, last: 11, loaded: 12, count: 12 }, 0],
  [{ first: 0, last: 59, loaded: 60, count: 60 }, 0],
  [{ first: 0, last: -1, loaded: 0, count: 0 }, 0],
])("the visible rows %j are on page %i", (rows, page) => {
  expect(pageAt(rows)).toBe(page);
});
