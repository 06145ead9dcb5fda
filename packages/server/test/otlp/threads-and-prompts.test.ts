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

/** A trace of one call that starts `second` seconds after the start of the thread. */
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
