import { beforeEach, expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";
import type { TestApi } from "./test-api.ts";

let api: TestApi;
beforeEach(async () => {
  api = await openTestApi();
});

const fields = "id name type value label scorer comment tags stepId generationId datasetExperimentItemId projectId";

test("a score may arrive before its step", async () => {
  const { createScore } =
    await api.run(`mutation { createScore(name: "user-feedback", type: HUMAN, value: 1, stepId: "later",
    label: "up", scorer: "ada", comment: "Good", tags: ["t"]) { ${fields} createdAt updatedAt step { id } } }`);
  expect(createScore).toMatchObject({
    name: "user-feedback",
    type: "HUMAN",
    value: 1,
    label: "up",
    scorer: "ada",
    comment: "Good",
    tags: ["t"],
    stepId: "later",
    generationId: null,
    projectId: api.project.id,
    step: null,
  });
  await api.run(`mutation { ingestStep(id: "later") { ok } }`);
  const { step } = await api.run(`{ step(id: "later") { scores { id step { id } } } }`);
  expect(step.scores).toEqual([{ id: createScore.id, step: { id: "later" } }]);
});

test("a score of a generation is a score of its step", async () => {
  await api.run(
    `mutation { ingestStep(id: "s", generation: { prompt: "Hi" }) { ok } createScore(name: "n", type: AI, value: 0, generationId: "s") { id } }`,
  );
  const { step, scores } = await api.run(
    `{ step(id: "s") { scores { name } } scores { totalCount edges { node { generationId step { id } } } } }`,
  );
  expect(step.scores).toEqual([{ name: "n" }]);
  expect(scores).toEqual({ totalCount: 1, edges: [{ node: { generationId: "s", step: { id: "s" } } }] });
});

test("a score of a thread may arrive before it, and belongs to the thread itself", async () => {
  const { createScore } = await api.run(
    `mutation { createScore(name: "resolved", type: HUMAN, value: 1, threadId: "t") { id threadId stepId thread { id } } }`,
  );
  expect(createScore).toEqual({ id: createScore.id, threadId: "t", stepId: null, thread: null });
  await api.run(`mutation { ingestStep(id: "s", threadId: "t", scores: [{ value: 0 }]) { ok } }`);
  const { threadDetail, scores } = await api.run(`{
    threadDetail(id: "t") { scores { id thread { id } } steps { scores { value } } }
    scores(filters: [{ field: "threadId", operator: eq, value: "t" }]) { edges { node { id } } }
  }`);
  expect(threadDetail).toEqual({
    scores: [{ id: createScore.id, thread: { id: "t" } }],
    steps: [{ scores: [{ value: 0 }] }],
  });
  expect(scores.edges).toEqual([{ node: { id: createScore.id } }]);
});

test("a score of a thread has no other subject", async () => {
  const { errors } = await api.execute(
    `mutation { createScore(name: "n", type: AI, value: 0, threadId: "t", stepId: "s") { id } }`,
  );
  expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field: "threadId" });
});

test("a score without a subject is refused", async () => {
  const { errors } = await api.execute(`mutation { createScore(name: "n", type: AI, value: 0) { id } }`);
  expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field: "stepId" });
});

test("updateScore keeps an absent comment, and its error names an unknown score", async () => {
  const { createScore } = await api.run(
    `mutation { createScore(name: "n", type: CODE, value: 0, stepId: "s", comment: "kept") { id } }`,
  );
  const { updateScore } = await api.run(
    `mutation ($id: String!) { updateScore(id: $id, value: 1) { value comment } }`,
    { id: createScore.id },
  );
  expect(updateScore).toEqual({ value: 1, comment: "kept" });
  const { errors } = await api.execute(`mutation { updateScore(id: "nope", value: 1) { id } }`);
  expect(errors?.[0]?.extensions).toEqual({ code: "NOT_FOUND", field: "id" });
});

test("deleteScore returns the score, then null", async () => {
  const { createScore } = await api.run(
    `mutation { createScore(name: "n", type: CODE, value: 0, stepId: "s") { id } }`,
  );
  const remove = `mutation ($id: String!) { deleteScore(id: $id) { id } }`;
  expect(await api.run(remove, { id: createScore.id })).toEqual({ deleteScore: { id: createScore.id } });
  expect(await api.run(remove, { id: createScore.id })).toEqual({ deleteScore: null });
});
