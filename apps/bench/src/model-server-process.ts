import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

// Starts a simulated model, and prints its URL. The first argument is the duration of a call to the model `even`, in
// milliseconds. A call to the model `varied` takes 50 to 150% of it, in a fixed order.
const answerMs = Number(process.argv[2]);
const goldenRatio = 0.618_034;
let variedCalls = 0;
const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "local" };
const part = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const answer = `${part({ role: "assistant", content: "Oslo" }, null)}${part({}, "stop")}data: [DONE]\n\n`;

function timeOf(body: string): number {
  if (!body.includes('"model":"varied"')) return answerMs;
  variedCalls += 1;
  return answerMs * (0.5 + ((variedCalls * goldenRatio) % 1));
}

const server = createServer((request, response) => {
  const body: Buffer[] = [];
  request.on("data", (chunk: Buffer) => body.push(chunk));
  request.on("end", () => {
    void pause(timeOf(Buffer.concat(body).toString())).then(() =>
      response.writeHead(200, { "content-type": "text/event-stream" }).end(answer),
    );
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
