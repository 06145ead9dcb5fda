import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { WorkTurns } from "../answers/work-turns.ts";
import { listen } from "./listen.ts";
import type { Listener } from "./listen.ts";
import { chunksOf } from "./read-body.ts";

async function start(
  fetch: (request: Request) => Response | Promise<Response>,
  closeTimeout = 5_000,
): Promise<Listener> {
  const listener = await listen({ fetch }, { port: 0, closeTimeout });
  onTestFinished(() => listener.close());
  return listener;
}

test("a fetch function is served on a free loopback port", async () => {
  const { url, port } = await start(async (incoming) => new Response(`${incoming.method} ${await incoming.text()}`));
  expect(url).toBe(`http://127.0.0.1:${port}`);
  const response = await fetch(url, { method: "POST", body: "hello" });
  expect(await response.text()).toBe("POST hello");
});

test.each([
  ["0.0.0.0", /^http:\/\/localhost:\d+$/],
  ["::1", /^http:\/\/\[::1\]:\d+$/],
])("the URL of a service on %s can be opened", async (host, shape) => {
  const listener = await listen({ fetch: () => new Response("x") }, { host, port: 0 });
  onTestFinished(() => listener.close());
  expect(listener.url).toMatch(shape);
  expect(await (await fetch(listener.url)).text()).toBe("x");
});

test("a port in use is an error", async () => {
  const { port } = await start(() => new Response());
  await expect(listen({ fetch: () => new Response() }, { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("closing finishes accepted requests and accepts no new ones", async () => {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  const listener = await start(() => {
    arrived.resolve();
    return answer.promise;
  });
  const pending = fetch(listener.url);
  await arrived.promise;
  const closed = listener.close();
  await expect(fetch(listener.url)).rejects.toThrow();
  answer.resolve(new Response("finished"));
  expect(await (await pending).text()).toBe("finished");
  await closed;
});

test("closing does not wait for idle keep-alive sockets", async () => {
  const listener = await start(() => new Response("x"), 60_000);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  await new Promise<void>((resolve, reject) => {
    request(listener.url, { agent }, (response) => response.resume().on("end", resolve))
      .on("error", reject)
      .end();
  });
  const ended = await Promise.race([listener.close().then(() => "closed"), sleep(30_000, "waiting", { ref: false })]);
  expect(ended).toBe("closed");
});

test("on closing, requests that arrive while the service is busy beyond the idle timeout are answered", async () => {
  const listener = await start(() => new Response("x"));
  const socket = connect(listener.port, "127.0.0.1");
  const ask = (): boolean => socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const closed = Promise.withResolvers<void>();
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
    if (!text.endsWith("x") || text.match(/200 OK/g)?.length !== 1) return;
    // This callback runs while a socket is read. No other socket is read until it returns.
    void listener.close().then(closed.resolve);
    ask();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  });
  ask();
  await closed.promise;
  await expect.poll(() => text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
});

test("closing aborts a request that never ends", async () => {
  const arrived = Promise.withResolvers<void>();
  const listener = await start(() => {
    arrived.resolve();
    return new Promise<Response>(() => {});
  }, 50);
  const pending = fetch(listener.url);
  await arrived.promise;
  await listener.close();
  await expect(pending).rejects.toThrow();
});

test("an oversized header is refused", async () => {
  const listener = await start(() => new Response("x"));
  const response = await fetch(listener.url, { headers: { "x-large": "a".repeat(20_000) } });
  expect(response.status).toBe(431);
});

test("bytes that are not HTTP are refused", async () => {
  const listener = await start(() => new Response("x"));
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(listener.port, "127.0.0.1", () => socket.write("hello\r\n\r\n"));
    let text = "";
    socket.on("data", (chunk) => (text += chunk)).on("close", () => resolve(text));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test.each([
  ["1.0", 200],
  ["1.1", 400],
])("a request without a host by HTTP/%s is answered with %i", async (version, status) => {
  const listener = await start(() => new Response("x"));
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(listener.port, "127.0.0.1", () => socket.write(`GET /health HTTP/${version}\r\n\r\n`));
    let text = "";
    socket.on("data", (chunk) => (text += chunk)).on("close", () => resolve(text));
  });
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test("an invalid host is rejected with JSON", async () => {
  const listener = await start(() => new Response("x"));
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(listener.port, "127.0.0.1", () => {
    socket.write("GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n");
  });
  let text = "";
  socket.on("data", (chunk) => (text += chunk)).on("close", () => resolve(text));
  expect(await promise).toMatch(/^HTTP\/1\.1 400 [^]*"message":"request: /);
});

test("many concurrent connections are accepted before waiting work", async () => {
  const listener = await start(() => new Response("x"));
  const count = 300;
  const turns = new WorkTurns();
  let pieces = 0;
  let isOver = false;
  const working = (async () => {
    while (!isOver) {
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other
      await turns.pause("busy");
      pieces += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3);
    }
  })();
  const sockets = Array.from({ length: count }, () => connect(listener.port, "127.0.0.1"));
  const last = connect(listener.port, "127.0.0.1");
  onTestFinished(() => [...sockets, last].forEach((socket) => void socket.destroy()));
  last.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(last, "data");
  isOver = true;
  await working;
  // Node accepts one connection per iteration of the event loop. If each iteration had one piece of work, there would
  // be `count` pieces.
  expect(pieces).toBeLessThan(count / 2);
});

describe("a request that is answered before it has arrived", () => {
  const size = 70_000_000;
  const head = (connection: string): string =>
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\nConnection: ${connection}\r\n\r\n`;
  const early: Record<string, (incoming: Request) => Promise<Response> | Response> = {
    unread: ({ method }) => new Response(method, { status: 429 }),
    "read in part": async (incoming) => {
      for await (const chunk of chunksOf(incoming))
        return new Response("POST", { status: chunk.length > 0 ? 429 : 500 });
      return new Response("GET");
    },
  };

  describe.each(Object.entries(early))("%s", (_, fetch) => {
    test("leaves the connection open for the next one", async () => {
      const listener = await start(fetch);
      const socket = connect(listener.port, "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      let text = "";
      socket.on("data", (chunk) => (text += chunk));
      socket.write(head("keep-alive"));
      socket.write(Buffer.alloc(1_000));
      await expect.poll(() => text).toMatch(/^HTTP\/1\.1 429 [^]*POST$/);
      socket.write(Buffer.alloc(size - 1_000));
      socket.end("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await once(socket, "close");
      expect(text.match(/HTTP\/1\.1 \d+/g)).toHaveLength(2);
      expect(text).toMatch(/GET$/);
    });

    test("gets its response when it closes the connection", async () => {
      const listener = await start(fetch);
      const socket = connect(listener.port, "127.0.0.1");
      const closed = once(socket, "close");
      let text = "";
      socket.write(head("close"));
      socket.write(Buffer.alloc(1_000));
      await once(socket, "readable");
      const written = new Promise((resolve) => socket.write(Buffer.alloc(size - 1_000), resolve));
      socket.on("data", (chunk) => (text += chunk));
      expect(await written).toBeNull();
      await closed;
      expect(text).toMatch(/^HTTP\/1\.1 429 [^]*POST$/);
    });
  });
});
