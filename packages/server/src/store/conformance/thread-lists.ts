import { expect, test } from "vitest";
import type { Store } from "../store.ts";
import type { ThreadWrite } from "../threads.ts";
import { expectFilters, type FilterCase } from "./filters.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

export function describeThreadLists(openStore: OpenStore): void {
  test("every filter finds its threads", () =>
    withStore(openStore, async (store) => {
      await seed(store);
      await expectFilters("threads", store.threads, filterCases);
    }));

  test("threads are ordered by token count and participant, with missing values last", () =>
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
}

function write(id: string, fields: Partial<ThreadWrite> = {}): ThreadWrite {
  return { id, createdAt: 100, newUserId: `user-of-${id}`, ...fields };
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
      scores: [{ id: "c1", at: 1, name: "user-feedback", type: "HUMAN", value: 1, label: "helpful", stepId: "s1" }],
    },
    {
      id: "s2",
      createdAt: 2,
      threadId: "b",
      type: "tool",
      input: "What now?",
      error: "It broke",
      generation: { tokenCount: 3 },
    },
    { id: "s3", createdAt: 2, threadId: "b", type: "llm", name: "Main" },
  ]);
  await store.scores.upsertMany(project, [
    { id: "c2", at: 1, name: "user-feedback", type: "HUMAN", value: 0, label: "not helpful", generationId: "s2" },
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
  [["stepCount", "eq", 2], "b"],
  [["stepCount", "lt", 1], "c"],
  [["toolCount", "gt", 0], "b"],
  [["toolCount", "eq", 0], "a c"],
  [["errorCount", "gte", 1], "b"],
  [["errorCount", "gt", 1], ""],
  [["errorCount", "lte", 1], "a b c"],
  [["turnCount", "eq", 1], "a"],
  [["turnCount", "neq", 1], "b c"],
  [["duration", "eq", 4], "a"],
  [["duration", "is", null], "b c"],
  [["cost", "gte", 0], ""],
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
  [["scoreLabel", "eq", "not helpful", "user-feedback"], "b"],
  [["scoreLabel", "in", ["helpful", "up"], "user-feedback"], "a"],
  [["scoreLabel", "neq", "helpful", "user-feedback"], "b c"],
  [["scoreLabel", "ilike", "HELPFUL"], "a b"],
  [["scoreLabel", "nis", null, "other"], ""],
];
