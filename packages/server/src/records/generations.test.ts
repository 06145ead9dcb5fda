import { expect, test } from "vitest";
import { readGeneration } from "./generations.ts";

test.each([
  [{ messages: [] }, "CHAT"],
  [{ messageCompletion: { role: "assistant", content: "" } }, "CHAT"],
  [{ prompt: "Hi" }, "COMPLETION"],
  [{ completion: "there" }, "COMPLETION"],
  [{ prompt: "Hi", messages: [] }, "CHAT"],
  [{ type: "CHAT", prompt: "Hi" }, "CHAT"],
  [{ type: null, prompt: "Hi" }, "COMPLETION"],
  [{ provider: "openai" }, undefined],
] as const)("the type of %j is %s", (input, type) => {
  expect(readGeneration("generation", structuredClone(input) as never).type).toBe(type);
});

test("the error for a negative token count names the field", () => {
  expect(() => readGeneration("generation", { outputTokenCount: -1 })).toThrow(
    "generation.outputTokenCount: must not be negative",
  );
});

test("time values are kept unchanged", () => {
  const figures = { ttFirstToken: 120.5, tokenThroughputInSeconds: 35_000, duration: 1.25 };
  expect(readGeneration("generation", figures)).toMatchObject(figures);
});
