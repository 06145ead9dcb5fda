import { expect, test } from "vitest";
import { versionText } from "./version-text.ts";

const content = {
  templateMessages: [{ uuid: "1", role: "system", content: "Hi\n{{name}}" }],
  settings: { b: 1, a: { d: 2, c: [3] } },
  tools: null,
  variablesDefaultValues: {},
};

test("the text of a version has its messages, then its other fields, without ids and empty parts", () => {
  expect(versionText(content)).toBe(`── system
Hi
{{name}}

── settings
{
  "a": {
    "c": [
      3
    ],
    "d": 2
  },
  "b": 1
}`);
});

test("message ids and key order do not count as differences, other message fields do", () => {
  const [message] = content.templateMessages;
  const same = { ...content, templateMessages: [{ ...message, uuid: "2" }], settings: { a: { c: [3], d: 2 }, b: 1 } };
  expect(versionText(same)).toBe(versionText(content));
  const other = { ...content, templateMessages: [{ ...message, role: "system", name: "guide" }] };
  expect(versionText(other)).toContain('"name": "guide"');
});
