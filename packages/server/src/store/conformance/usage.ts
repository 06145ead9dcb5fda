import { describe, expect, test } from "vitest";
import type { Store } from "../store.ts";
import { ForbiddenError } from "../errors.ts";
import { noUsage } from "../usage.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

export function describeUsage(openStore: OpenStore): void {
  describe("usage", () => {
    test("counts the steps of a day, and all bytes", () =>
      withStore(openStore, async ({ usage }) => {
        expect(await usage.get(project)).toEqual(noUsage);
        expect(await usage.add(project, { day: 7, steps: 3, bytes: 100 })).toEqual({
          ...noUsage,
          day: 7,
          steps: 3,
          writtenBytes: 100,
        });
        await usage.add(project, { day: 7, steps: 4, bytes: 1 });
        expect(await usage.get(project)).toMatchObject({ day: 7, steps: 7, writtenBytes: 101 });
        expect(await usage.add(project, { day: 8, steps: 2, bytes: 9 })).toMatchObject({
          day: 8,
          steps: 2,
          writtenBytes: 110,
        });
        expect(await usage.get(otherProject)).toEqual(noUsage);
      }));

    test("a quota applies to one project, and can be reset", () =>
      withStore(openStore, async ({ usage }) => {
        await usage.add(project, { day: 7, steps: 3, bytes: 100 });
        await usage.setQuota(project, { stepsPerDay: 5, storedBytes: 0 });
        expect(await usage.get(project)).toMatchObject({ quota: { stepsPerDay: 5, storedBytes: 0 }, steps: 3 });
        expect(await usage.get(otherProject)).toEqual(noUsage);
        await usage.setQuota(project, noUsage.quota);
        expect(await usage.get(project)).toMatchObject({ quota: noUsage.quota, steps: 3 });
      }));

    test("the owners' limits are stored in one write, and only with a valid claim", () =>
      withStore(openStore, async ({ usage, projects }) => {
        const wrong = { kind: "account", id: "none", permission: "admin" } as const;
        const limits = { retentionDays: 3, stepsPerDay: 4, storedBytes: 5 };
        await expect(usage.setOwnLimits(project, limits, wrong)).rejects.toThrow(ForbiddenError);
        expect(await projects.ownRetention(project)).toBeNull();
        expect(await usage.get(project)).toEqual(noUsage);
        await usage.setOwnLimits(project, limits);
        expect(await projects.ownRetention(project)).toBe(3);
        expect(await usage.get(project)).toMatchObject({ ownQuota: { stepsPerDay: 4, storedBytes: 5 } });
        expect(await projects.ownRetention(otherProject)).toBeNull();
        await usage.setOwnLimits(project, { retentionDays: null });
        expect(await projects.ownRetention(project)).toBeNull();
      }));

    test("the owners' quota is stored beside the operator's quota", () =>
      withStore(openStore, async ({ usage }) => {
        const ownQuota = { stepsPerDay: 4, storedBytes: 2 ** 40 };
        await usage.setOwnLimits(project, ownQuota);
        await usage.setQuota(project, { stepsPerDay: 5, storedBytes: null });
        const stored = { quota: { stepsPerDay: 5, storedBytes: null }, ownQuota };
        expect(await usage.get(project)).toMatchObject(stored);
        expect(await usage.add(project, { day: 7, steps: 1, bytes: 1 })).toMatchObject(stored);
        expect(await usage.get(otherProject)).toEqual(noUsage);
        await usage.setOwnLimits(project, { storedBytes: 9 });
        expect(await usage.get(project)).toMatchObject({ ownQuota: { stepsPerDay: 4, storedBytes: 9 } });
        await usage.setOwnLimits(project, noUsage.ownQuota);
        expect(await usage.get(project)).toMatchObject({ ...stored, ownQuota: noUsage.ownQuota });
      }));

    test("a new limit of bytes requires a new measurement, because writes were not counted without one", () =>
      withStore(openStore, async ({ usage }) => {
        const measuredAt = async (): Promise<number | null> => (await usage.get(project)).measuredAt;
        const measure = (): Promise<void> => usage.setMeasured(project, { bytes: 5, at: 9, written: 0 });
        await measure();
        await usage.setOwnLimits(project, { stepsPerDay: 4 });
        expect(await measuredAt()).toBe(9);
        await usage.setOwnLimits(project, { storedBytes: 100 });
        expect(await usage.get(project)).toMatchObject({ measuredAt: null, measuredBytes: 5 });
        await measure();
        await usage.setOwnLimits(project, { storedBytes: 200 });
        await usage.setQuota(project, { stepsPerDay: 1, storedBytes: 0 });
        expect(await measuredAt()).toBe(9);
        await usage.setQuota(project, { stepsPerDay: 1, storedBytes: 50 });
        expect(await measuredAt()).toBeNull();
        await measure();
        await usage.setQuota(project, { stepsPerDay: 1, storedBytes: 60 });
        await usage.setOwnLimits(project, { storedBytes: null });
        expect(await measuredAt()).toBe(9);
      }));

    test("measures the size of all payloads, and includes concurrent writes", () =>
      withStore(openStore, async (store) => {
        const { usage, steps } = store;
        const text = "ü".repeat(500);
        const input = { text };
        const payload = new TextEncoder().encode(JSON.stringify(input)).byteLength;
        const count = 2_100;
        const ids = Array.from({ length: count }, (_, index) => `step ${String(index).padStart(5, "0")}`);
        await steps.ingest(
          project,
          ids.map((id) => ({ id, createdAt: 1, input })),
        );
        await steps.ingest(otherProject, [{ id: "other", createdAt: 1, input }]);
        const file = { objectKey: "a/b", createdAt: 1, name: "a", mime: "text/plain", threadId: null, size: null };
        await store.files.createFile(project, file);
        await store.files.completeFile(project, "a/b", 5_000_000);
        expect(await measureAll(store, project)).toEqual({
          bytes: count * payload + 5_000_000,
          slices: expect.any(Number),
        });
        expect((await measureAll(store, otherProject)).bytes).toBe(payload);
        await steps.delete(project, "step 00000", 9);
        expect((await measureAll(store, project)).bytes).toBe((count - 1) * payload + 5_000_000);

        await usage.add(project, { day: 1, steps: 0, bytes: 700 });
        await usage.setMeasured(project, { bytes: 123, at: 9, written: 600 });
        expect(await usage.get(project)).toMatchObject({ measuredBytes: 123, measuredAt: 9, writtenBytes: 100 });
        await usage.setMeasured(project, { bytes: 5, at: 10, written: 600 });
        expect(await usage.get(project)).toMatchObject({ measuredBytes: 5, measuredAt: 10, writtenBytes: 0 });
      }));
  });
}

async function measureAll(store: Store, projectId: string): Promise<{ bytes: number; slices: number }> {
  let bytes = 0;
  let slices = 0;
  for (let from: string | null = null, isFirst = true; isFirst || from !== null; isFirst = false) {
    const slice = await store.usage.measure(projectId, from);
    bytes += slice.bytes;
    slices += 1;
    from = slice.next;
  }
  return { bytes, slices };
}
