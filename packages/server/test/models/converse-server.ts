import type { ServerResponse } from "node:http";
import { crc32 } from "node:zlib";
import { type ModelRequest, type ModelServer, startModelServer } from "./model-server.ts";

/** Starts a provider on loopback that speaks the Converse API of Amazon Bedrock, until the end of the test. */
export async function startConverseServer(): Promise<ModelServer> {
  const server = await startModelServer();
  server.reply((response, request) => {
    if (request.path.endsWith("/converse-stream")) sendConverse(response, request);
    else sendInvocation(response, request);
  });
  return server;
}

/** Streams a text or, if the request has tools, a call of the first one. */
function sendConverse(response: ServerResponse, { body }: ModelRequest): void {
  const { toolConfig } = body as { toolConfig?: { tools: readonly { toolSpec: { name: string } }[] } };
  const name = toolConfig?.tools[0]?.toolSpec.name;
  response.writeHead(200, { "content-type": "application/vnd.amazon.eventstream" });
  const send = (event: string, payload: object): void => void response.write(encodeEvent(event, payload));
  send("messageStart", { role: "assistant" });
  if (name === undefined) {
    for (const text of ["rea", "dy"]) send("contentBlockDelta", { contentBlockIndex: 0, delta: { text } });
  } else {
    send("contentBlockStart", { contentBlockIndex: 0, start: { toolUse: { toolUseId: "call-1", name } } });
    for (const input of ['{"ci', 'ty":"Oslo"}']) {
      send("contentBlockDelta", { contentBlockIndex: 0, delta: { toolUse: { input } } });
    }
  }
  send("contentBlockStop", { contentBlockIndex: 0 });
  send("messageStop", { stopReason: name === undefined ? "end_turn" : "tool_use" });
  const usage = { inputTokens: 1_000, outputTokens: 500, totalTokens: 1_500 };
  send("metadata", { usage, metrics: { latencyMs: 5 } });
  response.end();
}

function sendInvocation(response: ServerResponse, { body }: ModelRequest): void {
  const embedding = [String(body["inputText"]).length, 1];
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ embedding, inputTextTokenCount: 7 }));
}

/** Rejects a request as Bedrock does. */
export function sendConverseError(response: ServerResponse, status: number, type: string, message: string): void {
  response.writeHead(status, { "content-type": "application/json", "x-amzn-errortype": type });
  response.end(JSON.stringify({ message }));
}

/**
 * Encodes an event of `application/vnd.amazon.eventstream`: lengths of message and headers, a checksum of both, headers
 * (names and texts with their lengths), payload, and a checksum of the message.
 */
function encodeEvent(event: string, payload: object): Uint8Array {
  const headers = Buffer.concat(
    [
      [":event-type", event],
      [":content-type", "application/json"],
      [":message-type", "event"],
    ].map(([name = "", value = ""]) => {
      const length = Buffer.alloc(3);
      length.writeUInt8(7); // type of a string
      length.writeUInt16BE(value.length, 1);
      return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), length, Buffer.from(value)]);
    }),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(12 + headers.length + body.length + 4);
  prelude.writeUInt32BE(headers.length, 4);
  const message = Buffer.concat([prelude, checksum(prelude), headers, body]);
  return Buffer.concat([message, checksum(message)]);
}

function checksum(bytes: Uint8Array): Uint8Array {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
