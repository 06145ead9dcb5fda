import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startModelEndpoint } from "../model-endpoint.ts";
import type { Context } from "./context.ts";

export function openaiOperations({ client, api }: Context): void {
  describe("OpenAI instrumentation of this version", () => {
    let endpoint: Awaited<ReturnType<typeof startModelEndpoint>>;
    beforeAll(async () => {
      endpoint = await startModelEndpoint();
    });
    afterAll(() => endpoint.close());

    test("a result is recorded under the given parent", async () => {
      const thread = await client.thread().upsert();
      const messages = [{ role: "user" as const, content: "I am Ada" }];
      const chat = await endpoint.openai.chat.completions.create({ model: "gpt-4o", messages });
      await client.instrumentation.openai(chat, thread, { tags: ["handed"] });
      const stored = await api.getThread(thread.id);
      expect(stored.steps).toMatchObject([
        { type: "llm", generation: { type: "CHAT", tokenCount: 11, messageCompletion: { content: "Hello Ada" } } },
      ]);
      const completion = await endpoint.openai.completions.create({ model: "davinci", prompt: "I am" });
      await client.instrumentation.openai(completion, thread);
      expect((await api.getThread(thread.id)).steps).toHaveLength(2);
    });
  });
}
