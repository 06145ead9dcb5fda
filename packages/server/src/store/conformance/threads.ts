import { describe, expect, test } from "vitest";
import { DeletedError } from "../errors.ts";
import type { StepType } from "../step-type.ts";
import type { ThreadState, ThreadWrite } from "../threads.ts";
import type { OpenStore } from "./open-store.ts";
import { describeThreadLists } from "./thread-lists.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const blank = {
  name: null,
  metadata: null,
  tags: null,
  environment: null,
  participantId: null,
  tokenCount: null,
  duration: null,
  receivedAt: 100,
  startTime: null,
  endTime: null,
};

function write(id: string, fields: Partial<ThreadWrite> = {}): ThreadWrite {
  return { id, createdAt: 100, newUserId: `user-of-${id}`, ...fields };
}

export function describeThreads(openStore: OpenStore): void {
  describe("threads", () => {
    test("the ends of a thread are the first input and last output of its outermost steps", () =>
      withStore(openStore, async ({ steps }) => {
        const threadId = "t";
        await steps.ingest(project, [
          {
            id: "call",
            createdAt: 1,
            threadId,
            parentId: "run",
            type: "llm",
            startTime: 30,
            input: "deep",
            output: "deeper",
          },
          { id: "rules", createdAt: 1, threadId, type: "system_message", startTime: 5, output: "be kind" },
          {
            id: "run",
            createdAt: 2,
            threadId,
            type: "run",
            startTime: 20,
            input: { q: "later" },
            output: { a: "answer" },
          },
          { id: "user", createdAt: 2, threadId, type: "user_message", startTime: 10, output: { content: "hello" } },
          { id: "thanks", createdAt: 3, threadId, type: "user_message", startTime: 90, output: { content: "thanks" } },
          { id: "nested", createdAt: 1, threadId: "inner", parentId: "x", type: "tool", input: [1], output: [2] },
          { id: "empty", createdAt: 1, threadId: "empty", type: "run" },
        ]);
        expect(await steps.endsOfThreads(project, ["empty", "t", "inner", "none", "t"])).toEqual([
          { opening: null, closing: null },
          { opening: { content: "hello" }, closing: { a: "answer" } },
          { opening: [1], closing: [2] },
          { opening: null, closing: null },
          { opening: { content: "hello" }, closing: { a: "answer" } },
        ]);
        expect(await steps.endsOfThreads(otherProject, ["t"])).toEqual([{ opening: null, closing: null }]);
      }));

    test("the errors of threads are counted, only in the project, and those of root steps come first", () =>
      withStore(openStore, async ({ steps }) => {
        await steps.ingest(project, [
          { id: "b", createdAt: 1, threadId: "t", parentId: "a", type: "tool", error: "again" },
          { id: "a", createdAt: 2, threadId: "t", type: "run", error: "no" },
          { id: "c", createdAt: 1, threadId: "u", type: "run" },
        ]);
        await steps.ingest(otherProject, [{ id: "a", createdAt: 1, threadId: "t", type: "run", error: "no" }]);
        const none = { count: 0, first: null };
        expect(await steps.errorsOfThreads(project, ["u", "t", "none"])).toEqual([
          none,
          { count: 2, first: "no" },
          none,
        ]);
        await steps.ingest(project, [{ id: "a", createdAt: 1, error: null }]);
        expect(await steps.errorsOfThreads(project, ["t"])).toEqual([{ count: 1, first: "again" }]);
      }));

    test("the turns of a thread are its user messages or, without any, its other root steps", () =>
      withStore(openStore, async ({ steps }) => {
        const step = (id: string, threadId: string, type: StepType, parentId?: string) => ({
          id,
          createdAt: 1,
          threadId,
          type,
          parentId,
        });
        await steps.ingest(project, [
          step("u1", "chat", "user_message"),
          step("r1", "chat", "run"),
          step("u2", "chat", "user_message", "r1"),
          step("a1", "chat", "assistant_message"),
          step("r2", "runs", "run"),
          step("r3", "runs", "run", "r2"),
          step("l1", "runs", "llm"),
          step("a2", "runs", "assistant_message"),
          step("a3", "answers", "assistant_message"),
        ]);
        expect(await steps.turnsOfThreads(project, ["runs", "chat", "none", "answers"])).toEqual([2, 2, 0, 0]);
        expect(await steps.turnsOfThreads(otherProject, ["chat"])).toEqual([0]);
      }));

    test("the ends of a long thread are searched only in its first and last steps", () =>
      withStore(openStore, async ({ steps }) => {
        const many = Array.from({ length: 50 }, (_, index) => ({
          id: `s${index}`,
          createdAt: index,
          threadId: "t",
          type: "run" as const,
          ...(index === 0 || index === 25 ? { input: index, output: index } : {}),
        }));
        await steps.ingest(project, many);
        expect(await steps.endsOfThreads(project, ["t"])).toEqual([{ opening: 0, closing: null }]);
      }));

    test("upserting creates, then merges: absent stays, null clears", () =>
      withStore(openStore, async ({ threads }) => {
        expect(await threads.upsert(project, write("t"))).toEqual({ ...blank, id: "t", createdAt: 100 });
        await threads.upsert(
          project,
          write("t", { name: "Chat", metadata: { a: 1 }, tags: ["x"], environment: "dev" }),
        );
        const merged = await threads.upsert(project, write("t", { createdAt: 999, name: null, tags: ["y"] }));
        expect(merged).toEqual({
          ...blank,
          id: "t",
          createdAt: 100,
          metadata: { a: 1 },
          tags: ["y"],
          environment: "dev",
        });
        expect(await threads.getMany(project, ["unknown", "t"])).toEqual([null, merged]);
        expect(await threads.getMany(otherProject, ["t"])).toEqual([null]);
      }));

    test("a default name applies only to a thread without a name", () =>
      withStore(openStore, async ({ threads, steps }) => {
        const nameAfter = async (id: string, fields: Partial<ThreadWrite>): Promise<string | null> =>
          (await threads.upsert(project, write(id, fields))).name;
        expect(await nameAfter("t", { defaultName: "When?" })).toBe("When?");
        expect(await nameAfter("t", { defaultName: "And then?" })).toBe("When?");
        expect(await nameAfter("t", { name: "Opening hours" })).toBe("Opening hours");
        expect(await nameAfter("t", { defaultName: "When?" })).toBe("Opening hours");
        expect(await nameAfter("t", { name: null, defaultName: "When?" })).toBeNull();
        expect(await nameAfter("t", { defaultName: null })).toBeNull();
        expect(await nameAfter("t", { name: "Given", defaultName: "When?" })).toBe("Given");
        await steps.ingest(project, [{ id: "s", createdAt: 1, threadId: "of a step" }]);
        expect(await nameAfter("of a step", { defaultName: "When?" })).toBe("When?");
      }));

    test("threads of a batch are stored in order, each like an upsert, except deleted ones", () =>
      withStore(openStore, async ({ threads, users }) => {
        await threads.upsert(project, write("known", { name: "Known", tags: ["x"] }));
        await threads.upsert(project, write("gone"));
        await threads.delete(project, "gone", 101);
        const outcomes = await threads.ingest(project, [
          write("twice", { defaultName: "First?", metadata: { a: 1 }, participant: "zoe" }),
          write("gone", { name: "again", participant: "late" }),
          write("known", { createdAt: 999, tags: ["y"], environment: "dev", participant: "ann" }),
          write("twice", { createdAt: 999, defaultName: "Second?", tags: ["z"], participant: "ann" }),
        ]);
        expect(outcomes).toEqual(["stored", "deleted", "stored", "stored"]);
        expect(await users.findByIdentifier(project, "late")).toBeNull();
        const ann = await users.findByIdentifier(project, "ann");
        expect(await threads.getMany(project, ["known", "twice", "gone"])).toEqual([
          {
            ...blank,
            id: "known",
            createdAt: 100,
            name: "Known",
            tags: ["y"],
            environment: "dev",
            participantId: ann?.id,
          },
          {
            ...blank,
            id: "twice",
            createdAt: 100,
            name: "First?",
            metadata: { a: 1 },
            tags: ["z"],
            participantId: ann?.id,
          },
          null,
        ]);
        expect(await users.findByIdentifier(project, "zoe")).toMatchObject({ id: "user-of-twice" });
        expect(await threads.count(project, { filters: [] })).toBe(2);
        expect(await threads.ingest(project, [])).toEqual([]);
      }));

    test("updating an unknown thread resolves to null", () =>
      withStore(openStore, async ({ threads }) => {
        expect(await threads.update(project, write("t", { name: "x" }))).toBeNull();
      }));

    test("an update that expects another state changes nothing, and creates no user", () =>
      withStore(openStore, async ({ threads, users }) => {
        const state = { name: "Chat", metadata: { a: 1, b: 2 }, tags: ["x"], participantId: null };
        const updates = (expected: ThreadState) => [
          { write: write("t", { tags: ["x", "y"], participant: "ann" }), expected },
        ];
        expect(await threads.updateUnchanged(project, updates(state))).toEqual([false]);
        expect(await threads.getMany(project, ["t"])).toEqual([null]);
        const stored = await threads.upsert(
          project,
          write("t", { name: "Chat", metadata: { a: 1, b: 2 }, tags: ["x"] }),
        );
        const others = [
          { ...state, name: null },
          { ...state, metadata: { a: 1 } },
          { ...state, tags: null },
          { ...state, participantId: "someone" },
        ];
        for (const other of others) expect(await threads.updateUnchanged(project, updates(other))).toEqual([false]);
        expect(await threads.getMany(project, ["t"])).toEqual([stored]);
        expect(await users.findByIdentifier(project, "ann")).toBeNull();
        const reordered = updates({ ...state, metadata: { b: 2, a: 1 } });
        expect(await threads.updateUnchanged(project, reordered)).toEqual([true]);
        expect(await threads.getMany(project, ["t"])).toEqual([
          { ...stored, tags: ["x", "y"], participantId: "user-of-t" },
        ]);
        expect(await threads.updateUnchanged(otherProject, updates(state))).toEqual([false]);
      }));

    test("updates that expect a state are stored together, without those that expect another one", () =>
      withStore(openStore, async ({ threads }) => {
        await threads.ingest(project, [write("b"), write("a", { name: "Other" }), write("c")]);
        const expected = { name: null, metadata: null, tags: null, participantId: null };
        const updates = ["b", "a", "none", "c"].map((id) => ({
          write: write(id, { tags: [id], participant: "ann" }),
          expected,
        }));
        expect(await threads.updateUnchanged(project, updates)).toEqual([true, false, false, true]);
        expect(await threads.getMany(project, ["a", "b", "c"])).toMatchObject([
          { tags: null, participantId: null },
          { tags: ["b"], participantId: "user-of-b" },
          { tags: ["c"], participantId: "user-of-b" },
        ]);
        expect(await threads.updateUnchanged(project, [])).toEqual([]);
      }));

    test("of concurrent updates that expect the same state, one is stored", () =>
      withStore(openStore, async ({ threads }) => {
        await threads.upsert(project, write("t"));
        const state = { name: null, metadata: null, tags: null, participantId: null };
        const stored = await Promise.all(
          ["a", "b", "c"].map(async (tag) =>
            threads.updateUnchanged(project, [{ write: write("t", { tags: [tag] }), expected: state }]),
          ),
        );
        expect(stored.flat().filter((isStored) => isStored)).toEqual([true]);
      }));

    test("an ingestion with thread updates stores both, and updates no thread if a step has changed", () =>
      withStore(openStore, async ({ threads, steps }) => {
        const expected = { name: null, metadata: null, tags: null, participantId: null };
        const update = (id: string, name: string) => ({ write: write(id, { name, participant: "ann" }), expected });
        const step = { id: "s", createdAt: 5, threadId: "t", generation: {}, metadata: { version: 1 } };
        const first = [update("t", "First"), update("unknown", "None")];
        expect(await steps.ingestWithThreads(project, [step], first)).toEqual({
          steps: ["stored"],
          threads: [true, false],
        });
        const stored = [{ id: "t", name: "First", participantId: "user-of-t", createdAt: 5 }, null];
        expect(await threads.getMany(project, ["t", "unknown"])).toMatchObject(stored);

        const changed = { ...step, name: "late", ifMetadata: { version: 2 } };
        const other = [{ id: "other", createdAt: 6, threadId: "u" }, changed];
        expect(await steps.ingestWithThreads(project, other, [update("u", "Second")])).toEqual({
          steps: ["stored", "changed"],
          threads: [false],
        });
        expect(await threads.getMany(project, ["u"])).toMatchObject([{ name: null, participantId: null }]);

        await threads.delete(project, "t", 7);
        const deleted = await steps.ingestWithThreads(project, [{ ...step, id: "late" }], [update("t", "Third")]);
        expect(deleted).toEqual({ steps: ["deleted"], threads: [false] });
        expect(await steps.ingestWithThreads(project, [], [])).toEqual({ steps: [], threads: [] });
      }));

    test("a participant is found by id or identifier, and otherwise created", () =>
      withStore(openStore, async ({ threads, users }) => {
        const first = await threads.upsert(project, write("t1", { participant: "ann" }));
        expect(first.participantId).toBe("user-of-t1");
        expect(await users.findByIdentifier(project, "ann")).toMatchObject({ id: "user-of-t1", metadata: {} });
        expect((await threads.upsert(project, write("t2", { participant: "ann" }))).participantId).toBe("user-of-t1");
        expect((await threads.upsert(project, write("t3", { participant: "user-of-t1" }))).participantId).toBe(
          "user-of-t1",
        );
        expect((await threads.upsert(project, write("t3"))).participantId).toBe("user-of-t1");
        expect((await threads.upsert(project, write("t3", { participant: null }))).participantId).toBeNull();
      }));

    test("a step with an unknown thread creates it", () =>
      withStore(openStore, async ({ threads, steps }) => {
        await steps.ingest(project, [{ id: "s", createdAt: 7, threadId: "t" }]);
        expect(await threads.getMany(project, ["t"])).toEqual([{ ...blank, id: "t", createdAt: 7, receivedAt: 7 }]);
      }));

    test("token count and duration follow steps that are added, changed, moved and deleted", () =>
      withStore(openStore, async ({ threads, steps }) => {
        const totals = async (id: string): Promise<unknown> => {
          const [thread] = await threads.getMany(project, [id]);
          return [thread?.tokenCount, thread?.duration];
        };
        const generation = { inputTokenCount: 10, outputTokenEstimate: 5 };
        await steps.ingest(project, [
          { id: "a", createdAt: 1, threadId: "t", startTime: 1_000, endTime: 2_500, generation },
          { id: "b", createdAt: 2, threadId: "t", startTime: 500 },
        ]);
        expect(await totals("t")).toEqual([15, 2]);
        await steps.ingest(project, [{ id: "a", createdAt: 1, generation: { tokenCount: 40 } }]);
        await steps.ingest(project, [{ id: "b", createdAt: 1, startTime: 1_500, endTime: 6_000 }]);
        expect(await totals("t")).toEqual([40, 5]);
        await steps.ingest(project, [{ id: "a", createdAt: 1, threadId: "t2" }]);
        expect([await totals("t"), await totals("t2")]).toEqual([
          [null, 4.5],
          [40, 1.5],
        ]);
        await steps.ingest(project, [{ id: "a", createdAt: 1, threadId: null }]);
        expect(await totals("t2")).toEqual([null, null]);
        await steps.delete(project, "b", 9);
        expect(await totals("t")).toEqual([null, null]);
      }));

    test("deleting a thread deletes its steps, scores, attachments and files, and it is not restored", () =>
      withStore(openStore, async (store) => {
        const { threads, steps, scores, files } = store;
        await threads.upsert(project, write("t", { tags: ["x"] }));
        const score = { id: "c", at: 1, name: "ok", type: "AI", value: 1, stepId: "s" } as const;
        await files.createFile(project, {
          objectKey: "k",
          createdAt: 1,
          name: "f",
          mime: "text/plain",
          threadId: "t",
          size: 3,
        });
        await steps.ingest(project, [
          {
            id: "s",
            createdAt: 1,
            threadId: "t",
            scores: [score],
            attachments: [{ id: "a", createdAt: 1, stepId: "s", objectKey: "k" }],
          },
        ]);
        expect((await threads.delete(project, "t", 5))?.id).toBe("t");
        expect(await threads.delete(project, "t", 5)).toBeNull();
        expect(await threads.getMany(project, ["t"])).toEqual([null]);
        expect(await steps.getMany(project, ["s"])).toEqual([null]);
        expect(await scores.getMany(project, ["c"])).toEqual([null]);
        expect([await files.getAttachment(project, "a"), await files.getFile(project, "k")]).toEqual([null, null]);
        await expect(threads.upsert(project, write("t"))).rejects.toThrow(DeletedError);
        expect(await threads.update(project, write("t"))).toBeNull();
        const late = [
          { id: "s", createdAt: 1 },
          { id: "new", createdAt: 1, threadId: "t" },
          { id: "other", createdAt: 1 },
        ];
        expect(await steps.ingest(project, late)).toEqual(["deleted", "deleted", "stored"]);
        expect(await threads.count(project, {})).toBe(0);
        await store.threads.upsert(otherProject, write("t"));
      }));
    describeThreadLists(openStore);
  });
}
