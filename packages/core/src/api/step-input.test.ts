import { expect, test } from "vitest";
import { toErrorText, toStepInput } from "./step-input.ts";

test("toStepInput keeps only the fields of the schema", () => {
  const fetched = { id: "s", name: "run", type: "run" as const, createdAt: "2026-01-01T00:00:00.000Z", projectId: "p" };
  const { id, name, type, ...rest } = toStepInput(fetched);
  expect({ id, name, type }).toEqual({ id: "s", name: "run", type: "run" });
  // The creation time is only sent if the step has no start time.
  expect(JSON.parse(JSON.stringify(rest))).toEqual({ createdAt: fetched.createdAt });
  const started = toStepInput({ ...fetched, startTime: "2026-01-01T00:00:00.000Z" });
  expect(started["createdAt"]).toBeUndefined();
});

test("toStepInput generates ids for parts that may be sent twice", () => {
  const input = toStepInput({
    name: "run",
    type: "run",
    scores: [{ name: "quality", type: "HUMAN", value: 1 }],
    attachments: [{ name: "page" }, { id: "kept", name: "other" }],
  });
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
  expect(input).toMatchObject({ id, scores: [{ id }], attachments: [{ id }, { id: "kept" }] });
});

test("toStepInput distinguishes null from absent fields", () => {
  const input = toStepInput({ name: "run", type: "run", output: null, tags: null });
  expect(JSON.parse(JSON.stringify(input))).toEqual({
    id: input.id,
    name: "run",
    type: "run",
    output: null,
    tags: null,
  });
});

test("toErrorText writes an error with its causes, and an object as JSON", () => {
  expect(toErrorText(new TypeError("no", { cause: new Error("why") }))).toBe("TypeError: no\ncaused by Error: why");
  expect(toErrorText({ code: 7 })).toBe('{"code":7}');
  expect(toErrorText("text")).toBe("text");
});

test("toErrorText stops at an error that is its own cause", () => {
  const error = new Error("round");
  error.cause = error;
  expect(toErrorText(error)).toBe("Error: round");
});
