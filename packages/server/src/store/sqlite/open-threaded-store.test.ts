import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
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
