import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { readAllowedHosts } from "./address-policy.ts";
import { createModelFetch } from "./model-fetch.ts";

async function startServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const sockets: Socket[] = [];
  const server = createServer((request, response) => {
    sockets.push(request.socket);
    request.resume().on("end", () => answer(request, response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, sockets, fetchModel: createModelFetch(readAllowedHosts(["127.0.0.1"], false)) };
}

test("a connection is kept for the next request", async () => {
  const { url, sockets, fetchModel } = await startServer((_request, response) => response.end("ok"));
  for (let count = 0; count < 3; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await (await fetchModel(url, { method: "POST", body: "{}" })).text()).toBe("ok");
  }
  expect(new Set(sockets).size).toBe(1);
});

test("a request is sent again if the provider has closed the kept connection", async () => {
  const { url, sockets, fetchModel } = await startServer(({ socket }, response) => {
    const isReused = sockets.filter((each) => each === socket).length > 1;
    if (isReused) socket.resetAndDestroy();
    else response.end("ok");
  });
  for (let count = 0; count < 2; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await (await fetchModel(url, { method: "POST", body: "{}" })).text()).toBe("ok");
  }
  expect(sockets).toHaveLength(3);
});

test("a request whose own connection is reset fails", async () => {
  const { url, sockets, fetchModel } = await startServer(({ socket }) => socket.resetAndDestroy());
  await expect(fetchModel(url, { method: "POST", body: "{}" })).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(sockets).toHaveLength(1);
});
