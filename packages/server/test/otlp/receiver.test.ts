import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { ServerOptions } from "../../src/server-options.ts";
import {
  ExportMetricsServiceRequestSchema,
  ExportMetricsServiceResponseSchema,
  ExportTraceServiceRequestSchema,
  ExportTraceServiceResponseSchema,
  RpcStatusSchema,
} from "../../src/otlp/wire/generated/otlp_pb.ts";
import { otlpPaths } from "../../src/otlp/create-otlp-routes.ts";
import { noteSecret } from "../canaries/secret-watch.ts";
import { apiKey, startTestServer } from "../test-server.ts";
import { modelSpan, spanId, traceBody, traceId } from "./json-spans.ts";
import { readRecords } from "./read-records.ts";

function start(options?: ServerOptions) {
  const { server, send } = startTestServer(options);
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}) =>
    server.fetch(`http://localhost${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey, ...headers },
      body,
    });
  return { server, send, post, read: () => readRecords(server, apiKey) };
}

describe("a request", () => {
  test.each(otlpPaths.filter((path) => path.endsWith("traces")))("is accepted at %s", async (path) => {
    const { post, read } = start();
    const response = await post(path, traceBody(modelSpan()));
    expect([response.status, await response.json()]).toEqual([200, {}]);
    expect((await read()).steps).toMatchObject([{ id: `${traceId}-${spanId}`, type: "llm" }]);
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["zstd", zstdCompressSync],
    ["br", brotliCompressSync],
  ] as const)("may be compressed by %s", async (encoding, compress) => {
    const { post, read } = start();
    const body = new Uint8Array(compress(traceBody(modelSpan())));
    expect((await post("/v1/traces", body, { "content-encoding": encoding })).status).toBe(200);
    expect((await read()).steps).toHaveLength(1);
  });

  test.each([
    ["a bearer token", `Bearer ${apiKey}`],
    ["the password of basic authorization", `Basic ${btoa(`anyone:${apiKey}`)}`],
  ])("may carry its key as %s", async (_how, authorization) => {
    const { server } = start();
    const request = (value: string): Promise<Response> =>
      server.fetch("http://localhost/v1/traces", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: value },
        body: traceBody(modelSpan()),
      });
    expect((await request(authorization)).status).toBe(200);
    expect((await request(authorization.slice(0, -4))).status).toBe(401);
    expect((await request(apiKey)).status).toBe(401);
  });

  test.each([
    [{}, /^Missing API key: send a key of the project in the header "x-api-key", or as "Bearer <key>"/],
    [{ "x-api-key": "" }, /^Malformed header "x-api-key": it is empty/],
    [{ authorization: apiKey }, /^Malformed header "authorization": must be "Bearer <key>", or "Basic/],
    [
      { authorization: `Basic ${btoa(apiKey)}` },
      /^Malformed header "authorization": must be "Bearer <key>", or "Basic/,
    ],
    [{ authorization: `Basic ${btoa("user:")}` }, /^Malformed header "authorization"/],
    [{ authorization: "Bearer" }, /^Malformed header "authorization"/],
    [{ authorization: "Bearer tl_other" }, /^Invalid API key: the key in the header "authorization" is not/],
    [{ "x-api-key": "tl_other" }, /^Invalid API key: the key in the header "x-api-key" is not/],
  ])("with the headers %j is rejected with the reason", async (headers: Record<string, string>, message) => {
    const { server } = start();
    const response = await server.fetch("http://localhost/v1/traces", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: traceBody(modelSpan()),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 16, message: expect.stringMatching(message) });
  });

  test("without a key is rejected unread, in the encoding of the request", async () => {
    const { server } = start();
    const response = await server.fetch("http://localhost/v1/traces", {
      method: "POST",
      headers: { "content-type": "application/x-protobuf" },
      body: "not protobuf",
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([401, "application/x-protobuf"]);
    const status = fromBinary(RpcStatusSchema, new Uint8Array(await response.arrayBuffer()));
    expect(status).toMatchObject({ code: 16, message: expect.stringMatching(/^Missing API key/) });
  });

  test("needs the scope to ingest", async () => {
    const { post, server, read } = start({ noLogin: true });
    const created = await server.fetch(
      "http://localhost/api/graphql",
      {
        method: "POST",
        headers: { origin: "http://localhost", "content-type": "application/json" },
        body: JSON.stringify({ query: `mutation { createApiKey(name: "r", scopes: [read]) { secret } }` }),
      },
      { address: "127.0.0.1" },
    );
    const { data } = (await created.json()) as {
      readonly data: { readonly createApiKey: { readonly secret: string } };
    };
    noteSecret(data.createApiKey.secret);
    const response = await post("/v1/traces", traceBody(modelSpan()), { "x-api-key": data.createApiKey.secret });
    expect(response.status).toBe(403);
    expect((await read()).steps).toEqual([]);
  });

  test("of another media type or with a broken body is rejected", async () => {
    const { post } = start();
    expect((await post("/v1/traces", "a", { "content-type": "text/plain" })).status).toBe(415);
    expect((await post("/v1/traces", "{")).status).toBe(400);
    expect(
      (await post("/v1/traces", new Uint8Array([10, 200]), { "content-type": "application/x-protobuf" })).status,
    ).toBe(400);
  });

  test("beyond the quota can be retried later", async () => {
    const { post } = start({ limits: { maxStepsPerDay: 1 } });
    expect((await post("/v1/traces", traceBody(modelSpan()))).status).toBe(200);
    const response = await post("/v1/traces", traceBody(modelSpan({}, { spanId: "b7ad6b7169203332" })));
    expect([response.status, Number(response.headers.get("retry-after"))]).toEqual([429, 60]);
  });

  test("beyond the rate limit of its key can be retried later", async () => {
    const { post } = start({ limits: { maxRequestsPerCredential: 1 } });
    expect((await post("/v1/traces", traceBody())).status).toBe(200);
    const response = await post("/v1/traces", traceBody());
    expect([response.status, Number(response.headers.get("retry-after")) > 0]).toEqual([429, true]);
  });

  test("that contains too many values is rejected before it is decoded", async () => {
    const { post } = start({ limits: { maxJsonNodes: 1_000 } });
    const spans = Array.from({ length: 2_000 }, () => ({}));
    const schema = ExportTraceServiceRequestSchema;
    const body = toBinary(schema, create(schema, { resourceSpans: [{ scopeSpans: [{ spans }] }] }));
    const response = await post("/v1/traces", body, { "content-type": "application/x-protobuf" });
    expect(response.status).toBe(400);
  });
});

describe("the answer", () => {
  test("counts rejected spans and names the reason; the other spans are stored", async () => {
    const { post, read } = start();
    const schema = ExportTraceServiceRequestSchema;
    const good = { traceId: Buffer.from(traceId, "hex"), spanId: Buffer.from(spanId, "hex"), name: "good" };
    const body = toBinary(
      schema,
      create(schema, {
        resourceSpans: [
          { scopeSpans: [{ spans: [good, { name: "no ids" }, { ...good, spanId: new Uint8Array(8) }] }] },
        ],
      }),
    );
    const response = await post("/v1/traces", body, { "content-type": "application/x-protobuf" });
    const answer = fromBinary(ExportTraceServiceResponseSchema, new Uint8Array(await response.arrayBuffer()));
    expect(response.status).toBe(200);
    expect(answer.partialSuccess?.rejectedSpans).toBe(2n);
    expect(answer.partialSuccess?.errorMessage).toContain("trace_id: must be 16 bytes");
    expect((await read()).steps).toMatchObject([{ name: "good", type: "run" }]);
  });

  test("counts the data points of metrics as ignored", async () => {
    const { post } = start();
    const schema = ExportMetricsServiceRequestSchema;
    const metrics = [{ sum: { dataPoints: [{}, {}] } }, { histogram: { dataPoints: [{}] } }];
    const body = toBinary(schema, create(schema, { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }));
    const response = await post("/v1/metrics", body, { "content-type": "application/x-protobuf" });
    const answer = fromBinary(ExportMetricsServiceResponseSchema, new Uint8Array(await response.arrayBuffer()));
    expect(response.status).toBe(200);
    expect(answer.partialSuccess?.rejectedDataPoints).toBe(3n);
  });

  test("counts messages of a span without a trace as ignored", async () => {
    const { post, read } = start();
    const message = { key: "event.name", value: { stringValue: "gen_ai.user.message" } };
    const body = { stringValue: JSON.stringify({ content: "Hello" }) };
    const logRecords = [
      { spanId, attributes: [message], body },
      { traceId, attributes: [message], body },
    ];
    const response = await post("/v1/logs", JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }));
    expect(await response.json()).toMatchObject({ partialSuccess: { rejectedLogRecords: "2" } });
    expect((await read()).steps).toEqual([]);
  });

  test("counts log records that belong to no call as ignored", async () => {
    const { post, read } = start();
    const logRecords = [{ body: { stringValue: "a line" } }, { traceId, spanId, body: { stringValue: "another" } }];
    const response = await post("/v1/logs", JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }));
    expect(await response.json()).toMatchObject({ partialSuccess: { rejectedLogRecords: "2" } });
    expect((await read()).steps).toEqual([]);
  });
});

describe("a span", () => {
  test("keeps its raw attributes up to a limit, unless the service drops them", async () => {
    const long = "x".repeat(5_000);
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_value, index) => [`app.value.${index}`, "y".repeat(1_000)]),
    );
    const otelOf = async (options?: ServerOptions) => {
      const { post, read } = start(options);
      expect((await post("/v1/traces", traceBody(modelSpan({ "app.long": long, ...many })))).status).toBe(200);
      const [step] = (await read()).steps;
      return step?.metadata?.otel as {
        readonly attributes?: Record<string, string>;
        readonly droppedAttributes?: number;
      };
    };
    const kept = await otelOf();
    expect(kept.attributes?.["gen_ai.request.model"]).toBe("gpt-4o-mini");
    expect(kept.attributes?.["app.long"]).toHaveLength(2_000 + "… (5000 characters)".length);
    expect(kept.droppedAttributes).toBeGreaterThan(60);
    expect(JSON.stringify(kept).length).toBeLessThan(40_000);
    expect(await otelOf({ otlpAttributes: "drop" })).not.toHaveProperty("attributes");
  });

  test("truncates raw values whose full content is in the step", async () => {
    const { post, read } = start();
    const question = "When does it arrive? ".repeat(100);
    const messages = (role: string, content: string): string =>
      JSON.stringify([{ role, parts: [{ type: "text", content }] }]);
    const attributes = {
      "gen_ai.input.messages": messages("user", question),
      "gen_ai.output.messages": messages("assistant", "Tomorrow."),
      "gen_ai.response.id": "chatcmpl-1",
    };
    expect((await post("/v1/traces", traceBody(modelSpan(attributes)))).status).toBe(200);
    const [step] = (await read()).steps;
    expect(step?.generation?.messages).toEqual([{ role: "user", content: question }]);
    const otel = step?.metadata?.otel as { readonly attributes?: Readonly<Record<string, string>> } | undefined;
    const raw = otel?.attributes ?? {};
    expect(raw["gen_ai.response.id"]).toBe("chatcmpl-1");
    expect(raw["gen_ai.output.messages"]).toBe(attributes["gen_ai.output.messages"]);
    const { length } = attributes["gen_ai.input.messages"];
    expect(raw["gen_ai.input.messages"]).toBe(
      `${attributes["gen_ai.input.messages"].slice(0, 100)}… (${length} characters)`,
    );
  });

  test("reads environment, links, prompt and baggage", async () => {
    const { post, read } = start();
    const attributes = {
      "deployment.environment.name": "staging",
      "baggage.session.id": "s-1",
      "langfuse.observation.prompt.name": "greeting",
      "langfuse.observation.prompt.version": 3,
    };
    const links = [{ traceId: "1".repeat(32), spanId: "2".repeat(16) }];
    await post("/v1/traces", traceBody(modelSpan(attributes, { links })));
    expect((await read()).steps).toMatchObject([
      {
        threadId: "s-1",
        environment: "staging",
        generation: { metadata: { promptName: "greeting", promptVersion: "3" } },
        metadata: { otel: { links } },
      },
    ]);
  });

  test("without a session belongs to no thread, and moves when its trace gets one", async () => {
    const { post, read } = start();
    await post("/v1/traces", traceBody(modelSpan({}, { parentSpanId: "a7ad6b7169203331" })));
    expect((await read()).steps).toMatchObject([{ threadId: null, rootRunId: null }]);
    const root = modelSpan(
      { "gen_ai.operation.name": "invoke_agent", "session.id": "s-2", "user.id": "amara" },
      { spanId: "a7ad6b7169203331" },
    );
    await post("/v1/traces", traceBody(root));
    const { steps, threads } = await read();
    const rootId = `${traceId}-a7ad6b7169203331`;
    expect(steps).toContainEqual(
      expect.objectContaining({ threadId: "s-2", rootRunId: rootId, parentId: rootId, type: "llm" }),
    );
    expect(threads).toMatchObject([{ id: "s-2", participant: { identifier: "amara" } }]);
  });

  test("of an embedding has no messages, whether its log records arrive before or after it", async () => {
    const attributes = { "gen_ai.operation.name": "embeddings", "gen_ai.request.model": "text-embedding-3-small" };
    const message = { traceId, spanId, eventName: "gen_ai.user.message", body: { stringValue: `{"content":"Hi"}` } };
    const logs = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [message] }] }] });
    for (const order of [
      ["traces", "logs"],
      ["logs", "traces"],
    ] as const) {
      const { post, read } = start();
      for (const signal of order) {
        // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
        await post(`/v1/${signal}`, signal === "logs" ? logs : traceBody(modelSpan(attributes)));
      }
      // oxlint-disable-next-line no-await-in-loop -- sequential
      const { steps } = await read();
      expect(steps).toMatchObject([{ type: "embedding", generation: { messages: null, messageCompletion: null } }]);
    }
  });

  test("stays deleted when it is sent again", async () => {
    const { post, read, send } = start();
    await post("/v1/traces", traceBody(modelSpan()));
    const query = `mutation { deleteStep(id: "${traceId}-${spanId}") { id } }`;
    expect((await send("/api/graphql", { body: JSON.stringify({ query }) })).errors).toEqual([]);
    expect((await post("/v1/traces", traceBody(modelSpan()))).status).toBe(200);
    expect((await read()).steps).toEqual([]);
  });
});
