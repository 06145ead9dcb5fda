import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";

export interface Reply {
  content?: string;
  toolCalls?: { id: string; name: string; arguments: object }[];
  /** Number of stream events before the connection breaks. */
  breaksAfter?: number;
  /** HTTP status of an error to send instead of a response. */
  failsWith?: number;
}

/** Fields of a chat completions request that the tests use. */
export interface ChatRequest {
  model: string;
  stream?: boolean;
  messages: { role: string; content: unknown }[];
}

const usage = {
  prompt_tokens: 11,
  completion_tokens: 7,
  total_tokens: 18,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 2 },
};
const answered = { created: 1_750_000_000, model: "gpt-4o-mini-2024-07-18" };

/**
 * Starts a server that imitates OpenAI's chat completions, and runs until the end of the test. Resolves to its base
 * URL.
 */
export async function startModelServer(reply: (request: ChatRequest) => Reply | Promise<Reply>): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
      // Graphs identify messages by their response ids, so each id must be unique.
      const head = { id: `chatcmpl-${randomUUID()}`, ...answered };
      const { content = "", toolCalls = [], failsWith, breaksAfter } = await reply(body);
      if (failsWith !== undefined) {
        response.writeHead(failsWith, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { message: "the model is down", type: "server_error" } }));
        return;
      }
      const calls = toolCalls.map(({ id, name, arguments: values }, index) => ({
        index,
        id,
        type: "function",
        function: { name, arguments: JSON.stringify(values) },
      }));
      const message = { role: "assistant", content, ...(calls.length > 0 && { tool_calls: calls }) };
      const finish = { finish_reason: calls.length > 0 ? "tool_calls" : "stop", index: 0, logprobs: null };
      if (body.stream !== true) {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ ...head, object: "chat.completion", choices: [{ ...finish, message }], usage }));
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      const deltas = [
        { role: "assistant", content: "" },
        ...content.split(/(?<= )/u).map((text) => ({ content: text })),
      ];
      const events: object[] = [...deltas, ...(calls.length > 0 ? [{ tool_calls: calls }] : [])].map((delta) => ({
        choices: [{ index: 0, delta, finish_reason: null }],
      }));
      events.push({ choices: [{ ...finish, delta: {} }] }, { choices: [], usage });
      for (const [index, event] of events.entries()) {
        if (index === breaksAfter) {
          response.write(": broken\n\n", () => response.destroy());
          return;
        }
        response.write(`data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", ...event })}\n\n`);
      }
      response.end("data: [DONE]\n\n");
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}/v1`;
}
