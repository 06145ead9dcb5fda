import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startService } from "../../test/start-service.ts";
import type { Fetch } from "../configuration.ts";
import { Score } from "../score.ts";
import type { ScoreConstructor } from "../types/scores.ts";

const service = startService({}, afterAll);
const { client, connect } = service;
const { api } = client;
beforeAll(() => api.sendSteps([{ id: "judged", threadId: "t", name: "run", type: "run" }]));

test("createScore stores a score with all its fields", async () => {
  const score = await api.createScore({
    stepId: "judged",
    name: "quality",
    type: "AI",
    value: 0.5,
    label: "fair",
    scorer: "judge",
    comment: "well",
    tags: ["x"],
  });
  expect(score).toBeInstanceOf(Score);
  const expected = {
    stepId: "judged",
    name: "quality",
    type: "AI",
    value: 0.5,
    label: "fair",
    scorer: "judge",
    comment: "well",
    tags: ["x"],
  };
  expect(score).toMatchObject({ id: expect.any(String) as string, ...expected });
  expect((await api.getStep("judged"))!.scores).toMatchObject([expected]);
});

test("createScore scores a thread, which getThread shows", async () => {
  const score = await api.createScore({ threadId: "t", name: "resolved", type: "HUMAN", value: 1 });
  expect(score).toMatchObject({ threadId: "t", stepId: null });
  expect((await api.getThread("t"))!.scores).toMatchObject([{ id: score.id, name: "resolved", value: 1 }]);
  const { data } = await api.getScores({ filters: [{ field: "threadId", operator: "eq", value: "t" }] });
  expect(data).toMatchObject([{ id: score.id }]);
});

test("createScore accepts a score for a step that has not arrived", async () => {
  expect(await api.createScore({ stepId: "later", name: "quality", type: "HUMAN", value: 1 })).toMatchObject({
    stepId: "later",
  });
});

test("createScores takes plain objects and Score instances, and keeps their order", async () => {
  const scores = await api.createScores([
    { stepId: "judged", name: "first", type: "CODE", value: 1 },
    new Score({ stepId: "judged", name: "second", type: "HUMAN", value: 0 }),
  ]);
  expect(scores.map(({ name, value }) => [name, value])).toEqual([
    ["first", 1],
    ["second", 0],
  ]);
  expect(scores.every((score) => score instanceof Score && typeof score.id === "string")).toBe(true);
});

test("createScores sends many scores in several requests", async () => {
  const fetch = vi.fn<Fetch>(service.fetch);
  const counted = connect({ fetch });
  const scores = Array.from({ length: 120 }, (_, value) => ({
    stepId: "many",
    name: "n",
    type: "CODE" as const,
    value,
  }));
  const created = await counted.api.createScores(scores);
  expect(created.map(({ value }) => value)).toEqual(scores.map(({ value }) => value));
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("the errors of createScore name the operation", async () => {
  const score = { stepId: "step-of-no-score", name: "n", type: "HUMAN", value: "1" } as unknown as ScoreConstructor;
  await expect(api.createScore(score)).rejects.toThrow(/^createScore: value: /);
});

test("createScores sends nothing for an empty list", async () => {
  const fetch = vi.fn<Fetch>(service.fetch);
  const counted = connect({ fetch });
  expect(await counted.api.createScores([])).toEqual([]);
  expect(fetch).not.toHaveBeenCalled();
});

test("createScores rejects with the reason when a score is refused, and stores the others", async () => {
  const scores = [
    { stepId: "mixed", name: "good", type: "CODE" as const, value: 1 },
    { stepId: "mixed", name: "bad", type: "OTHER" as never, value: 1 },
  ];
  await expect(api.createScores(scores)).rejects.toMatchObject({ name: "GraphQLRequestError" });
  const { data } = await api.getScores({ filters: [{ field: "name", operator: "eq", value: "good" }] });
  expect(data).toMatchObject([{ stepId: "mixed", name: "good" }]);
});

test("updateScore changes the value, and keeps an absent comment", async () => {
  const { id } = await api.createScore({ stepId: "judged", name: "updated", type: "HUMAN", value: 0, comment: "kept" });
  expect(await api.updateScore(id!, { value: 1 })).toMatchObject({ id, name: "updated", value: 1, comment: "kept" });
  expect(await api.updateScore(id!, { value: 1, comment: "new" })).toMatchObject({ comment: "new" });
});

test("updateScore rejects for an unknown id", async () => {
  await expect(api.updateScore("unknown", { value: 1 })).rejects.toMatchObject({ codes: ["NOT_FOUND"] });
});

test("deleteScore deletes the score and resolves to its id", async () => {
  const { id } = await api.createScore({ stepId: "judged", name: "deleted", type: "HUMAN", value: 0 });
  expect(await api.deleteScore(id!)).toBe(id);
  const { totalCount } = await api.getScores({ filters: [{ field: "id", operator: "eq", value: id! }] });
  expect(totalCount).toBe(0);
});

test("getScores filters and orders", async () => {
  await api.createScores([
    { stepId: "judged", name: "listed", type: "CODE", value: 1 },
    { stepId: "judged", name: "listed", type: "CODE", value: 2 },
  ]);
  const page = await api.getScores({
    filters: [
      { field: "name", operator: "eq", value: "listed" },
      { field: "value", operator: "gte", value: 2 },
    ],
    orderBy: { column: "createdAt", direction: "DESC" },
  });
  expect(page).toMatchObject({ totalCount: 1, data: [{ name: "listed", value: 2, stepId: "judged" }] });
  expect(page.data[0]).toBeInstanceOf(Score);
});
