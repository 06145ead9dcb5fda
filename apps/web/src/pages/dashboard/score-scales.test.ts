import { expect, test } from "vitest";
import { groupByScale, scaleOf } from "./score-scales.ts";

const continuous = (name: string, minimum: number | null, maximum: number | null) =>
  ({ name, type: "CONTINUOUS", minimum, maximum, categories: null }) as const;
const categorical = (name: string, ...values: number[]) =>
  ({
    name,
    type: "CATEGORICAL",
    minimum: null,
    maximum: null,
    categories: values.map((value) => ({ label: String(value), value })),
  }) as const;

const schemas = [
  continuous("stars", 0, 10),
  continuous("open", 0, null),
  continuous("strict", 0, 5),
  categorical("passed", 0, 1),
  categorical("mood", -1, 0, 1),
];

test.each([
  ["stars", [7, null], "0 10", "number"],
  ["passed", [0.8], "rate", "rate"],
  ["mood", [0.2], "-1 1", "number"],
  // These scores have no schema, an incomplete schema, or values outside their schema.
  ["exact", [0.5, 1], "0 1", "number"],
  ["open", [3], "own open", "number"],
  ["strict", [6], "own strict", "number"],
  ["length", [120], "own length", "number"],
] as const)("the scale of %s with the values %j is %s", (name, values, key, kind) => {
  expect(scaleOf(name, values, schemas)).toMatchObject({ key, kind });
});

const line = (group: string, value: number, isOther = false) => ({
  definition: { metric: "scoreAverage", color: "", resource: "scores" } as const,
  group: isOther ? null : group,
  isOther,
  color: "",
  values: [value],
  total: value,
});

test("lines with equal scales are in one group, and the others in groups of their own", () => {
  const groups = groupByScale(
    [line("exact", 1), line("stars", 7), line("near", 0.5), line("length", 120), line("", 3, true)],
    schemas,
  );
  expect(groups.map(({ scale, lines }) => [scale.key, ...lines.map(({ group }) => group)])).toEqual([
    ["0 1", "exact", "near"],
    ["0 10", "stars"],
    ["own length", "length"],
  ]);
  // "Other" averages the remaining scores, so it is shown only beside lines of one scale.
  expect(groupByScale([line("exact", 1), line("", 0.5, true)], schemas)).toHaveLength(1);
});
