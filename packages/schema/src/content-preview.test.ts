import { expect, test } from "vitest";
import { contentPreview, errorLine, inputPreview } from "./content-preview.ts";

test.each([
  ["a text", "a  text\nover lines", "a text over lines"],
  ["the only text of an object", { query: "where?" }, "where?"],
  [
    "the last message of a list",
    [
      { role: "system", content: "rules" },
      { role: "user", content: "hello" },
    ],
    "hello",
  ],
  ["the last message of a model's input", { content: [{ role: "user", content: "hello" }] }, "hello"],
  ["parts of a message", { role: "user", content: [{ type: "text", text: "look" }, { type: "image_url" }] }, "look"],
  ["a call without a name", { role: "assistant", content: null, tool_calls: [{ id: "1" }] }, '{"id": "1"}'],
  [
    "a call of a function",
    { role: "assistant", content: "", tool_calls: [{ id: "1", function: { name: "find", arguments: '{"a":1}' } }] },
    "find(a: 1)",
  ],
  [
    "a call with one text",
    { role: "assistant", tool_calls: [{ function: { name: "find", arguments: '{"query":"trains"}' } }] },
    "find(trains)",
  ],
  [
    "a call with several arguments",
    { role: "assistant", tool_calls: [{ function: { name: "find", arguments: { to: "Bonn", legs: [1, null] } } }] },
    "find(to: Bonn, legs: [1, null])",
  ],
  [
    "a call with an argument that is named like a field of a message",
    { role: "assistant", tool_calls: [{ name: "find_users", arguments: '{"role":"viewer","team":"a"}' }] },
    "find_users(role: viewer, team: a)",
  ],
  [
    "a call with the arguments of a message",
    { role: "assistant", tool_calls: [{ name: "send", arguments: { role: "admin", content: "x" } }] },
    "send(role: admin, content: x)",
  ],
  [
    "a call with one argument that is not text",
    {
      role: "assistant",
      tool_calls: [
        { name: "search", arguments: { city: null } },
        { name: "list", arguments: null },
      ],
    },
    "search(city: null), list()",
  ],
  [
    "a call with invalid JSON",
    { role: "assistant", tool_calls: [{ name: "find", arguments: '{"a":' }] },
    'find({"a":)',
  ],
  [
    "the last message of a list with other entries",
    [
      { role: "user", content: "hello" },
      { type: "function_call_output", output: "7" },
    ],
    "hello",
  ],
  ["several values", { a: 1, b: "two", c: [null, true] }, '{"a": 1, "b": "two", "c": [null, true]}'],
  ["a number", 0, "0"],
  ["the only value of an object, a number", { attempt: 1 }, '{"attempt": 1}'],
  ["the only value of an object, a list", { legs: ["Bonn", "Trier"] }, '{"legs": ["Bonn", "Trier"]}'],
  ["the only value of an object, null", { attempt: null }, '{"attempt": null}'],
  ["the only text of a nested object", { result: { answer: "yes" } }, "yes"],
  ["nothing", null, null],
  ["an empty text", { content: "" }, null],
])("the preview of %s", (_name, value, preview) => {
  expect(contentPreview(value)).toBe(preview);
});

test("a preview is short for any value", () => {
  const deep = Array.from({ length: 100_000 }, (_, index) => ({ index, text: "x".repeat(100) }));
  for (const value of ["🙂".repeat(10_000), { a: "x".repeat(1_000_000), b: ["y".repeat(1_000_000)] }, { deep, b: 1 }]) {
    expect(contentPreview(value)?.length).toBeLessThanOrEqual(240);
    expect(contentPreview(value)?.isWellFormed()).toBe(true);
  }
});

const question = { role: "user", content: "Door to door?" };
const call = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "1", function: { name: "plan", arguments: "{}" } }],
};

test.each([
  ["after tool results", [question, call, { role: "tool", content: "two trains" }], "Door to door?"],
  ["in an object", { messages: [question, call, { role: "tool", content: "two trains" }] }, "Door to door?"],
  [
    "after tool results in a user message",
    [question, call, { role: "user", content: [{ type: "tool_result" }] }],
    "Door to door?",
  ],
  [
    "of the last turn",
    [question, { role: "assistant", content: "By rail." }, { role: "user", content: "And back?" }],
    "And back?",
  ],
  [
    "of parts",
    [
      { role: "user", content: [{ type: "text", text: "Look" }] },
      { role: "tool", content: "a cat" },
    ],
    "Look",
  ],
  [
    "of an input without a user message",
    [
      { role: "system", content: "Rules" },
      { role: "tool", content: "x" },
    ],
    "x",
  ],
  ["of a text", "Where?", "Where?"],
])("the preview of an input is its question: %s", (_name, value, preview) => {
  expect(inputPreview(value)).toBe(preview);
});

test.each([
  [null, null],
  ["", ""],
  ["Timeout", "Timeout"],
  ["\n Timeout after 812 ms \n    at fetch (client.ts:12)", "Timeout after 812 ms"],
  ["a,".repeat(2_000_000), "a,".repeat(250)],
  [`${"a".repeat(499)}🙂`, "a".repeat(499)],
])("the first line of an error is short (%#)", (error, line) => expect(errorLine(error)).toBe(line));
