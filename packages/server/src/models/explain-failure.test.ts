import { expect, test } from "vitest";
import { explainFailure } from "./explain-failure.ts";
import type { OpenConnection } from "./model-call.ts";

test("a message that is cut within the key contains no part of it", () => {
  const apiKey = ["sk", "abcdefghijklmnopqrstuvwxyz0123456789"].join("-");
  const connection = { kind: "openai", name: "OpenAI", baseUrl: null } as OpenConnection["connection"]; // only these fields are read
  const open = { connection, secrets: { apiKey, headers: [] } };
  const message = "x".repeat(480) + apiKey;
  for (const error of [{ statusCode: 401, message }, { statusCode: 500, responseBody: message }, { message }]) {
    const failure = explainFailure(error, open, "gpt-4o");
    expect(failure.message).toContain("xxx");
    expect(failure.message).not.toContain("sk-a");
  }
});
