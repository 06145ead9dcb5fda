import { describe, expect, test } from "vitest";
import type { OpenStore } from "./open-store.ts";
import { openWithProjects } from "./open-store.ts";

export function describeFiles(openStore: OpenStore): void {
  describe("files", () => {
    const write = { id: "attachment-1", createdAt: 10, stepId: "step-1", name: "invoice.pdf", mime: "application/pdf" };
    const stored = { ...write, threadId: null, metadata: null, objectKey: null, url: null };

    test("an attachment may arrive before its step, and gets its thread from the step", async () => {
      const store = await openWithProjects(openStore);
      expect(await store.files.upsertAttachment("project-a", write)).toEqual(stored);
      await store.steps.ingest("project-a", [{ id: "step-1", createdAt: 20, threadId: "thread-1" }]);
      expect(await store.files.getAttachment("project-a", "attachment-1")).toEqual({ ...stored, threadId: "thread-1" });
      expect(await store.files.getAttachment("project-b", "attachment-1")).toBeNull();
      await store.close();
    });

    test("attachments of one step accumulate by id, and an empty list deletes none", async () => {
      const store = await openWithProjects(openStore);
      await store.steps.ingest("project-a", [{ id: "step-1", createdAt: 20, attachments: [write] }]);
      await store.steps.ingest("project-a", [
        { id: "step-1", createdAt: 21, attachments: [{ ...write, id: "attachment-2" }] },
      ]);
      await store.steps.ingest("project-a", [{ id: "step-1", createdAt: 22, attachments: [] }]);
      const [attachments] = await store.files.attachmentsOf("project-a", ["step-1"]);
      expect(attachments?.map(({ id }) => id)).toEqual(["attachment-1", "attachment-2"]);
      expect(await store.files.attachmentsOf("project-b", ["step-1"])).toEqual([[]]);
      await store.close();
    });

    test("an update keeps absent fields, and clears null ones", async () => {
      const store = await openWithProjects(openStore);
      await store.files.upsertAttachment("project-a", { ...write, metadata: { pages: 2 } });
      expect(
        await store.files.updateAttachment("project-a", "attachment-1", { mime: null, url: "https://x.test/a" }),
      ).toEqual({
        ...stored,
        mime: null,
        metadata: { pages: 2 },
        url: "https://x.test/a",
      });
      expect(await store.files.updateAttachment("project-b", "attachment-1", { mime: null })).toBeNull();
      await store.close();
    });

    test("a late copy of a step does not restore a deleted attachment", async () => {
      const store = await openWithProjects(openStore);
      await store.steps.ingest("project-a", [{ id: "step-1", createdAt: 20, attachments: [write] }]);
      expect(await store.files.deleteAttachment("project-b", "attachment-1", 30)).toBeNull();
      expect(await store.files.deleteAttachment("project-a", "attachment-1", 30)).toEqual(stored);
      await store.steps.ingest("project-a", [{ id: "step-1", createdAt: 20, attachments: [write] }]);
      expect(await store.files.getAttachment("project-a", "attachment-1")).toBeNull();
      expect(await store.files.upsertAttachment("project-a", write)).toBeNull();
      await store.close();
    });

    test("a file is deleted with its last attachment", async () => {
      const store = await openWithProjects(openStore);
      const { files } = store;
      const file = { objectKey: "k", createdAt: 5, name: "a.txt", mime: "text/plain", threadId: null, size: 3 };
      await files.createFile("project-a", file);
      for (const id of ["one", "two"]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await files.upsertAttachment("project-a", { ...write, id, objectKey: "k" });
      }
      await files.deleteAttachment("project-a", "one", 30);
      expect([await files.getFile("project-a", "k"), await files.leftOver(9)]).toEqual([file, []]);
      await files.deleteAttachment("project-a", "two", 30);
      expect([await files.getFile("project-a", "k"), await files.leftOver(9)]).toEqual([null, ["k"]]);
      await store.close();
    });

    test("a file that was deleted with its last attachment is not restored by a later one", async () => {
      const store = await openWithProjects(openStore);
      const { files } = store;
      const file = { objectKey: "k", createdAt: 5, name: "a.txt", mime: "text/plain", threadId: null, size: 3 };
      await files.createFile("project-a", file);
      await files.upsertAttachment("project-a", { ...write, id: "one", objectKey: "k" });
      await files.deleteAttachment("project-a", "one", 30);
      const again = { ...write, id: "two", objectKey: "k" };
      expect(await files.upsertAttachment("project-a", again)).toEqual({ ...stored, ...again });
      expect([await files.getFile("project-a", "k"), await files.leftOver(9)]).toEqual([null, ["k"]]);
      expect(await files.completeFile("project-a", "k", 3)).toBeNull();
      await files.forgetLeftOver(["k"]);
      expect([await files.getFile("project-a", "k"), await files.leftOver(9)]).toEqual([null, []]);
      expect(await files.getAttachment("project-a", "two")).toEqual({ ...stored, ...again });
      await files.deleteAttachment("project-a", "two", 30);
      expect(await files.leftOver(9)).toEqual([]);
      await store.close();
    });

    test("a file stays as long as any attachment references it", async () => {
      const store = await openWithProjects(openStore);
      const { files, steps, threads } = store;
      for (const [objectKey, threadId] of Object.entries({ one: "thread-1", two: "thread-2" })) {
        const file = { objectKey, createdAt: 5, name: "a.txt", mime: "text/plain", threadId, size: 3 };
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await files.createFile("project-a", file);
      }
      const shows = (stepId: string, threadId: string): Promise<unknown> =>
        steps.ingest("project-a", [
          {
            id: stepId,
            createdAt: 20,
            threadId,
            attachments: ["one", "two"].map((objectKey) => ({
              id: `${stepId} ${objectKey}`,
              createdAt: 20,
              stepId,
              objectKey,
            })),
          },
        ]);
      await shows("step-1", "thread-1");
      await shows("step-2", "thread-2");
      await shows("step-3", "thread-3");
      const shown = async (): Promise<boolean[]> =>
        Promise.all(["one", "two"].map(async (key) => (await files.getFile("project-a", key)) !== null));
      await steps.delete("project-a", "step-1", 30);
      expect([await shown(), await files.leftOver(9)]).toEqual([[true, true], []]);
      await threads.delete("project-a", "thread-2", 30);
      expect([await shown(), await files.leftOver(9)]).toEqual([[true, true], []]);
      await files.updateAttachment("project-a", "step-3 one", { objectKey: null });
      await files.upsertAttachment("project-b", { ...write, objectKey: "two" });
      await steps.delete("project-a", "step-3", 30);
      expect([await shown(), await files.leftOver(9)]).toEqual([[true, false], ["two"]]);
      await threads.delete("project-a", "thread-1", 30);
      expect((await files.leftOver(9)).toSorted()).toEqual(["one", "two"]);
      await store.close();
    });

    test("a signed upload is complete once its size is known", async () => {
      const store = await openWithProjects(openStore);
      const file = {
        objectKey: "project-a/1",
        createdAt: 5,
        name: "a.txt",
        mime: "text/plain",
        threadId: null,
        size: null,
      };
      expect(await store.files.createFile("project-a", file)).toEqual(file);
      expect(await store.files.completeFile("project-a", "project-a/1", 42)).toEqual({ ...file, size: 42 });
      expect(await store.files.getFile("project-a", "project-a/1")).toEqual({ ...file, size: 42 });
      expect(await store.files.completeFile("project-a", "project-a/2", 42)).toBeNull();
      expect(await store.files.getFile("project-b", "project-a/1")).toBeNull();
      await store.close();
    });
  });
}
