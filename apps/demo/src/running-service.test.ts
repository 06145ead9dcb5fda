import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer, listen } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { isThreadline, servedProject } from "./running-service.ts";

const apiKey = "key-of-a-test";

test("the project of a key comes from the running service", async () => {
  const server = createServer({ logger: false, noLogin: true, apiKey });
  const { project } = await server.ready;
  const listener = await listen(server, { port: 0, closeTimeout: 1_000 });
  onTestFinished(async () => {
    await listener.close();
    await server.close();
  });
  expect(await isThreadline(listener.url)).toBe(true);
  expect(await servedProject(listener.url, apiKey)).toBe(project.id);
  expect(await servedProject(listener.url, "key-of-another")).toBeNull();
});

test.each(["null", "[]", "{}", "no JSON"])(
  "a service that answers %s is not Threadline, and receives no key",
  async (body) => {
    const keys: unknown[] = [];
    const other = createHttpServer((request, response) => {
      keys.push(request.headers["x-api-key"]);
      response.end(body);
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo; // not a string, because the server listens on a port
    expect(await isThreadline(`http://127.0.0.1:${port}`)).toBe(false);
    expect(await servedProject(`http://127.0.0.1:${port}`, apiKey)).toBeNull();
    expect(keys).toEqual([undefined, undefined]);
  },
);
