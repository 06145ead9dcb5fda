import { once } from "node:events";
import { createServer } from "node:http";
import { ChatAnthropic } from "@threadline/langchain-1-matrix";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "./start-service.ts";

/**
 * Starts a server that imitates Anthropic's Messages API, and runs until the end of the test. Resolves to its base URL.
 */
async function startAnthropic(): Promise<string> {
  const usage = { input_tokens: 5, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 };
  const message = { id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5-20250929" };
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const { stream } = JSON.parse(Buffer.concat(chunks).toString()) as { stream?: boolean };
      const end = { stop_reason: "end_turn", stop_sequence: null };
      if (stream !== true) {
        response.writeHead(200, { "content-type": "application/json" });
        const content = [{ type: "text", text: "At nine." }];
        response.end(JSON.stringify({ ...message, ...end, content, usage: { ...usage, output_tokens: 7 } }));
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      const events = [
        { type: "message_start", message: { ...message, content: [], usage: { ...usage, output_tokens: 0 } } },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "At " } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "nine." } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: end, usage: { output_tokens: 7 } },
        { type: "message_stop" },
      ];
      response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}`;
}

test.each(["invoke", "stream"] as const)("an Anthropic call by %s has its model, tokens and cache", async (way) => {
  const { handler, steps, errors } = startService();
  const options = { model: "claude-sonnet-4-5", apiKey: "k", maxRetries: 0, anthropicApiUrl: await startAnthropic() };
  const model = new ChatAnthropic(options);
  const callbacks = [handler()];
  if (way === "invoke") await model.invoke("When?", { callbacks });
  else for await (const _chunk of await model.stream("When?", { callbacks }));
  expect(await steps()).toMatchObject([
    {
      generation: {
        provider: "anthropic",
        model: "claude-sonnet-4-5-20250929",
        settings: { stream: way === "stream" },
        inputTokenCount: 10,
        outputTokenCount: 7,
        metadata: { cachedTokenCount: 3, cacheWriteTokenCount: 2 },
      },
    },
  ]);
  expect(JSON.stringify((await steps())[0]?.output)).toContain("nine.");
  expect(errors).toStrictEqual([]);
});
