import { describe, expect, test } from "vitest";
import { MissingProjectError } from "../errors.ts";
import type { Store } from "../store.ts";
import { expectTrueSums } from "./true-sums.ts";
import {
  day,
  idsOf,
  type OpenWithRetention,
  recordStep,
  retentionDays,
  start,
  stepOf,
  withRetention,
} from "./with-retention.ts";
import { otherProject, project } from "./with-store.ts";

export function describeRetention(open: OpenWithRetention): void {
  describe("retention", () => {
    test("older records are deleted: steps, generations, empty threads, scores, files, words and sums", () =>
      withRetention(open, retentionDays, async (store, clock) => {
        const { steps, threads, generations, scores, files, analytics, shares } = store;
        await threads.upsert(project, {
          id: "named",
          createdAt: start,
          newUserId: "u",
          name: "a thread",
          tags: ["old"],
        });
        await recordStep(store, project, stepOf("old", start, "named"));
        await recordStep(store, project, stepOf("lone", start, null));
        await recordStep(store, project, stepOf("begun", start, "going"));
        await recordStep(store, otherProject, stepOf("foreign", start, "foreign"));
        await shares.create(
          project,
          { id: "share", createdAt: start, threadId: "named", createdBy: null, expiresAt: null },
          5,
        );
        clock.now = start + 3 * day;
        await recordStep(store, project, stepOf("later", clock.now, "going"));
        await analytics.settle();

        clock.now = start + (retentionDays + 1) * day - 12.5 * 3_600_000;
        await store.expire();
        expect(await idsOf(steps)).toEqual(["begun", "later", "lone", "old"]);
        clock.now = start + (retentionDays + 1) * day;
        await store.expire();
        expect(await idsOf(steps)).toEqual(["later"]);
        expect(await idsOf(steps, otherProject)).toEqual([]);
        expect(await idsOf(threads)).toEqual(["going"]);
        expect(await idsOf(scores)).toEqual(["score-later"]);
        expect((await generations.list(project, { first: 9 })).edges.map(({ node }) => node.id)).toEqual(["later"]);
        expect(await steps.getMany(project, ["old", "later"])).toMatchObject([
          null,
          { output: { text: "answered laterword" } },
        ]);
        expect(await threads.getMany(project, ["going"])).toMatchObject([{ tokenCount: 15, duration: 0.5 }]);
        const found = async (field: "content" | "tags", value: string): Promise<number> =>
          steps.count(project, {
            filters: [
              field === "tags" ? { field, operator: "in", value: [value] } : { field, operator: "ilike", value },
            ],
          });
        expect(await Promise.all([found("content", "oldword"), found("tags", "tag-old")])).toEqual([0, 0]);
        expect(await Promise.all([found("content", "laterword"), found("tags", "tag-later")])).toEqual([1, 1]);
        expect(await files.getAttachment(project, "attachment-old")).toBeNull();
        expect(await files.getFile(project, "file-old")).toBeNull();
        expect(await files.getFile(project, "file-later")).toMatchObject({ name: "later" });
        expect((await files.leftOver(9)).toSorted()).toEqual(["file-begun", "file-foreign", "file-lone", "file-old"]);
        await files.forgetLeftOver(["file-begun", "file-foreign", "file-lone", "file-old"]);
        expect(await files.leftOver(9)).toEqual([]);
        expect(await shares.ofThread(project, "named")).toEqual([]);
        const exported: string[] = [];
        for await (const { kind } of store.exportRecords(project)) exported.push(kind);
        expect(exported).toEqual(["thread", "step", "score", "attachment", "file"]);
        await expectTrueSums(store, start - day, clock.now + day);
      }));

    test("retention counts from the start of a step, not from its arrival, and includes its thread", () =>
      withRetention(open, retentionDays, async (store, clock) => {
        const { steps, threads } = store;
        const longAgo = start - (retentionDays + 1) * day;
        const old = { createdAt: start, threadId: "imported", startTime: longAgo };
        await threads.upsert(project, { id: "imported", createdAt: start, newUserId: "u", name: "an import" });
        await steps.ingest(project, [
          { ...old, id: "imported" },
          { ...old, id: "given", threadId: null, startTime: null, createdAt: longAgo, receivedAt: start },
          { ...old, id: "moved", threadId: "moved" },
          { id: "late", createdAt: start, threadId: "moved", startTime: start - 2 * day },
          { id: "future", createdAt: start, startTime: start + 90 * day },
        ]);
        await steps.ingest(project, [{ id: "moved", createdAt: start, startTime: start - day }]);
        await store.expire();
        expect(await idsOf(steps)).toEqual(["future", "late", "moved"]);
        expect(await idsOf(threads)).toEqual(["moved"]);
        clock.now = start + (retentionDays - 1.5) * day;
        await store.expire();
        expect(await idsOf(steps)).toEqual(["future", "moved"]);
        expect(await threads.getMany(project, ["moved"])).toMatchObject([{ createdAt: start - day }]);
        await expectTrueSums(store, start - 2 * day, start + day);
      }));

    test("a late copy restores no step, a new step restores its thread, and tombstones last 30 days", () =>
      withRetention(open, retentionDays, async (store, clock) => {
        const { steps, threads, scores } = store;
        await threads.upsert(project, { id: "thread", createdAt: start, newUserId: "u", name: "a thread" });
        await recordStep(store, project, stepOf("old", start, "thread"));
        clock.now = start + 9 * day;
        await store.expire();
        expect(await idsOf(threads)).toEqual([]);
        const late = { id: "old", createdAt: clock.now, endTime: clock.now, output: "late" };
        expect(await steps.ingest(project, [late])).toEqual(["deleted"]);
        expect(await steps.ingest(project, [{ id: "new", createdAt: clock.now, threadId: "thread" }])).toEqual([
          "stored",
        ]);
        expect(await threads.getMany(project, ["thread"])).toMatchObject([{ name: null }]);
        expect(await idsOf(scores)).toEqual([]);

        clock.now += 29 * day;
        await store.expire();
        expect(await idsOf(steps)).toEqual([]);
        expect(await steps.ingest(project, [{ ...late, createdAt: clock.now }])).toEqual(["deleted"]);
        clock.now += 2 * day;
        await store.expire();
        expect(await steps.ingest(project, [{ ...late, createdAt: clock.now }])).toEqual(["stored"]);
        expect(await steps.getMany(project, ["old"])).toMatchObject([{ output: "late", input: null }]);
      }));

    test("records deleted by users stay deleted for 30 days, or for a longer retention", async () => {
      for (const { days, remembered } of [
        { days: 1, remembered: 30 },
        { days: 45, remembered: 45 },
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await withRetention(open, days, async (store, clock) => {
          await recordStep(store, project, stepOf("gone", start, null));
          await store.steps.delete(project, "gone", clock.now);
          const copy = async (after: number): Promise<unknown> => {
            clock.now = start + after * day;
            await store.expire();
            return store.steps.ingest(project, [{ id: "gone", createdAt: clock.now }]);
          };
          expect(await copy(remembered - 0.1)).toEqual(["deleted"]);
          expect(await copy(remembered + 0.1)).toEqual(["stored"]);
        });
      }
    });

    test("records without a step expire by their own time; users, prompts and datasets stay", () =>
      withRetention(open, retentionDays, async (store, clock) => {
        const { steps, threads, scores, files, users, datasets } = store;
        await users.create(project, { id: "user", createdAt: start, identifier: "ann", metadata: {} });
        await datasets.create(project, {
          id: "set",
          createdAt: start,
          name: "set",
          description: null,
          metadata: null,
          type: "key_value",
        });
        await threads.upsert(project, { id: "empty", createdAt: start, newUserId: "u" });
        await threads.upsert(project, { id: "living", createdAt: start + 9 * day, newUserId: "u" });
        const base = { at: start, name: "good", type: "AI" as const, value: 1 };
        await scores.upsertMany(project, [
          { ...base, id: "dangling", stepId: "never" },
          { ...base, id: "of thread", threadId: "empty" },
          { ...base, id: "of living thread", threadId: "living" },
          { ...base, id: "of item", datasetExperimentItemId: "item" },
        ]);
        await files.upsertAttachment(project, { id: "dangling", createdAt: start, stepId: "never" });
        clock.now = start + 9 * day;
        await store.expire();
        expect(await idsOf(threads)).toEqual(["living"]);
        expect((await idsOf(scores)).toSorted()).toEqual(["of item", "of living thread"]);
        expect(await files.getAttachment(project, "dangling")).toBeNull();
        expect(await users.getMany(project, ["user"])).toMatchObject([{ identifier: "ann" }]);
        expect(await datasets.getMany(project, ["set"])).toMatchObject([{ name: "set" }]);
        expect(await steps.count(project, {})).toBe(0);
      }));

    test("an unattached upload expires by its own time", () =>
      withRetention(open, retentionDays, async (store, clock) => {
        const { steps, threads, files } = store;
        const upload = async (objectKey: string, createdAt: number, threadId: string | null = null): Promise<void> => {
          const file = { objectKey, createdAt, name: "f", mime: "text/plain", threadId, size: 3 };
          await files.createFile(project, file);
        };
        clock.now = start + 9 * day;
        await threads.upsert(project, { id: "living", createdAt: clock.now, newUserId: "u" });
        await steps.ingest(project, [
          {
            id: "s",
            createdAt: clock.now,
            attachments: [
              { id: "kept", createdAt: clock.now, stepId: "s", objectKey: "shown" },
              { id: "turned", createdAt: clock.now, stepId: "s", objectKey: "no longer shown" },
            ],
          },
        ]);
        for (const key of ["shown", "no longer shown", "of nothing"]) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await upload(key, start);
        }
        await upload("of the living", start, "living");
        await upload("of none", start, "never was");
        await upload("of today", clock.now);
        await files.updateAttachment(project, "turned", { objectKey: "of today" });
        await files.updateAttachment(project, "turned", { objectKey: null });
        for (let index = 0; index < 30; index += 1) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await upload(`many ${index}`, start);
        }
        await store.expire();
        const left = await files.leftOver(99);
        expect(left.filter((key) => key.startsWith("many")).length).toBe(30);
        expect(left.filter((key) => !key.startsWith("many")).toSorted()).toEqual([
          "no longer shown",
          "of none",
          "of nothing",
        ]);
        for (const key of ["shown", "of the living", "of today"]) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          expect(await files.getFile(project, key)).toMatchObject({ objectKey: key });
        }
      }));

    test("a project may have a shorter retention, without affecting others", async () => {
      const writeToBoth = async (store: Store, at: number): Promise<void> => {
        for (const owner of [project, otherProject]) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await store.steps.ingest(owner, [{ id: "s", createdAt: at, threadId: "t", output: owner }]);
        }
      };
      for (const days of [retentionDays, null]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await withRetention(open, days, async (store, clock) => {
          const { projects, steps } = store;
          expect(await projects.retention(project)).toBeNull();
          expect(await projects.setRetention(project, 2)).toMatchObject({ name: "alpha" });
          await projects.setRetention(otherProject, 5_000);
          expect([await projects.retention(project), await projects.retention(otherProject)]).toEqual([2, 5_000]);
          expect(await projects.setRetention("none", 2)).toBeNull();
          await writeToBoth(store, start);
          clock.now = start + 3 * day;
          await store.expire();
          expect([await idsOf(steps), await idsOf(steps, otherProject)]).toEqual([[], ["s"]]);
          expect(await steps.getMany(otherProject, ["s"])).toMatchObject([{ output: otherProject }]);
          await projects.setRetention(project, null);
          clock.now = start + 8 * day;
          await store.expire();
          expect(await idsOf(steps, otherProject)).toEqual(days === null ? ["s"] : []);
        });
      }
    });

    test("the shortest retention of service, operator and owners applies", async () => {
      await withRetention(open, retentionDays, async (store, clock) => {
        const { projects, steps, usage } = store;
        expect(await projects.ownRetention(project)).toBeNull();
        await expect(usage.setOwnLimits("none", { retentionDays: 2 })).rejects.toThrow(MissingProjectError);
        await usage.setOwnLimits(project, { retentionDays: 2 });
        await projects.setRetention(project, 4);
        await projects.setRetention(otherProject, 4);
        await usage.setOwnLimits(otherProject, { retentionDays: 6 });
        expect([await projects.retention(project), await projects.ownRetention(project)]).toEqual([4, 2]);
        for (const owner of [project, otherProject]) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await steps.ingest(owner, [{ id: "s", createdAt: start, threadId: "t" }]);
        }
        clock.now = start + 3 * day;
        await store.expire();
        expect([await idsOf(steps), await idsOf(steps, otherProject)]).toEqual([[], ["s"]]);
        clock.now = start + 5 * day;
        await store.expire();
        expect(await idsOf(steps, otherProject)).toEqual([]);
      });
    });

    test("more than a slice expires, a step at the limit stays, and without a retention all records stay", async () => {
      const cutoff = Date.UTC(2026, 4, 10);
      const many = Array.from({ length: 1_200 }, (_, index) => ({
        id: `s${index}`,
        createdAt: cutoff - 1 - index,
        threadId: `t${index % 40}`,
        output: index,
      }));
      const edge = { id: "edge", createdAt: cutoff, threadId: "t0", input: "here" };
      await withRetention(open, retentionDays, async (store, clock) => {
        clock.now = cutoff + retentionDays * day;
        for (let from = 0; from < many.length; from += 300) {
          // oxlint-disable-next-line no-await-in-loop -- one batch after the other
          await store.steps.ingest(project, many.slice(from, from + 300));
        }
        await store.steps.ingest(project, [edge]);
        await store.expire();
        expect(await idsOf(store.steps)).toEqual(["edge"]);
        expect(await idsOf(store.threads)).toEqual(["t0"]);
        await store.analytics.settle();
        await expectTrueSums(store, cutoff - day, cutoff + day);
      });
      await withRetention(open, null, async (store, clock) => {
        await store.steps.ingest(project, [...many.slice(0, 3), edge]);
        clock.now = cutoff + 4_000 * day;
        await store.expire();
        expect(await store.steps.count(project, {})).toBe(4);
      });
    });
  });
}
