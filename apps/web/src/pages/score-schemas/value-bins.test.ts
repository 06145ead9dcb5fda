import { expect, test } from "vitest";
import { binFilters, valueBins } from "./value-bins.ts";

const edges = (bins: ReturnType<typeof valueBins>) => [bins[0]?.from, ...bins.map(({ to }) => to)];

test("the bins divide the bounds of the schema", () => {
  expect(edges(valueBins({ minimum: 0, maximum: 1 }, [0.2]))).toEqual([
    0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
  ]);
  expect(valueBins({ minimum: 0, maximum: 1 }, [])).toEqual([]);
});

test("a missing bound is the minimum or maximum of the values", () => {
  const bins = valueBins({ minimum: null, maximum: null }, [3, 7, -1]);
  expect([bins[0]?.from, bins.at(-1)?.to]).toEqual([-1, 7]);
  expect(valueBins({ minimum: null, maximum: null }, [5, 5])).toEqual([{ from: 5, to: 5 }]);
  expect(edges(valueBins({ minimum: 10, maximum: null }, [2]))[0]).toBe(10);
});

test("the first and the last bin are open", () => {
  const filters = binFilters("quality", valueBins({ minimum: 0, maximum: 10 }, [1]));
  const conditions = filters.map((each) => each.slice(1).map(({ operator, value }) => `${operator} ${value}`));
  expect([conditions[0], conditions[1], conditions[9]]).toEqual([["lt 1"], ["gte 1", "lt 2"], ["gte 9"]]);
  expect(binFilters("quality", [{ from: 5, to: 5 }])[0]).toEqual([{ field: "name", operator: "eq", value: "quality" }]);
});
