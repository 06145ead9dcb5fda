import { describe, expect, test } from "vitest";
import { ConflictError } from "../errors.ts";
import type { ThreadShareRecord } from "../shares.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const first: ThreadShareRecord = {
  id: "share-1",
  createdAt: 10,
  threadId: "t",
  createdBy: "account-1",
  expiresAt: null,
};
const second: ThreadShareRecord = { id: "share-2", createdAt: 5, threadId: "t", createdBy: null, expiresAt: 99 };

export function describeShares(openStore: OpenStore): void {
  describe("shares", () => {
    test("links are returned unchanged, in creation order, by their thread and project", () =>
      withStore(openStore, async (store) => {
        expect(await store.shares.create(project, first, 9)).toEqual(first);
        await store.shares.create(project, second, 9);
        await store.shares.create(otherProject, { ...first, id: "share-3" }, 9);
        expect(await store.shares.ofThread(project, "t")).toEqual([first, second]);
        expect(await store.shares.ofThread(project, "u")).toEqual([]);
        expect(await store.shares.find("share-1")).toEqual({ projectId: project, share: first });
        expect(await store.shares.find("share-3")).toMatchObject({ projectId: otherProject });
        expect(await store.shares.find("share-4")).toBeNull();
      }));

    test("a link beyond the limit of a thread is a conflict", () =>
      withStore(openStore, async (store) => {
        await store.shares.create(project, first, 1);
        await expect(store.shares.create(project, second, 1)).rejects.toThrow(ConflictError);
        await store.shares.create(project, { ...second, threadId: "u" }, 1);
      }));

    test("a link is deleted only in its project, and not found afterwards", () =>
      withStore(openStore, async (store) => {
        await store.shares.create(project, first, 9);
        expect(await store.shares.delete(otherProject, "share-1")).toBeNull();
        expect(await store.shares.delete(project, "share-1")).toEqual(first);
        expect(await store.shares.find("share-1")).toBeNull();
        expect(await store.shares.delete(project, "share-1")).toBeNull();
      }));

    test("the links of a deleted thread are gone", () =>
      withStore(openStore, async (store) => {
        await store.threads.upsert(project, { id: "t", createdAt: 1, newUserId: "u" });
        await store.shares.create(project, first, 9);
        await store.threads.delete(project, "t", 2);
        expect(await store.shares.find("share-1")).toBeNull();
      }));
  });
}
