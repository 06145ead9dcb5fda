import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A server with the provider's API. The `model` of a request selects the response. */
export interface Provider {
  url: string;
  /** Bodies of the requests, as they arrived. */
  arrived: unknown[];
  close: () => Promise<void>;
}

interface Answer {
  status?: number;
  body?: unknown;
  events?: object[];
  /** Whether the stream stays open after its events. */
  hangs?: boolean;
}

const usage = {
  input_tokens: 12,
  cache_creation_input_tokens: 100,
  cache_read_input_tokens: 1_000,
  output_tokens: 1,
  service_tier: "standard",
};

function message(content: object[], stop: string): object {
  const head = { id: "msg_1", type: "message", role: "assistant", model: "claude-test-1" };
  return { ...head, content, stop_reason: stop, stop_sequence: null, usage: { ...usage, output_tokens: 25 } };
}

/** Returns the events that the provider streams for a message. */
function eventsOf(content: Record<string, unknown>[], stop: string): object[] {
  const start = { ...message([], stop), stop_reason: null, usage };
  const blocks = content.flatMap((block, index) => {
    const { text, thinking, input, signature, ...rest } = block;
    const pieces: object[] = [];
    for (const piece of split(text)) pieces.push({ type: "text_delta", text: piece });
    for (const piece of split(thinking)) pieces.push({ type: "thinking_delta", thinking: piece });
    for (const piece of split(input && JSON.stringify(input)))
      pieces.push({ type: "input_json_delta", partial_json: piece });
    if (signature !== undefined) pieces.push({ type: "signature_delta", signature });
    const empty = {
      ...(text !== undefined && { text: "" }),
      ...(thinking !== undefined && { thinking: "", signature: "" }),
    };
    return [
      {
        type: "content_block_start",
        index,
        content_block: { ...rest, ...empty, ...(input !== undefined && { input: {} }) },
      },
      ...pieces.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ];
  });
  return [
    { type: "message_start", message: start },
    { type: "ping" },
    ...blocks,
    { type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 25 } },
    { type: "message_stop" },
  ];
}

function split(text: unknown): string[] {
  if (typeof text !== "string") return [];
  return [text.slice(0, 7), text.slice(7)];
}

const contents: Record<string, [content: Record<string, unknown>[], stop: string]> = {
  text: [[{ type: "text", text: "Take a coat." }], "end_turn"],
  tools: [
    [
      { type: "text", text: "I look it up." },
      { type: "tool_use", id: "toolu_1", name: "forecast", input: { city: "Oslo" } },
    ],
    "tool_use",
  ],
  thinking: [
    [
      { type: "thinking", thinking: "It is cold in Oslo.", signature: "c2ln" },
      { type: "text", text: "Take a coat." },
    ],
    "end_turn",
  ],
};

const batch = {
  id: "msgbatch_1",
  type: "message_batch",
  processing_status: "in_progress",
  request_counts: { processing: 2, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
};
const refusal = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };

function answerTo(method: string, path: string, body: Record<string, unknown>, url: string): Answer {
  if (path.endsWith("/results")) {
    const succeeded = { type: "succeeded", message: message([{ type: "text", text: "Take a coat." }], "end_turn") };
    const errored = {
      type: "errored",
      error: { type: "error", error: { type: "invalid_request_error", message: "no" } },
    };
    const lines = [
      { custom_id: "one", result: succeeded },
      { custom_id: "two", result: errored },
    ];
    return { body: lines.map((line) => JSON.stringify(line)).join("\n") };
  }
  if (path.includes("/batches")) {
    return {
      body: method === "GET" ? { ...batch, processing_status: "ended", results_url: `${url}${path}/results` } : batch,
    };
  }
  const model = String(body["model"]);
  if (model === "overloaded") return { status: 529, body: refusal };
  if (model === "breaks") return { events: [...eventsOf(...contents["text"]!).slice(0, 4), refusal] };
  if (model === "hangs") return { events: eventsOf(...contents["text"]!).slice(0, 4), hangs: true };
  const [content, stop] = contents[model] ?? [[], "end_turn"];
  return body["stream"] === true ? { events: eventsOf(content, stop) } : { body: message(content, stop) };
}

/** Starts the server. Each response and event passes through `change`. */
export async function startProvider(change: (value: unknown) => unknown = (value) => value): Promise<Provider> {
  const arrived: unknown[] = [];
  let url = "";
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const given = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    const { method = "", url: path = "" } = request;
    arrived.push({ method, path, body: given });
    const { status = 200, body, events, hangs } = answerTo(method, path.split("?", 1)[0] ?? "", given, url);
    if (events === undefined) {
      const isText = typeof body === "string";
      response.writeHead(status, {
        "content-type": isText ? "application/x-jsonl" : "application/json",
        "request-id": "req_1",
      });
      const changed = isText
        ? body
            .split("\n")
            .map((line) => JSON.stringify(change(JSON.parse(line))))
            .join("\n")
        : JSON.stringify(change(body));
      response.end(changed);
      return;
    }
    response.writeHead(status, { "content-type": "text/event-stream", "request-id": "req_1" });
    for (const event of events) {
      const { type } = event as { type: string };
      response.write(`event: ${type}\ndata: ${JSON.stringify(change(event))}\n\n`);
    }
    if (!hangs) response.end();
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens to no port");
  url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    arrived,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
