import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Response time of the model, in milliseconds. */
const modelMs = 20;

/**
 * Starts a simulated model. It repeats the first message of a request. For a message that starts with "Judge", it
 * returns a score: 0 if the message contains the word "first", otherwise 1.
 */
export async function startLocalModel(): Promise<{ readonly url: string; calls(): number; close(): void }> {
  let calls = 0;
  const server: Server = createServer((request, response) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as { messages: { content: string }[] };
      calls += 1;
      await pause(modelMs);
      const text = messages[0]?.content ?? "";
      const content = text.startsWith("Judge")
        ? JSON.stringify({ reasoning: "Fine", value: text.includes("first") ? 0 : 1 })
        : text;
      const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "local" };
      const part = (delta: object, finish: string | null) =>
        `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`${part({ role: "assistant", content }, null)}${part({}, "stop")}data: [DONE]\n\n`);
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: () => calls,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
