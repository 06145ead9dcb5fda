import { expect, test } from "vitest";
import { toggled } from "./use-selection.ts";

const order = ["a", "b", "c", "d", "e"];
const nothing = { ids: new Set<string>(), anchor: null, isAllMatching: false };

test("a range is selected from the last clicked record, in either direction", () => {
  const first = toggled(nothing, order, { id: "d", extend: false });
  const range = toggled(first, order, { id: "b", extend: true });
  expect([...range.ids].toSorted()).toEqual(["b", "c", "d"]);
  const onward = toggled(range, order, { id: "e", extend: true });
  expect([...onward.ids].toSorted()).toEqual(["b", "c", "d", "e"]);
});

test("a range that starts with a deselected record is deselected", () => {
  const all = { ids: new Set(order), anchor: null, isAllMatching: true };
  const one = toggled(all, order, { id: "b", extend: false });
  expect(one.isAllMatching).toBe(false);
  expect([...toggled(one, order, { id: "d", extend: true }).ids]).toEqual(["a", "e"]);
});

test("without a previously clicked record, a range is one record", () => {
  expect([...toggled(nothing, order, { id: "c", extend: true }).ids]).toEqual(["c"]);
});
