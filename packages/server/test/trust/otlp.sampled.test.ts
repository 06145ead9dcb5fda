import { afterAll, beforeAll, expect, test } from "vitest";
import { otlpPaths } from "../../src/otlp/create-otlp-routes.ts";
import { noteSecret } from "../canaries/secret-watch.ts";
import { valueOf } from "../accounts/browser.ts";
import { describeStoresInTurn } from "./trust-stores.ts";
import { canary, foreignId, openTwoProjects } from "./two-projects.ts";
import type { Actor, TwoProjects } from "./two-projects.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const rootId = "b7ad6b7169203331";
const callId = "b7ad6b7169203332";

interface SpanOptions {
  readonly spanId?: string;
  readonly parentSpanId?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

function traceBody(...spans: readonly SpanOptions[]): object {
  const sent = spans.map(({ attributes = {}, ...span }) => ({
    traceId,
    spanId: rootId,
    name: "span",
    ...span,
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  }));
  return { resourceSpans: [{ scopeSpans: [{ spans: sent }] }] };
}

function logBody(content: string): object {
  const body = { stringValue: JSON.stringify({ content }) };
  const logRecords = [{ traceId, spanId: callId, eventName: "gen_ai.user.message", timeUnixNano: "5", body }];
  return { resourceLogs: [{ scopeLogs: [{ logRecords }] }] };
}

describeStoresInTurn(({ open }) => {
  let world: TwoProjects;
  /** A key of project B with the scope to ingest. */
  let ofB: Actor;
  let keys: readonly Actor[];
  beforeAll(async () => {
    world = await openTwoProjects(open);
    keys = world.actors.filter(({ headers }) => "x-api-key" in headers);
    const { data } = await world.everywhere.graphql(
      'mutation { createApiKey(name: "otlp", scopes: [ingest, read]) { secret } }',
      { project: world.projectB },
    );
    const { secret } = valueOf(data, "createApiKey") as { secret: string };
    noteSecret(secret);
    ofB = { name: "a key of B", headers: { "x-api-key": secret } };
  }, 120_000);
  afterAll(() => world.server.close());

  const mayIngest = ({ name }: Actor): boolean => /key to .*ingest/u.test(name);

  test("every OTLP path accepts ingest keys, and no other caller", async () => {
    const before = await world.stateOfB();
    for (const actor of world.actors) {
      const status = mayIngest(actor) ? 200 : keys.includes(actor) ? 403 : 401;
      for (const path of otlpPaths) {
        const answer = await world.send(actor, path, {});
        expect({ who: actor.name, path, status: answer.status }).toEqual({ who: actor.name, path, status });
        expect(answer.text).not.toContain(canary);
      }
    }
    expect(await world.stateOfB()).toBe(before);
  });

  test("a key that may not ingest stores nothing", async () => {
    for (const actor of world.actors.filter((each) => !mayIngest(each))) {
      await world.send(actor, "/v1/traces", traceBody({ spanId: "00000000000000aa" }));
      await world.send(actor, "/v1/logs", logBody("nothing"));
    }
    const { data } = await world.everywhere.graphql(
      `{ step(id: "${traceId}-00000000000000aa") { id } call: step(id: "${traceId}-${callId}") { id } }`,
      { project: world.projectA },
    );
    expect(data).toEqual({ step: null, call: null });
  });

  test("the spans, sessions and users of one trace in two projects are never mixed", async () => {
    const [actor] = keys.filter(mayIngest);
    if (actor === undefined) throw new Error("There is no key to ingest.");
    const sent = await world.send(
      ofB,
      "/v1/traces",
      traceBody(
        {
          attributes: {
            "session.id": world.foreign.thread,
            "user.id": `${canary}-user`,
            "tag.tags": `${canary}-tag`,
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.input.messages": JSON.stringify([{ role: "user", content: canary }]),
          },
        },
        { spanId: callId, parentSpanId: rootId, attributes: { "gen_ai.operation.name": "chat" } },
      ),
    );
    expect([sent.status, sent.text]).toEqual([200, "{}"]);
    expect((await world.send(ofB, "/v1/logs", logBody(canary))).status).toBe(200);
    const before = await world.stateOfB();

    const answers = [
      // The parent and the session of this span only exist in the other project, so the service must not use them.
      await world.send(actor, "/v1/traces", traceBody({ spanId: callId, parentSpanId: rootId })),
      await world.send(actor, "/v1/logs", logBody("mine")),
      // This request has a thread id and a header of the other project.
      await world.send(
        actor,
        "/v1/traces",
        traceBody({ spanId: "00000000000000bb", attributes: { "session.id": world.foreign.thread } }),
        { "x-threadline-project": world.projectB },
      ),
    ];
    for (const { status, text } of answers) expect([status, text]).toEqual([200, "{}"]);
    expect(await world.stateOfB()).toBe(before);
    const { data } = await world.everywhere.graphql(
      `{
        call: step(id: "${traceId}-${callId}") { threadId rootRunId input output metadata }
        other: step(id: "${traceId}-00000000000000bb") { threadId }
        root: step(id: "${traceId}-${rootId}") { id }
        thread: threadDetail(id: "${foreignId}") { id }
      }`,
      { project: world.projectA },
    );
    expect(JSON.stringify(data)).not.toContain(canary);
    expect(data).toMatchObject({
      call: { threadId: world.foreign.thread, rootRunId: null },
      other: { threadId: world.foreign.thread },
      root: null,
      thread: null,
    });
  });
});
