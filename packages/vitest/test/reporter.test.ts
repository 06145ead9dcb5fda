import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createServer, listen } from "threadline";
import { Threadline } from "@threadline/core";
import { expect, onTestFinished, test } from "vitest";

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const apiKey = "tl_test_key";

/** Runs the tests in the folder `project`. Resolves to their output. */
async function runProject(env: NodeJS.ProcessEnv) {
  const command = ["--conditions=@threadline/source", vitest, "run", "--configLoader", "native"];
  const child = spawn(process.execPath, command, {
    cwd: join(import.meta.dirname, "project"),
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  await new Promise((resolve) => child.once("close", resolve));
  return output;
}

test("scores decide tests, and the reporter stores them as an experiment", async () => {
  const server = createServer({ apiKey });
  const listener = await listen(server, { port: 0 });
  onTestFinished(async () => {
    await listener.close();
    await server.close();
  });
  const output = await runProject({ THREADLINE_URL: listener.url, THREADLINE_API_KEY: apiKey });
  expect(output).toContain("3 failed | 3 passed (6)");
  expect(output).toContain("expected the score correctness to be >= 0.8, but it is 0");
  expect(output).toContain("the scorer broken failed: Error: no judge");
  expect(output).toContain('unknown scorer "tone"; known scorers: correctness, broken');

  const client = new Threadline({ apiKey, url: listener.url });
  const { data } = await client.api.getExperiments();
  expect(data).toMatchObject([{ name: "capitals", params: { tests: 3 } }]);
  const experiment = await client.api.getExperiment(data[0]?.id ?? "");
  const items = experiment?.items.map((item) => [
    item.input,
    item.output,
    item.scores.map(({ name, value }) => `${name} ${value}`).toSorted(),
  ]);
  expect(items).toEqual([
    [{ country: "France" }, { output: "Paris" }, ["correctness 1", "length 5"]],
    [{ test: "wrong" }, { output: "Lyon" }, ["correctness 0"]],
    [{ test: "negated" }, { output: "Lyon" }, ["correctness 0"]],
  ]);
});

test("without a key, the tests run and the reporter says that it stored nothing", async () => {
  const output = await runProject({ THREADLINE_API_KEY: "", LITERAL_API_KEY: "" });
  expect(output).toContain("3 failed | 3 passed (6)");
  expect(output).toContain("Scores were not stored: No API key");
});
