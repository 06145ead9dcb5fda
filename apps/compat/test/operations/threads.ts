import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Subject } from "../subject.ts";

export function threadOperations({ api, newStep }: Subject): void {
  describe("threads", () => {
    test("upsertThread creates a thread with its user, then merges updates", async () => {
      const threadId = randomUUID();
      const given = { name: "Support", metadata: { plan: "pro" }, tags: ["paying"] };
      const created = await api.upsertThread({ threadId, ...given, participantId: `user-of-${threadId}` });
      expect(created).toMatchObject({
        id: threadId,
        ...given,
        participant: { identifier: `user-of-${threadId}`, metadata: {} },
      });
      const merged = await api.upsertThread({ threadId, name: "Renamed" });
      expect(merged).toMatchObject({ ...given, name: "Renamed", participant: { identifier: `user-of-${threadId}` } });
    });

    test("getThread returns the steps of the thread, and null for an unknown id", async () => {
      const threadId = randomUUID();
      const question = await newStep({ name: "user", type: "user_message", threadId }).send();
      const run = await newStep({ name: "agent", type: "run", threadId, input: { question: 1 } }).send();
      const tool = await newStep({ name: "search", type: "tool", threadId, parentId: run.id ?? null }).send();
      const thread = await api.getThread(threadId);
      expect(thread?.steps).toHaveLength(3);
      expect(thread?.steps?.map(({ id }) => id)).toEqual(expect.arrayContaining([question.id, run.id, tool.id]));
      expect(thread?.steps?.find(({ id }) => id === tool.id)).toMatchObject({ parentId: run.id, type: "tool" });
      await expect(api.getThread(randomUUID())).resolves.toBeNull();
    });

    test("getThreads filters, orders and pages, and keeps only the given step types", async () => {
      const tag = randomUUID();
      const ids = ["a", "b", "c"].map((name) => `${name}-${tag}`);
      for (const threadId of ids) {
        await api.upsertThread({ threadId, tags: [tag] });
        await newStep({ name: "answer", type: "assistant_message", threadId, output: { content: threadId } }).send();
        await newStep({ name: "search", type: "tool", threadId }).send();
      }
      const query = {
        first: 2,
        filters: [{ field: "tags" as const, operator: "in" as const, value: [tag] }],
        orderBy: { column: "createdAt", direction: "ASC" } as const,
        stepTypesToKeep: ["tool" as const],
      };
      const page = await api.getThreads(query);
      expect(page).toMatchObject({ pageInfo: { hasNextPage: true, hasPreviousPage: false }, totalCount: 3 });
      expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
      expect(page.data[0]?.steps?.map(({ type }) => type)).toEqual(["tool"]);
      const last = await api.getThreads({ ...query, after: page.pageInfo.endCursor });
      expect(last.pageInfo.hasNextPage).toBe(false);
      expect(last.data.map(({ id }) => id)).toEqual(ids.slice(2));
      const found = await api.getThreads({
        filters: [{ field: "stepOutput", operator: "ilike", value: ids[1] ?? "", path: "content" }],
      });
      expect(found.data.map(({ id }) => id)).toEqual([ids[1]]);
    });

    test("deleteThread returns the id, and the thread with its steps is gone", async () => {
      const threadId = randomUUID();
      const step = await newStep({ name: "search", type: "tool", threadId }).send();
      await expect(api.deleteThread(threadId)).resolves.toBe(threadId);
      await expect(api.getThread(threadId)).resolves.toBeNull();
      await expect(api.getStep(step.id ?? "")).resolves.toBeNull();
    });
  });
}
