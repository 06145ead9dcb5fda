import type { JsonValue } from "@threadline/schema/sdk";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { EvaluationError } from "./evaluation-error.ts";
import { readPath } from "./read-path.ts";
import type { TargetView } from "./target-view.ts";

const tool = (id: string, output: JsonValue) => ({
  id,
  parentId: null,
  type: "tool",
  name: "search",
  input: {},
  output,
  error: null,
  metadata: {},
  tags: [],
  startTime: null,
  endTime: null,
});

const view: TargetView = {
  input: { question: "Why?", "a key": 1, 'quoted "]': 2 },
  output: "Because.",
  expected: null,
  metadata: { count: 3, list: [[1], [2]] },
  messages: [
    { role: "user", content: "Why?" },
    { role: "assistant", content: "Because." },
  ],
  steps: [tool("a", "one"), { ...tool("b", "two"), type: "llm" }, tool("c", null)],
  thread: { id: "t", name: null, metadata: {}, tags: [], messages: [{ role: "user", content: "Hi" }] },
};

test.each<[string, JsonValue | undefined]>([
  ["input.question", "Why?"],
  ['input["a key"]', 1],
  ['input["quoted \\"]"]', 2],
  ["output", "Because."],
  ["expected", null],
  ["expected.answer", undefined],
  ["messages[-1].content", "Because."],
  ["messages[2].content", undefined],
  ["messages.content", ["Why?", "Because."]],
  ["messages[role=user].content", ["Why?"]],
  ["messages[role=user][0].content", "Why?"],
  ["steps[type=tool].output", ["one", null]],
  ['steps[type="tool"][-1].id', "c"],
  ["thread.messages", [{ role: "user", content: "Hi" }]],
  ["metadata.list[0][0]", 1],
  ["metadata.list.x", []],
  ["output.length", undefined],
  ["metadata.constructor", undefined],
  ["metadata.__proto__", undefined],
  ["steps[constructor=x]", []],
])("%s reads %j", (path, value) => {
  expect(readPath(view, path)).toEqual(value);
});

test("a path outside a thread reads nothing", () => {
  expect(readPath({ ...view, thread: null }, "thread.messages[0]")).toBeUndefined();
});

test.each([
  ["", "must start with input, output, expected, metadata, messages, steps or thread"],
  ["outptu", "must start with"],
  ["constructor", "must start with"],
  ["output.", "at character 7"],
  ["output..a", "at character 7"],
  ["steps[type=tool", "at character 6"],
  ["steps[]", "at character 6"],
  ["steps[1.5]", "at character 6"],
  ['input["\\q"]', "at character 6"],
  ["output a", "at character 7"],
  [`output${".a".repeat(40)}`, "has more than 32 parts"],
  ["output.".padEnd(600, "a"), "is longer than 500 characters"],
])("the path %s is rejected", (path, message) => {
  expect(() => readPath(view, path)).toThrow(message);
});

function errorOf(run: () => unknown): unknown {
  try {
    run();
    return null;
  } catch (error) {
    return error;
  }
}

test("any text is a path, or is rejected with an error that names it", () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom(".", "[", "]", '"', "steps", "output", "=", "-1", "__proto__", "\\"),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const path = parts.join("");
      const thrown = errorOf(() => readPath(view, path));
      expect(thrown === null || (thrown instanceof EvaluationError && thrown.problem === "definitionInvalid")).toBe(
        true,
      );
    }),
  );
});

test("each own field is read by its quoted name", () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (key, value) => {
      const metadata = Object.fromEntries([[key, value as JsonValue]]);
      expect(readPath({ ...view, metadata }, `metadata[${JSON.stringify(key)}]`)).toBe(metadata[key]);
    }),
  );
});
