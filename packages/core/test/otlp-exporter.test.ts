import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createServer } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { ConfigError, otlpExporter, Threadline } from "../src/index.ts";
import { startService } from "./start-service.ts";

/** Starts a second service, which receives steps over OTLP. `reader` reads the steps that it has stored. */
function startReceiver() {
  const apiKey = "tl_receiver_key";
  const server = createServer({ apiKey });
  onTestFinished(() => server.close());
  const requests: { path: string; headers: Headers }[] = [];
  let status = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    requests.push({ path: pathname, headers: request.headers });
    return status > 0 ? new Response("no", { status }) : server.fetch(request);
  };
  const reader = new Threadline({ apiKey, url: "http://receiver.test", fetch: server.fetch });
  return { apiKey, fetch, requests, reader, answerWith: (next: number) => (status = next) };
}

/** Starts a service, a receiver, and a client that sends to both. */
function startBoth(options: { headers?: Record<string, string> } = {}) {
  const receiver = startReceiver();
  const service = startService();
  const client = service.connect({
    fetch: (input, init) => {
      const { host } = new URL(input instanceof Request ? input.url : input);
      return host === "receiver.test" ? receiver.fetch(input, init) : service.fetch(new Request(input, init));
    },
    exporter: otlpExporter({
      url: "http://receiver.test/otel/",
      headers: options.headers ?? { "x-api-key": receiver.apiKey },
      serviceName: "shop",
    }),
    environment: "staging",
  });
  // A receiver that rejects the headers accepts nothing, so the shutdown does not wait for it.
  onTestFinished(async () => void (await client.shutdown(options.headers && { timeoutMs: 1 })));
  return { ...service, client, receiver };
}

test("an OpenTelemetry receiver gets every ended step with its parent, content, tokens, tags and error", async () => {
  const { client, receiver, errors } = startBoth();
  await client.thread({ id: "c1", name: "Hours", participantId: "amara" }).wrap(async () => {
    await client.run({ name: "answer", input: { question: "When?" }, tags: ["shop"] }).wrap(async () => {
      await client.step({ type: "tool", name: "look-up", input: { day: "Monday" } }).wrap(() => ({ opens: 9 }));
      await client
        .step({
          type: "llm",
          name: "model",
          metadata: { deal: 7 },
          generation: {
            type: "CHAT",
            provider: "openai",
            model: "gpt-4o",
            settings: { temperature: 0.5, stop: ["."], max_tokens: 20 },
            tools: [{ type: "function", function: { name: "look_up", parameters: { type: "object" } } }],
            inputTokenCount: 12,
            outputTokenCount: 3,
            ttFirstToken: 250,
            messages: [
              { role: "system", content: "Be short." },
              { role: "user", content: [{ type: "text", text: "When?" }] },
              {
                role: "assistant",
                content: null,
                tool_calls: [
                  { id: "k", type: "function", function: { name: "look_up", arguments: '{"day":"Monday"}' } },
                ],
              },
              { role: "tool", tool_call_id: "k", content: "9" },
            ],
            messageCompletion: { role: "assistant", content: "At 9." },
          },
        })
        .send();
      await client
        .step({ type: "retrieval", name: "search", input: { query: "hours" } })
        .wrap(() => Promise.reject(new Error("no index")))
        .catch(() => undefined);
      return { answer: "At 9." };
    });
  });
  expect(await client.flush()).toStrictEqual({ delivered: 5, pending: 0, dropped: 0 });
  expect(errors).toStrictEqual([]);
  expect(new Set(receiver.requests.map(({ path }) => path))).toStrictEqual(new Set(["/otel/v1/traces"]));

  const thread = await receiver.reader.api.getThread("c1");
  expect(thread?.participant?.identifier).toBe("amara");
  const steps = new Map(thread?.steps?.map((step) => [step.name, step]));
  expect([...steps.keys()].toSorted()).toStrictEqual(["answer", "look-up", "search", "chat gpt-4o"].toSorted());
  const run = steps.get("answer");
  expect(run).toMatchObject({
    type: "run",
    parentId: null,
    input: { question: "When?" },
    output: { answer: "At 9." },
    tags: ["shop"],
    environment: "staging",
  });
  for (const name of ["look-up", "search", "chat gpt-4o"]) expect(steps.get(name)?.parentId).toBe(run?.id);
  expect(steps.get("look-up")).toMatchObject({ type: "tool", input: { day: "Monday" }, output: { opens: 9 } });
  expect(steps.get("search")).toMatchObject({ type: "retrieval", input: { query: "hours" } });
  expect(steps.get("search")?.error).toContain("no index");
  const { generation, metadata } = steps.get("chat gpt-4o") ?? {};
  expect(metadata).toMatchObject({ deal: 7 });
  expect(generation).toMatchObject({
    provider: "openai",
    model: "gpt-4o",
    inputTokenCount: 12,
    outputTokenCount: 3,
    ttFirstToken: 250,
    settings: { temperature: 0.5, max_tokens: 20 },
    messageCompletion: { role: "assistant", content: "At 9." },
  });
  expect(generation).toMatchObject({
    messages: [
      { role: "system", content: "Be short." },
      { role: "user", content: "When?" },
      { role: "assistant", tool_calls: [{ id: "k", function: { name: "look_up", arguments: '{"day":"Monday"}' } }] },
      { role: "tool", tool_call_id: "k", content: "9" },
    ],
  });
});

test("times keep their microseconds, and a step that is sent twice is one span", async () => {
  const { client, receiver } = startBoth();
  const step = client.step({ name: "twice", type: "tool", startTime: "2026-01-02T03:04:05.678901Z" });
  step.endTime = "2026-01-02T03:04:06.000001Z";
  await step.send();
  step.output = { state: "later" };
  await step.send();
  await client.flush();
  const { data } = await receiver.reader.api.getSteps({ first: 5 });
  expect(data).toMatchObject([{ name: "twice", output: { state: "later" } }]);
  expect(Date.parse(String(data[0]?.startTime))).toBe(Date.parse("2026-01-02T03:04:05.678Z"));
});

test("a receiver that is down delays nothing, and gets everything later", async () => {
  const { client, receiver, errors } = startBoth();
  receiver.answerWith(503);
  await client.step({ name: "early", type: "tool" }).wrap(() => 1);
  await client.flush({ timeoutMs: 300 });
  await expect.poll(() => client.stats()).toMatchObject({ delivered: 1, pending: 0 });
  await expect.poll(() => errors.map(String)).toContainEqual(expect.stringContaining("OTLP export"));
  receiver.answerWith(0);
  await client.flush();
  const { data } = await receiver.reader.api.getSteps({ first: 5 });
  expect(data.map(({ name }) => name)).toStrictEqual(["early"]);
});

test("a key that the receiver rejects is reported with the option to check", async () => {
  const { client, errors } = startBoth({ headers: { "x-api-key": "wrong" } });
  await client.step({ name: "s", type: "tool" }).wrap(() => 1);
  await client.flush({ timeoutMs: 300 });
  await expect
    .poll(() => errors.map(String).join())
    .toMatch(/responded 401: "Invalid API key: .*"\. Check the credentials in the headers of otlpExporter/u);
});

test("an error at the end of the process reports the pending spans of the exporter", async () => {
  const script = `
    import { otlpExporter, Threadline } from "@threadline/core";
    const client = new Threadline({
      apiKey: "k",
      url: "http://service.test",
      fetch: async (input) =>
        String(input.url ?? input).includes("/v1/traces")
          ? new Response("", { status: 503 })
          : Response.json({ data: { ingestSteps: [{ id: "s", ok: true, message: null }] } }),
      exporter: otlpExporter({ url: "http://receiver.test" }),
      delivery: { exitTimeoutMs: 50 },
      onError: (error) => console.log(error.message),
    });
    await client.step({ id: "s", name: "s", type: "tool" }).wrap(() => 1);
  `;
  const args = ["--conditions=@threadline/source", "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  expect(stdout).toContain("ended before the receiver of the exporter acknowledged all records (1 pending)");
  expect(stdout).not.toContain("ended before the service acknowledged");
});

test.each([["no url"], ["ftp://receiver.test"]])("the URL %s is rejected", (url) => {
  expect(() => otlpExporter({ url })).toThrow(ConfigError);
});

test("a header with a line break is rejected", () => {
  expect(() => otlpExporter({ url: "http://receiver.test", headers: { authorization: "a\nb" } })).toThrow(
    "headers.authorization",
  );
});
