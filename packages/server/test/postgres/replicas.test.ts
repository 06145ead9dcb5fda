import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createServer, type ThreadlineServer } from "../../src/create-server.ts";
import type { RecordChanges } from "../../src/live/change-feed.ts";
import { PostgresChangeFeed } from "../../src/live/postgres-change-feed.ts";
import { describePostgres, type PostgresTests } from "./describe-postgres.ts";

const apiKey = "a-key-for-tests";

/** Opens two servers that share one database and the folder of files. */
async function openReplicas(
  { server }: PostgresTests,
  name: string,
): Promise<readonly [ThreadlineServer, ThreadlineServer]> {
  const databaseUrl = await server.createDatabase(name, "migrated");
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-replicas-"));
  const open = (): ThreadlineServer => createServer({ databaseUrl, dataDir, apiKey });
  const replicas = [open(), open()] as const;
  onTestFinished(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await rm(dataDir, { recursive: true });
  });
  await Promise.all(replicas.map(({ ready }) => ready));
  return replicas;
}

async function graphql<Data>(server: ThreadlineServer, query: string): Promise<Data> {
  const response = await server.fetch("http://localhost/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": apiKey },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

/** Subscribes to changes. `read` returns the text of all events that have arrived. */
async function subscribe(server: ThreadlineServer, query: string) {
  const response = await server.fetch("http://localhost/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", "x-api-key": apiKey },
    body: JSON.stringify({ query }),
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const read = async (): Promise<void> => {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one chunk after the other
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) return;
      text += decoder.decode(chunk.value, { stream: true });
    }
  };
  const ended = read();
  onTestFinished(async () => {
    await reader?.cancel();
    await ended;
  });
  return { read: () => text };
}

async function openFeed(url: string) {
  const errors: Error[] = [];
  const feed = new PostgresChangeFeed({ url, onError: (error) => errors.push(error) });
  await feed.open();
  onTestFinished(() => feed.close());
  return { feed, errors };
}

function watch(feed: PostgresChangeFeed, projectId: string): RecordChanges[] {
  const received: RecordChanges[] = [];
  feed.subscribe(projectId, (changes) => received.push(changes));
  return received;
}

const sent: RecordChanges = {
  changes: [{ kind: "STEP", id: "s", threadId: "t", rootRunId: null, stepId: "s", change: "WRITTEN" }],
  overflow: false,
};

describePostgres("replicas on one PostgreSQL database", (tests) => {
  test("start concurrently on an empty database, and share the project and its key", async () => {
    const { server } = tests();
    const databaseUrl = await server.createDatabase("empty");
    const replicas = Array.from({ length: 3 }, () => createServer({ databaseUrl, apiKey }));
    onTestFinished(async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
    });
    const projects = (await Promise.all(replicas.map(({ ready }) => ready))).map(({ project }) => project.id);
    expect(new Set(projects).size).toBe(1);
    const answers = await Promise.all(
      replicas.map((replica) =>
        replica.fetch("http://localhost/api/my-project", { method: "POST", headers: { "x-api-key": apiKey } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test("start concurrently without a key, and create one together", async () => {
    const databaseUrl = await tests().server.createDatabase("keyless");
    const replicas = Array.from({ length: 3 }, () => createServer({ databaseUrl }));
    onTestFinished(async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
    });
    const ready = await Promise.all(replicas.map((replica) => replica.ready));
    expect(ready.filter(({ createdKey }) => createdKey !== null)).toHaveLength(1);
  });

  test("read each other's acknowledged writes", async () => {
    const [one, other] = await openReplicas(tests(), "read_after_write");
    await graphql(one, 'mutation { ingestStep(id: "s", threadId: "t", type: run, name: "agent") { ok } }');
    const query = '{ step(id: "s") { name threadId } }';
    expect(await graphql(other, query)).toEqual({ step: { name: "agent", threadId: "t" } });
  });

  test("a subscription on one receives writes of the other", async () => {
    const [one, other] = await openReplicas(tests(), "subscription");
    const stream = await subscribe(other, "subscription { recordChanges { overflow changes { kind id } } }");
    // From here on, the first replica knows that the second one watches the project, and sends single changes.
    await expect
      .poll(async () => {
        await graphql(one, 'mutation { ingestStep(id: "s", threadId: "t", type: run) { ok } }');
        return stream.read();
      })
      .toContain('{"kind":"STEP","id":"s"}');
  });

  test("a notice reaches the watchers of every feed once, and never those of another project", async () => {
    const url = await tests().server.createDatabase("feeds");
    const [one, other] = [(await openFeed(url)).feed, (await openFeed(url)).feed];
    expect(one.isWatched("p")).toBe(false);
    const [own, elsewhere, foreign] = [watch(one, "p"), watch(other, "p"), watch(other, "q")];
    await expect.poll(() => one.isWatched("p") && other.isWatched("p") && one.isWatched("q")).toBe(true);
    one.publish("p", sent);
    await expect.poll(() => elsewhere).toContainEqual(sent);
    expect(elsewhere.filter(({ overflow }) => !overflow)).toEqual([sent]);
    expect(own.filter(({ overflow }) => !overflow)).toEqual([sent]);
    expect(foreign.filter(({ overflow }) => !overflow)).toEqual([]);
  });

  test("a lost connection is reopened, and watchers are notified to reload", async () => {
    const { server } = tests();
    const url = await server.createDatabase("lost");
    const [{ feed: one }, { feed: other, errors }] = [await openFeed(url), await openFeed(url)];
    const received = watch(other, "p");
    await expect.poll(() => one.isWatched("p")).toBe(true);
    received.length = 0;
    await server.administer(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'lost' AND application_name = 'threadline changes'",
    );
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    await expect.poll(() => received).toContainEqual({ changes: [], overflow: true });
    await expect
      .poll(() => {
        one.publish("p", sent);
        return received;
      })
      .toContainEqual(sent);
  });
});
