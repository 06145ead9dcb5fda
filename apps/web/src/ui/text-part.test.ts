import { expect, test } from "vitest";
import { textPartOf } from "./text-part.ts";

test.each([
  ["a text", "Hi", "Hi", "Bye"],
  ["an object with one text", { answer: "Hi" }, "Hi", { answer: "Bye" }],
  [
    "a message",
    { role: "assistant", content: "Hi", tool_calls: null },
    "Hi",
    { role: "assistant", content: "Bye", tool_calls: null },
  ],
  ["a message without a role", { content: "Hi", name: "bot" }, "Hi", { content: "Bye", name: "bot" }],
])("the text of %s is replaced", (_name, value, text, replaced) => {
  const part = textPartOf(value);
  expect(part?.text).toBe(text);
  expect(part?.replace("Bye")).toEqual(replaced);
});

test.each([
  ["no value", null],
  ["a number", 1],
  ["a list", ["Hi"]],
  ["an empty object", {}],
  ["an object with two texts", { a: "x", b: "y" }],
  ["an object with another value", { answer: "Hi", legs: 2 }],
  ["a message with tool calls", { role: "assistant", content: "Hi", tool_calls: [{ id: "1" }] }],
  ["a message of parts", { role: "user", content: [{ type: "text", text: "Hi" }] }],
])("%s has no single text", (_name, value) => {
  expect(textPartOf(value)).toBeNull();
});
