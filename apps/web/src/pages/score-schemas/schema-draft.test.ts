import { expect, test } from "vitest";
import { draftForScores, draftOf, readDraft } from "./schema-draft.ts";

test("a draft of a schema is read back equal", () => {
  const bounds = {
    name: "accuracy",
    description: null,
    type: "CONTINUOUS" as const,
    minimum: -1.5,
    maximum: null,
    direction: "LOWER_IS_BETTER" as const,
  };
  const schema = { ...bounds, id: "s", updatedAt: "2026-01-01T00:00:00.000Z", categories: null };
  expect(readDraft(draftOf(schema))).toEqual({ schema: bounds, notANumber: null });
});

test.each(["", "many", "1,500", "NaN", "Infinity"])("the value %j of a category is not a number", (value) => {
  const draft = { ...draftOf(null), categories: [{ key: 0, label: "a", value }] };
  expect(readDraft(draft)).toEqual({ notANumber: value });
});

test("an empty bound means unbounded", () => {
  const draft = { ...draftOf(null), name: " n ", type: "CONTINUOUS" as const, minimum: " ", maximum: "1e3" };
  expect(readDraft(draft)).toEqual({
    schema: {
      name: "n",
      description: null,
      type: "CONTINUOUS",
      minimum: null,
      maximum: 1000,
      direction: "HIGHER_IS_BETTER",
    },
    notANumber: null,
  });
});

test("a schema for existing scores has their labels, or the range of their values; of a label, the newest value", () => {
  const labeled = [
    { value: 0, label: "rude" },
    { value: 1, label: "kind" },
    { value: 0, label: "rude" },
  ];
  const categories = [
    { key: 0, label: "kind", value: "1" },
    { key: 1, label: "rude", value: "0" },
  ];
  expect(draftForScores("tone", labeled)).toMatchObject({ name: "tone", type: "CATEGORICAL", categories });
  const mixed = [...labeled, { value: 0.5, label: null }];
  expect(draftForScores("tone", mixed)).toMatchObject({ type: "CONTINUOUS", minimum: "0", maximum: "1" });
  const stars = [{ value: 5, label: null }];
  expect(draftForScores("stars", stars)).toMatchObject({ type: "CONTINUOUS", minimum: "", maximum: "" });
  const changed = [
    { value: 2, label: "kind" },
    { value: 1, label: "kind" },
  ];
  expect(draftForScores("tone", changed).categories).toEqual([{ key: 0, label: "kind", value: "2" }]);
});
