import { Threadline } from "@threadline/core";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../src/http/listen.ts";
import { runCommand } from "./migrate/run-command.ts";
import { apiKey, startTestServer } from "./test-server.ts";

async function startWithRecords() {
  const { server } = startTestServer();
  const { url, close } = await listen(server, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => close());
  const client = new Threadline({ url, apiKey });
  onTestFinished(async () => {
    await client.shutdown();
  });
  const thread = client.thread({ id: "trip", name: "Trip \u001b[2Jto Rome" });
  await thread.upsert();
  for (const [index, error] of [null, "timed out", null].entries()) {
    const startTime = `2026-01-01T00:00:0${index}.000Z`;
    await thread.step({ id: `step-${index}`, name: "search", type: "tool", startTime, error }).send();
  }
  const generation = { provider: "openai", model: "gpt-4o", messages: [{ role: "user" as const, content: "Hi" }] };
  await thread.step({ id: "call", name: "answer", type: "llm", generation: { type: "CHAT", ...generation } }).send();
  await client.api.createScore({ name: "correctness", type: "HUMAN", value: 0.5, stepId: "step-0" });
  await client.api.createUser("ada");
  const find = (...args: string[]) =>
    runCommand(["find", ...args], { THREADLINE_URL: url, THREADLINE_API_KEY: apiKey });
  return { find, url };
}

test("find prints the records that match a query, newest first, as a table or as lines of JSON", async () => {
  const { find } = await startWithRecords();
  const { code, output } = await find("steps", "type:tool has:error");
  expect(code).toBe(0);
  expect(output).toBe(
    "startTime                 id      type  name    error\n2026-01-01T00:00:01.000Z  step-1  tool  search  timed out\n",
  );
  const lines = (await find("steps", "type:tool", "--json", "--limit", "2")).output.trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { readonly id: string }).id)).toEqual(["step-2", "step-1"]);
  expect((await find("generations", "model:gpt-4o")).output).toContain("gpt-4o");
  expect((await find("scores", "name:correctness")).output).toContain("0.5");
  expect((await find("users")).output).toContain("ada");
  expect(await find("threads", "name:none")).toEqual({ code: 0, output: "", notices: "No threads match.\n" });
});

test("find shows no control characters of a record to the terminal", async () => {
  const { find } = await startWithRecords();
  expect((await find("threads")).output).toContain("Trip  [2Jto Rome");
  expect((await find("threads", "--json")).output).toContain(String.raw`Trip \u001b[2Jto Rome`);
});

test("find reports errors in its arguments, its key and its query", async () => {
  const { find, url } = await startWithRecords();
  expect(await find("prompts")).toMatchObject({
    code: 1,
    notices: expect.stringContaining("The kind must be one of threads, steps, generations, scores, users.") as string,
  });
  expect((await find("steps", "--limit", "none")).notices).toContain("--limit must be a whole number of at least 1.");
  expect((await find("steps", "latency:fast")).notices).toContain('query: at character 1: "latency" is a number');
  const without = await runCommand(["find", "steps"], { THREADLINE_URL: url });
  expect(without).toMatchObject({ code: 1, output: "" });
  expect(without.notices).toContain("Set THREADLINE_API_KEY to an API key with the scope read");
  const wrong = await runCommand(["find", "steps"], { THREADLINE_URL: url, THREADLINE_API_KEY: "tl_wrong" });
  expect(wrong.notices).toContain("Check THREADLINE_URL and THREADLINE_API_KEY");
});
