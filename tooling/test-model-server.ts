import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";

type Fields = Record<string, unknown>;

export interface Reply {
  content?: string;
  toolCalls?: { id: string; name: string; arguments: object }[];
  /** HTTP status of an error to send instead of a response. */
  failsWith?: number;
  /** Whether to close the connection after the first part of a stream. */
  breaksOff?: boolean;
}

export interface ModelRequest {
  /**
   * Text of the last message, which is a user message or the output of a tool. For embeddings, the last text to embed.
   */
  last: string;
  /** Text of the first message. */
  instructions: string;
}

/** Serves chat completions and embeddings on loopback until the end of the test. Resolves to the base URL. */
export async function startModelServer(reply: (request: ModelRequest) => Reply): Promise<string> {
  let answers = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Fields;
      const texts = "input" in body ? [body["input"]].flat() : null;
      const messages = texts?.map((content): Fields => ({ content })) ?? (body["messages"] as Fields[]);
      const answer = reply({ last: textOf(messages.at(-1)), instructions: textOf(messages[0]) });
      answers += 1;
      if (answer.failsWith !== undefined) {
        response.writeHead(answer.failsWith, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { message: "the model is down", type: "server_error" } }));
        return;
      }
      if (body["stream"] !== true) {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(texts ? toEmbeddings(texts, body) : toCompletion(answer, answers)));
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const event of toChunks(answer, answers)) {
        response.write(`data: ${JSON.stringify(event)}\n\n`);
        if (!answer.breaksOff) continue;
        // Waits until the client has received the first part.
        response.write("", () => response.destroy());
        return;
      }
      response.end("data: [DONE]\n\n");
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${address.port}/v1`;
}

function textOf(message: Fields | undefined): string {
  const content = message?.["content"];
  if (Array.isArray(content)) return content.map(({ text }: Fields) => String(text)).join("");
  return typeof content === "string" ? content : "";
}

const usage = {
  prompt_tokens: 11,
  completion_tokens: 7,
  total_tokens: 18,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 2 },
};

function headOf(id: number): Fields {
  return { id: `chatcmpl-${id}`, created: 1_750_000_000, model: "gpt-4o-mini-2024-07-18" };
}

function toMessage({ content, toolCalls = [] }: Reply): Fields {
  const calls = toolCalls.map((call, index) => ({
    index,
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
  return { role: "assistant", content: content ?? null, ...(calls.length > 0 && { tool_calls: calls }) };
}

function finishOf({ toolCalls = [] }: Reply): string {
  return toolCalls.length > 0 ? "tool_calls" : "stop";
}

function toCompletion(reply: Reply, id: number): Fields {
  const choices = [{ index: 0, message: toMessage(reply), finish_reason: finishOf(reply), logprobs: null }];
  return { ...headOf(id), object: "chat.completion", choices, usage };
}

function toEmbeddings(texts: readonly unknown[], { model, encoding_format: format }: Fields): Fields {
  const vector = new Float32Array([0.25, 0.5, 0.75]);
  const embedding = format === "base64" ? Buffer.from(vector.buffer).toString("base64") : [...vector];
  const data = texts.map((_text, index) => ({ object: "embedding", index, embedding }));
  return { object: "list", model, data, usage: { prompt_tokens: 9, total_tokens: 9 } };
}

function toChunks(reply: Reply, id: number): Fields[] {
  const events: Fields[] = [
    { choices: [{ index: 0, delta: toMessage(reply), finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: finishOf(reply) }] },
    { choices: [], usage },
  ];
  return events.map((event) => ({ ...headOf(id), object: "chat.completion.chunk", ...event }));
}
