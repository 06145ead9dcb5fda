import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apiKey, startTestServer } from "../test-server.ts";
import { readRecords, type ReadStep } from "./read-records.ts";

interface Body {
  readonly resourceLogs?: readonly { readonly scopeLogs: readonly { readonly logRecords: readonly object[] }[] }[];
}

function readSample(name: string): string {
  return readFileSync(join(import.meta.dirname, "coding-agents", `${name}.json`), "utf8");
}

function start() {
  const { server } = startTestServer();
  const post = async (signal: "logs" | "traces", body: string) => {
    const headers = { "content-type": "application/json", "x-api-key": apiKey };
    const response = await server.fetch(`http://localhost/v1/${signal}`, { method: "POST", headers, body });
    expect(response.status).toBe(200);
    return response.json();
  };
  return { post, read: () => readRecords(server, apiKey) };
}

function summary(steps: readonly ReadStep[]): string[] {
  return steps.map(({ type, name, generation, input, output }) => {
    const counts = generation ? ` ${generation.inputTokenCount}/${generation.outputTokenCount}` : "";
    const content = type === "tool" ? input : (generation?.messageCompletion ?? output);
    return `${type} ${name}${counts} ${JSON.stringify(content)}`;
  });
}

const said = { role: "assistant", content: "It says hello." };

test("a session of Claude Code is a thread with prompt, calls, tools and tokens", async () => {
  const { post, read } = start();
  // Claude Code prints an error for rejected events. So the service must not reject events that it ignores, such as
  // decisions about tools.
  expect(await post("logs", readSample("claude-code-2.1.197.logs"))).toStrictEqual({});
  const { steps, threads } = await read();
  expect(summary(steps).toSorted()).toStrictEqual([
    `llm claude-opus-4-8 24/9 ${JSON.stringify(said)}`,
    `llm claude-opus-4-8 24/9 {"role":"assistant","content":"Let me look."}`,
    `tool Bash {"command":"echo hello","description":"Says hello"}`,
    `user_message user {"content":"What does echo say?"}`,
  ]);
  const llm = steps.find(({ type }) => type === "llm");
  expect(llm?.generation).toMatchObject({
    provider: "anthropic",
    model: "claude-opus-4-8",
    metadata: { cachedTokenCount: 7, cacheWriteTokenCount: 5 },
  });
  expect(threads).toMatchObject([{ participant: { identifier: "user-1" }, tokenCount: 66 }]);
  expect(new Set(steps.map(({ threadId }) => threadId))).toStrictEqual(new Set([threads[0]?.id]));
});

test("a session of Codex is a thread with prompt, calls, tools and tokens", async () => {
  const { post, read } = start();
  await post("logs", readSample("codex-0.169.0.logs"));
  const { steps, threads } = await read();
  expect(summary(steps)).toStrictEqual([
    `user_message user {"content":"What does echo say?"}`,
    "llm gpt-5-codex 24/9 null",
    `tool exec_command {"cmd":"echo hello"}`,
    "llm gpt-5-codex 24/9 null",
  ]);
  expect(steps[1]?.generation).toMatchObject({
    provider: "openai",
    metadata: { cachedTokenCount: 7, reasoningTokenCount: 3 },
  });
  expect(JSON.stringify(steps[2]?.output)).toContain("hello");
  expect(threads).toMatchObject([{ tokenCount: 66 }]);
});

test("a session of Gemini CLI is a thread with prompt, calls, tools and tokens, once", async () => {
  const { post, read } = start();
  expect(await post("logs", readSample("gemini-cli-0.61.0.logs"))).toStrictEqual({});
  expect(await post("traces", readSample("gemini-cli-0.61.0.traces"))).toStrictEqual({});
  const { steps, threads } = await read();
  const call = { name: "run_shell_command", arguments: '{"command":"echo hello"}' };
  expect(steps.map(({ type, name }) => `${type} ${name}`).toSorted()).toStrictEqual([
    "llm gemini-2.5-pro",
    "llm gemini-2.5-pro",
    "llm gemini-2.5-pro",
    "tool run_shell_command",
    "user_message user",
  ]);
  const calls = steps.filter(({ type }) => type === "llm").map(({ generation }) => generation);
  expect(calls).toMatchObject([
    { inputTokenCount: 24, outputTokenCount: 9, metadata: { cachedTokenCount: 7, reasoningTokenCount: 3 } },
    { messageCompletion: { tool_calls: [{ function: call }] } },
    { provider: "google", messageCompletion: said },
  ]);
  expect(steps.find(({ type }) => type === "tool")?.input).toStrictEqual({ command: "echo hello" });
  expect(threads).toMatchObject([{ tokenCount: 99 }]);
});

test("a session of opencode is a thread, without its internal spans", async () => {
  const { post, read } = start();
  expect(await post("traces", readSample("opencode-1.18.33.traces"))).toStrictEqual({});
  const { steps, threads } = await read();
  const found = steps.filter(({ type }) => type === "llm" || type === "tool");
  expect(summary(found).toSorted()).toStrictEqual([
    `llm ai.streamText.doStream 24/9 ${JSON.stringify(said)}`,
    expect.stringMatching(/^llm ai.streamText.doStream 24\/9 .*"name":"bash"/u),
    `tool bash {"command":"echo hello","description":"Says hello"}`,
  ]);
  expect(JSON.stringify(steps.map(({ input, generation }) => [input, generation]))).toContain("What does echo say?");
  expect(threads).toMatchObject([{ tokenCount: 66 }]);
});

test("events in any order, separate or repeated, result in the same state", async () => {
  const sample = JSON.parse(readSample("claude-code-2.1.197.logs")) as Body;
  const bodies = (sample.resourceLogs ?? []).flatMap((resource) =>
    resource.scopeLogs.flatMap((scope) =>
      scope.logRecords.map((record) =>
        JSON.stringify({ resourceLogs: [{ ...resource, scopeLogs: [{ ...scope, logRecords: [record] }] }] }),
      ),
    ),
  );
  const states: string[] = [];
  for (const order of [bodies, bodies.toReversed(), [...bodies, ...bodies.toReversed()]]) {
    const { post, read } = start();
    for (const body of order) await post("logs", body);
    const { steps } = await read();
    states.push(JSON.stringify(summary(steps).toSorted()));
  }
  expect(new Set(states).size).toBe(1);
  expect(states[0]).toContain("It says hello.");
});

test.each([
  ["an attribute", (name: string) => [{}, { "event.name": name }]],
  ["a field", (name: string) => [{ eventName: name }, {}]],
] as const)("with names in %s, events without content are steps, and failures are errors", async (_, named) => {
  const { post, read } = start();
  const attribute = ([key, value]: [string, unknown]) => ({ key, value: { stringValue: String(value) } });
  const record = (event: string, fields: object) => {
    const [field, attributes] = named(event);
    return {
      ...field,
      timeUnixNano: "1760000000000000000",
      body: { stringValue: `claude_code.${event}` },
      attributes: Object.entries({ ...attributes, "session.id": "s", ...fields }).map(attribute),
    };
  };
  const logRecords = [
    record("user_prompt", { "prompt.id": "p", prompt_length: 3 }),
    record("api_error", { model: "claude-opus-4-8", error: "Overloaded", status_code: 529, "event.sequence": 1 }),
    record("tool_result", { tool_name: "Bash", tool_use_id: "t", success: "false", duration_ms: "1500" }),
    record("assistant_response", { request_id: "r", response: "<REDACTED>" }),
    record("user_prompt", { "prompt.id": "q", duration_ms: "not a number", "event.sequence": "x" }),
  ];
  const scope = { name: "com.anthropic.claude_code.events" };
  await post("logs", JSON.stringify({ resourceLogs: [{ scopeLogs: [{ scope, logRecords }] }] }));
  const { steps } = await read();
  expect(steps.map(({ type, error, output }) => `${type} ${error} ${JSON.stringify(output)}`).toSorted()).toStrictEqual(
    ["llm Overloaded null", "tool failed null", "user_message null null", "user_message null null"],
  );
  expect(steps.find(({ type }) => type === "tool")?.startTime).toBe("2025-10-09T08:53:18.500Z");
});
