import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import type { ThreadlineServer } from "../../src/create-server.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { listen } from "../../src/http/listen.ts";
import { openBrowser } from "./browser.ts";

function start(options: ServerOptions = {}): ThreadlineServer {
  const server = createServer({ noLogin: true, apiKey: "tl_test-key", ...options });
  onTestFinished(() => server.close());
  return server;
}

test("every local user owns every project, without a password", async () => {
  const server = start();
  expect((await server.ready).setupPath).toBeNull();
  const browser = openBrowser(server, "http://127.0.0.1:4000");
  expect((await browser.send("/api/session")).body).toMatchObject({ signedIn: true, noLogin: true, account: null });
  const { data, errors } = await browser.graphql(
    'mutation { createProject(name: "second") { name role } createDataset(name: "d") { name } }',
  );
  expect(errors).toEqual([]);
  expect(data).toMatchObject({ createProject: { role: "owner" }, createDataset: { name: "d" } });
  const viewer = await browser.graphql("{ viewer { name email role } projects { name } members { email } }", {
    project: "second",
  });
  expect(viewer.data).toEqual({
    viewer: { name: "Local user", email: null, role: "owner" },
    projects: [{ name: "default" }, { name: "second" }],
    members: [],
  });
});

test.each(["http://localhost", "http://127.0.0.1:4000", "http://[::1]:4000", "http://127.9.8.7"])(
  "a page of %s is local",
  async (origin) => {
    expect((await openBrowser(start(), origin).graphql("{ viewer { role } }")).status).toBe(200);
  },
);

test.each(["http://evil.example", "http://127.0.0.1.evil.example", "http://localhost.evil.example", "http://10.0.0.1"])(
  "another host name that resolves to this machine is rejected, with its session: %s",
  async (origin) => {
    const browser = openBrowser(start(), origin);
    const { status, errors } = await browser.graphql("{ viewer { role } }");
    expect(status).toBe(403);
    expect(errors[0]?.message).toContain(
      "host: must be localhost or 127.0.0.1, because the service runs without login",
    );
    expect((await browser.send("/api/session")).status).toBe(403);
  },
);

test("a page of another origin is rejected", async () => {
  const browser = openBrowser(start());
  for (const headers of [
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    { origin: "http://localhost:8080", "sec-fetch-site": "same-site" },
    { origin: "", "sec-fetch-site": "" },
  ]) {
    expect((await browser.graphql("{ viewer { role } }", { headers })).status).toBe(403);
  }
});

test("a remote connection is rejected with any Host header", async () => {
  const server = start();
  const request = new Request("http://localhost/api/graphql", {
    method: "POST",
    headers: { origin: "http://localhost", "content-type": "application/json" },
    body: '{"query":"{ viewer { role } }"}',
  });
  expect((await server.fetch(request.clone(), undefined, { address: "10.1.2.3" })).status).toBe(403);
  expect((await server.fetch(request.clone(), undefined, { address: "::ffff:127.0.0.1" })).status).toBe(200);
  expect((await server.fetch(request, undefined, { address: "::1" })).status).toBe(200);
});

test("keys work as usual, and a wrong one is rejected", async () => {
  const server = start();
  const ask = async (key: string): Promise<number> =>
    (await server.fetch("http://threadline.internal/api/my-project", { method: "POST", headers: { "x-api-key": key } }))
      .status;
  expect([await ask("tl_test-key"), await ask("tl_wrong")]).toEqual([200, 401]);
});

test("the service listens on loopback addresses only", async () => {
  const server = start();
  await expect(listen(server, { host: "0.0.0.0", port: 0 })).rejects.toThrow(
    "host: must be 127.0.0.1, ::1 or localhost for a service without login, not 0.0.0.0",
  );
  const listener = await listen(server, { port: 0 });
  onTestFinished(() => listener.close());
  const answer = await fetch(`${listener.url}/api/graphql`, {
    method: "POST",
    headers: { origin: listener.url, "content-type": "application/json" },
    body: '{"query":"{ viewer { role } }"}',
  });
  expect(await answer.json()).toEqual({ data: { viewer: { role: "owner" } } });
});

test("with login, anonymous requests are rejected", async () => {
  const server = start({ noLogin: false });
  const { status } = await openBrowser(server).graphql("{ viewer { role } }");
  expect(status).toBe(401);
});
