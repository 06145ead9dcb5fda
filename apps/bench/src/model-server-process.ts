import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

// Starts a model that answers each call after the time of the first argument, in milliseconds, and prints its URL.
const answerMs = Number(process.argv[2]);
const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "local" };
const part = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const answer = `${part({ role: "assistant", content: "Oslo" }, null)}${part({}, "stop")}data: [DONE]\n\n`;

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    void pause(answerMs).then(() => response.writeHead(200, { "content-type": "text/event-stream" }).end(answer));
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
