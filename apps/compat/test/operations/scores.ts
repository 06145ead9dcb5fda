import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Subject } from "../subject.ts";

export function scoreOperations({ api, newStep, newScore }: Subject): void {
  describe("scores", () => {
    test("createScore, updateScore and deleteScore work on one score", async () => {
      const step = await newStep({ name: "agent", type: "run" }).send();
      const given = { name: "helpful", type: "HUMAN", value: 1, stepId: step.id ?? "", tags: ["week 1"] } as const;
      const created = await api.createScore({ ...given, tags: [...given.tags], comment: "thanks" });
      expect(created).toMatchObject({ ...given, comment: "thanks" });
      const id = created.id ?? "";
      const updated = await api.updateScore(id, { value: 0 });
      expect(updated).toMatchObject({ id, value: 0, comment: "thanks" });
      await expect(api.updateScore(id, { value: 0.5, comment: "no" })).resolves.toMatchObject({
        value: 0.5,
        comment: "no",
      });
      expect((await api.getStep(step.id ?? ""))?.scores).toMatchObject([{ id, value: 0.5, comment: "no" }]);
      await expect(api.deleteScore(id)).resolves.toEqual({ id });
      expect((await api.getStep(step.id ?? ""))?.scores).toEqual([]);
    });

    test("createScores returns the scores in order", async () => {
      const step = await newStep({ name: "agent", type: "run" }).send();
      const scores = [0.1, 0.2, 0.3].map((value) =>
        newScore({ name: `score ${value}`, type: "AI", value, stepId: step.id ?? "", scorer: "judge" }),
      );
      const created = await api.createScores(scores);
      expect(created).toMatchObject(scores.map(({ name, value }) => ({ name, value, type: "AI", scorer: "judge" })));
    });

    test("getScores filters by name and returns the thread of the scored step", async () => {
      const threadId = randomUUID();
      const identifier = randomUUID();
      await api.upsertThread({ threadId, participantId: identifier });
      const step = await newStep({ name: "agent", type: "run", threadId }).send();
      await api.createScore({ name: `feedback-${threadId}`, type: "HUMAN", value: 1, stepId: step.id ?? "" });
      const page = await api.getScores({
        first: 5,
        filters: [{ field: "name", operator: "eq", value: `feedback-${threadId}` }],
        orderBy: { column: "createdAt", direction: "DESC" },
      });
      expect(page).toMatchObject({ totalCount: 1, pageInfo: { hasNextPage: false } });
      expect(page.data).toMatchObject([{ value: 1, step: { thread: { id: threadId, participant: { identifier } } } }]);
    });
  });
}
