import { expect, test } from "vitest";
import { draftOfVersion, readPromptDraft } from "./prompt-draft.ts";

const version = {
  templateMessages: [
    { uuid: "u1", role: "system", content: "Hi {{name}}", name: "guide" },
    { uuid: "u2", role: "user", content: [{ type: "text", text: "{{q}}" }] },
  ],
  settings: { model: "m" },
  tools: [{ type: "function" }],
  variablesDefaultValues: null,
};

test("an unchanged version is read back equal", () => {
  const { content, problems } = readPromptDraft(draftOfVersion(version));
  expect(content).toEqual(version);
  expect(problems.size).toBe(0);
});

test("invalid JSON and JSON of the wrong type are distinguished, and the other fields are read", () => {
  const draft = { ...draftOfVersion(version), settings: "[1]", tools: "{", defaults: '{"name":"Ada"}' };
  const { content, problems } = readPromptDraft(draft);
  expect([...problems]).toEqual([
    ["settings", "object"],
    ["tools", "json"],
  ]);
  expect(content.variablesDefaultValues).toEqual({ name: "Ada" });
});

test("a new prompt starts with a system message and a user message", () => {
  const { content } = readPromptDraft(draftOfVersion(null));
  expect(content).toEqual({
    templateMessages: [
      { role: "system", content: "" },
      { role: "user", content: "" },
    ],
    settings: null,
    tools: null,
    variablesDefaultValues: null,
  });
});
