import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startModelEndpoint } from "../model-endpoint.ts";
import type { Context } from "./context.ts";

export function openaiOperations({ client, api }: Context): void {
  describe("OpenAI instrumentation", () => {
    let endpoint: Awaited<ReturnType<typeof startModelEndpoint>>;
    beforeAll(async () => {
      endpoint = await startModelEndpoint();
      client.instrumentation.openai({ tags: ["instrumented"], metadata: { app: "compat" } });
    });
    afterAll(() => endpoint.close());

    const messages = [{ role: "user" as const, content: "I am Ada" }];

    test("a call inside a thread is recorded as a step with a generation", async () => {
      const thread = client.thread();
      const completion = await thread.wrap(() =>
        endpoint.openai.chat.completions.create({ model: "gpt-4o", messages }),
      );
      expect(completion.choices[0]?.message.content).toBe("Hello Ada");
      const stored = await api.getThread(thread.id);
      expect(stored?.steps).toMatchObject([
        {
          type: "llm",
          name: "gpt-4o-2024",
          input: { content: messages },
          output: { role: "assistant", content: "Hello Ada" },
          tags: ["instrumented"],
          metadata: { app: "compat" },
          generation: {
            type: "CHAT",
            provider: "openai",
            inputTokenCount: 9,
            outputTokenCount: 2,
            tokenCount: 11,
            messages,
          },
        },
      ]);
    });

    test("a streamed call is recorded with its timing", async () => {
      const thread = client.thread();
      let text = "";
      await thread.wrap(async () => {
        const stream = await endpoint.openai.chat.completions.create({ model: "gpt-4o", messages, stream: true });
        for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
      });
      expect(text).toBe("Hello Ada");
      const stored = await api.getThread(thread.id);
      expect(stored?.steps).toMatchObject([
        {
          generation: {
            messageCompletion: { content: "Hello Ada" },
            outputTokenCount: 2,
            ttFirstToken: expect.any(Number),
            duration: expect.any(Number),
          },
        },
      ]);
    });

    test("a call outside of a thread is a separate generation", async () => {
      const literalaiStepId = randomUUID();
      const instrumented = client.instrumentation.openai({ client: endpoint.openai });
      await instrumented.chat.completions.create(
        { model: "gpt-4o", messages },
        { literalaiStepId, literalaiTags: ["own"] },
      );
      await expect(api.getStep(literalaiStepId)).resolves.toMatchObject({
        type: "llm",
        threadId: null,
        tags: ["own"],
        generation: { type: "CHAT", model: "gpt-4o-2024" },
      });
    });

    test("completions and images are recorded", async () => {
      const thread = client.thread();
      await thread.wrap(async () => {
        await endpoint.openai.completions.create({ model: "davinci", prompt: "I am" });
        await endpoint.openai.images.generate({ model: "dall-e-3", prompt: "Ada" });
      });
      const stored = await api.getThread(thread.id);
      expect(stored?.steps).toMatchObject([
        { name: "davinci-2024", generation: { type: "COMPLETION", prompt: "I am", completion: "Hello Ada" } },
        { name: "dall-e-3", type: "llm", output: { data: [{ url: "https://images.example/1.png" }] } },
      ]);
    });
  });
}
