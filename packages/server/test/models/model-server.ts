import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { receiveRequests } from "../receive-requests.ts";

export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Responds to a request. By default, the server sends a completion with the text `ready`. */
export type Reply = (response: ServerResponse, request: ModelRequest) => void;

export interface ModelServer {
  /** Origin, such as `http://127.0.0.1:1234`. */
  readonly origin: string;
  readonly requests: readonly ModelRequest[];
  reply(next: Reply): void;
}

/** Starts a provider on loopback that streams in the formats of OpenAI and Anthropic, until the end of the test. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let current: Reply = (response, request) => {
    if (request.path.endsWith("/messages")) sendAnthropic(response, ["rea", "dy"]);
    else sendOpenAI(response, ["rea", "dy"]);
  };
  const { origin, close } = await receiveRequests(({ body, ...request }, response) => {
    const received = { ...request, body: JSON.parse(body || "{}") as ModelRequest["body"] };
    requests.push(received);
    current(response, received);
  });
  onTestFinished(close);
  return { origin, requests, reply: (next) => void (current = next) };
}

const usage = {
  prompt_tokens: 1_000,
  completion_tokens: 500,
  total_tokens: 1_500,
  prompt_tokens_details: { cached_tokens: 400 },
  completion_tokens_details: { reasoning_tokens: 20 },
};

/** Returns a part of a completion as OpenAI streams it. */
export function openAIChunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "gpt-4o" };
  return `data: ${JSON.stringify({ ...head, choices })}\n\n`;
}

export function sendOpenAI(response: ServerResponse, texts: readonly string[]): void {
  startStream(response);
  for (const content of texts) response.write(openAIChunk({ role: "assistant", content }));
  endOpenAI(response);
}

export function endOpenAI(response: ServerResponse, finish = "stop"): void {
  response.write(openAIChunk({}, finish));
  const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "gpt-4o" };
  response.end(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\ndata: [DONE]\n\n`);
}

export function startStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
}

/** Responds with a vector for each text: its length and 1. */
export function sendEmbeddings(response: ServerResponse, texts: readonly string[]): void {
  const data = texts.map((text, index) => ({ object: "embedding", index, embedding: [text.length, 1] }));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({ object: "list", model: "e", data, usage: { prompt_tokens: 2_000_000, total_tokens: 2_000_000 } }),
  );
}

function sendAnthropic(response: ServerResponse, texts: readonly string[]): void {
  startStream(response);
  const send = (type: string, fields: object): void =>
    void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  const message = { id: "m", type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [] };
  send("message_start", {
    message: { ...message, stop_reason: null, stop_sequence: null, usage: { input_tokens: 900, output_tokens: 1 } },
  });
  send("content_block_start", { index: 0, content_block: { type: "text", text: "" } });
  for (const text of texts) send("content_block_delta", { index: 0, delta: { type: "text_delta", text } });
  send("content_block_stop", { index: 0 });
  send("message_delta", { delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 300 } });
  send("message_stop", {});
  response.end();
}

/** Rejects a request with an error as OpenAI writes it. */
export function sendError(response: ServerResponse, status: number, message: string, headers: object = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ error: { message, type: "error", code: null, param: null } }));
}
