import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import type { ThreadlineServer } from "../../src/create-server.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { setUp } from "./browser.ts";
import type { Browser } from "./browser.ts";

const query = "subscription { recordChanges { overflow changes { kind id } } }";

/** Opens a stream like a page of the service. The body can be read until it contains a text, or to its end. */
async function openStream(server: ThreadlineServer, { cookies }: Browser, headers: Record<string, string> = {}) {
  const response = await server.fetch("http://localhost/api/graphql", {
    method: "POST",
    headers: {
      accept: "text/event-stream",
      "content-type": "application/json",
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      origin: "http://localhost",
      "sec-fetch-site": "same-origin",
      "x-threadline-project": "default",
      ...headers,
    },
    body: JSON.stringify({ query }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    response,
    async until(expected: string | null): Promise<string> {
      for (;;) {
        if (expected !== null && text.includes(expected)) return text;
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done) return text;
        text += value;
      }
    },
  };
}

function start(options: ServerOptions = {}): ThreadlineServer {
  const server = createServer({ apiKey: "tl_test-key", ...options });
  onTestFinished(() => server.close());
  return server;
}

test("a signed-in page receives the changes of its project", async () => {
  const server = start();
  const browser = await setUp(server);
  const stream = await openStream(server, browser);
  await browser.graphql('mutation { upsertThread(id: "t") { id } }');
  expect(await stream.until('"id":"t"')).toContain('{"kind":"THREAD","id":"t"}');
});

test("a stream ends within a second after its session, without further events", async () => {
  const server = start();
  const browser = await setUp(server);
  const stream = await openStream(server, browser);
  await browser.post("/api/session/sign-out");
  const headers = { "x-api-key": "tl_test-key" };
  await browser.graphql('mutation { upsertThread(id: "secret") { id } }', { headers });
  const text = await stream.until(null);
  expect(text).toContain("event: complete");
  expect(text).not.toContain("secret");
});

test("a page of another origin cannot open a stream with the cookie", async () => {
  const server = start();
  const browser = await setUp(server);
  const { response } = await openStream(server, browser, {
    origin: "https://evil.example",
    "sec-fetch-site": "cross-site",
  });
  expect(response.status).toBe(403);
});

test("a stream ends when its project requires a second factor that the account lacks", async () => {
  const store = await openSqliteStore({ path: ":memory:" });
  const server = start({ store });
  const browser = await setUp(server);
  const stream = await openStream(server, browser);
  const { project } = await server.ready;
  await store.projects.requireSecondFactor(project.id, true);
  const headers = { "x-api-key": "tl_test-key" };
  expect(await stream.until(null)).toContain("event: complete");
  await browser.graphql('mutation { upsertThread(id: "secret") { id } }', { headers });
  expect(await stream.until(null)).not.toContain("secret");
});
