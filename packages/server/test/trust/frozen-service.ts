/**
 * Runs the service with frozen prototypes, and sends hostile keys. Prints one line, and exits with 0 if all checks
 * pass. Started by a test, with further restrictions of Node.
 */
import { create, toBinary } from "@bufbuild/protobuf";
import { createServer } from "../../src/create-server.ts";
import { ExportTraceServiceRequestSchema } from "../../src/otlp/wire/generated/otlp_pb.ts";

for (const owner of [Object, Array, Function, String, Number, Boolean, Date, RegExp, Map, Set, Promise]) {
  Object.freeze(owner.prototype);
  Object.freeze(owner);
}
// Error instances assign their name, which a frozen prototype would forbid.
Object.preventExtensions(Error.prototype);
const failures: string[] = [];
const check = (holds: boolean, what: string): void => {
  if (!holds) failures.push(what);
};

const server = createServer({ apiKey: "tl_frozen" });
const ready = await server.ready;

async function send(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; cookies: string[] }> {
  const response = await server.fetch(`http://localhost${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "tl_frozen", ...headers },
    body,
  });
  return { status: response.status, text: await response.text(), cookies: response.headers.getSetCookie() };
}

/** Known prototype-pollution payloads, as text so that no parser changes them first. */
const hostile = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"__proto__.polluted":true,"constructor.prototype.polluted":true,"a[__proto__][polluted]":true}',
  '{"a":{"__proto__":{"polluted":true,"toString":null,"hasOwnProperty":1}}}',
  '[{"__proto__":{"length":1e9}}]',
  '{"toString":1,"valueOf":2,"then":3,"toJSON":4,"length":5,"hasOwnProperty":6,"__defineGetter__":7}',
];
const documents = {
  metadata: 'mutation ($v: Json) { a: ingestStep(id: "m", threadId: "t", metadata: $v) { ok } }',
  input: 'mutation ($v: Json) { a: ingestStep(id: "i", threadId: "t", input: $v, output: $v) { ok } }',
  generation:
    'mutation ($v: Json) { a: ingestSteps(steps: [{ id: "g", generation: { settings: $v, variables: $v, tools: $v, messages: $v, messageCompletion: $v, prompt: $v } }]) { ok message } }',
  user: 'mutation ($v: Json) { updateParticipant(id: "none", metadata: $v) { id } createParticipant(identifier: "__proto__", metadata: $v) { id } }',
  dataset: 'mutation ($v: Json) { createDataset(name: "__proto__", metadata: $v) { id } }',
  prompt: "mutation ($v: Json) { createPromptExperiment(settings: $v, variables: $v, tools: $v) { id } }",
  filter:
    'query ($v: Json) { steps(filters: [{ field: "metadata", path: "__proto__.polluted", operator: eq, value: $v }]) { totalCount } }',
  facets:
    '{ facets(resource: steps, fields: [{ field: metadata, path: "__proto__" }, { field: metadata, path: "constructor.prototype" }]) { recordCount } metadataPaths(resource: steps) { path } }',
  everything:
    "{ threads { edges { node { steps { metadata input output generation { settings } } } } } statistics(resource: steps) { recordCount } }",
};
/** Returns attributes that OpenTelemetry dialects parse as JSON, or whose names they divide into prefixes and paths. */
const attributesOf = (value: string): { key: string; text: string }[] => [
  { key: "openinference.span.kind", text: "LLM" },
  ...["input.value", "output.value", "metadata", "gen_ai.input.messages", "langfuse.observation.usage_details"].map(
    (key) => ({ key, text: value }),
  ),
  ...["__proto__", "constructor", "toString", "llm.input_messages.0.__proto__.polluted"].map((key) => ({
    key,
    text: value,
  })),
  { key: "langfuse.trace.metadata.__proto__", text: value },
];
const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];

for (const value of hostile) {
  const attributes = attributesOf(value);
  const inJson = attributes.map(({ key, text }) => ({ key, value: { stringValue: text } }));
  const spans = [{ traceId, spanId, name: "__proto__", attributes: inJson }];
  const logRecords = [{ traceId, spanId, eventName: "gen_ai.user.message", body: { stringValue: value } }];
  const inProtobuf = attributes.map(({ key, text }) => ({
    key,
    value: { value: { case: "stringValue", value: text } as const },
  }));
  const schema = ExportTraceServiceRequestSchema;
  const ids = { traceId: Buffer.from(traceId, "hex"), spanId: Buffer.from(spanId, "hex") };
  const request = create(schema, {
    resourceSpans: [{ scopeSpans: [{ spans: [{ ...ids, attributes: inProtobuf }] }] }],
  });
  const protobuf = { "content-type": "application/x-protobuf" };
  for (const [path, body, headers] of [
    ["/v1/traces", JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }), {}],
    ["/v1/logs", JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }), {}],
    ["/v1/traces", toBinary(schema, request), protobuf],
  ] as const) {
    const { status, text } = await send(path, body, headers);
    check(status === 200, `${path} with ${value}: ${status} ${text.slice(0, 300)}`);
  }
  for (const signal of ["traces", "logs", "metrics"]) {
    const { status, text } = await send(`/v1/${signal}`, value);
    check(status < 500, `/v1/${signal} with ${value}: ${status} ${text.slice(0, 300)}`);
  }
  for (const [name, query] of Object.entries(documents)) {
    const { status, text } = await send(
      "/api/graphql",
      `{"query":${JSON.stringify(query)},"variables":{"v":${value}}}`,
    );
    check(status < 500 && !text.includes("INTERNAL"), `${name} with ${value}: ${status} ${text.slice(0, 300)}`);
  }
  for (const path of ["/api/upload/file", "/api/export/dataset", "/api/my-project"]) {
    const { status, text } = await send(path, value);
    check(status < 500, `${path} with ${value}: ${status} ${text.slice(0, 300)}`);
  }
  const wrapped = await send("/api/graphql", value);
  check(wrapped.status === 400, `the body ${value}: ${wrapped.status}`);
  check(!("polluted" in {}), `${value} has changed every object`);
}

// Signs in, which runs the code of a library.
const own = { "x-api-key": "", origin: "http://localhost", "sec-fetch-site": "same-origin" };
delete (own as Partial<typeof own>)["x-api-key"];
async function post(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; cookies: string[] }> {
  const response = await server.fetch(`http://localhost${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...own, ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), cookies: response.headers.getSetCookie() };
}
const token = new URL(ready.setupPath ?? "/", "http://localhost").searchParams.get("token");
const account = { email: "ada@example.com", name: "Ada", password: "correct horse battery" };
const made = await post("/api/session/setup", { token, ...account });
check(made.status === 200, `setting up: ${made.status} ${made.text}`);
const signedIn = await post("/api/session/sign-in", account);
check(signedIn.status === 200, `signing in: ${signedIn.status} ${signedIn.text}`);
const cookie = signedIn.cookies.map((each) => each.split(";")[0]).join("; ");
const viewer = await post("/api/graphql", { query: "{ viewer { email } }" }, { cookie });
check(viewer.text.includes("ada@example.com"), `the viewer: ${viewer.text}`);

await server.close();
check(Object.keys(Object.prototype).length === 0, "Object.prototype has keys");
process.stdout.write(failures.length === 0 ? "as it should be\n" : `${failures.join("\n")}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
