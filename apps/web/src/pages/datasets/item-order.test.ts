import { expect, test } from "vitest";
import { scoreKey, sortItems } from "./item-order.ts";

const item = (id: string) => ({
  id,
  createdAt: "2026-01-01T00:00:00Z",
  input: id,
  expectedOutput: null,
  metadata: {},
  stepId: null,
  splits: [],
});
const scored = (value: number) => ({ id: "result", scores: [{ name: "exact", value }] });
const experiments = [
  {
    id: "one",
    name: "One",
    scoreNames: ["exact"],
    items: new Map([
      ["a", scored(1)],
      ["b", scored(0)],
      ["d", { id: "result", scores: [0, 1].map((value) => ({ name: "exact", value })) }],
    ]),
  },
];
const order = (sort: string | undefined): string =>
  sortItems(["a", "b", "c", "d"].map(item), sort, experiments)
    .map(({ item: { id }, number }) => `${number}${id}`)
    .join(" ");

test("items are sorted by a score or by their number, which they keep", () => {
  expect(order(undefined)).toBe("1a 2b 3c 4d");
  expect(order("-number")).toBe("4d 3c 2b 1a");
  expect(order(scoreKey("one", "exact"))).toBe("2b 4d 1a 3c");
  expect(order(`-${scoreKey("one", "exact")}`)).toBe("1a 4d 2b 3c");
  expect(order("score:other:exact")).toBe("1a 2b 3c 4d");
});

test("results of a search keep their numbers, and have none while the numbers load", () => {
  const found = (numbers: ReadonlyMap<string, number>, sort?: string) =>
    sortItems(["b", "d"].map(item), sort, experiments, numbers).map(({ item: { id }, number }) => [id, number]);
  const numbers = new Map([
    ["a", 1],
    ["b", 2],
    ["d", 4],
  ]);
  expect(found(numbers)).toEqual([
    ["b", 2],
    ["d", 4],
  ]);
  expect(found(numbers, "-number")).toEqual([
    ["d", 4],
    ["b", 2],
  ]);
  expect(found(new Map())).toEqual([
    ["b", null],
    ["d", null],
  ]);
});
