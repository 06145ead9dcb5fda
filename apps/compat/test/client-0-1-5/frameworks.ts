import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { User } from "@literalai/client-0-1-5";
import { describe, expect, test, vi } from "vitest";
import { type Context, soon } from "./context.ts";

export function frameworkOperations({ client, api }: Context): void {
  describe("frameworks", () => {
    test("the LangChain callback records a run, its tool and its model", async () => {
      const threadId = randomUUID();
      const handler = client.instrumentation.langchain.literalCallback({ threadId });
      const [run, tool, model] = [randomUUID(), randomUUID(), randomUUID()];
      await handler.handleChainStart({ id: ["AgentExecutor"] }, { question: "2+2?" }, run);
      await handler.handleToolStart({ id: ["Calculator"] }, "2+2", tool, run);
      await handler.handleToolEnd("4", tool, run);
      await handler.handleLLMStart({ id: ["langchain", "OpenAI"] }, ["2+2?"], model, run, {
        invocation_params: { model: "davinci" },
      });
      await handler.handleLLMEnd({ generations: [[{ text: "It is 4" }]], llmOutput: {} }, model, run);
      await handler.handleChainEnd({ output: "It is 4" }, run);
      const stored = await api.getThread(threadId);
      expect(stored?.steps).toHaveLength(3);
      expect(stored?.steps).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ id: run, type: "run", output: { output: "It is 4" } }),
          expect.objectContaining({ id: tool, type: "tool", parentId: run }),
          expect.objectContaining({
            type: "llm",
            parentId: run,
            generation: expect.objectContaining({ model: "davinci", completion: "It is 4", type: "COMPLETION" }),
          }),
        ]),
      );
    });

    test("generateText of the Vercel AI SDK is recorded under the current thread", async () => {
      // When the client was published, version 3 of `ai` was current.
      const model = {
        specificationVersion: "v1",
        provider: "stand-in",
        modelId: "stand-in-1",
        defaultObjectGenerationMode: "json",
        doGenerate: () =>
          Promise.resolve({
            text: "Hello Ada",
            finishReason: "stop",
            usage: { promptTokens: 9, completionTokens: 2 },
            rawCall: { rawPrompt: null, rawSettings: {} },
          }),
      } as never;
      const thread = client.thread();
      const result = await thread.wrap(() => client.instrumentation.vercel.generateText({ model, prompt: "I am Ada" }));
      expect(result.text).toBe("Hello Ada");
      await vi.waitFor(
        async () =>
          expect((await api.getThread(thread.id))?.steps).toMatchObject([
            { type: "llm", generation: { provider: "stand-in", model: "stand-in-1", tokenCount: 11 } },
          ]),
        soon,
      );
    });

    test("the assistant syncer copies an OpenAI thread with its image", async () => {
      const identifier = randomUUID();
      const threadId = `thread_${identifier}`;
      const message = {
        id: `msg_${identifier}`,
        created_at: 1_700_000_000,
        role: "user",
        assistant_id: "asst_1",
        content: [
          { type: "text", text: { value: "What is this?" } },
          { type: "image_file", image_file: { file_id: `file_${identifier}` } },
        ],
      };
      const run = {
        id: `run_${identifier}`,
        created_at: 1_700_000_001,
        completed_at: 1_700_000_002,
        instructions: "Help",
        tools: [],
      };
      const toolCalls = {
        id: `step_${identifier}`,
        type: "tool_calls",
        created_at: 1_700_000_001,
        step_details: {
          tool_calls: [{ type: "function", function: { name: "look", arguments: '{"at":1}', output: "A cat" } }],
        },
      };
      const openai = {
        files: { content: () => Promise.resolve({ body: Readable.from([Buffer.from("pixels")]) }) },
        beta: {
          assistants: { retrieve: () => Promise.resolve({ name: "Helper", model: "gpt-4o" }) },
          threads: {
            messages: { list: () => Promise.resolve({ data: [message] }) },
            runs: {
              list: () => Promise.resolve({ data: [run] }),
              steps: { list: () => Promise.resolve({ data: [toolCalls] }) },
            },
          },
        },
      };
      const { syncer } = client.openai(openai as never).assistant;
      await syncer.syncThread(threadId, new User({ identifier }), { synced: true });
      const stored = await api.getThread(syncer.generateUUIDv5FromID(threadId));
      expect(stored).toMatchObject({
        name: "What is this?",
        metadata: { assistantName: "Helper", synced: true },
        participant: { identifier },
      });
      expect(stored?.steps).toHaveLength(3);
      const question = stored?.steps?.find(({ type }) => type === "user_message");
      expect(question).toMatchObject({ output: { content: "What is this?" }, attachments: [{ mime: "image/png" }] });
      expect(stored?.steps?.find(({ type }) => type === "tool")).toMatchObject({
        name: "look",
        parentId: syncer.generateUUIDv5FromID(run.id),
        output: { content: "A cat" },
      });
    });
  });
}
