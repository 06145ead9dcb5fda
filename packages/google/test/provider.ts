import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A server with the Gemini API. The `model` of a request selects the response. */
export interface Provider {
  url: string;
  /** Received requests, unchanged. */
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

type Parts = Record<string, unknown>[];

const usageMetadata = {
  promptTokenCount: 1_112,
  cachedContentTokenCount: 1_000,
  candidatesTokenCount: 25,
  totalTokenCount: 1_137,
};

function response(parts: Parts, more: object = {}): Record<string, unknown> {
  return {
    candidates: [{ content: { parts, role: "model" }, finishReason: "STOP", index: 0 }],
    usageMetadata,
    modelVersion: "gemini-test-1",
    responseId: "resp_1",
    ...more,
  };
}

const call = { functionCall: { id: "call_1", name: "forecast", args: { city: "Oslo" } } };
const thinkingUsage = { ...usageMetadata, thoughtsTokenCount: 40, totalTokenCount: 1_177 };

const answers: Record<string, Record<string, unknown>> = {
  text: response([{ text: "Take a " }, { text: "coat." }]),
  tools: response([{ text: "I look it up." }, { ...call, thoughtSignature: "c2ln" }]),
  thinking: response([{ text: "It is cold in Oslo.", thought: true }, { text: "Take a coat." }], {
    usageMetadata: thinkingUsage,
  }),
  json: response([{ text: '{"wear":"coat"}' }]),
  drawing: response([
    { text: "Here." },
    { inlineData: { mimeType: "image/png", data: Buffer.alloc(3_000, 7).toString("base64") } },
  ]),
  blocked: { promptFeedback: { blockReason: "SAFETY" }, usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 } },
};

/**
 * Returns the chunks of a response. Each chunk has one part. The token counts grow, and the last chunk has the finish
 * reason.
 */
function eventsOf(name: string): object[] {
  const whole = answers[name] as { candidates: [{ content: { parts: Parts } }]; usageMetadata: object };
  const { parts } = whole.candidates[0].content;
  return parts.map((part, index) => {
    const isLast = index === parts.length - 1;
    const candidate = { content: { parts: [part], role: "model" }, index: 0, ...(isLast && { finishReason: "STOP" }) };
    const counts = isLast ? whole.usageMetadata : { promptTokenCount: 1_112, totalTokenCount: 1_112 };
    return { ...whole, candidates: [candidate], usageMetadata: counts };
  });
}

const refusal = { error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } };

function answerTo(path: string, body: Record<string, unknown>): Answer {
  const [, model = "", method = ""] = /models\/([^:]+):(\w+)/u.exec(path) ?? [];
  if (method === "batchEmbedContents" || method === "embedContent") {
    const requests = (body["requests"] ?? [body]) as unknown[];
    const embeddings = requests.map(() => ({ values: [0.1, 0.2, 0.3] }));
    return { body: { embeddings, embedding: embeddings[0] } };
  }
  if (method === "predict" && model.includes("embedding")) {
    const one = { embeddings: { values: [0.1, 0.2, 0.3], statistics: { token_count: 4, truncated: false } } };
    return { body: { predictions: (body["instances"] as unknown[]).map(() => one) } };
  }
  if (method === "predict") {
    const bytes = Buffer.alloc(3_000, 7).toString("base64");
    return { body: { predictions: [{ mimeType: "image/png", bytesBase64Encoded: bytes }] } };
  }
  if (method === "countTokens") return { body: { totalTokens: 9 } };
  if (model === "overloaded") return { status: 503, body: refusal };
  if (model === "breaks") return { events: [...eventsOf("text").slice(0, 1), refusal] };
  if (model === "hangs") return { events: eventsOf("text").slice(0, 1), hangs: true };
  // After the result of a function call, the response is text.
  const isCalled = JSON.stringify(body["contents"] ?? "").includes("functionResponse");
  const name = model === "tools" && isCalled ? "text" : model;
  return method === "streamGenerateContent" ? { events: eventsOf(name) } : { body: answers[name] };
}

/** Starts the server. Each response and event passes through `change`. */
export async function startProvider(change: (value: unknown) => unknown = (value) => value): Promise<Provider> {
  const arrived: unknown[] = [];
  const server = createServer((request, reply) => void answer(request, reply));

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const given = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    const { method = "", url: path = "", headers } = request;
    arrived.push({ method, path, body: given, key: headers["x-goog-api-key"], timeout: headers["x-server-timeout"] });
    const { status = 200, body, events, hangs } = answerTo(path.split("?", 1)[0] ?? "", given);
    // The client returns the headers to the caller, and the date would differ between runs.
    reply.sendDate = false;
    if (events === undefined) {
      reply.writeHead(status, { "content-type": "application/json", "x-request-id": "req_1" });
      reply.end(JSON.stringify(change(body)));
      return;
    }
    reply.writeHead(status, { "content-type": "text/event-stream", "x-request-id": "req_1" });
    for (const event of events) reply.write(`data: ${JSON.stringify(change(event))}\n\n`);
    if (hangs !== true) reply.end();
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens to no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    arrived,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
