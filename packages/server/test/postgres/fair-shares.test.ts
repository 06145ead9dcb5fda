import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { apiKeyRecord } from "../../src/access/api-key.ts";
import { listen } from "../../src/http/listen.ts";
import { forCaller } from "../../src/store/caller.ts";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import type { ListFilter } from "../../src/store/list.ts";
import { Database } from "../../src/store/session/postgres/database.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { noteSecret } from "../canaries/secret-watch.ts";
import { describePostgres } from "./describe-postgres.ts";

const apiKey = "fair-shares";

describePostgres("the connections of a pool", (tests) => {
  async function openDatabase(name: string, options: { readonly readTimeout?: number } = {}) {
    const { server } = tests();
    const url = await server.createDatabase(name, "migrated");
    await (await openWithProjects(() => openPostgresStore({ url }))).close();
    const [one = { key: 0 }, other = { key: 0 }] = (await server.administer(
      "SELECT key::int AS key FROM projects ORDER BY key",
      name,
    )) as { readonly key: number }[];
    const timeouts = { statementTimeout: 30_000, ...options };
    const database = new Database({ url, poolSize: 4, preparedStatements: 0, onError: () => {}, ...timeouts });
    onTestFinished(() => database.close());
    return { database, one: one.key, other: other.key };
  }

  /** Locks a table until `release`. `waiting` counts the statements in the database that wait for a lock. */
  async function lockTable(url: string, table: string) {
    const database = new Database({
      url,
      poolSize: 2,
      statementTimeout: 60_000,
      preparedStatements: 0,
      onError: () => {},
    });
    onTestFinished(() => database.close());
    const { promise: released, resolve: end } = Promise.withResolvers<void>();
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
    const holding = database.write(null, async (session) => {
      await session.execute(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      lock();
      await released;
    });
    await locked;
    const name = new URL(url).pathname.slice(1);
    const sql = `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = '${name}' AND wait_event_type = 'Lock' AND state = 'active'`;
    return {
      async waiting(): Promise<number> {
        return ((await tests().server.administer(sql)) as { readonly count: number }[])[0]?.count ?? -1;
      },
      async release(): Promise<void> {
        end();
        await holding;
      },
    };
  }

  test("are not exhausted by one project, whose further reads wait", async () => {
    const { database, one, other } = await openDatabase("shared");
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    let running = 0;
    const held = Array.from({ length: 10 }, () =>
      database.read(one, async (session) => {
        await session.run("SELECT 1");
        running += 1;
        await ended;
        running -= 1;
      }),
    );
    await expect.poll(() => running).toBe(2);
    expect(await database.read(other, (session) => session.get("SELECT 1 AS found"))).toEqual({ found: 1 });
    await database.write(other, (session) => session.run("SELECT 1"));
    await database.read(null, (session) => session.run("SELECT 1"));
    expect(running).toBe(2);
    end();
    await Promise.all(held);
  });

  test("time out reads earlier than other statements", async () => {
    const { database, one } = await openDatabase("impatient", { readTimeout: 50 });
    const read = () => database.read(one, (session) => session.run("SELECT pg_sleep(0.2)"));
    await expect(forCaller(new AbortController().signal, read)).rejects.toMatchObject({ name: "UnavailableError" });
    await read();
  });

  test("serve others while the statement of a disconnected client is canceled", async () => {
    const { server } = tests();
    const url = await server.createDatabase("left", "migrated");
    const store = await openPostgresStore({ url, poolSize: 2, statementTimeout: 60_000, readTimeout: 60_000 });
    const service = createServer({ store, apiKey });
    const listener = await listen(service, { port: 0 });
    onTestFinished(async () => {
      await listener.close();
      await service.close();
    });
    await service.ready;
    const { waiting, release } = await lockTable(url, "scores");
    const ask = (query: string, signal?: AbortSignal): Promise<Response> =>
      fetch(`${listener.url}/api/graphql`, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        body: JSON.stringify({ query }),
        ...(signal && { signal }),
      });
    const costly = "scores { edges { node { id } } }";
    // The second query selects a field that the key may not read.
    for (const query of [`{ ${costly} }`, `{ ${costly} apiKeys @skip(if: true) { id } }`]) {
      const controller = new AbortController();
      const left = ask(query, controller.signal);
      // oxlint-disable no-await-in-loop -- one client after the other
      await expect.poll(waiting).toBe(1);
      controller.abort();
      await expect(left).rejects.toThrow();
      await expect.poll(waiting).toBe(0);
      // oxlint-enable no-await-in-loop
    }
    const answer = (await (await ask("{ threads { totalCount } }")).json()) as object;
    expect(answer).toEqual({ data: { threads: { totalCount: 0 } } });
    await release();
  });

  test("are used for searches only in part while another project reads", async () => {
    const { server } = tests();
    const url = await server.createDatabase("searched", "migrated");
    const store = await openWithProjects(() => openPostgresStore({ url, poolSize: 8 }));
    onTestFinished(() => store.close());
    for (const project of ["project-a", "project-b"]) {
      // oxlint-disable-next-line no-await-in-loop -- one project after the other
      await store.steps.ingest(project, [{ id: "s", createdAt: 1, threadId: "t", metadata: { plan: "pro" } }]);
    }
    const { waiting, release } = await lockTable(url, "steps");
    const plan: ListFilter = { field: "metadata", path: "plan", operator: "eq", value: "pro" };
    const others = store.steps.list("project-b", { first: 10 });
    await expect.poll(waiting).toBe(1);
    // Two of eight connections are used for the searches.
    const searches = Array.from({ length: 6 }, () => store.steps.list("project-a", { first: 10, filters: [plan] }));
    await expect.poll(waiting).toBe(3);
    expect((await store.datasets.list("project-a", { first: 10 })).edges).toEqual([]);
    expect(await waiting()).toBe(3);
    await release();
    for (const page of [await others, ...(await Promise.all(searches))])
      expect(page.edges.map(({ node }) => node.id)).toEqual(["s"]);
  });

  test("serve reads of another project while 40 expensive ones of one project run", async () => {
    const { server } = tests();
    const url = await server.createDatabase("costly", "migrated");
    const store = await openWithProjects(() =>
      openPostgresStore({ url, statementTimeout: 60_000, readTimeout: 60_000 }),
    );
    const keys = { "project-a": "tl_costly-reads", "project-b": "tl_simple-reads" };
    for (const [projectId, secret] of Object.entries(keys)) {
      noteSecret(secret);
      // oxlint-disable-next-line no-await-in-loop -- one project after the other
      await store.projects.createKey(
        apiKeyRecord({ id: `key of ${projectId}`, projectId, name: "k", secret, createdAt: 1 }),
      );
      // oxlint-disable-next-line no-await-in-loop -- one project after the other
      await store.steps.ingest(projectId, [
        { id: "s", createdAt: 1, threadId: "t", input: "question", metadata: { plan: "pro" } },
      ]);
    }
    const service = createServer({ store, limits: { maxReadsPerCredential: 40 } });
    onTestFinished(() => service.close());
    await service.ready;
    const ask = async (key: string, query: string): Promise<unknown> => {
      const response = await service.fetch(
        new Request("http://localhost/api/graphql", {
          method: "POST",
          headers: { "x-api-key": key, "content-type": "application/json" },
          body: JSON.stringify({ query }),
        }),
      );
      return response.json();
    };
    // The table of payloads is locked until `release` is called. Until then, expensive reads wait, because they scan
    // payloads.
    const holder = new Database({ url, poolSize: 1, statementTimeout: 60_000, preparedStatements: 0, onError() {} });
    onTestFinished(() => holder.close());
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
    const holding = holder.write(null, async (session) => {
      await session.execute("LOCK TABLE step_payloads IN ACCESS EXCLUSIVE MODE");
      lock();
      await released;
    });
    await locked;
    const filters = [
      '{ field: "metadata", path: "plan", operator: eq, value: "pro" }',
      '{ field: "content", operator: ilike, value: "question" }',
    ];
    const costly = Array.from({ length: 40 }, (_, index) =>
      ask(keys["project-a"], `{ steps(filters: [${filters[index % 2]}]) { edges { node { id } } } }`),
    );
    const waiting = async (): Promise<number> => {
      const sql = `SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = 'costly' AND wait_event_type = 'Lock' AND state = 'active'`;
      return ((await server.administer(sql)) as { readonly count: number }[])[0]?.count ?? -1;
    };
    await expect.poll(waiting).toBeGreaterThan(1);
    const running = await waiting();
    const simple = "{ threads { totalCount edges { node { id tokenCount } } } scores { totalCount } }";
    const read = {
      threads: { totalCount: 1, edges: [{ node: { id: "t", tokenCount: null } }] },
      scores: { totalCount: 0 },
    };
    for (let turn = 0; turn < 5; turn += 1) {
      // oxlint-disable-next-line no-await-in-loop -- round after round, while the others wait
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(keys["project-b"], simple)));
      expect(answers).toEqual(answers.map(() => ({ data: read })));
    }
    expect(await waiting()).toBeGreaterThanOrEqual(running);
    release();
    await holding;
    const found = { data: { steps: { edges: [{ node: { id: "s" } }] } } };
    const answers = (await Promise.all(costly)).filter((answer) => isDeepStrictEqual(answer, found));
    // On a slow machine, some reads time out while waiting.
    expect(answers.length).toBeGreaterThanOrEqual(running);
  });
});
