import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer, listen } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { runningService } from "./running-service.ts";

async function startService(noLogin: boolean) {
  const server = createServer({ logger: false, noLogin });
  const { project } = await server.ready;
  const listener = await listen(server, { port: 0, closeTimeout: 1_000 });
  onTestFinished(async () => {
    await listener.close();
    await server.close();
  });
  return { url: listener.url, projectId: project.id };
}

test("a service without accounts tells whether it has the project", async () => {
  const { url, projectId } = await startService(true);
  expect(await runningService(url, projectId)).toBe("same-records");
  expect(await runningService(url, "elsewhere")).toBe("other-records");
});

test("a service with accounts is known as Threadline, and keeps its records to itself", async () => {
  const { url, projectId } = await startService(false);
  expect(await runningService(url, projectId)).toBe("other-records");
});

test.each(["null", "[]", "{}", "no JSON"])("whatever answers %s is not Threadline", async (body) => {
  const other = createHttpServer((_request, response) => response.end(body)).listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo; // A TCP server that listens has one.
  expect(await runningService(`http://127.0.0.1:${port}`, "any")).toBe("not-threadline");
});
