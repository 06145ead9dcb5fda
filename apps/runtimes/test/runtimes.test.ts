import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Threadline } from "@threadline/core";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { createServer, listen, type Listenable } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { findChromium } from "../../web/test/browser/find-chromium.ts";
import { needs } from "../../../packages/server/test/requirements.ts";
import type { Outcome, recordEverything } from "./record-everything.ts";

const apiKey = "tl_test_key";

/** Returns the program of a runtime; undefined if the system is not supported. */
function programOf(packageName: string, file: string): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
    const program = join(manifest, "..", file);
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

const workerd = programOf("@cloudflare/workerd-linux-64", "bin/workerd");
const bun = programOf("@oven/bun-linux-x64-baseline", "bin/bun");
const deno = programOf("@deno/linux-x64-glibc", "deno");

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "threadline-runtime-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Starts the service. If `page` is given, it is the response to `/page`. */
async function startListening(page?: string) {
  const server = createServer({ apiKey });
  const fetch: Listenable["fetch"] = (request, init, connection) =>
    page !== undefined && new URL(request.url).pathname === "/page"
      ? new Response(page, { headers: { "content-type": "text/html" } })
      : server.fetch(request, init, connection);
  const listener = await listen({ fetch }, { port: 0 });
  onTestFinished(async () => {
    await listener.close();
    await server.close();
  });
  return { url: listener.url, client: new Threadline({ apiKey, url: listener.url }) };
}

/** Bundles the SDK, the openai package and the test code to one module. */
async function bundle(entry: string, conditions: string[]): Promise<string> {
  const path = join(await folder(), "bundle.mjs");
  await build({
    stdin: { contents: entry, resolveDir: import.meta.dirname, loader: "ts" },
    outfile: path,
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@threadline/source", ...conditions],
    // Optional packages. They are loaded only to convert a prompt to a LangChain template.
    external: ["@langchain/core", "node:*"],
    logLevel: "error",
  });
  return path;
}

async function run(program: string, parameters: string[]): Promise<string> {
  const child = spawn(program, parameters, { env: { ...process.env, NO_COLOR: "1" } });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  expect({ code, errors }).toStrictEqual({ code: 0, errors: "" });
  return output;
}

type RecordEverything = typeof recordEverything;

const COMPLETE: Outcome = {
  answer: "At nine.",
  objectKey: expect.any(String),
  // The thread, the run, the tool, the model call, and the steps `awaited` and `unawaited`.
  delivered: 6,
  pending: 0,
  dropped: 0,
  errors: [],
};

async function checkStored(client: Threadline): Promise<void> {
  const thread = await client.api.getThread("thread");
  expect(thread?.name).toBe("Opening hours");
  expect(thread?.steps?.map(({ id }) => id)).toEqual(expect.arrayContaining(["run", "tool", "unawaited", "awaited"]));
  const call = thread?.steps?.find(({ generation }) => generation);
  expect(call?.generation).toMatchObject({ messageCompletion: { content: "At nine." }, inputTokenCount: 3 });
}

const printed = (url: string): string =>
  `import { recordEverything } from "./record-everything.ts";
   console.log(JSON.stringify(await recordEverything(${JSON.stringify(url)}, ${JSON.stringify(apiKey)})));`;

test("the SDK records, uploads and observes in Bun", needs("bun", bun !== undefined), async () => {
  const { url, client } = await startListening();
  const path = await bundle(printed(url), ["bun", "import"]);
  expect(JSON.parse(await run(bun!, ["run", path]))).toStrictEqual(COMPLETE);
  await checkStored(client);
});

test("the SDK records, uploads and observes in Deno", needs("deno", deno !== undefined), async () => {
  const { url, client } = await startListening();
  const path = await bundle(printed(url), ["deno", "import"]);
  const parameters = ["run", "--no-config", "--allow-net", "--allow-env", "--allow-sys", path];
  expect(JSON.parse(await run(deno!, parameters))).toStrictEqual(COMPLETE);
  await checkStored(client);
});

async function freePort(): Promise<number> {
  const probe = createTcpServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

test(
  "the SDK records, uploads and observes in Cloudflare Workers",
  needs("workerd", workerd !== undefined),
  async () => {
    const { url, client } = await startListening();
    const path = await bundle(
      `import { recordEverything } from "./record-everything.ts";
     export default {
       async fetch() {
         return Response.json(await recordEverything(${JSON.stringify(url)}, ${JSON.stringify(apiKey)}));
       },
     };`,
      ["workerd", "worker", "browser"],
    );
    const port = await freePort();
    const configuration = join(path, "..", "config.capnp");
    await writeFile(
      configuration,
      `using Workerd = import "/workerd/workerd.capnp";
     const config :Workerd.Config = (
       services = [
         (name = "main", worker = .main),
         (name = "internet", network = (allow = ["public", "private", "local"])),
       ],
       sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
     );
     const main :Workerd.Worker = (
       modules = [(name = "bundle.mjs", esModule = embed "bundle.mjs")],
       compatibilityDate = "2026-11-01",
       globalOutbound = "internet",
     );`,
    );
    const worker = spawn(workerd!, ["serve", configuration], { stdio: "inherit" });
    onTestFinished(() => void worker.kill("SIGKILL"));
    let answer: Response | undefined;
    await expect
      .poll(async () => (answer ??= await fetch(`http://127.0.0.1:${port}`).catch(() => undefined)))
      .toMatchObject({ status: 200 });
    expect(await answer!.json()).toStrictEqual(COMPLETE);
    await checkStored(client);
  },
);

const installedChromium = findChromium();

test(
  "the SDK records, uploads and observes on a page in chromium",
  needs("chromium", installedChromium !== null),
  async () => {
    const path = await bundle(`export { recordEverything } from "./record-everything.ts";`, ["browser", "import"]);
    const script = (await readFile(path, "utf8")).replaceAll("</script", "<\\/script");
    const { url, client } = await startListening(
      `<!doctype html><script type="module">${script}; globalThis.recordEverything = recordEverything;</script>`,
    );
    const browser = await chromium.launch({
      ...installedChromium,
      args: ["--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => faults.push(message.text()));
    await page.goto(`${url}/page`);
    const outcome = await page.evaluate(
      ([origin, key]) =>
        (globalThis as unknown as { recordEverything: RecordEverything }).recordEverything(origin, key),
      [url, apiKey] as const,
    );
    // Browsers have no asynchronous context. So the model call is recorded outside the run, in a separate thread.
    expect({ outcome, faults }).toStrictEqual({ outcome: { ...COMPLETE, delivered: 7 }, faults: [] });
    const { data } = await client.api.getThreads();
    const steps = Object.fromEntries(
      data.map((thread) => [thread.name, thread.steps?.map(({ name }) => name).toSorted()]),
    );
    expect(steps).toStrictEqual({
      "Opening hours": ["answer", "look up", "s", "s"],
      "When do you open?": ["stand-in"],
    });
    const { data: generations } = await client.api.getGenerations();
    expect(generations[0]).toMatchObject({ messageCompletion: { content: "At nine." }, inputTokenCount: 3 });
  },
);
