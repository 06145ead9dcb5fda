import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { InvalidCursorError } from "../list.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { ReadingThread } from "./reading-thread.ts";

test("a thread that could not begin is begun anew, and its errors keep their kind", async () => {
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
