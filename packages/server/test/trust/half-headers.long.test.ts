import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { listen } from "../../src/http/listen.ts";
import { apiKey } from "../test-server.ts";

// The server waits ten seconds for headers.
test("T62: a connection that sends half a header and then nothing is closed, and others are served", async () => {
  const server = createServer({ apiKey });
  const listener = await listen(server, { port: 0 });
  onTestFinished(async () => {
    await listener.close();
    await server.close();
  });
  const socket = connect(listener.port, "127.0.0.1");
  const received: Buffer[] = [];
  socket.on("data", (chunk) => received.push(chunk));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write("GET /health HTTP/1.1\r\nhost: x\r\na: ");
  expect((await fetch(`${listener.url}/health`)).status).toBe(200);
  await closed;
  expect(Buffer.concat(received).toString("latin1")).toMatch(/^HTTP\/1\.1 408/);
  expect((await fetch(`${listener.url}/health`)).status).toBe(200);
});
