import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createServer, listen } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { needs } from "../../../packages/server/test/requirements.ts";
import { byInputs } from "../../../packages/server/test/test-inputs.ts";
import { testDatabases } from "../../../packages/server/test/postgres/test-databases.ts";
import { logResources } from "../src/pages/logs/log-resource.ts";
import { openModel } from "../../demo/src/model-access.ts";
import { snippetsOf } from "../src/pages/logs/first-record/snippets.ts";

const run = promisify(execFile);
const apiKey = "a-key-for-tests";
/**
 * Folder in which the snippets run. Its package depends on the packages that the snippets import: ours, `openai` and
 * LangChain.
 */
const home = join(import.meta.dirname, "../../demo");

/** Log lists whose example code for a first record is tested. */
const resources = byInputs<readonly (typeof logResources)[number][]>({
  few: ["threads", "scores"],
  many: logResources,
  all: logResources,
});

const newDatabase = testDatabases();

async function startService() {
  const server = createServer({ apiKey, logger: false, databaseUrl: await newDatabase() });
  const listener = await listen(server, { port: 0, closeTimeout: 1_000 });
  onTestFinished(async () => {
    await listener.close();
    await server.close();
  });
  const count = async (resource: string): Promise<number> => {
    const list = resource === "runs" ? 'steps(filters: [{ field: "type", operator: eq, value: "run" }])' : resource;
    const response = await server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey },
      body: JSON.stringify({ query: `{ list: ${list} { totalCount } }` }),
    });
    const { data } = (await response.json()) as { data: { list: { totalCount: number } } };
    return data.list.totalCount;
  };
  return { url: listener.url, count };
}

function runLines(code: string, more: Readonly<Record<string, string>> = {}) {
  return run(process.execPath, ["--conditions=@threadline/source", "--input-type=module", "-e", code], {
    cwd: home,
    env: { ...env, ...more },
  });
}

function codeOf(
  resource: (typeof logResources)[number],
  name: string,
  { url, key = null }: { readonly url: string; readonly key?: string | null },
): string {
  const snippet = snippetsOf(resource, { url, apiKey: key }).find((each) => each.name === name);
  if (!snippet) throw new Error(`${resource} have no lines for ${name}`);
  return snippet.code;
}

const env = { ...process.env, THREADLINE_API_KEY: apiKey, no_proxy: "*" };

test.each(resources)("the TypeScript example for %s stores one record", async (resource) => {
  const { url, count } = await startService();
  await runLines(codeOf(resource, "sdk", { url }));
  expect(await count(resource)).toBe(1);
});

test.each(resources)("the curl example for %s stores one record", needs("curl"), async (resource) => {
  const { url, count } = await startService();
  const { stdout } = await run("sh", ["-c", codeOf(resource, "curl", { url })], { env });
  expect(JSON.parse(stdout)).not.toHaveProperty("errors");
  expect(await count(resource)).toBe(1);
});

test.each(
  resources.flatMap((resource) =>
    ["openai", "langchain"].flatMap((name) =>
      // No example records scores with an instrumentation.
      resource === "scores" ? [] : [[name, resource] as const],
    ),
  ),
)("the %s example for %s fills the list", async (name, resource) => {
  const { url, count } = await startService();
  const model = await openModel();
  onTestFinished(() => model.close());
  // The simulated provider only answers certain questions, for one model.
  const code = codeOf(resource, name, { url })
    .replace('"gpt-4o-mini"', JSON.stringify(model.model))
    .replace('"Hello!"', JSON.stringify("Does the workshop repair a torn tent, and what does it cost?"));
  expect(code).toMatch(/stand-in[^]*workshop|workshop[^]*stand-in/);
  await runLines(code, { OPENAI_API_KEY: "stand-in", OPENAI_BASE_URL: model.openai.baseURL });
  expect(await count(resource)).toBeGreaterThan(0);
});

const { THREADLINE_API_KEY: _key, ...envWithoutKey } = env;

test.each(["sdk", "curl"])("the %s example that contains a key stores one record", needs("curl"), async (name) => {
  const { url, count } = await startService();
  const code = codeOf("threads", name, { url, key: apiKey });
  if (name === "curl") await run("sh", ["-c", code], { env: envWithoutKey });
  else await runLines(code, { THREADLINE_API_KEY: "" });
  expect(await count("threads")).toBe(1);
});

// Used as the application that the example starts. Its exporter reads the variables that the example sets.
const tracedApplication = `node --input-type=module -e '
  import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
  import { SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: new OTLPTraceExporter() })] });
  provider.getTracer("app").startSpan("call").end();
  await provider.forceFlush();
  await provider.shutdown();
'`;

test("the OpenTelemetry example exports the spans of an application", async () => {
  const { url, count } = await startService();
  const code = codeOf("threads", "otel", { url, key: apiKey });
  const command = code.replace(/^node .*$/m, tracedApplication);
  expect(command).toContain("TracerProvider");
  await run("sh", ["-c", command], { cwd: join(home, "../../packages/server"), env: envWithoutKey });
  expect(await count("steps")).toBe(1);
});
