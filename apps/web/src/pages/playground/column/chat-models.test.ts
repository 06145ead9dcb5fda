import { expect, test } from "vitest";
import { chatConnections } from "./chat-models.ts";

test("embedding models are not offered for messages", () => {
  expect(
    chatConnections([
      {
        id: "some",
        models: [
          "gpt-4o",
          "embedded-support-gpt4",
          "embeddinggemma",
          "text-embedding-3-small",
          "nomic-embed-text",
          "Embed-v4",
        ],
      },
      { id: "all", models: [] },
      { id: "none", models: ["word-embedding"] },
    ]),
  ).toEqual([
    { id: "some", models: ["gpt-4o", "embedded-support-gpt4"] },
    { id: "all", models: [] },
  ]);
});
