import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createServer, listen } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { logResources } from "../src/pages/logs/log-resource.ts";
import { snippetsOf } from "../src/pages/logs/first-record/snippets.ts";

const run = promisify(execFile);
const apiKey = "a-key-for-tests";
/** A package that uses the SDK, so that its name is found there. */
const home = join(import.meta.dirname, "../../../packages/openai");

async function startService() {
  const server = createServer({ apiKey, logger: false });
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

function codeOf(resource: (typeof logResources)[number], name: string, url: string): string {
  const snippet = snippetsOf(resource, url).find((each) => each.name === name);
  if (!snippet) throw new Error(`${resource} have no lines for ${name}`);
  return snippet.code;
}

const env = { ...process.env, THREADLINE_API_KEY: apiKey, no_proxy: "*" };

test.each(logResources)("the lines of TypeScript for %s store one", async (resource) => {
  const { url, count } = await startService();
  const code = codeOf(resource, "sdk", url);
  await run(process.execPath, ["--conditions=@threadline/source", "--input-type=module", "-e", code], {
    cwd: home,
    env,
  });
  expect(await count(resource)).toBe(1);
});

test.each(logResources)("the lines of curl for %s store one", async (resource) => {
  const { url, count } = await startService();
  const { stdout } = await run("sh", ["-c", codeOf(resource, "curl", url)], { env });
  expect(JSON.parse(stdout)).not.toHaveProperty("errors");
  expect(await count(resource)).toBe(1);
});
