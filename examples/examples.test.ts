import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { createServer, listen, type Listener } from "threadline";
import { afterAll, beforeAll, expect, test } from "vitest";

const execute = promisify(execFile);

const outputs: Record<string, string[]> = {
  "threads.ts": ["Opening hours by amara@example.com: 2 steps", "newest of the tag phone: Opening hours"],
  "steps.ts": ['plan-trip: {"advice":"Take a coat"}', "below it: tool forecast"],
  "generations.ts": [expect.stringMatching(/^gpt-4o-mini: about \d+ tokens$/u)],
  "scores.ts": ["user-feedback 1: Right after all"],
  "feedback.ts": ["204", "204", "user-feedback 1 by amara@example.com: Right after all"],
  "comments.ts": ["key: Too **short** for a refund", "1 on the step, 1 on the thread"],
  "evaluators.ts": ["30 characters", 'The step "missing" does not exist', "version 2, stored: names-paris 1"],
  "review-queues.ts": ['{"content":"The capital of France is Paris"}', "1 of 1 done"],
  "score-schemas.ts": ["helpful: yes"],
  "live-updates.ts": ["STEP WRITTEN", "THREAD WRITTEN"],
  "users.ts": ['mei@example.com: {"plan":"member"}', "deleted"],
  "dashboards.ts": ["Tools, Failures: search 1"],
  "datasets.ts": ['{"country":"Kenya"} -> {"capital":"Nairobi"}', '{"country":"Norway"} -> {"capital":"Oslo"}'],
  "experiments.ts": ["Plain greeting: 2 items"],
  "prompts.ts": ["versions 0, 0, 1", "Greet Ada & friends."],
  "openai.ts": ["llm stand-in: 15 tokens"],
  "mcp.ts": ['client weather: {"city":"Oslo"}', 'server weather: {"city":"Oslo"}'],
  "agents.ts": ["When do you open? llm stand-in: 15 tokens"],
  "langchain.ts": ["At nine. opening-hours (docs): system, user -> llm"],
  "llamaindex.ts": ["When do you open? retrieval, llm stand-in: 15 tokens"],
  "mastra.ts": ["When do you open? llm stand-in: 15 tokens"],
  "anthropic.ts": ["llm stand-in: 115 tokens"],
  "google.ts": ["llm stand-in: 115 tokens", "llm stand-in: 115 tokens"],
  "ai-sdk.ts": ["At nine.", "run generateText, llm stand-in, tool hours, llm stand-in"],
  "files.ts": ["plain text", "receipt.txt: 149.00 EUR"],
};

const apiKey = "tl_examples_0123456789abcdef";
const server = createServer({ apiKey });
let listener: Listener;
beforeAll(async () => {
  listener = await listen(server, { port: 0 });
});
afterAll(async () => {
  await listener.close();
  await server.close();
});

test.for(Object.keys(outputs))("%s prints its documented output", async (name) => {
  const { stdout, stderr } = await execute(process.execPath, ["--conditions=@threadline/source", name], {
    cwd: import.meta.dirname,
    // Disables the framework's usage reports, which would be sent to the internet.
    env: { ...process.env, MASTRA_TELEMETRY_DISABLED: "1", THREADLINE_URL: listener.url, THREADLINE_API_KEY: apiKey },
  });
  expect(stderr).toBe("");
  expect(stdout.trimEnd().split("\n")).toEqual(outputs[name]);
});

test("every example is listed here", async () => {
  const names = (await readdir(import.meta.dirname)).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  expect(names.toSorted()).toEqual(Object.keys(outputs).toSorted());
});
