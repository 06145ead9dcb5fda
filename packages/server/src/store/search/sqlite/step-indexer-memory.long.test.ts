import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../sqlite/open-sqlite-store.ts";

test("the word cache keeps no payload in memory", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-indexer-"));
  const store = await openSqliteStore({ path: join(folder, "threadline.db") });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const megabytes = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const ingest = async (from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n += 1) {
      const content = `${"many words ".repeat(10_000)} identifier${n}ofthisone`;
      await store.steps.ingest("p", [{ id: `step-${n}`, createdAt: n, input: { content } }]);
    }
    await expect.poll(async () => (await store.backlog()).search).toBe(0);
  };
  await ingest(0, 100);
  const before = megabytes();
  await ingest(100, 600);
  expect(megabytes() - before).toBeLessThan(20);
});
