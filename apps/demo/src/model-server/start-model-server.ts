import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { replyToChat } from "./chat-completions.ts";
import { embeddingModel, replyToEmbedding } from "./embeddings.ts";
import { judgeModel } from "./judge-answer.ts";
import { assistantModel } from "./nearest-answer.ts";
import { recordedModel, recordedSmallModel } from "./recorded-answer.ts";
import { NotRecordedError, type Reply } from "./reply.ts";
import { replyToResponse } from "./responses.ts";

export interface ModelServerOptions {
  latencyMs?: number | undefined;
}

export interface ModelServer {
  baseURL: string;
  model: string;
  /** Name of a second model, which is cheaper than `model` and makes more mistakes. */
  smallModel: string;
  embeddingModel: string;
  close(): Promise<void>;
}

/**
 * Starts a simulated model provider. It returns recorded responses through the HTTP API that the `openai` client uses.
 */
export async function startModelServer({ latencyMs = 0 }: ModelServerOptions = {}): Promise<ModelServer> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    await sleep(latencyMs);
    await answer(request, response, body, latencyMs / 10);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a string only for a server on a socket file
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    model: recordedModel,
    smallModel: recordedSmallModel,
    embeddingModel,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Handlers by endpoint. Each receives the parameters that the client sends. */
const endpoints = new Map<string, (parameters: never) => Reply>([
  ["POST /v1/chat/completions", replyToChat],
  ["POST /v1/responses", replyToResponse],
  ["POST /v1/embeddings", replyToEmbedding],
]);

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  chunkLatencyMs: number,
): Promise<void> {
  const route = `${request.method} ${request.url}`;
  if (route === "GET /v1/models") {
    const names = [assistantModel, judgeModel, recordedModel, recordedSmallModel, embeddingModel];
    const data = names.map((id) => ({ id, object: "model" }));
    return sendJson(response, 200, { object: "list", data });
  }
  const endpoint = endpoints.get(route);
  if (!endpoint) return refuse(response, 404, `the stand-in has no ${route}`);
  try {
    const parameters = JSON.parse(body);
    const reply = endpoint(parameters as never);
    if (!parameters.stream || !reply.events) return sendJson(response, 200, reply.body);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of reply.events) {
      response.write(event);
      await sleep(chunkLatencyMs);
    }
    response.end();
  } catch (error) {
    // `JSON.parse` and the endpoints throw only errors.
    refuse(response, error instanceof NotRecordedError ? 404 : 400, (error as Error).message);
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { error: { message, type: "invalid_request_error", code: "not_recorded" } });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
