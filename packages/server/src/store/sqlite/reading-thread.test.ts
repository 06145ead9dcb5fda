import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { forCaller } from "../caller.ts";
import { InvalidCursorError } from "../list.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { ReadingThread } from "./reading-thread.ts";

test("a thread that failed to start is restarted, and its errors keep their class", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "threadline.db");
  const thread = new ReadingThread(path);
  await expect(thread.call(["steps", "count"], ["p", {}])).rejects.toThrow("unable to open");

  const store = await openSqliteStore({ path });
  onTestFinished(() => store.close());
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  await store.steps.ingest("p", [{ id: "a", type: "run", createdAt: 2 }]);
  expect(await thread.call(["steps", "count"], ["p", {}])).toBe(1);
  await store.steps.ingest("p", [{ id: "b", type: "run", createdAt: 3 }]);
  expect(await thread.call(["steps", "count"], ["p", {}])).toBe(2);
  await expect(thread.call(["steps", "list"], ["p", { first: 1, after: "none" }])).rejects.toThrow(InvalidCursorError);
  await thread.close();
  await new ReadingThread(path).close();
});

test("a read whose caller disconnects ends between two slices, and others are answered meanwhile", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "threadline.db");
  const store = await openSqliteStore({ path });
  onTestFinished(() => store.close());
  for (const id of ["busy", "other"]) await store.projects.create({ id, name: id, createdAt: 1 });
  const steps = Array.from({ length: 1_000 }, (_, index) => ({
    id: `s${index}`,
    createdAt: index + 1,
    input: { text: `${index} `.repeat(2_000) },
  }));
  await store.steps.ingest("busy", steps);
  const thread = new ReadingThread(path);
  onTestFinished(() => thread.close());
  const filters = [{ field: "input", operator: "ilike", value: "\u00e4bsent", path: "text" }];
  const controller = new AbortController();
  const settled: string[] = [];
  const costly = Array.from({ length: 12 }, () =>
    forCaller(controller.signal, () => thread.call(["steps", "count"], ["busy", { filters }])).then(
      () => settled.push("counted"),
      () => settled.push("left"),
    ),
  );
  expect(await thread.call(["steps", "count"], ["other", {}])).toBe(0);
  expect(settled.length).toBeLessThan(12);
  controller.abort();
  await Promise.all(costly);
  expect(settled).toContain("left");
  expect(await thread.call(["steps", "count"], ["busy", {}])).toBe(1_000);
});
