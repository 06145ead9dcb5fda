import { expect, test } from "vitest";
import { readCompareSearch } from "./experiment-search.ts";

test("a comparison shows either regressions or improvements", () => {
  expect(readCompareSearch({ improvements: true })).toEqual({ improvements: true });
  expect(readCompareSearch({ regressions: "true", improvements: "true" })).toEqual({ regressions: true });
});
