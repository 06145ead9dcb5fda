import { expect, test } from "vitest";
import { apiKey, startTestServer } from "../test-server.ts";
import { modelSpan, traceBody, type JsonSpan } from "./json-spans.ts";
import { readRecords } from "./read-records.ts";

function start() {
  const { server, graphql } = startTestServer();
  const send = async (...spans: readonly JsonSpan[]): Promise<void> => {
    const response = await server.fetch("http://threadline.test/v1/traces", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey },
      body: traceBody(...spans),
    });
    expect(response.status).toBe(200);
  };
  return { send, graphql, read: () => readRecords(server, apiKey) };
}

/** Returns a trace of one call that starts `second` seconds after the thread. */
function callOf(user: string, second: number): JsonSpan {
  return modelSpan(
    { "session.id": "s-1", "user.id": user },
    {
      traceId: String(second).repeat(32),
      startTimeUnixNano: `176000000${second}000000000`,
      endTimeUnixNano: `176000000${second}500000000`,
    },
  );
}

const participantOf = async ({ read }: ReturnType<typeof start>): Promise<string | undefined> =>
  (await read()).threads[0]?.participant?.identifier;

test.each([
  ["in order", ["amara", "ben", "chen"]],
  ["in reverse", ["chen", "ben", "amara"]],
  ["the first in between", ["ben", "amara", "chen"]],
] as const)("the user of a thread is that of its earliest span: %s", async (_order, users) => {
  const spans = new Map(["amara", "ben", "chen"].map((user, index) => [user, callOf(user, index + 1)]));
  const service = start();
  for (const user of users) {
    const span = spans.get(user);
    // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
    if (span) await service.send(span);
  }
  expect(await participantOf(service)).toBe("amara");
});

test("concurrent requests of one thread result in the user of its earliest span", async () => {
  const service = start();
  await Promise.all(["dora", "chen", "ben", "amara"].map((user, index) => service.send(callOf(user, 4 - index))));
  expect(await participantOf(service)).toBe("amara");
});

test("the user of a span without a session is used only if no other span has a user", async () => {
  const service = start();
  const root = callOf("ben", 2);
  const inTrace = { traceId: root["traceId"], spanId: "c7ad6b7169203331", startTimeUnixNano: "1760000001000000000" };
  await service.send(modelSpan({ "user.id": "amara" }, inTrace));
  await service.send(root);
  expect(await participantOf(service)).toBe("ben");
});

test("a participant that was set over the API is kept", async () => {
  const service = start();
  await service.send(callOf("ben", 2));
  const { errors } = await service.graphql(`mutation { updateThread(id: "s-1", participantId: "owner") { id } }`);
  expect(errors).toEqual([]);
  await service.send(callOf("amara", 1));
  expect(await participantOf(service)).toBe("owner");
});

test("tags of a span are added to those that were set over the API, even if these repeat", async () => {
  const { send, graphql, read } = start();
  await send(modelSpan({ "session.id": "s-1" }));
  await graphql(`
    mutation {
      updateThread(id: "s-1", tags: ["vip", "vip"]) {
        id
      }
    }
  `);
  await send(modelSpan({ "session.id": "s-1", "tag.tags": ["beta"] }, { traceId: "9".repeat(32) }));
  expect((await read()).threads[0]?.tags).toEqual(["beta", "vip"]);
});

const ask = (text: string): Readonly<Record<string, unknown>> => ({
  "session.id": "s-1",
  "gen_ai.input.messages": JSON.stringify([
    { role: "system", parts: [{ type: "text", content: "Be kind." }] },
    { role: "user", parts: [{ type: "text", content: text }] },
  ]),
});
const at = (second: number, span: JsonSpan = {}): JsonSpan => ({
  traceId: String(second).repeat(32),
  startTimeUnixNano: `176000000${second}000000000`,
  ...span,
});

test.each([
  ["in order", [0, 1, 2]],
  ["in reverse", [2, 1, 0]],
  ["the first in between", [1, 0, 2]],
] as const)("a thread has the name of its first user message: %s", async (_order, order) => {
  const { send, read } = start();
  const root = modelSpan(
    { "session.id": "s-1", "gen_ai.operation.name": "invoke_agent" },
    at(1, { name: "support", spanId: "b7ad6b7169203330" }),
  );
  const spans = [
    root,
    modelSpan(ask("When do\n you open? ".repeat(20)), at(2, { parentSpanId: "b7ad6b7169203330" })),
    modelSpan(ask("And on Sunday?"), at(3)),
  ];
  for (const index of order) {
    const span = spans[index];
    // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
    if (span) await send(span);
  }
  const { threads } = await read();
  expect(threads).toMatchObject([
    { name: "When do you open? When do you open? When do you open? When do you open? When…" },
  ]);
});

test("a thread without a user message has the name of its root span", async () => {
  const { send, read } = start();
  const attributes = { "session.id": "s-1", "gen_ai.operation.name": "invoke_agent" };
  const root = "b7ad6b7169203330";
  await send(modelSpan(attributes, at(1, { name: "inner", parentSpanId: root })));
  expect((await read()).threads[0]?.name).toBeNull();
  await send(modelSpan(attributes, at(1, { name: "nightly report", spanId: root })));
  expect((await read()).threads[0]?.name).toBe("nightly report");
});

test("a name that was set or removed over the API stays", async () => {
  const { send, graphql, read } = start();
  await send(modelSpan(ask("When?"), at(2)));
  expect((await read()).threads[0]?.name).toBe("When?");
  for (const [name, second] of [
    ["Opening hours", 1],
    [null, 3],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await graphql('mutation ($name: String) { upsertThread(id: "s-1", name: $name) { id } }', { name });
    // oxlint-disable-next-line no-await-in-loop -- sequential
    await send(modelSpan(ask("Where?"), at(second)));
    // oxlint-disable-next-line no-await-in-loop -- sequential
    expect((await read()).threads[0]?.name).toBe(name);
  }
});

test("a call links the prompt version that its span names, if the project has it", async () => {
  const { send, graphql, read } = start();
  const { data } = await graphql(`
    mutation {
      createPromptLineage(name: "greeting") {
        id
      }
    }
  `);
  const { id: lineageId } = (data ?? {})["createPromptLineage"] as { readonly id: string };
  const created = await graphql(
    `
      mutation ($lineageId: String!, $messages: Json) {
        createPromptVersion(lineageId: $lineageId, templateMessages: $messages) {
          id
          version
        }
      }
    `,
    { lineageId, messages: [{ role: "user", content: "Greet {{person}}." }] },
  );
  const version = created.data?.["createPromptVersion"] as { readonly id: string; readonly version: number };
  const named = (name: string, number: unknown, id: string): JsonSpan =>
    modelSpan(
      { "langfuse.observation.prompt.name": name, "langfuse.observation.prompt.version": number },
      { spanId: id.repeat(16) },
    );
  await send(
    named("greeting", version.version, "1"),
    named("greeting", version.version + 1, "2"),
    named("farewell", version.version, "3"),
  );
  const { steps } = await read();
  const links = Object.fromEntries(steps.map((step) => [step.id.slice(-1), step.generation?.promptId]));
  expect(links).toEqual({ 1: version.id, 2: null, 3: null });
  expect(steps[0]?.generation?.metadata).toMatchObject({ promptName: "greeting" });
});
