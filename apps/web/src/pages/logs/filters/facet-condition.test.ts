import { expect, test } from "vitest";
import { isFacetChosen, selectOnlyFacet, toggleFacet } from "./facet-condition.ts";

const choice = (field: "model" | "tags" | "error" | "scoreName", value: string) => ({
  field,
  path: null,
  value,
  json: value,
});

test("a second value of a field is added to the first, and each can be removed", () => {
  const one = toggleFacet("generations", [], choice("model", "a"));
  expect(one).toEqual([{ field: "model", operator: "eq", value: "a" }]);
  const two = toggleFacet("generations", one, choice("model", "b"));
  expect(two).toEqual([{ field: "model", operator: "in", value: ["a", "b"] }]);
  expect(isFacetChosen("generations", two, choice("model", "b"))).toBe(true);
  expect(toggleFacet("generations", two, choice("model", "a"))).toEqual([
    { field: "model", operator: "eq", value: "b" },
  ]);
  expect(toggleFacet("generations", one, choice("model", "a"))).toEqual([]);
});

test("a number replaces the one before", () => {
  const value = (json: number) => ({ field: "value" as const, path: null, value: String(json), json });
  const half = toggleFacet("scores", [], value(0.5));
  expect(half).toEqual([{ field: "value", operator: "eq", value: 0.5 }]);
  expect(toggleFacet("scores", half, value(1))).toEqual([{ field: "value", operator: "eq", value: 1 }]);
  expect(toggleFacet("scores", half, value(0.5))).toEqual([]);
});

test("labels are filtered by membership", () => {
  expect(toggleFacet("threads", [], choice("tags", "x"))).toEqual([{ field: "tags", operator: "in", value: ["x"] }]);
});

test("the conditions with and without an error replace each other", () => {
  const failed = toggleFacet("steps", [], choice("error", "true"));
  expect(failed).toEqual([{ field: "error", operator: "nis", value: null }]);
  expect(toggleFacet("steps", failed, choice("error", "false"))).toEqual([
    { field: "error", operator: "is", value: null },
  ]);
  expect(toggleFacet("steps", failed, choice("error", "true"))).toEqual([]);
});

test("conditions on several scores apply together", () => {
  const helpful = toggleFacet("threads", [], choice("scoreName", "helpful"));
  const both = toggleFacet("threads", helpful, choice("scoreName", "right"));
  expect(both).toEqual([
    { field: "scoreValue", operator: "nis", value: null, path: "helpful" },
    { field: "scoreValue", operator: "nis", value: null, path: "right" },
  ]);
  expect(isFacetChosen("threads", helpful, choice("scoreName", "right"))).toBe(false);
});

test("a value inside metadata keeps its type", () => {
  const conditions = toggleFacet("threads", [], { field: "metadata", path: "user.seats", value: "3", json: 3 });
  expect(conditions).toEqual([{ field: "metadata", operator: "eq", value: 3, path: "user.seats" }]);
});

test("a value is selected instead of the others of its field", () => {
  const name = { field: "name", operator: "eq", value: "n" } as const;
  const two = toggleFacet(
    "generations",
    toggleFacet("generations", [name], choice("model", "a")),
    choice("model", "b"),
  );
  expect(selectOnlyFacet("generations", two, choice("model", "c"))).toEqual([
    name,
    { field: "model", operator: "eq", value: "c" },
  ]);
  const scores = toggleFacet("threads", toggleFacet("threads", [], choice("scoreName", "x")), choice("scoreName", "y"));
  const label = (value: string) => ({ field: "scoreLabel" as const, path: "x", value, json: value });
  const labeled = toggleFacet("threads", scores, label("good"));
  expect(isFacetChosen("threads", labeled, label("good"))).toBe(true);
  expect(toggleFacet("threads", labeled, label("bad")).at(-1)).toEqual({
    field: "scoreLabel",
    operator: "in",
    value: ["good", "bad"],
    path: "x",
  });
  expect(selectOnlyFacet("threads", labeled, label("bad"))).toEqual([
    ...scores,
    { field: "scoreLabel", operator: "eq", value: "bad", path: "x" },
  ]);
  expect(selectOnlyFacet("threads", scores, choice("scoreName", "y"))).toEqual([
    { field: "scoreValue", operator: "nis", value: null, path: "y" },
  ]);
});
