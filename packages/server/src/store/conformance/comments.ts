import { describe, expect, test } from "vitest";
import type { CommentRecord, CommentSubject } from "../comments.ts";
import { ConflictError } from "../errors.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const thread: CommentSubject = { kind: "thread", id: "t" };
const step: CommentSubject = { kind: "step", id: "s" };
const window = { first: 10, skip: 0 };

const onThread: CommentRecord = {
  id: "c1",
  createdAt: 10,
  editedAt: null,
  threadId: "t",
  stepId: null,
  authorKind: "account",
  authorId: "account-1",
  authorName: "Ann",
  text: "**Why** \u00e9 \ud83d\ude00?\n\n`x`",
  mentions: [{ accountId: "account-2", name: "Bob" }],
};
const onStep: CommentRecord = { ...onThread, id: "c2", threadId: null, stepId: "s", mentions: [] };

async function seed(store: Store): Promise<void> {
  for (const each of [project, otherProject]) {
    // oxlint-disable-next-line no-await-in-loop -- two projects
    await store.steps.ingest(each, [
      { id: "s", createdAt: 1, threadId: "t" },
      { id: "s2", createdAt: 2, threadId: "t" },
    ]);
  }
  await store.comments.create(project, onThread, 9);
  await store.comments.create(project, onStep, 9);
}

async function counts(store: Store, of = project): Promise<number[]> {
  const onThreads = await store.comments.count(of, "thread", ["t", "unknown"]);
  return [...onThreads, ...(await store.comments.count(of, "step", ["s2", "s"]))];
}

export function describeComments(openStore: OpenStore): void {
  describe("comments", () => {
    test("comments are returned unchanged, for their record and only in their project", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        expect(await store.comments.page(project, thread, window)).toEqual([onThread]);
        expect(await store.comments.page(project, step, window)).toEqual([onStep]);
        expect(await store.comments.page(project, { kind: "step", id: "t" }, window)).toEqual([]);
        expect(await store.comments.get(project, "c1")).toEqual(onThread);
        expect(await counts(store)).toEqual([1, 0, 0, 1]);
        expect(await store.comments.page(otherProject, thread, window)).toEqual([]);
        expect(await store.comments.get(otherProject, "c1")).toBeNull();
        expect(await counts(store, otherProject)).toEqual([0, 0, 0, 0]);
      }));

    test("a page has the comments in insertion order, regardless of their times and ids", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        const later = { ...onThread, id: "b", createdAt: 5 };
        const last = { ...onThread, id: "a", createdAt: 7 };
        await store.comments.create(project, later, 9);
        await store.comments.create(project, last, 9);
        expect(await store.comments.page(project, thread, window)).toEqual([onThread, later, last]);
        expect(await store.comments.page(project, thread, { first: 1, skip: 1 })).toEqual([later]);
        expect(await store.comments.page(project, thread, { first: 5, skip: 3 })).toEqual([]);
      }));

    test("a comment needs an existing record of the project, and comments per record are limited", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        expect(await store.comments.create(project, { ...onThread, id: "c3", threadId: "unknown" }, 9)).toBeNull();
        expect(await store.comments.create(project, { ...onThread, id: "c3", threadId: "s" }, 9)).toBeNull();
        await expect(store.comments.create(project, { ...onThread, id: "c3" }, 1)).rejects.toThrow(ConflictError);
        await store.comments.create(project, { ...onStep, id: "c3", stepId: "s2" }, 1);
        expect(await counts(store)).toEqual([1, 0, 1, 1]);
      }));

    test("an edit changes only the text, the mentions and the time of the edit", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        const change = { text: "Because.", mentions: [{ accountId: "account-3", name: "Cid" }], editedAt: 20 };
        expect(await store.comments.edit(otherProject, "c1", change)).toBeNull();
        expect(await store.comments.edit(project, "c1", change)).toEqual({ ...onThread, ...change });
        expect(await store.comments.get(project, "c1")).toEqual({ ...onThread, ...change });
        expect(await store.comments.get(project, "c2")).toEqual(onStep);
        expect(await store.comments.edit(project, "unknown", change)).toBeNull();
      }));

    test("a deleted comment is gone, and another project cannot delete it", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        expect(await store.comments.delete(otherProject, "c1")).toBeNull();
        expect(await store.comments.delete(project, "c1")).toEqual(onThread);
        expect(await store.comments.delete(project, "c1")).toBeNull();
        expect(await counts(store)).toEqual([0, 0, 0, 1]);
      }));

    test("deleting a step deletes its comments, and deleting a thread also deletes the comments on its steps", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        await store.comments.create(project, { ...onStep, id: "c3", stepId: "s2" }, 9);
        await store.comments.create(otherProject, onThread, 9);
        await store.steps.delete(project, "s", 30);
        expect(await counts(store)).toEqual([1, 0, 1, 0]);
        await store.threads.delete(project, "t", 31);
        expect(await counts(store)).toEqual([0, 0, 0, 0]);
        expect(await store.comments.get(project, "c3")).toBeNull();
        expect(await counts(store, otherProject)).toEqual([1, 0, 0, 0]);
      }));

    test("comments that are created while their thread is deleted are deleted, too", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        const writes = Array.from({ length: 20 }, (_, index) => ({ ...onThread, id: `n${index}` }));
        const deletion = store.threads.delete(project, "t", 30);
        await Promise.all(writes.map((comment) => store.comments.create(project, comment, 99)));
        await deletion;
        expect(await counts(store)).toEqual([0, 0, 0, 0]);
      }));

    test("an import omits comments whose thread or step was deleted", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        await store.steps.delete(project, "s", 30);
        await store.comments.delete(project, "c1");
        const records = (async function* () {
          for (const record of [onThread, onStep]) yield { kind: "comment", record: { ...record } } as const;
        })();
        await store.importRecords(project, records as unknown as Parameters<Store["importRecords"]>[1]);
        expect(await counts(store)).toEqual([1, 0, 0, 0]);
        expect(await store.comments.get(project, "c1")).toEqual(onThread);
      }));
  });
}
