import { expect, test } from "vitest";
import { pairsLine } from "./json-text.ts";

test("the fields of an object are pairs on one line", () => {
  expect(pairsLine({ model: "gpt-4o", temperature: 0, tools: ["a"], stop: null }, 200)).toBe(
    'model: gpt-4o, temperature: 0, tools: ["a"], stop: null',
  );
  expect(pairsLine({ model: "gpt-4o" }, 8)).toBe("model: g…");
  expect(pairsLine("text", 200)).toBe("text");
  expect(pairsLine(null, 200)).toBe("");
});
