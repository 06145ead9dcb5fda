import { expect, test } from "vitest";
import { byReading, compact, freePlace, nudge } from "./grid-layout.ts";

const place = (column: number, row: number, width = 6, height = 4) => ({ column, row, width, height });

test("places move up until they meet another, and never overlap", () => {
  expect(compact([place(0, 9), place(6, 3), place(3, 10)])).toEqual([place(0, 0), place(6, 0), place(3, 4)]);
  expect(compact([place(0, 0), place(0, 0)])).toEqual([place(0, 0), place(0, 4)]);
  expect(compact([])).toEqual([]);
});

test("the reading order is by row, then by column", () => {
  expect([place(6, 0), place(0, 4), place(0, 0)].toSorted(byReading)).toEqual([place(0, 0), place(6, 0), place(0, 4)]);
});

test("a new widget takes the first gap, or the end", () => {
  expect(freePlace([place(0, 0)], { width: 6, height: 4 })).toEqual(place(6, 0));
  expect(freePlace([place(0, 0), place(6, 0)], { width: 4, height: 3 })).toEqual(place(0, 4, 4, 3));
  expect(freePlace([], { width: 12, height: 3 })).toEqual(place(0, 0, 12, 3));
});

test("a widget moves and resizes within the grid", () => {
  const items = [place(0, 0)];
  expect(nudge(items, 0, { columns: 1 })).toEqual([place(1, 0)]);
  expect(nudge(items, 0, { columns: -1 })).toEqual(items);
  expect(nudge([place(6, 0)], 0, { columns: 1 })).toEqual([place(6, 0)]);
  expect(nudge(items, 0, { width: 1 })).toEqual([place(0, 0, 7)]);
  expect(nudge([place(6, 0)], 0, { width: 1 })).toEqual([place(6, 0)]);
  expect(nudge([place(0, 0, 2, 2)], 0, { width: -1, height: -1 })).toEqual([place(0, 0, 2, 2)]);
});

test("a widget that moves up or down changes places with its neighbor", () => {
  const items = [place(0, 0), place(0, 4)];
  expect(nudge(items, 0, { rows: 1 })).toEqual([place(0, 4), place(0, 0)]);
  expect(nudge(items, 1, { rows: -1 })).toEqual([place(0, 4), place(0, 0)]);
  expect(nudge(items, 0, { rows: -1 })).toEqual(items);
  expect(nudge(items, 1, { rows: 1 })).toEqual(items);
  expect(nudge(items, 9, { rows: 1 })).toEqual(items);
});

test("a wider widget pushes those below it down", () => {
  const items = [place(0, 0), place(6, 0)];
  expect(nudge(items, 0, { width: 1 })).toEqual([place(0, 0, 7), place(6, 4)]);
});
