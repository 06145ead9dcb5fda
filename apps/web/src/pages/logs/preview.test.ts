import { expect, test } from "vitest";
import { previewOf } from "./preview.ts";

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
  ["parts of a message", { role: "user", content: [{ type: "text", text: "look" }, { type: "image_url" }] }, "look"],
  ["a call of a tool", { role: "assistant", content: null, tool_calls: [{ id: "1" }] }, '[{"id":"1"}]'],
  ["several values", { a: 1, b: "two" }, '{"a":1,"b":"two"}'],
  ["nothing", null, ""],
])("the preview of %s", (_name, value, preview) => {
  expect(previewOf(value)).toBe(preview);
});

test("a preview is short, whatever the value", () => {
  expect(previewOf({ a: "x".repeat(1_000_000), b: ["y".repeat(1_000_000)] }).length).toBe(200);
});
