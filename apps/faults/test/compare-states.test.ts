import { expect, test } from "vitest";
import { compareStates } from "../src/compare-states.ts";

test("planted bugs: a lost state and a doubled one are found", () => {
  const expected = ["FIRING", "OK", "FIRING"];
  expect(compareStates(expected, ["OK", "FIRING", "FIRING"])).toEqual({ missed: [], doubled: [] });
  expect(compareStates(expected, ["FIRING", "OK"])).toEqual({ missed: ["FIRING"], doubled: [] });
  expect(compareStates(expected, ["FIRING", "OK", "FIRING", "OK"])).toEqual({ missed: [], doubled: ["OK"] });
  expect(compareStates(expected, ["FIRING", "OK", "OK"])).toEqual({ missed: ["FIRING"], doubled: ["OK"] });
});
