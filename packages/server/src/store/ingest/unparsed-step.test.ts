import { expect, test } from "vitest";
import { hasJsonTexts } from "../json-texts.ts";
import { plainStepFields } from "./stored-step.ts";
import { UnparsedStep } from "./unparsed-step.ts";

const row = {
  id: "s",
  createdAt: 1,
  receivedAt: 1,
  threadId: null,
  parentId: null,
  rootRunId: null,
  apiKeyId: null,
  type: "run",
  name: "agent",
};
const plain = { ...row, startTime: 1, endTime: 2, error: null, environment: null, tags: '["a"]' };

test("an unparsed step and its copy read like the parsed record", () => {
  const texts = { input: '{"a":"\\u0000"}', output: null, metadata: '{"b":1}' };
  const step = new UnparsedStep(plainStepFields(plain), texts, { bytes: 0, parse: () => null });
  const record = { ...plain, tags: ["a"], input: { a: "\0" }, output: null, metadata: { b: 1 }, generation: null };
  expect(Object.assign({}, step)).toEqual(record);
  expect(JSON.parse(JSON.stringify(step))).toEqual(record);
  expect(step.metadata).toBe(step.metadata);
});

test("an unparsed step returns its payload as text", () => {
  const step = new UnparsedStep(
    plainStepFields(plain),
    { input: "[1,2]", output: null, metadata: null },
    { bytes: 0, parse: () => null },
  );
  expect(hasJsonTexts(step)).toBe(true);
  expect(["input", "output", "metadata", "name"].map((field) => step.jsonTextOf(field))).toEqual([
    "[1,2]",
    undefined,
    undefined,
    undefined,
  ]);
});
