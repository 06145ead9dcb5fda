import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createServer, type ThreadlineServer } from "../../src/create-server.ts";
import { readRecords, type ReadStep } from "../otlp/read-records.ts";
import { type JsonSpan, modelSpan, traceBody } from "../otlp/json-spans.ts";
import { post, readRequests } from "../otlp/recordings.ts";
import { splitRequest } from "../otlp/split-request.ts";
import { describePostgres } from "./describe-postgres.ts";

const apiKey = "a-key-for-tests";
/** Timeout in milliseconds: several services start, each with a writing thread. */
const timeout = 120_000;

async function readSteps(server: ThreadlineServer): Promise<ReadStep[]> {
  const { steps } = await readRecords(server, apiKey);
  return steps.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

describePostgres("OTLP on one PostgreSQL database", (tests) => {
  test.each(["openinference-langchain-python", "ai-sdk-v7", "mastra-otel", "otel-openai-v2-events"])(
    "concurrent requests of %s at several servers result in the same state as sequential ones on the embedded store",
    async (emitter) => {
      const embedded = createServer({ apiKey });
      onTestFinished(() => embedded.close());
      const requests = readRequests(emitter).filter(({ signal }) => signal !== "metrics");
      const pieces = requests.flatMap((request) => splitRequest(request, 6));
      for (const piece of pieces) {
        // oxlint-disable-next-line no-await-in-loop -- one after another
        expect((await post(embedded, apiKey, piece)).status).toBe(200);
      }
      const databaseUrl = await tests().server.createDatabase(`otlp_${emitter.replaceAll(/\W/gu, "_")}`, "migrated");
      const replicas = Array.from({ length: 3 }, () => createServer({ databaseUrl, apiKey }));
      onTestFinished(async () => {
        await Promise.all(replicas.map((replica) => replica.close()));
      });
      const statuses = await Promise.all(
        pieces.map(async (piece, index) => {
          const replica = replicas[index % replicas.length];
          return replica && (await post(replica, apiKey, piece)).status;
        }),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      const [replica] = replicas;
      expect(replica && (await readSteps(replica))).toEqual(await readSteps(embedded));
    },
    timeout,
  );

  test("a thread has the tags and user of a span that another server stores while its session arrives", async () => {
    const databaseUrl = await tests().server.createDatabase("otlp_thread_facts", "migrated");
    const replicas = [createServer({ databaseUrl, apiKey }), createServer({ databaseUrl, apiKey })] as const;
    const client = new Client({ connectionString: databaseUrl });
    onTestFinished(async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
      await client.end();
    });
    await Promise.all(replicas.map(({ ready }) => ready));
    await client.connect();
    const root = modelSpan({ "session.id": "s-1", "tag.tags": ["root"] });
    const child = modelSpan(
      { "user.id": "amara", "tag.tags": ["child"] },
      { spanId: "b7ad6b7169203332", parentSpanId: root["spanId"] },
    );
    // With this lock, both servers can read the trace, and neither can write.
    await client.query("BEGIN; LOCK TABLE steps IN EXCLUSIVE MODE");
    const send = (replica: ThreadlineServer, span: JsonSpan): Promise<Response> =>
      replica.fetch("http://threadline.test/v1/traces", {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": apiKey },
        body: traceBody(span),
      });
    const answers = [send(replicas[0], root), send(replicas[1], child)];
    const waiting = "SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = 'steps'::regclass";
    await expect
      .poll(async () => (await client.query<{ count: number }>(waiting)).rows[0]?.count, { timeout: 25_000 })
      .toBe(2);
    await client.query("COMMIT");
    expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual([200, 200]);
    const { threads } = await readRecords(replicas[0], apiKey);
    expect(threads).toMatchObject([{ id: "s-1", tags: ["child", "root"], participant: { identifier: "amara" } }]);
  });
});
