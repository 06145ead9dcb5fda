import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";

export interface Reply {
  content?: string;
  toolCalls?: { id: string; name: string; arguments: object }[];
  reasoning?: string;
  /** HTTP status to send instead of a response. */
  failsWith?: number;
}

/** A request to either API, with only the fields that the tests read. */
export interface ModelRequest {
  model: string;
  stream?: boolean;
  /** Content of the last conversation item: the text of a user message, or the output of a tool. */
  last: string;
  instructions: string;
}

export interface ModelServer {
  url: string;
  close: () => void;
}

type Fields = Record<string, unknown>;

/**
 * Starts a server with the Responses API and the Chat Completions API. Each response and event passes through `change`.
 */
export async function listenAsModel(
  reply: (request: ModelRequest) => Reply,
  change: (answer: unknown) => unknown = (answer) => answer,
): Promise<ModelServer> {
  let answers = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Fields;
      const isChat = request.url?.endsWith("/chat/completions") === true;
      const answer = reply(isChat ? readChat(body) : readResponses(body));
      answers += 1;
      if (answer.failsWith !== undefined) {
        response.writeHead(answer.failsWith, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { message: "the model is down", type: "server_error" } }));
        return;
      }
      const id = String(answers);
      if (body["stream"] !== true) {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(change(isChat ? toCompletion(answer, id) : toResponse(answer, id, body))));
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      const events = isChat ? toChunks(answer, id) : toEvents(answer, id, body);
      for (const event of events) {
        const name = "type" in event ? `event: ${String(event["type"])}\n` : "";
        response.write(`${name}data: ${JSON.stringify(change(event))}\n\n`);
      }
      response.end(isChat ? "data: [DONE]\n\n" : "");
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { url: `http://127.0.0.1:${address.port}/v1`, close: () => void server.close() };
}

/** Starts a model server that runs until the end of the test. Resolves to its base URL. */
export async function startModelServer(reply: (request: ModelRequest) => Reply): Promise<string> {
  const server = await listenAsModel(reply);
  onTestFinished(server.close);
  return server.url;
}

function readChat({ model, stream, messages }: Fields): ModelRequest {
  const list = messages as Fields[];
  const system = list.find(({ role }) => role === "system");
  return {
    model: String(model),
    stream: stream === true,
    last: textOf(list.at(-1)?.["content"]),
    instructions: textOf(system?.["content"]),
  };
}

function readResponses({ model, stream, input, instructions }: Fields): ModelRequest {
  const last = Array.isArray(input) ? (input.at(-1) as Fields) : { content: input };
  const text = textOf(last["content"] ?? last["output"]);
  return { model: String(model), stream: stream === true, last: text, instructions: textOf(instructions) };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map(({ text }: Fields) => String(text)).join("") : "";
}

const answered = "gpt-4o-mini-2024-07-18";

function toCompletion(
  { content = null, toolCalls = [] }: Partial<Omit<Reply, "content">> & { content?: string | null },
  id: string,
): Fields {
  const calls = toolCalls.map((call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
  const message = { role: "assistant", content, ...(calls.length > 0 && { tool_calls: calls }) };
  return {
    id: `chatcmpl-${id}`,
    object: "chat.completion",
    created: 1_750_000_000,
    model: answered,
    choices: [{ index: 0, message, finish_reason: calls.length > 0 ? "tool_calls" : "stop", logprobs: null }],
    usage: {
      prompt_tokens: 11,
      completion_tokens: 7,
      total_tokens: 18,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  };
}

function toChunks(reply: Reply, id: string): Fields[] {
  const { choices, usage, ...head } = toCompletion(reply, id);
  const [{ message, finish_reason: finishReason }] = choices as [{ message: Fields; finish_reason: string }];
  const { tool_calls: calls, content } = message as { tool_calls?: Fields[]; content: string | null };
  const texts = (content ?? "").split(/(?<= )/u).filter((text) => text !== "");
  const deltas: Fields[] = [
    { role: "assistant", content: "" },
    ...texts.map((text) => ({ content: text })),
    ...(calls ? [{ tool_calls: calls.map((call, index) => ({ index, ...call })) }] : []),
  ];
  const events = deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] as unknown[] }));
  events.push({ choices: [{ index: 0, delta: {}, finish_reason: finishReason }] });
  return [...events, { choices: [], usage }].map((event) => ({ ...head, object: "chat.completion.chunk", ...event }));
}

function toResponse({ content, toolCalls = [], reasoning }: Reply, id: string, body: Fields): Fields {
  const output: Fields[] = [];
  if (reasoning !== undefined) {
    output.push({ id: `rs_${id}`, type: "reasoning", summary: [{ type: "summary_text", text: reasoning }] });
  }
  for (const { id: callId, name, arguments: values } of toolCalls) {
    const call = { id: `fc_${callId}`, call_id: callId, name, arguments: JSON.stringify(values) };
    output.push({ type: "function_call", status: "completed", ...call });
  }
  if (content !== undefined) {
    const part = { type: "output_text", text: content, annotations: [], logprobs: [] };
    output.push({ id: `msg_${id}`, type: "message", role: "assistant", status: "completed", content: [part] });
  }
  const { instructions = null, tools = [], temperature = 1, previous_response_id: previous = null } = body;
  return {
    id: `resp_${id}`,
    object: "response",
    created_at: 1_750_000_000,
    status: "completed",
    error: null,
    incomplete_details: null,
    model: answered,
    instructions,
    tools,
    temperature,
    previous_response_id: previous,
    parallel_tool_calls: true,
    output,
    usage: {
      input_tokens: 11,
      output_tokens: 7,
      total_tokens: 18,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens_details: { reasoning_tokens: 2 },
    },
  };
}

function toEvents(reply: Reply, id: string, body: Fields): Fields[] {
  const response = toResponse(reply, id, body);
  const output = response["output"] as Fields[];
  const events: Fields[] = [
    { type: "response.created", response: { ...response, status: "in_progress", output: [], usage: null } },
  ];
  for (const [index, item] of output.entries()) {
    events.push({ type: "response.output_item.added", output_index: index, item });
    if (item["type"] === "message") {
      const delta = { content_index: 0, item_id: item["id"], delta: reply.content };
      events.push({ type: "response.output_text.delta", output_index: index, ...delta });
    }
    events.push({ type: "response.output_item.done", output_index: index, item });
  }
  return [...events, { type: "response.completed", response }].map((event, index) => ({
    sequence_number: index,
    ...event,
  }));
}
