import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { moveProject } from "../../src/cli/migrate/move-project.ts";
import { parseLocation, openTarget } from "../../src/cli/migrate/data-locations.ts";
import { readDiskFiles } from "../../src/files/disk-file-storage.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { everything, moving } from "./seed-move.ts";
import { migrate, startSource } from "./source-folder.ts";

/** Starts a source with settings. Its records are older than any retention. */
async function startWithSettings() {
  const place = await startSource();
  const writer = await openSqliteStore({ path: join(place.from, "threadline.db"), expires: false });
  await writer.projects.setRetention(moving.id, 30);
  await writer.projects.requireSecondFactor(moving.id, true);
  await writer.close();
  return place;
}

test("a target that is served meanwhile deletes no old records before the comparison", async () => {
  const { from } = await startWithSettings();
  const source = await openSqliteStore({ path: join(from, "threadline.db"), readOnly: true });
  const target = await openSqliteStore({ path: ":memory:" });
  onTestFinished(async () => {
    await source.close();
    await target.close();
  });
  async function* expired(projectId: string): ReturnType<Store["moveOut"]> {
    await target.expire();
    yield* target.moveOut(projectId);
  }
  const files = { ...readDiskFiles(join(from, "files")), write: async () => 0, delete: async () => false };
  const moved = await moveProject({
    source: { store: source, files },
    target: { store: { ...target, moveOut: expired }, files },
    project: moving,
    name: moving.name,
    sharesFiles: true,
    onRecord: () => {},
    onNotice: () => {},
  });
  const tally = (of: typeof moved.source): unknown[] => of.kinds.map((kind) => [kind, of.of(kind)]);
  expect(tally(moved.target)).toEqual(tally(moved.source));
  expect(moved.source.of("retention").count).toBe(1);
  expect(await target.projects.retention(moving.id)).toBe(30);
  expect(await target.projects.requiresSecondFactor(moving.id)).toBe(true);
});

test("the command opens the target without retention", async () => {
  const { from, to, seeded } = await startWithSettings();
  expect(await migrate(from, to)).toMatchObject({ code: 0 });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { store } = await openTarget(parseLocation("--to", to, undefined), {});
  expect(await everything(store)).toEqual(seeded);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await everything(store)).toEqual(seeded);
  await store.close();
  vi.useRealTimers();
  expect(await migrate(from, to)).toMatchObject({ code: 0 });
});
