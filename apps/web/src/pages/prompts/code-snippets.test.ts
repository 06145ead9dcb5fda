import { expect, test } from "vitest";
import { pythonSnippet, typescriptSnippet } from "./code-snippets.ts";

test("snippets name the prompt, its version and its variables", () => {
  const prompt = { name: "greeting", version: 3, variables: ["name"] };
  expect(typescriptSnippet(prompt)).toContain(
    'getPrompt("greeting", 3);\nconst messages = prompt?.formatMessages({ "name": "…" });',
  );
  expect(pythonSnippet(prompt)).toContain(
    'get_prompt(name="greeting", version=3)\nmessages = prompt.format_messages(**{"name": "…"})',
  );
});

test("a hostile name stays within its string", () => {
  const prompt = { name: '"); process.exit(); ("', version: 0, variables: ['x": 1}); evil('] };
  expect(typescriptSnippet(prompt)).toContain(String.raw`getPrompt("\"); process.exit(); (\"", 0)`);
  expect(pythonSnippet(prompt)).toContain(String.raw`**{"x\": 1}); evil(": "…"}`);
});
