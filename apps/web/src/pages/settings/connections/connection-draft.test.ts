import { expect, test } from "vitest";
import { draftOf, readDraft, type StoredConnection } from "./connection-draft.ts";

const stored: StoredConnection = {
  id: "c",
  name: "OpenRouter",
  kind: "openaiCompatible",
  baseUrl: "https://openrouter.ai/api/v1",
  models: ["a/b", "c"],
  dailyBudget: 2.5,
  maxConcurrentCalls: 4,
  hasKey: true,
  keyEnding: "wxyz",
  keySetAt: "2026-01-01T00:00:00Z",
  headerNames: ["x-title"],
  costToday: 0,
};

test("an unchanged draft keeps key and headers", () => {
  const { connection } = readDraft(draftOf(stored), stored);
  expect(connection).toEqual({
    name: "OpenRouter",
    kind: "openaiCompatible",
    baseUrl: "https://openrouter.ai/api/v1",
    models: ["a/b", "c"],
    dailyBudget: 2.5,
    maxConcurrentCalls: 4,
  });
});

test("key and headers are replaced or deleted", () => {
  const draft = draftOf(stored);
  expect(readDraft({ ...draft, apiKey: " sk ", headers: "X-A: b:c\n\nY: z" }, stored).connection).toMatchObject({
    apiKey: "sk",
    headers: [
      { name: "X-A", value: "b:c" },
      { name: "Y", value: "z" },
    ],
  });
  expect(readDraft({ ...draft, removesKey: true, removesHeaders: true }, stored).connection).toMatchObject({
    apiKey: null,
    headers: [],
  });
});

test.each([
  ["name", { name: " " }],
  ["baseUrl", { baseUrl: "" }],
  ["headers", { headers: "no colon" }],
  ["headers", { headers: "x:" }],
  ["dailyBudget", { dailyBudget: "much" }],
  ["dailyBudget", { dailyBudget: "-1" }],
  ["maxConcurrentCalls", { maxConcurrentCalls: "0" }],
  ["maxConcurrentCalls", { maxConcurrentCalls: "1.5" }],
])("the invalid field %s is named", (field, part) => {
  expect(readDraft({ ...draftOf(stored), ...part }, stored).wrong).toBe(field);
});

test.each([
  ["openai", {}, "apiKey"],
  ["anthropic", {}, "apiKey"],
  ["google", { apiKey: " " }, "apiKey"],
  ["task", { baseUrl: "https://example.com" }, "apiKey"],
  ["openai", { apiKey: "sk" }, null],
  ["openai", { headers: "authorization: Bearer sk" }, "apiKey"],
  ["openai", { baseUrl: "https://proxy.example.com/v1" }, "apiKey"],
  ["azure", { baseUrl: "https://example.com" }, "apiKey"],
  ["bedrock", { baseUrl: "https://example.com" }, "apiKey"],
  ["task", { baseUrl: "https://example.com", headers: "authorization: Bearer sk" }, "apiKey"],
  ["openaiCompatible", { baseUrl: "http://localhost:11434/v1" }, null],
] as const)("a new connection of the kind %s with %j needs the field %j", (kind, part, wrong) => {
  expect(readDraft({ ...draftOf(null), name: "Models", kind, ...part }, null).wrong).toBe(wrong);
});

test("a stored connection keeps its key, unless it is deleted", () => {
  const openai = { ...stored, kind: "openai", baseUrl: null } as const;
  expect(readDraft(draftOf(openai), openai).wrong).toBeNull();
  expect(readDraft({ ...draftOf(openai), removesKey: true }, openai).wrong).toBe("apiKey");
  expect(readDraft({ ...draftOf(stored), removesKey: true }, stored).wrong).toBeNull();
  const imported = { ...openai, hasKey: false };
  expect(readDraft(draftOf(imported), imported).wrong).toBe("apiKey");
});
