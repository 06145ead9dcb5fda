import {
  array,
  asyncProperty,
  assert,
  constantFrom,
  integer,
  jsonValue,
  oneof,
  record,
  string,
  uint8Array,
} from "fast-check";
import type { Arbitrary } from "fast-check";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { ThreadlineServer } from "../../src/create-server.ts";
import { apiKey, startTestServer } from "../test-server.ts";
import { byInputs, fuzzSeed } from "../test-inputs.ts";
import { readRecords } from "./read-records.ts";
import { emitters, readRequests, type RecordedRequest } from "./recordings.ts";

const numRuns = byInputs({ few: 150, many: 3_000, all: 50_000 });
const parameters = { numRuns, seed: fuzzSeed };

const recorded: readonly RecordedRequest[] = emitters
  .flatMap(readRequests)
  .filter(({ headers }) => !headers["content-type"]?.includes("json"))
  .map((request) => ({
    ...request,
    headers: {},
    body: request.headers["content-encoding"] === "gzip" ? Buffer.from(gunzipSync(request.body)) : request.body,
  }));

interface Sent {
  readonly signal: "traces" | "logs" | "metrics";
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

const signals = constantFrom("traces" as const, "logs" as const, "metrics" as const);
const protobuf = "application/x-protobuf";

/** Recorded body with some bytes changed, and its end cut off. */
const changed: Arbitrary<Sent> = record({
  request: constantFrom(...recorded),
  changes: array(record({ at: integer({ min: 0, max: 60_000 }), byte: integer({ min: 0, max: 255 }) }), {
    maxLength: 12,
  }),
  cut: integer({ min: 0, max: 2_000 }),
}).map(({ request, changes, cut }) => {
  const body = new Uint8Array(request.body);
  for (const { at, byte } of changes) body[at % body.length] = byte;
  return {
    signal: request.signal,
    type: protobuf,
    body: cut % 3 === 0 ? body.slice(0, body.length - (cut % body.length)) : body,
  };
});

const random: Arbitrary<Sent> = record({ signal: signals, body: uint8Array({ maxLength: 300 }) }).map(
  ({ signal, body }) => ({ signal, type: protobuf, body: new Uint8Array(body) }),
);

const keys = [
  "gen_ai.operation.name",
  "gen_ai.input.messages",
  "gen_ai.output.messages",
  "gen_ai.system_instructions",
  "gen_ai.usage.input_tokens",
  "gen_ai.prompt.0.content",
  "gen_ai.prompt.0.tool_calls.0.name",
  "gen_ai.prompt.x",
  "gen_ai.completion.0.role",
  "gen_ai.tool.call.arguments",
  "openinference.span.kind",
  "llm.input_messages.0.message.role",
  "llm.input_messages.0",
  "llm.invocation_parameters",
  "llm.token_count.prompt",
  "input.value",
  "output.value",
  "metadata",
  "tag.tags",
  "session.id",
  "user.id",
  "ai.operationId",
  "ai.prompt",
  "ai.response.toolCalls",
  "langfuse.observation.type",
  "langfuse.observation.input",
  "langfuse.observation.usage_details",
  "langfuse.trace.metadata.a",
  "mlflow.spanType",
  "mlflow.spanInputs",
  "mlflow.spanOutputs",
  "genkit:type",
  "genkit:metadata:subtype",
  "genkit:input",
  "genkit:output",
  "mastra.span.type",
  "mastra.model_step.input",
  "langsmith.span.kind",
  "langsmith.metadata.ls_provider",
  "logfire.msg",
  "events",
  "traceloop.span.kind",
  "traceloop.entity.input",
  "llm.request.type",
  "__proto__",
  "constructor",
  "event.name",
];
const texts = [
  "chat",
  "execute_tool",
  "LLM",
  "EMBEDDING",
  "TOOL",
  "generation",
  "model",
  "CHAT_MODEL",
  "model_step",
  "ai.generateText.doGenerate",
  "gen_ai.user.message",
  "gen_ai.client.inference.operation.details",
  "[]",
  "{}",
  "[[[]]]",
  "[null]",
  '[{"role":null}]',
  '{"messages":[1]}',
  "[".repeat(5_000),
  `${'{"a":'.repeat(300)}1${"}".repeat(300)}`,
  "{'a': ",
  "\0",
  "\ud800",
  "-1",
  "1e999",
  "x".repeat(70_000),
  '"\\"[]\\""',
  '[{"role":"user","parts":[{"type":"blob","content":7}]}]',
  '{"args":[],"kwargs":{"__proto__":1}}',
];
const anyValue: Arbitrary<unknown> = oneof(
  constantFrom(...texts).map((stringValue) => ({ stringValue })),
  jsonValue({ maxDepth: 4 }).map((value) => ({ stringValue: JSON.stringify(value) })),
  integer().map((value) => ({ intValue: String(value) })),
  constantFrom("9223372036854775807", "-1", 3, "x").map((intValue) => ({ intValue })),
  constantFrom("NaN", "Infinity", -1, 1e308).map((doubleValue) => ({ doubleValue })),
  array(
    constantFrom(...texts).map((stringValue) => ({ stringValue })),
    { maxLength: 3 },
  ).map((values) => ({ arrayValue: { values } })),
  record({
    key: constantFrom("role", "__proto__", "content"),
    value: constantFrom(...texts).map((stringValue) => ({ stringValue })),
  }).map((pair) => ({ kvlistValue: { values: [pair] } })),
  jsonValue({ maxDepth: 2 }),
);
const attributes = array(record({ key: oneof(constantFrom(...keys), string()), value: anyValue }), { maxLength: 12 });
const ids = constantFrom("0af7651916cd43dd8448eb211c80319c", "0af7651916cd43dd8448eb211c80319d", "", "zz");
const spanIds = constantFrom("b7ad6b7169203331", "b7ad6b7169203332", "b7ad6b7169203333", "00");
const times = constantFrom("0", "1760000000000000000", "18446744073709551615", "-1", 1);
const spans = array(
  record(
    {
      traceId: ids,
      spanId: spanIds,
      parentSpanId: spanIds,
      name: constantFrom("chat", "raw_gen_ai_request", "streaming response from x", "", "n".repeat(2_000)),
      startTimeUnixNano: times,
      endTimeUnixNano: times,
      attributes,
      status: constantFrom({}, { code: 2 }, { code: "STATUS_CODE_ERROR", message: "m" }, { code: "x" }),
      events: array(
        record({ name: constantFrom("exception", "gen_ai.choice", "x"), timeUnixNano: times, attributes }),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ["traceId", "spanId"] },
  ),
  { maxLength: 4 },
);
const records = array(
  record({
    traceId: ids,
    spanId: spanIds,
    eventName: constantFrom(...texts),
    timeUnixNano: times,
    attributes,
    body: anyValue,
  }),
  {
    maxLength: 4,
  },
);
const json: Arbitrary<Sent> = oneof(
  spans.map((list): Sent => ({
    signal: "traces",
    type: "application/json",
    body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: list }] }] }),
  })),
  records.map((list): Sent => ({
    signal: "logs",
    type: "application/json",
    body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: list }] }] }),
  })),
  record({ signal: signals, value: jsonValue() }).map(({ signal, value }): Sent => ({
    signal,
    type: "application/json",
    body: JSON.stringify(value),
  })),
);

async function send(server: ThreadlineServer, { signal, type, body }: Sent): Promise<void> {
  const headers = { "content-type": type, "x-api-key": apiKey };
  const response = await server.fetch(`http://localhost/v1/${signal}`, { method: "POST", headers, body });
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${response.status} ${text}`);
}

test.each([
  ["changed recordings", changed],
  ["random bytes", random],
  ["hostile JSON", json],
] as const)(
  "%s are no accident of the service, which reads all it stored",
  { timeout: 3_600_000 },
  async (_name, bodies) => {
    const { server } = startTestServer();
    await assert(
      asyncProperty(bodies, (sent) => send(server, sent)),
      parameters,
    );
    const { steps } = await readRecords(server, apiKey);
    expect(steps.every(({ id }) => /^[0-9a-f]{32}-[0-9a-f]{16}$/u.test(id))).toBe(true);
  },
);
