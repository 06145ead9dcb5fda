import {
  array,
  boolean,
  constant,
  constantFrom,
  integer,
  jsonValue,
  letrec,
  oneof,
  record,
  string,
  tuple,
  uint8Array,
} from "fast-check";
import type { Arbitrary } from "fast-check";
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync, zstdCompressSync } from "node:zlib";
import { emitters, readRequests } from "../../otlp/recordings.ts";

export interface OtlpBody {
  readonly signal: "traces" | "logs" | "metrics";
  readonly type: "application/json" | "application/x-protobuf";
  readonly encoding?: "gzip" | "deflate" | "br" | "zstd" | undefined;
  readonly body: Uint8Array<ArrayBuffer>;
}

const signals = constantFrom("traces" as const, "logs" as const, "metrics" as const);

const recorded: readonly OtlpBody[] = emitters.flatMap(readRequests).map(({ signal, headers, body }) => ({
  signal,
  type: headers["content-type"]?.includes("json") === true ? "application/json" : "application/x-protobuf",
  body: new Uint8Array(headers["content-encoding"] === "gzip" ? gunzipSync(body) : body),
}));

/** Bytes with a special meaning in lengths, tags, numbers and texts. */
const tellingBytes = constantFrom(0x00, 0x01, 0x0a, 0x12, 0x22, 0x2c, 0x5b, 0x7b, 0x7f, 0x80, 0xed, 0xff);
const edit = record({
  at: integer({ min: 0, max: 60_000 }),
  removed: integer({ min: 0, max: 4 }),
  put: oneof(
    tellingBytes.map((byte) => [byte]),
    array(tellingBytes, { maxLength: 11 }),
    array(integer({ min: 0, max: 255 }), { maxLength: 4 }),
  ),
});

/** Recorded bodies with some changed bytes. Half of them also have removed, inserted or truncated bytes. */
const changed: Arbitrary<OtlpBody> = record({
  sent: constantFrom(...recorded),
  edits: array(edit, { minLength: 1, maxLength: 6 }),
  keepsLength: boolean(),
  end: integer({ min: 0, max: 5 }),
  cut: integer({ min: 0, max: 2_000 }),
}).map(({ sent, edits, keepsLength, end, cut }) => {
  let bytes = Buffer.from(sent.body);
  for (const { at, removed, put } of edits) {
    const place = at % (bytes.length + 1);
    const [from, by] = keepsLength ? [place + 1, put.slice(0, 1)] : [place + removed, put];
    bytes = Buffer.concat([bytes.subarray(0, place), Buffer.from(by), bytes.subarray(from)]);
  }
  const isCut = !keepsLength && end === 0;
  return { ...sent, body: new Uint8Array(isCut ? bytes.subarray(0, -(cut % bytes.length) || undefined) : bytes) };
});

/** Two concatenated recorded bodies, which protobuf reads as one. Some are sent as another signal or encoding. */
const mixed: Arbitrary<OtlpBody> = record({
  one: constantFrom(...recorded),
  other: constantFrom(...recorded),
  signal: signals,
  type: constantFrom("application/json" as const, "application/x-protobuf" as const),
  isMislabeled: boolean(),
}).map(({ one, other, signal, type, isMislabeled }) => ({
  signal: isMislabeled ? signal : one.signal,
  type: isMislabeled ? type : one.type,
  body: new Uint8Array(Buffer.concat([one.body, other.body])),
}));

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
  "gen_ai.response.id",
  "gen_ai.response.time_to_first_chunk",
  "openinference.span.kind",
  "llm.input_messages.0.message.role",
  "llm.input_messages.0",
  "llm.input_messages.999999.message.content",
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
  "langfuse.observation.completion_start_time",
  "langfuse.trace.metadata.a",
  "langfuse.trace.metadata.__proto__",
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
  "deployment.environment.name",
  "baggage.session.id",
  "__proto__",
  "constructor",
  "toString",
  "event.name",
];
const texts = [
  "",
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
  "gen_ai.choice",
  "gen_ai.client.inference.operation.details",
  "[]",
  "{}",
  "[[[]]]",
  "[null]",
  '[{"role":null}]',
  '{"messages":[1]}',
  "[".repeat(5_000),
  `${'{"a":'.repeat(300)}1${"}".repeat(300)}`,
  `${"[".repeat(199)}${"]".repeat(199)}`,
  `[${"0,".repeat(20_000)}0]`,
  "{'a': ",
  "{'a': [None, True, -1e999, (1,)]}",
  "\0",
  "a\0b",
  "\ud800",
  "a\udc00b",
  "\u202e\u2028\ufeff",
  "-1",
  "1e999",
  "NaN",
  "2026-99-99T99:99:99Z",
  "x".repeat(70_000),
  '"\\"[]\\""',
  '[{"role":"user","parts":[{"type":"blob","content":7}]}]',
  '{"args":[],"kwargs":{"__proto__":1}}',
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  '{"\\u0000":"\\ud800"}',
];
const text = oneof(
  { arbitrary: constantFrom(...texts), weight: 3 },
  { arbitrary: string({ unit: "binary" }), weight: 1 },
);
const key = oneof({ arbitrary: constantFrom(...keys), weight: 5 }, { arbitrary: text, weight: 1 });

const wrongValue: Arbitrary<unknown> = oneof(
  constantFrom<unknown>("x", 1e300, null, {}).map((intValue) => ({ intValue })),
  constantFrom<unknown>("true", 1, null).map((boolValue) => ({ boolValue })),
  constantFrom("%", "\ud800").map((bytesValue) => ({ bytesValue })),
  jsonValue({ maxDepth: 2 }),
  constant({ stringValue: "a", intValue: 1 }),
);
/** A value that the decoder accepts, valid for the mapping or not. One in 200 has the wrong type. */
const anyValue: Arbitrary<unknown> = letrec<{ value: unknown }>((tie) => ({
  value: oneof(
    { maxDepth: 4, depthSize: "small" },
    { arbitrary: text.map((stringValue) => ({ stringValue })), weight: 80 },
    { arbitrary: jsonValue({ maxDepth: 3 }).map((value) => ({ stringValue: JSON.stringify(value) })), weight: 40 },
    { arbitrary: constantFrom<unknown>("9223372036854775807", "-1", 3).map((intValue) => ({ intValue })), weight: 20 },
    {
      arbitrary: constantFrom<unknown>("NaN", "Infinity", "-Infinity", -1, 1e308, 5e-324).map((doubleValue) => ({
        doubleValue,
      })),
      weight: 20,
    },
    { arbitrary: boolean().map((boolValue) => ({ boolValue })), weight: 10 },
    { arbitrary: constantFrom("", "AA==").map((bytesValue) => ({ bytesValue })), weight: 10 },
    { arbitrary: array(tie("value"), { maxLength: 3 }).map((values) => ({ arrayValue: { values } })), weight: 10 },
    {
      arbitrary: array(record({ key, value: tie("value") }), { maxLength: 3 }).map((values) => ({
        kvlistValue: { values },
      })),
      weight: 10,
    },
    { arbitrary: wrongValue, weight: 1 },
  ),
})).value;
const attributes = array(record({ key, value: anyValue }), { maxLength: 12 });
const traceIds: Arbitrary<unknown> = oneof(
  {
    arbitrary: constantFrom("0af7651916cd43dd8448eb211c80319c", "0AF7651916CD43DD8448EB211C80319D", "0".repeat(32)),
    weight: 40,
  },
  { arbitrary: constantFrom<unknown>("", "zz", null), weight: 2 },
  { arbitrary: constant<unknown>(7), weight: 1 },
);
const spanIds: Arbitrary<unknown> = oneof(
  { arbitrary: constantFrom("b7ad6b7169203331", "b7ad6b7169203332", "b7ad6b7169203333"), weight: 20 },
  { arbitrary: constantFrom<unknown>("00", "", null), weight: 1 },
);
const times: Arbitrary<unknown> = oneof(
  {
    arbitrary: constantFrom<unknown>("0", "1760000000000000000", "1760000000000000001", 1, null),
    weight: 40,
  },
  { arbitrary: constantFrom("18446744073709551615", "253402300799000000000".slice(0, 19)), weight: 10 },
  { arbitrary: constantFrom<unknown>("253402300800000000000", "18446744073709551616", "-1", 1.76e18, "x"), weight: 1 },
);
const span = record(
  {
    traceId: traceIds,
    spanId: spanIds,
    parentSpanId: spanIds,
    name: oneof(constantFrom("chat", "raw_gen_ai_request", "streaming response from x", "n".repeat(2_000)), text),
    startTimeUnixNano: times,
    endTimeUnixNano: times,
    attributes,
    status: oneof(
      {
        arbitrary: constantFrom<unknown>({}, { code: 2 }, { code: "STATUS_CODE_ERROR", message: "m\0\ud800" }),
        weight: 30,
      },
      { arbitrary: constantFrom<unknown>({ code: "x" }, 1), weight: 1 },
    ),
    events: array(
      record({ name: constantFrom("exception", "gen_ai.choice", "first token", "x"), timeUnixNano: times, attributes }),
      { maxLength: 2 },
    ),
    links: array(record({ traceId: traceIds, spanId: spanIds }), { maxLength: 2 }),
  },
  { requiredKeys: ["traceId", "spanId"] },
);
const logRecord = record({
  traceId: traceIds,
  spanId: spanIds,
  eventName: text,
  timeUnixNano: times,
  attributes,
  body: anyValue,
});
const resource = record({ attributes });

const toJson = (signal: OtlpBody["signal"], value: unknown): OtlpBody => ({
  signal,
  type: "application/json",
  // In JSON, lone surrogates are kept as escapes.
  body: new Uint8Array(Buffer.from(JSON.stringify(value))),
});

/** JSON requests, mostly with a valid structure and invalid values. */
const json: Arbitrary<OtlpBody> = oneof(
  { arbitrary: record({ resource, spans: array(span, { maxLength: 4 }) }), weight: 5 },
  { arbitrary: record({ resource, logRecords: array(logRecord, { maxLength: 4 }) }), weight: 3 },
  { arbitrary: record({ signal: signals, value: jsonValue() }), weight: 1 },
).map((made) => {
  if ("value" in made) return toJson(made.signal, made.value);
  if ("spans" in made) {
    const { resource: of, spans } = made;
    return toJson("traces", { resourceSpans: [{ resource: of, scopeSpans: [{ scope: { name: "x" }, spans }] }] });
  }
  const { resource: of, logRecords } = made;
  return toJson("logs", { resourceLogs: [{ resource: of, scopeLogs: [{ logRecords }] }] });
});

/** JSON that is unlike any request of the protocol: deep, with many values, or with duplicate and dangerous keys. */
const strangeJson: Arbitrary<OtlpBody> = record({
  signal: signals,
  text: oneof(
    integer({ min: 1, max: 100_000 }).map((depth) => "[".repeat(depth)),
    integer({ min: 1, max: 2_000 }).map((depth) => `${'{"resourceSpans":['.repeat(depth)}${"]}".repeat(depth)}`),
    integer({ min: 1, max: 2_000 }).map(
      (depth) =>
        `{"resourceSpans":[{"resource":{"attributes":[{"key":"a","value":${'{"arrayValue":{"values":['.repeat(depth)}` +
        `${"]}}".repeat(depth)}}]}}]}`,
    ),
    integer({ min: 1, max: 50_000 }).map((count) => `{"resourceSpans":[${Array(count).fill("{}").join(",")}]}`),
    constantFrom(
      '{"__proto__":{"resourceSpans":[]}}',
      '{"resourceSpans":{"__proto__":[]}}',
      '{"resourceSpans":[{"scopeSpans":[{"spans":[{"__proto__":{"traceId":"a"}}]}]}]}',
      '{"resourceSpans":null,"resourceLogs":null,"resource_spans":[]}',
      '{"resourceSpans":[],"resourceSpans":[{}]}',
      '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":{"toString":null}}]}]}]}',
      '\ufeff{"resourceSpans":[]}',
      '{"resourceSpans":[{"resource":{"attributes":[{"key":"a","value":{"intValue":1e400}}]}}]}',
      "null",
      '"a"',
      "0",
      "",
    ),
  ),
}).map(({ signal, text: body }) => ({ signal, type: "application/json", body: new Uint8Array(Buffer.from(body)) }));

/** A varint, sometimes with more bytes than needed or allowed. */
const varint: Arbitrary<number[]> = oneof(
  integer({ min: 0, max: 300 }).map(encodeVarint),
  constantFrom(
    encodeVarint(2 ** 31 - 1),
    encodeVarint(2 ** 32),
    [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    Array<number>(12).fill(0xff),
    [0x80, 0x80, 0x80, 0x00],
  ),
);

function encodeVarint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

/** Nested protobuf fields with any number, wire type and content. */
const fields: Arbitrary<number[]> = letrec<{ fields: number[] }>((tie) => ({
  fields: array(
    oneof(
      { maxDepth: 5, depthSize: "medium" },
      // Wire types: varint, fixed 64 bits, fixed 32 bits, groups and undefined types.
      record({ number: integer({ min: 0, max: 20 }), type: integer({ min: 0, max: 7 }), content: varint }).map(
        ({ number, type, content }) => [...encodeVarint(number * 8 + type), ...content],
      ),
      record({
        number: integer({ min: 1, max: 16 }),
        content: oneof(
          tie("fields"),
          text.map((value) => [...Buffer.from(value.slice(0, 2_000))]),
        ),
        // Difference between the declared length and the actual length. It is mostly zero.
        excess: constantFrom(0, 0, 0, 0, 0, 0, 1, -1, 2 ** 30),
      }).map(({ number, content, excess }) => [
        ...encodeVarint(number * 8 + 2),
        ...encodeVarint(Math.max(0, content.length + excess)),
        ...content,
      ]),
    ),
    { maxLength: 5 },
  ).map((list) => list.flat()),
})).fields;

function nested(depth: number, number: number): Uint8Array<ArrayBuffer> {
  let bytes: number[] = [];
  for (let level = 0; level < depth; level += 1) {
    bytes = [...encodeVarint(number * 8 + 2), ...encodeVarint(bytes.length), ...bytes];
  }
  return new Uint8Array(bytes);
}

const protobuf: Arbitrary<OtlpBody> = record({
  signal: signals,
  body: oneof(
    { arbitrary: fields.map((bytes) => new Uint8Array(bytes)), weight: 10 },
    { arbitrary: uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)), weight: 4 },
    {
      arbitrary: tuple(integer({ min: 1, max: 800 }), integer({ min: 1, max: 9 })).map((of) => nested(...of)),
      weight: 1,
    },
    // Many empty messages. Each takes only two bytes.
    {
      arbitrary: tuple(integer({ min: 1, max: 100_000 }), constantFrom(0x0a, 0x12, 0x4a)).map(([count, tag]) =>
        new Uint8Array(count * 2).map((_byte, index) => (index % 2 === 0 ? tag : 0)),
      ),
      weight: 1,
    },
  ),
}).map(({ signal, body }) => ({ signal, type: "application/x-protobuf", body }));

const compressors = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync } as const;
const encodings = constantFrom("gzip" as const, "deflate" as const, "br" as const, "zstd" as const);

/** Compressed recorded, JSON and protobuf bodies. Some are corrupt, or declare the wrong compression. */
const compressed: Arbitrary<OtlpBody> = record({
  sent: oneof(constantFrom(...recorded), json, protobuf),
  by: encodings,
  as: encodings,
  isMislabeled: integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  at: integer({ min: 0, max: 5_000 }),
  byte: integer({ min: 0, max: 255 }),
  damage: constantFrom("none", "none", "changed", "cut", "twice"),
}).map(({ sent, by, as, isMislabeled, at, byte, damage }) => {
  const whole = Buffer.from(compressors[by](sent.body));
  const place = at % Math.max(1, whole.length);
  if (damage === "changed") whole[place] = byte;
  const bytes =
    damage === "cut" ? whole.subarray(0, place) : damage === "twice" ? Buffer.concat([whole, whole]) : whole;
  return { ...sent, encoding: isMislabeled ? as : by, body: new Uint8Array(bytes) };
});

/** Returns bodies that decompress to more than the maximum size. */
export function bombs(bytes: number): OtlpBody[] {
  const zeros = Buffer.alloc(bytes);
  const spaces = Buffer.alloc(bytes, " ");
  return Object.entries(compressors).flatMap(([encoding, compress]): OtlpBody[] => [
    {
      signal: "traces",
      type: "application/x-protobuf",
      encoding: encoding as keyof typeof compressors, // the keys of `compressors`
      body: new Uint8Array(compress(zeros)),
    },
    {
      signal: "logs",
      type: "application/json",
      encoding: encoding as keyof typeof compressors, // the keys of `compressors`
      body: new Uint8Array(compress(spaces)),
    },
  ]);
}

export const otlpFamilies: readonly (readonly [name: string, share: number, bodies: Arbitrary<OtlpBody>])[] = [
  ["recordings with changed bytes", 0.3, changed],
  ["recordings behind each other, and mislabeled", 0.05, mixed],
  ["JSON with values that do not belong there", 0.25, json],
  ["JSON that is not a request", 0.05, strangeJson],
  ["fields of protobuf that are not a request", 0.25, protobuf],
  ["compressed bodies, some of them damaged", 0.1, compressed],
];
