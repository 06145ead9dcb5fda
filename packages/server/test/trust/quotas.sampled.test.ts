import { beforeEach, expect, test, vi } from "vitest";
import { createServer } from "../../src/create-server.ts";
import type { ThreadlineServer } from "../../src/create-server.ts";
import { apiKeyRecord } from "../../src/access/api-key.ts";
import type { Store } from "../../src/store/store.ts";
import { describeStoresInTurn, openForTest } from "./trust-stores.ts";

const dayOne = Date.parse("2026-11-20T12:00:00Z");

interface Asked {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly data: { readonly [field: string]: object } | null;
  readonly errors: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
}

const realNow = performance.now.bind(performance);
let ahead = 0;

beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => realNow() + ahead);
  return () => vi.restoreAllMocks();
});

/** Retries an assertion until servers have read a project again, which they do every five seconds. */
async function whenReadAgain(assertion: () => Promise<void>): Promise<void> {
  await vi.waitFor(
    async () => {
      ahead += 5_001;
      await assertion();
    },
    { timeout: 20_000, interval: 20 },
  );
}

const ingest = "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok message } }";
let made = 0;
const someSteps = (count: number, output?: object): object => ({
  steps: Array.from({ length: count }, () => ({ id: `step ${(made += 1)}`, name: "s", type: "tool", output })),
});

async function withKeys(store: Store, server: ThreadlineServer) {
  const keys = {} as Record<string, string>;
  for (const name of ["a", "b"]) {
    const id = `project-${name}`;
    if (!(await store.projects.find(id))) await store.projects.create({ id, name: `quota ${name}`, createdAt: 1 });
    keys[name] = `tl_key-of-${name}`;
    await store.projects.createKey(
      apiKeyRecord({ id: `key ${name}`, projectId: id, name, secret: keys[name], createdAt: 1 }),
    );
  }
  const send = async (key: string, path: string, body: object): Promise<Asked> => {
    const response = await server.fetch(`http://localhost${path}`, {
      method: "POST",
      headers: { "x-api-key": keys[key] ?? "", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { errors = [], data = null } = (await response.json()) as Partial<Asked>;
    return { status: response.status, retryAfter: response.headers.get("retry-after"), errors, data };
  };
  const graphql = (key: string, query: string, variables: object = {}): Promise<Asked> =>
    send(key, "/api/graphql", { query, variables });
  const usage = async (key: string): Promise<object | undefined> => {
    const fields = "stepsToday stepsPerDay dayEndsAt storedBytes maxStoredBytes measuredAt retentionDays";
    return (await graphql(key, `{ projectUsage { ${fields} } }`)).data?.["projectUsage"];
  };
  return { send, graphql, usage };
}

describeStoresInTurn(({ open }) => {
  test("a project's steps per day are limited, without affecting others", async () => {
    let time = dayOne;
    const { store, server } = await openForTest(open, {
      now: () => time,
      limits: { maxStepsPerDay: 10 },
      retentionDays: 30,
    });
    const { graphql, usage } = await withKeys(store, server);
    const ofDay = { stepsPerDay: 10, maxStoredBytes: null };
    const firstDay = { ...ofDay, dayEndsAt: "2026-11-21T00:00:00.000Z" };
    expect(await usage("a")).toMatchObject({ ...firstDay, stepsToday: 0, retentionDays: 30 });
    expect((await graphql("a", ingest, someSteps(6))).status).toBe(200);
    // The request that reaches the quota is still stored as a whole.
    expect((await graphql("a", ingest, someSteps(6))).status).toBe(200);
    const refused = await graphql("a", ingest, someSteps(1));
    expect(refused).toMatchObject({
      status: 429,
      retryAfter: "60",
      errors: [
        {
          message: "The project reached its quota of 10 steps per day; it resets at 2026-11-21T00:00:00.000Z",
          extensions: { code: "QUOTA_EXCEEDED", limit: 10 },
        },
      ],
    });
    const alias = (index: number): string => `a${index}: ingestStep(id: "old ${index}", name: "s", type: tool) { ok }`;
    const batch = await graphql("a", `mutation { ${[0, 1, 2].map(alias).join(" ")} }`);
    expect(batch.status).toBe(429);
    expect(batch.errors.map(({ extensions }) => extensions["code"])).toEqual(Array(3).fill("QUOTA_EXCEEDED"));
    expect(await store.steps.getMany("project-a", ["old 0"])).toEqual([null]);

    expect((await graphql("b", ingest, someSteps(5))).status).toBe(200);
    await store.projects.setRetention("project-b", 7);
    expect(await usage("a")).toMatchObject({ ...firstDay, stepsToday: 12, retentionDays: 30 });
    expect(await usage("b")).toMatchObject({ ...firstDay, stepsToday: 5, retentionDays: 7 });
    expect((await graphql("a", 'mutation { upsertThread(id: "t") { id } }')).status).toBe(200);
    expect((await graphql("a", "{ steps(first: 1) { totalCount } }")).status).toBe(200);
    expect((await graphql("a", 'mutation { deleteThread(id: "t") { id } }')).status).toBe(200);

    time += 86_400_000;
    expect(await usage("a")).toMatchObject({ stepsToday: 0, dayEndsAt: "2026-11-22T00:00:00.000Z" });
    expect((await graphql("a", ingest, someSteps(1))).status).toBe(200);
  });

  test("the storage of a project without a quota is measured when its usage is read", async () => {
    const { store, server } = await openForTest(open, { now: () => dayOne });
    const { graphql, usage } = await withKeys(store, server);
    const output = { text: "x".repeat(40_000) };
    expect((await graphql("a", ingest, someSteps(2, output))).status).toBe(200);
    expect(await usage("a")).toMatchObject({ storedBytes: null, maxStoredBytes: null, measuredAt: null });
    await vi.waitFor(async () => expect((await store.usage.get("project-a")).measuredAt).toBe(dayOne), 20_000);
    ahead += 5_001;
    const storedBytes = 2 * JSON.stringify(output).length;
    expect(await usage("a")).toMatchObject({ storedBytes, measuredAt: new Date(dayOne).toISOString() });
  });

  test("a running server applies a changed quota, and counts survive a restart", async () => {
    const { store, server: other } = await openForTest(open, { now: () => dayOne });
    const server = createServer({ store: { ...store, close: async () => {} }, now: () => dayOne });
    const { graphql } = await withKeys(store, server);
    for (let index = 0; index < 3; index += 1) await graphql("a", ingest, someSteps(100));
    await store.usage.setQuota("project-a", { stepsPerDay: 50, storedBytes: null });
    const steps: number[] = [];
    steps.push((await graphql("a", ingest, someSteps(10))).status);
    await whenReadAgain(async () => {
      const { status } = await graphql("a", ingest, someSteps(10));
      steps.push(status);
      expect(status).toBe(429);
    });
    expect(steps.filter((status) => status === 200).length).toBeGreaterThan(0);
    await server.close();
    expect((await store.usage.get("project-a")).steps).toBeGreaterThanOrEqual(50);
    const next = await withKeys(store, other);
    expect((await next.graphql("a", ingest, someSteps(1))).status).toBe(429);
    await store.usage.setQuota("project-a", { stepsPerDay: 0, storedBytes: null });
    await whenReadAgain(async () => expect((await next.graphql("a", ingest, someSteps(1))).status).toBe(200));
  });

  test("a project at its storage quota is denied records and files until some are deleted", async () => {
    let time = dayOne;
    const { store, server } = await openForTest(open, { now: () => time, limits: { maxStoredBytes: 100_000 } });
    const { graphql, send, usage } = await withKeys(store, server);
    const large = { text: "x".repeat(40_000) };
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const variables = { steps: [{ id: `large ${index}`, name: "s", type: "tool", output: large }] };
      statuses.push((await graphql("a", ingest, variables)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = {
      status: 429,
      retryAfter: "60",
      errors: [{ extensions: { code: "QUOTA_EXCEEDED", limit: 100_000 } }],
    };
    expect(
      await graphql("a", 'mutation { createScore(name: "s", type: HUMAN, value: 1, stepId: "x") { id } }'),
    ).toMatchObject(refused);
    expect(await send("a", "/api/upload/file", { fileName: "a", contentType: "text/plain" })).toMatchObject(refused);
    expect((await graphql("b", ingest, someSteps(1, large))).status).toBe(200);
    expect((await send("b", "/api/upload/file", { fileName: "a", contentType: "text/plain" })).status).toBe(200);

    for (const id of ["large 0", "large 1"]) await store.steps.delete("project-a", id, time);
    // The deletions are detected by the next measurement of the storage, at least a minute after the last one.
    await vi.waitFor(
      async () => {
        time += 61_000;
        expect((await graphql("a", ingest, someSteps(1))).status).toBe(200);
      },
      { timeout: 20_000, interval: 100 },
    );
    const { measuredBytes } = await store.usage.get("project-a");
    expect(measuredBytes).toBe(JSON.stringify(large).length);
    const { storedBytes, ...told } = (await usage("a")) as { readonly storedBytes: number };
    expect(told).toMatchObject({ stepsToday: null, maxStoredBytes: 100_000, measuredAt: expect.any(String) });
    expect(storedBytes).toBeGreaterThan(measuredBytes);
    expect(storedBytes).toBeLessThan(100_000);
  });

  test("a signed upload is rejected when the quota is reached meanwhile, and can be sent later", async () => {
    const { store, server } = await openForTest(open, { now: () => dayOne, limits: { maxStoredBytes: 100_000 } });
    await withKeys(store, server);
    const sign = async (): Promise<{ readonly put: { readonly url: string }; readonly signedUrl: string }> => {
      const headers = { "x-api-key": "tl_key-of-a", "content-type": "application/json" };
      const body = JSON.stringify({ fileName: "f", uploadType: "raw" });
      const answer = await server.fetch("http://localhost/api/upload/file", { method: "POST", headers, body });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Awaited<ReturnType<typeof sign>>;
    };
    const [first, second] = [await sign(), await sign()];
    const upload = (url: string): Promise<Response> =>
      server.fetch(url, { method: "PUT", body: new Uint8Array(100_000) });
    expect((await upload(first.put.url)).status).toBe(204);
    const refused = await upload(second.put.url);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(await refused.json()).toMatchObject({
      errors: [{ extensions: { code: "QUOTA_EXCEEDED", limit: 100_000 } }],
    });
    expect((await server.fetch(second.signedUrl)).status).toBe(404);

    await store.usage.setQuota("project-a", { stepsPerDay: null, storedBytes: 0 });
    await whenReadAgain(async () => expect((await upload(second.put.url)).status).toBe(204));
  });
});
