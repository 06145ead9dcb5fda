import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { apiKeyRecord } from "../../src/access/api-key.ts";
import { followBackgroundWork } from "../../src/store/background-work.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { startTraceReceiver } from "./trace-receiver.ts";

const apiKey = "tl_CANARY-key";
const [server, client, internal] = [2, 3, 1];
const failed = 2;

async function start(otlpUrl: string, logger: pino.Logger | false = false) {
  const store = await openSqliteStore({ path: ":memory:" });
  const service = createServer({ store, apiKey, otlpUrl, logger });
  onTestFinished(() => service.close());
  await service.ready;
  const send = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    service.fetch(`http://localhost${path}`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return { store, service, send };
}

test("a request, its operation and its reads and writes are one trace, which continues the sender's", async () => {
  const receiver = await startTraceReceiver();
  const { service, send } = await start(receiver.url);
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const query = "mutation CANARYName($s: [StepInput!]!) { CANARYAlias: ingestSteps(steps: $s) { ok } }";
  const steps = [{ id: "CANARY-step", threadId: "CANARY-thread", name: "CANARY", output: { text: "CANARY" } }];
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, "x-env": "CANARY", "x-request-id": "CANARY-1" };
  expect((await send("/api/graphql?CANARY=1", { query, variables: { s: steps } }, headers)).status).toBe(200);
  await service.close();

  const spans = receiver.spans().filter((span) => span.traceId === traceId);
  const [request] = spans.filter(({ kind }) => kind === server);
  expect(request).toMatchObject({
    name: "POST /api/graphql",
    parentSpanId: "b7ad6b7169203331",
    attributes: {
      "http.request.method": "POST",
      "http.route": "/api/graphql",
      "http.response.status_code": 200,
      "threadline.project.id": (await service.ready).project.id,
    },
  });
  const [operation] = spans.filter(({ kind }) => kind === internal);
  expect(operation).toMatchObject({ name: "graphql Mutation.ingestSteps", parentSpanId: request?.spanId });
  expect(operation?.attributes["graphql.fields"]).toEqual({ values: [{ stringValue: "Mutation.ingestSteps" }] });
  expect(spans.filter(({ kind }) => kind === client)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "store.projects.findKey", parentSpanId: request?.spanId }),
      expect.objectContaining({ name: "store.steps.ingest", parentSpanId: operation?.spanId }),
    ]),
  );
  expect(receiver.resources()[0]).toMatchObject({ "service.name": "threadline" });
  expect([...receiver.paths]).toEqual(["POST /v1/traces application/json"]);
  expect(receiver.bodies.join("")).not.toContain("CANARY");
});

test("traces contain no data of callers, also for failures", async () => {
  const receiver = await startTraceReceiver();
  const { store, service, send } = await start(receiver.url);
  const { project } = await service.ready;
  const secret = "tl_CANARY-ingest";
  const key = apiKeyRecord({ id: "k", projectId: project.id, name: "CANARY", secret, createdAt: 1 });
  await store.projects.createKey({ ...key, scopes: ["ingest"] });
  const graphql = (query: string, headers?: Record<string, string>) => send("/api/graphql", { query }, headers);
  await graphql('{ CANARY: thread(id: "CANARY") { id } }');
  await graphql('{ CANARY: threadDetail(id: "CANARY") { id } }');
  await graphql('{ CANARY: steps(first: 1, filters: [{ field: id, operator: eq, value: "CANARY" }]) { totalCount } }');
  await graphql('mutation CANARY { CANARY: deleteThread(id: "CANARY") { id } }', { "x-api-key": secret });
  await graphql("{ CANARY", { "x-api-key": "tl_CANARY-wrong" });
  await send("/CANARY/CANARY?CANARY", {});
  await send("/api/session/sign-in", { email: "CANARY@example.com", password: "CANARY" });
  await send("/api/upload/file", { fileName: "CANARY.txt", contentType: "text/CANARY" }, { traceparent: "CANARY" });
  vi.spyOn(store.steps, "list").mockRejectedValueOnce(new RangeError("CANARY"));
  const broken = await graphql("{ steps(first: 1) { totalCount } }", { "user-agent": "CANARY", cookie: "CANARY=1" });
  expect(await broken.text()).toContain("INTERNAL");
  await service.close();

  const spans = receiver.spans();
  expect(spans.length).toBeGreaterThan(20);
  expect(receiver.bodies.join("")).not.toContain("CANARY");
  const operations = spans.filter(({ kind }) => kind === internal);
  expect(operations.map(({ attributes }) => attributes["graphql.errors"])).toContainEqual({
    values: [{ stringValue: "FORBIDDEN" }],
  });
  expect(spans.find(({ status }) => status.code === failed)).toMatchObject({
    name: "store.steps.list",
    attributes: { "error.type": "RangeError" },
  });
});

test("background work is traced", async () => {
  const receiver = await startTraceReceiver();
  const ended = vi.fn();
  onTestFinished(followBackgroundWork(({ name }) => void ended(name)));
  const { service, send } = await start(receiver.url);
  const query = 'mutation { ingestStep(id: "s", name: "s", type: tool) { ok } }';
  expect((await send("/api/graphql", { query })).status).toBe(200);
  // The audit log is first cleaned one second after the start.
  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith("audit"), { timeout: 20_000 });
  await service.close();
  const background = receiver.spans().filter(({ name }) => name.startsWith("background "));
  expect(background.map(({ name }) => name)).toContain("background audit");
  expect(background.every(({ parentSpanId }) => !parentSpanId)).toBe(true);
});

test("an unreachable receiver is logged, and delays nothing", async () => {
  // Shorter than the delay before the exporter's first retry.
  vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "500");
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const { service, send } = await start(
    "http://127.0.0.1:9",
    pino({}, { write: (line: string) => void lines.push(line) }),
  );
  expect((await send("/api/graphql", { query: "{ __typename }" })).status).toBe(200);
  await service.close();
  expect(lines.join("")).toContain("sending traces failed");
});
