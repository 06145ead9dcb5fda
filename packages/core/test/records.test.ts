import { expect, test } from "vitest";
import { Attachment, ChatGeneration, CompletionGeneration, Score, Threadline, User } from "../src/index.ts";

test("a score without data is the thumbs-up of a user", () => {
  expect(new Score().serialize()).toStrictEqual({ name: "user-feedback", value: 1, type: "HUMAN" });
  expect(new Score({ name: "correct", value: 0, type: "CODE" })).toMatchObject({
    name: "correct",
    value: 0,
    type: "CODE",
  });
});

test("an attachment gets an id unless it has one", () => {
  expect(new Attachment({ name: "a" }).id).toMatch(/^[\da-f-]{36}$/);
  expect(new Attachment({ id: "own", name: "a" }).id).toBe("own");
});

test("a generation has its type, and a user its fields", () => {
  expect(new ChatGeneration({ messages: [] })).toEqual({ type: "CHAT", messages: [] });
  expect(new CompletionGeneration({ prompt: "a" })).toEqual({ type: "COMPLETION", prompt: "a" });
  expect(new User({ identifier: "ada", metadata: { a: 1 } }).serialize()).toStrictEqual({
    identifier: "ada",
    metadata: { a: 1 },
  });
});

test("inspecting a record shows its fields, never the client with its key", () => {
  const client = new Threadline({ apiKey: "tl_secret" });
  const records = [client.thread({ name: "t" }), client.run({ name: "r" }), client.experimentItemRun()];
  for (const record of records) {
    expect(Object.keys(record)).not.toContain("client");
    expect(JSON.stringify(record)).not.toContain("tl_secret");
    expect(record.client).toBe(client);
  }
});

test("the error of a missing key names the option and the variables", () => {
  expect(() => new Threadline({ apiKey: "" })).toThrow(/apiKey.*THREADLINE_API_KEY.*LITERAL_API_KEY/);
});
