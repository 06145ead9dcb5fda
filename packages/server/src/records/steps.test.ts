import { expect, test } from "vitest";
import { readPartialStep, readStep } from "./steps.ts";

const origin = { now: 1_700_000_000_000, environment: null, apiKeyId: null };

test("absent values stay absent, and null stays null", () => {
  const write = readStep({ id: "s1", name: null, input: { a: 1 } }, origin);
  expect(write).toMatchObject({ id: "s1", createdAt: origin.now, name: null, input: { a: 1 } });
  expect(write.output).toBeUndefined();
  expect(write.scores).toBeUndefined();
  expect(write.environment).toBeUndefined();
});

test("times are stored in whole milliseconds", () => {
  const write = readStep({ id: "s1", startTime: origin.now + 0.25, endTime: origin.now + 34.74 }, origin);
  expect(write).toMatchObject({ startTime: origin.now, startMicros: 250, endTime: origin.now + 34 });
});

test("the environment comes from the step, else from the header", () => {
  expect(readStep({ id: "s1" }, { ...origin, environment: "staging" }).environment).toBe("staging");
  expect(readStep({ id: "s1", environment: "dev" }, { ...origin, environment: "staging" }).environment).toBe("dev");
});

test("null leaves a field of a partial step unchanged", () => {
  const write = readPartialStep("s1", { id: "s1", name: null, type: null, tags: ["a"], metadata: null }, origin);
  expect(write).toMatchObject({ id: "s1", tags: ["a"] });
  expect(write.name).toBeUndefined();
  expect(write.type).toBeUndefined();
  expect(write.metadata).toBeUndefined();
});

test("scores without an id get the same id when the step is sent again", () => {
  const input = {
    id: "s1",
    scores: [
      { name: "quality", type: "AI", value: 1 },
      { name: "quality", type: "AI", value: 0 },
      { id: "given", name: "quality", type: "AI", value: 0.5 },
    ],
  } as const;
  const first = readStep(structuredClone(input) as never, origin).scores?.map(({ id }) => id);
  const second = readStep(structuredClone(input) as never, { ...origin, now: origin.now + 5 }).scores?.map(
    ({ id }) => id,
  );
  expect(second).toEqual(first);
  expect(new Set(first).size).toBe(3);
  expect(first?.[2]).toBe("given");
});

test("a score without name and scorer is user feedback", () => {
  const write = readStep({ id: "s1", scores: [{ value: 1 }] }, origin);
  expect(write.scores?.[0]).toMatchObject({ name: "user-feedback", type: "HUMAN", value: 1 });
});

test("attachments without an id get the same id when the step is sent again", () => {
  const input = {
    id: "s1",
    attachments: [
      { name: "a", url: "https://a" },
      { name: "a", url: "https://a" },
    ],
  };
  const ids = readStep(input, origin).attachments?.map(({ id }) => id);
  expect(readStep(input, origin).attachments?.map(({ id }) => id)).toEqual(ids);
  expect(new Set(ids).size).toBe(2);
});

test("scores and attachments belong to the step that contains them", () => {
  const write = readStep(
    {
      id: "s1",
      scores: [{ name: "n", type: "HUMAN", value: 1, stepId: "other" }],
      attachments: [{ id: "a1", stepId: "other", threadId: "t" }],
    },
    origin,
  );
  expect(write.scores?.[0]?.stepId).toBe("s1");
  expect(write.attachments?.[0]?.stepId).toBe("s1");
});

test.each([
  [{ id: "" }, "id: must not be empty"],
  [{ id: "s", parentId: "a\0" }, "parentId: must not contain control characters"],
  [{ id: "s", name: "x".repeat(1_001) }, "name: is 1001 characters long, and at most 1000 are allowed"],
  [{ id: "s", metadata: ["a"] }, "metadata: must be a JSON object"],
  [{ id: "s", input: "x".repeat(4_000_001) }, "input: is larger than 4000000 bytes"],
  [{ id: "s", scores: [{ name: " ", value: 1 }] }, "scores[0].name: must not be empty"],
  [{ id: "s", scores: [{ name: "n", type: "AI" }] }, "scores[0].value: is required"],
  [{ id: "s", attachments: [{ name: "x".repeat(2_000) }] }, "attachments[0].name: is 2000 characters long"],
  [{ id: "s", generation: { tokenCount: -3 } }, "generation.tokenCount: must not be negative"],
])("the error of an invalid step names the field", (input, message) => {
  expect(() => readStep(input as never, origin)).toThrow(message);
});
