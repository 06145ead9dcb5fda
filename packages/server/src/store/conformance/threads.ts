import { describe, expect, test } from "vitest";
import { DeletedError } from "../errors.ts";
import type { Store } from "../store.ts";
import type { ThreadWrite } from "../threads.ts";
import { expectFilters, type FilterCase } from "./filters.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const blank = {
  name: null,
  metadata: null,
  tags: null,
  environment: null,
  participantId: null,
  tokenCount: null,
  duration: null,
};

function write(id: string, fields: Partial<ThreadWrite> = {}): ThreadWrite {
  return { id, createdAt: 100, newUserId: `user-of-${id}`, ...fields };
}

export function describeThreads(openStore: OpenStore): void {
  describe("threads", () => {
    test("the ends of a thread are what its outermost steps began with and came to", () =>
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

    test("the errors of threads are counted, in the project alone", () =>
      withStore(openStore, async ({ steps }) => {
        await steps.ingest(project, [
          { id: "a", createdAt: 1, threadId: "t", type: "run", error: "no" },
          { id: "b", createdAt: 1, threadId: "t", type: "tool", error: "again" },
          { id: "c", createdAt: 1, threadId: "u", type: "run" },
        ]);
        await steps.ingest(otherProject, [{ id: "a", createdAt: 1, threadId: "t", type: "run", error: "no" }]);
        expect(await steps.errorsOfThreads(project, ["u", "t", "none"])).toEqual([0, 2, 0]);
        await steps.ingest(project, [{ id: "a", createdAt: 1, error: null }]);
        expect(await steps.errorsOfThreads(project, ["t"])).toEqual([1]);
      }));

    test("the ends of a long thread are looked for among its first and last steps alone", () =>
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

    test("updating an unknown thread resolves to null", () =>
      withStore(openStore, async ({ threads }) => {
        expect(await threads.update(project, write("t", { name: "x" }))).toBeNull();
      }));

    test("a participant is named by id or identifier, and created when there is neither", () =>
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
        expect(await threads.getMany(project, ["t"])).toEqual([{ ...blank, id: "t", createdAt: 7 }]);
      }));

    test("token count and duration follow the steps as they come, change, move and go", () =>
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

    test("a deleted thread takes its steps, scores, attachments and files along and is not revived", () =>
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

    test("every filter finds its threads", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        await expectFilters("threads", store.threads, filterCases);
      }));

    test("threads are ordered by token count and participant, those without one last", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        const ids = async (column: string, direction: "ASC" | "DESC"): Promise<string> => {
          const page = await store.threads.list(project, { first: 9, orderBy: { column, direction } });
          return page.edges.map((edge) => edge.node.id).join(" ");
        };
        expect(await ids("tokenCount", "ASC")).toBe("b a c");
        expect(await ids("tokenCount", "DESC")).toBe("a b c");
        expect(await ids("participant", "ASC")).toBe("a b c");
        expect(await ids("participant", "DESC")).toBe("b a c");
        expect(await ids("createdAt", "ASC")).toBe("a b c");
      }));
  });
}

async function seed(store: Store): Promise<void> {
  const { threads, steps } = store;
  await threads.upsert(
    project,
    write("a", { createdAt: 1, participant: "ann", name: "Hello", tags: ["x"], metadata: { k: "v" } }),
  );
  await threads.upsert(project, write("b", { createdAt: 2, participant: "bob", environment: "dev", tags: ["y"] }));
  await threads.upsert(project, write("c", { createdAt: 3 }));
  await threads.upsert(otherProject, write("z", { createdAt: 2, participant: "ann", tags: ["x"], name: "Hello" }));
  await steps.ingest(project, [
    {
      id: "s1",
      createdAt: 5,
      threadId: "a",
      type: "run",
      name: "Main",
      startTime: 0,
      endTime: 4_000,
      output: { content: "Paris is nice" },
      generation: { tokenCount: 9 },
      scores: [{ id: "c1", at: 1, name: "user-feedback", type: "HUMAN", value: 1, stepId: "s1" }],
    },
    {
      id: "s2",
      createdAt: 6,
      threadId: "b",
      type: "tool",
      input: "What now?",
      error: "It broke",
      generation: { tokenCount: 3 },
    },
    { id: "s3", createdAt: 6, threadId: "b", type: "llm", name: "Main" },
  ]);
  await store.scores.upsertMany(project, [
    { id: "c2", at: 1, name: "user-feedback", type: "HUMAN", value: 0, generationId: "s2" },
  ]);
}

const filterCases: readonly FilterCase[] = [
  [["id", "eq", "b"], "b"],
  [["id", "neq", "b"], "a c"],
  [["createdAt", "gt", 1], "b c"],
  [["createdAt", "lte", 2], "a b"],
  [["name", "ilike", "HELL"], "a"],
  [["name", "nilike", "HELL"], "b c"],
  [["name", "is", null], "b c"],
  [["metadata", "eq", "v", "k"], "a"],
  [["metadata", "neq", "v", "k"], "b c"],
  [["metadata", "nis", null], "a"],
  [["environment", "eq", "dev"], "b"],
  [["tokenCount", "gt", 3], "a"],
  [["tokenCount", "lte", 3], "b"],
  [["tokenCount", "neq", 3], "a c"],
  [["tokenCount", "is", null], "c"],
  [["duration", "eq", 4], "a"],
  [["duration", "is", null], "b c"],
  [["tags", "in", ["x", "y"]], "a b"],
  [["tags", "nin", ["x"]], "b c"],
  [["tags", "is", null], "c"],
  [["participantId", "eq", "user-of-a"], "a"],
  [["participantId", "is", null], "c"],
  [["participantIdentifiers", "in", ["ann", "bob"]], "a b"],
  [["participantIdentifiers", "nin", ["ann"]], "b c"],
  [["participantIdentifiers", "nis", null], "a b"],
  [["stepType", "in", ["run"]], "a"],
  [["stepType", "in", ["run", "llm"]], "a b"],
  [["stepType", "nin", ["tool"]], "a c"],
  [["stepName", "eq", "Main"], "a b"],
  [["stepName", "ilike", "mai"], "a b"],
  [["stepName", "is", null], "c"],
  [["stepOutput", "ilike", "paris", "content"], "a"],
  [["stepOutput", "nilike", "paris", "content"], "b c"],
  [["stepOutput", "is", null], "b c"],
  [["error", "nis", null], "b"],
  [["error", "is", null], "a c"],
  [["error", "ilike", "broke"], "b"],
  [["content", "ilike", "NICE"], "a"],
  [["content", "ilike", "what now"], "b"],
  [["content", "nilike", "nice"], "b c"],
  [["scoreValue", "eq", 1, "user-feedback"], "a"],
  [["scoreValue", "eq", 0, "user-feedback"], "b"],
  [["scoreValue", "is", null, "user-feedback"], "c"],
  [["scoreValue", "gte", 0, "other"], ""],
];
