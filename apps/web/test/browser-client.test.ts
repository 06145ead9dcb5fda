import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { createServer, listen } from "threadline";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { skipWithout } from "../../../packages/server/test/requirements.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { findChromium } from "./browser/find-chromium.ts";

const patience = 90_000;
vi.setConfig({ testTimeout: patience, hookTimeout: patience });

const installed = findChromium();
let browser: Browser | undefined;
let bundle = "";

beforeEach((context) => {
  if (installed === null) skipWithout("chromium", context);
});

beforeAll(async () => {
  if (installed === null) return;
  const entry = new URL("../../../packages/core/src/browser.ts", import.meta.url).pathname;
  const [{ outputFiles }, launched] = await Promise.all([
    build({ entryPoints: [entry], bundle: true, format: "iife", globalName: "threadline", write: false }),
    chromium.launch({ ...installed, args: ["--disable-background-networking", "--disable-dev-shm-usage"] }),
  ]);
  bundle = outputFiles[0]?.text ?? "";
  browser = launched;
}, 2 * patience);
afterAll(() => browser?.close());

interface Shop {
  /**
   * Page of a shop. Its script defines `client`, a client of the SDK's browser entry, and `errors`, the errors of that
   * client.
   */
  readonly page: Page;
  /** URL of the same page under a host name that the key does not allow. */
  readonly foreignUrl: string;
  readonly uncaught: readonly string[];
  /** Sends a query to the service with a key that can read. */
  readonly ask: (query: string) => Promise<unknown>;
}

/** Opens a page whose origin is not that of the service. The page has a browser key that allows its origin. */
async function openShop(): Promise<Shop> {
  const apiKey = "a-key-for-tests";
  const server = createServer({ noLogin: true, apiKey });
  const listener = await listen(server, { port: 0, closeTimeout: 1_000, replaceGlobals: true });
  let html = "";
  const shop = createHttpServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(html);
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    shop.closeAllConnections();
    shop.close();
    await listener.close();
    await server.close();
  });
  const { port } = shop.address() as AddressInfo; // not a string, because the server listens on a port
  const send = async (query: string, headers: Readonly<Record<string, string>>): Promise<unknown> => {
    const response = await fetch(`${listener.url}/api/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query }),
    });
    return ((await response.json()) as { data: unknown }).data;
  };
  const made = (await send(
    `mutation { createApiKey(name: "shop", scopes: [browser], origins: ["http://127.0.0.1:${port}"]) { secret } }`,
    { origin: listener.url, "sec-fetch-site": "same-origin" },
  )) as { createApiKey: { secret: string } };
  const options = JSON.stringify({ apiKey: made.createApiKey.secret, url: listener.url });
  html = `<!doctype html><title>Shop</title><script>${bundle}</script><script>
    globalThis.errors = [];
    globalThis.service = ${options};
    globalThis.client = new threadline.BrowserClient({ ...service, onError: (error) => errors.push(error.message) });
  </script>`;
  const context = await (browser as Browser).newContext(); // started in `beforeAll`
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const uncaught: string[] = [];
  page.on("pageerror", (error) => uncaught.push(error.message));
  await page.goto(`http://127.0.0.1:${port}/`);
  const ask: Shop["ask"] = (query) => send(query, { "x-api-key": apiKey });
  return { page, foreignUrl: `http://localhost:${port}/`, uncaught, ask };
}

test("a page of another origin records a thread, and its user gives feedback on a step of the application", async () => {
  const { page, uncaught, ask } = await openShop();
  await ask('mutation { ingestStep(id: "answer", output: { text: "secret" }) { ok } }');
  const seen = await page.evaluate(`(async () => {
    const thread = client.thread({ name: "Search" });
    await thread.wrap(async () => {
      const run = thread.run({ name: "search", input: { text: "shoes" } });
      await run.wrap(async () => {
        await run.step({ name: "filter", type: "tool" }).wrap(async () => ({ found: 3 }));
        return { shown: 3 };
      });
    });
    await client.flush();
    const feedback = await client.sendFeedback({ stepId: "answer", value: 1, comment: "Thanks" });
    await client.sendFeedback({ id: feedback, stepId: "answer", value: 0, comment: "No" });
    const response = await fetch(service.url + "/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": service.apiKey },
      body: JSON.stringify({ query: '{ step(id: "answer") { output } }' }),
    });
    return { thread: thread.id, errors, stats: client.stats(), read: await response.json() };
  })()`);
  expect(seen).toMatchObject({
    thread: expect.stringMatching(/^browser-[0-9a-f]{32}$/),
    errors: [],
    stats: { delivered: 3, pending: 0, dropped: 0 },
    read: { data: { step: null }, errors: [{ extensions: { code: "FORBIDDEN" } }] },
  });
  const { thread } = seen as { thread: string };
  expect(
    await ask(
      `{ threadDetail(id: "${thread}") { name steps { name type output parentId } } scores { edges { node { stepId value comment type } } } }`,
    ),
  ).toMatchObject({
    threadDetail: {
      name: "Search",
      steps: [
        { name: "search", type: "run", output: { shown: 3 }, parentId: null },
        { name: "filter", type: "tool", output: { found: 3 }, parentId: expect.stringMatching(/^browser-/) },
      ],
    },
    scores: { edges: [{ node: { stepId: "answer", value: 0, comment: "No", type: "HUMAN" } }] },
  });
  expect(uncaught).toEqual([]);
});

test("the last records of a page are stored when the user leaves it at once, running steps included", async () => {
  const { page, uncaught, ask } = await openShop();
  await page.evaluate(`(() => {
    const run = client.run({ name: "open" });
    void run.wrap(() => new Promise(() => {}));
    void client.step({ name: "last", type: "tool" }).send();
    void client.sendFeedback({ threadId: "a-thread", value: 1 });
    location.href = "about:blank";
  })()`);
  const names = async (): Promise<unknown> => {
    const { steps, scores } = (await ask("{ steps { edges { node { name } } } scores { totalCount } }")) as {
      steps: { edges: { node: { name: string } }[] };
      scores: { totalCount: number };
    };
    return [...steps.edges.map(({ node }) => node.name).toSorted(), scores.totalCount];
  };
  await expectSoon(names).toEqual(["last", "open", 1]);
  expect(uncaught).toEqual([]);
});

test("a page of another origin attaches a file to a running step, which it cannot read", async () => {
  const { page, uncaught, ask } = await openShop();
  const seen = await page.evaluate(`(async () => {
    const thread = client.thread({ name: "Support" });
    const step = thread.step({ name: "question", type: "user_message", output: { content: "What is this?" } });
    await step.wrap(async () => {
      const file = new File(["hello"], "note.txt", { type: "text/plain" });
      globalThis.attachment = await client.createAttachment({ step, content: file, metadata: { page: 1 } });
    });
    await client.createAttachment({ step, content: "later", name: "later.txt" });
    await client.flush();
    const refused = [];
    const report = (error) => refused.push([error.name, error.status, error.message]);
    const large = new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]);
    await client.createAttachment({ step, content: large }).catch(report);
    await client.createAttachment({ step, content: 5 }).catch(report);
    return { step: step.id, thread: thread.id, attachment, errors, refused };
  })()`);
  expect(seen).toMatchObject({
    attachment: { name: "note.txt", mime: "text/plain", objectKey: expect.stringMatching(/\/browser-/) },
    errors: [],
    refused: [
      ["HttpError", 400, expect.stringContaining("at most 10485760 bytes")],
      ["ConfigError", undefined, expect.any(String)],
    ],
  });
  expect((seen as { attachment: object }).attachment).not.toHaveProperty("url");
  const { step, thread } = seen as { step: string; thread: string };
  const found = (await ask(
    `{ step(id: "${step}") { name type threadId output attachments { name mime metadata url } } steps { totalCount } }`,
  )) as { step: { attachments: { name: string; url: string }[] } };
  expect(found).toMatchObject({
    step: {
      name: "question",
      type: "user_message",
      threadId: thread,
      output: { content: "What is this?" },
      attachments: [
        { name: "note.txt", mime: "text/plain", metadata: { page: 1 } },
        { name: "later.txt", mime: "application/octet-stream", metadata: {} },
      ],
    },
    steps: { totalCount: 1 },
  });
  const contents = await Promise.all(found.step.attachments.map(async ({ url }) => (await fetch(url)).text()));
  expect(contents).toEqual(["hello", "later"]);
  expect(uncaught).toEqual([]);
});

test("a page that may not use the key continues, and gets the reasons why its records, files and feedback are refused", async () => {
  const { page, foreignUrl, uncaught, ask } = await openShop();
  await page.goto(foreignUrl);
  const seen = await page.evaluate(`(async () => {
    const result = await client.step({ name: "foreign", type: "tool" }).wrap(async () => "goes on");
    await client.flush({ timeoutMs: 2_000 });
    const read = ({ name, status, message }) => ({ name, status, message });
    const feedback = await client.sendFeedback({ stepId: "s", value: 1 }).catch(read);
    const step = client.step({ name: "with a file", type: "tool" });
    const file = await client.createAttachment({ step, content: "text" }).catch(read);
    const unknown = new threadline.BrowserClient({ ...service, apiKey: service.apiKey.slice(0, -4) + "aaaa" });
    const revoked = await unknown.sendFeedback({ stepId: "s", value: 1 }).catch(read);
    const reported = errors.join();
    const broken = new threadline.BrowserClient({ onError: (error) => errors.push(error.name) });
    void broken.step({ name: "nowhere", type: "tool" }).send();
    return { result, feedback, file, revoked, reported, last: errors.at(-1), pending: client.stats().pending };
  })()`);
  const foreign = {
    name: "HttpError",
    status: 403,
    message: expect.stringContaining("is not among the allowed origins"),
  };
  expect(seen).toEqual({
    result: "goes on",
    feedback: foreign,
    file: foreign,
    revoked: { name: "HttpError", status: 401, message: expect.stringContaining("Invalid API key") },
    reported: expect.stringContaining("is not among the allowed origins"),
    last: "ConfigError",
    pending: 1,
  });
  expect(await ask("{ steps { totalCount } scores { totalCount } }")).toEqual({
    steps: { totalCount: 0 },
    scores: { totalCount: 0 },
  });
  expect(uncaught).toEqual([]);
});
