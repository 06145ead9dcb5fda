import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { openThreadedStore } from "./open-threaded-store.ts";
import { writingMethods } from "../threads/with-writer.ts";

test("measuring storage blocks no request: it runs in the thread of long reads", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = await openThreadedStore({ path: join(folder, "threadline.db") });
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  let started = 0;
  const hear = (): void => {
    started += 1;
  };
  subscribe("worker_threads", hear);
  onTestFinished(() => void unsubscribe("worker_threads", hear));
  expect(await store.usage.measure("p", null)).toEqual({ bytes: 0, next: expect.any(String) });
  expect(started).toBe(1);
  await store.close();
});

test("errors of the writing thread keep their details", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = await openThreadedStore({ path: join(folder, "threadline.db") });
  onTestFinished(() => store.close());
  const project = { id: "p", name: "p", createdAt: 1 };
  await store.projects.create(project);
  await expect(store.projects.create({ ...project, id: "q" })).rejects.toMatchObject({
    name: "ConflictError",
    details: { field: "name", reason: "NAME_TAKEN" },
  });
  const view = { id: "v", createdAt: 1, updatedAt: 1, name: "v", resource: "steps", filters: [], query: null } as const;
  const rest = { columns: null, orderBy: null, timeRange: null, isShared: true, ownerId: null };
  await expect(store.views.create("p", { ...view, ...rest }, 0)).rejects.toMatchObject({
    message: "The project has 0 saved views; at most 0 are allowed. Delete one first.",
    details: { limit: 0, reason: "LIMIT_REACHED" },
  });
});

test("reads that test records have a thread of their own, on Linux with a lower priority", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = await openThreadedStore({ path: join(folder, "threadline.db") });
  onTestFinished(() => store.close());
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  let threads = await nicenessOfThreads();
  const startedBy = async (read: () => Promise<unknown>): Promise<number[]> => {
    await read();
    const before = threads;
    threads = await nicenessOfThreads();
    return [...threads].filter(([id]) => !before.has(id)).map(([, niceness]) => niceness);
  };
  const lowered = (started: readonly number[]): number[] => started.filter((niceness) => niceness > getPriority());
  const expected = process.platform === "linux" ? 1 : 0;
  const name = { field: "name", operator: "eq", value: "a" } as const;
  const part = { field: "output", operator: "ilike", value: "a" } as const;
  const plan = { field: "metadata", path: "plan", operator: "eq", value: "pro" } as const;
  const plain = await startedBy(() => store.steps.list("p", { first: 1, filters: [{ any: [[name]] }] }));
  expect([plain.length > 0, lowered(plain)]).toEqual([expected > 0, []]);
  const tested = await startedBy(() => store.steps.list("p", { first: 1, filters: [name, { any: [[part]] }] }));
  expect(lowered(tested)).toHaveLength(expected);
  const others = [
    () =>
      store.threads.list("p", {
        first: 1,
        filters: [{ someStep: [{ field: "stepName", operator: "eq", value: "a" }] }],
      }),
    () => store.analytics.statistics("p", { resource: "steps", filters: [plan] }),
    () => store.steps.ofThreads("p", ["t"]),
    () => store.scores.list("p", { first: 1 }),
  ];
  for (const read of others) {
    // oxlint-disable-next-line no-await-in-loop -- one read after the other
    expect(await startedBy(read)).toEqual([]);
  }
  expect(threads.get(process.pid)).toBe(expected > 0 ? getPriority() : undefined);
});

test("methods that are named like writes run in the thread that writes", async () => {
  const store = await openSqliteStore({ path: ":memory:" });
  onTestFinished(() => store.close());
  const verbs =
    /^(?:accept|add|append|change|complete|create|delete|edit|expire|forget|getOrCreate|ingest|insert|invite|promote|remove|rename|replace|requireSecond|revoke|set|update|upsert)/u;
  const writing = new Set(
    Object.entries(writingMethods).flatMap(([part, names]) => names.map((name) => `${part}.${name}`)),
  );
  const named = Object.entries(store).flatMap(([part, methods]) =>
    typeof methods === "object" && methods !== null ? Object.keys(methods).map((name) => [part, name] as const) : [],
  );
  expect(named.length).toBeGreaterThan(100);
  const missing = named.filter(([part, name]) => verbs.test(name) && !writing.has(`${part}.${name}`));
  expect(missing).toEqual([]);
});

/** Reads the niceness of each thread of this process, by thread id. */
async function nicenessOfThreads(): Promise<Map<number, number>> {
  const ids = await readdir("/proc/self/task").catch(() => []); // only Linux has this folder
  const threads = ids.map(async (id) => {
    const stat = await readFile(`/proc/self/task/${id}/stat`, "utf8").catch(() => null); // null if it has ended
    // The niceness is the 19th field; the second one is a name in parentheses, which may have spaces (proc(5)).
    return [Number(id), Number(stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[16])] as const;
  });
  return new Map(await Promise.all(threads));
}
