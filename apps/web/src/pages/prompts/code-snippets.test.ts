import type { JsonValue } from "@threadline/schema/sdk";
import { expect, test } from "vitest";
import { pythonSnippet, typescriptSnippet } from "./code-snippets.ts";

const url = "http://127.0.0.1:4000";

test("snippets name the service, the prompt, its version and its variables", () => {
  const prompt = { url, name: "greeting", version: 3, values: new Map([["name", "…"]]) };
  expect(typescriptSnippet(prompt)).toContain(
    'getPrompt("greeting", 3);\nconst messages = prompt?.formatMessages({ name: "…" });',
  );
  expect(typescriptSnippet(prompt)).toContain(`new Threadline({ url: "${url}" })`);
  expect(pythonSnippet(prompt)).toContain(`LiteralClient(url="${url}")`);
  expect(pythonSnippet(prompt)).toContain(
    'get_prompt(name="greeting", version=3)\nmessages = prompt.format_messages(**{"name": "…"})',
  );
});

test("a variable whose fields a template reads has an example with these fields", () => {
  const values = new Map<string, JsonValue>([
    ["pages", [{ title: "…", "the text": "…" }]],
    ["isNew", true],
  ]);
  const prompt = { url, name: "answer", version: 0, values };
  expect(typescriptSnippet(prompt)).toContain('{ pages: [{ title: "…", "the text": "…" }], isNew: true }');
  expect(pythonSnippet(prompt)).toContain('**{"pages": [{"title": "…", "the text": "…"}], "isNew": True}');
});

test("a hostile name does not break out of its string", () => {
  const prompt = { url, name: '"); process.exit(); ("', version: 0, values: new Map([['x": 1}); evil(', "…"]]) };
  expect(typescriptSnippet(prompt)).toContain(String.raw`getPrompt("\"); process.exit(); (\"", 0)`);
  expect(typescriptSnippet(prompt)).toContain(String.raw`{ "x\": 1}); evil(": "…" }`);
  expect(pythonSnippet(prompt)).toContain(String.raw`**{"x\": 1}); evil(": "…"}`);
});

test("a name that is special in JavaScript is still an argument name", () => {
  const prompt = { url, name: "p", version: 0, values: new Map([["__proto__", "…"]]) };
  expect(typescriptSnippet(prompt)).toContain('formatMessages({ ["__proto__"]: "…" })');
});
