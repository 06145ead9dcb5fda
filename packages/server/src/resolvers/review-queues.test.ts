import { beforeEach, expect, test } from "vitest";
import { actorOfRole } from "../access/actor.ts";
import type { Role } from "../store/permissions.ts";
import type { RequestContext } from "./context.ts";
import { openTestApi, type TestApi, type TestData } from "./test-api.ts";

const queueFields = `id name criteria { help scoreSchema { name } } reviewers { accountId } isBlind reviewsPerItem
  progress { totalCount waitingCount inReviewCount doneCount availableCount reviewers { doneCount reviewer { id } } }
  agreement { name itemCount agreement kappa alpha }
  items { id state threadId stepId reviews { reviewer { name } scores { value } comment correction } }`;
const create = `mutation ($queue: ReviewQueueInput!) { createReviewQueue(queue: $queue) { ${queueFields} } }`;
const read = `query ($id: String!) { reviewQueue(id: $id) { ${queueFields} } }`;
const add = `mutation ($id: String!, $ids: [String!]!) { addToReviewQueue(queueId: $id, targetIds: $ids) { addedCount } }`;
const take = `mutation ($id: String!, $itemId: String) { takeReview(queueId: $id, itemId: $itemId) { id state isOwn item { id threadId stepId state } } }`;
const submit = `mutation ($id: String!, $review: ReviewInput!) { submitReview(id: $id, review: $review) { state scores { name value label } comment } }`;
const skip = `mutation ($id: String!) { skipReview(id: $id) { state } }`;
const flag = `mutation ($id: String!, $reason: String!) { flagReview(id: $id, reason: $reason) { state flagReason flaggedBy } }`;
const scoresOfThread = `{ threadDetail(id: "t1") { scores { name value type scorer comment label } } }`;

let api: TestApi;
let schema: string;
beforeEach(async () => {
  api = await openTestApi();
  await api.store.steps.ingest(api.project.id, [
    { id: "s1", createdAt: 1, threadId: "t1", type: "run", input: { q: 1 }, output: { a: 1 } },
    { id: "s2", createdAt: 2, threadId: "t2", type: "run", name: "other" },
  ]);
  for (const name of ["ann", "bob", "cid"]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await join(name);
  }
  const { createScoreSchema } = await api.run(
    `mutation { createScoreSchema(schema: { name: "right", type: CATEGORICAL,
      categories: [{ label: "yes", value: 1 }, { label: "no", value: 0 }] }) { id } }`,
  );
  schema = createScoreSchema.id;
});

async function join(id: string): Promise<void> {
  const { store, project } = api;
  await store.accounts.insertRow("user", {
    id,
    email: `${id}@example.com`,
    name: id,
    emailVerified: true,
    image: null,
    twoFactorEnabled: false,
    disabledAt: null,
    createdAt: 0,
    updatedAt: 0,
  });
  await store.accounts.addMember(project.id, id, "annotator", 0);
}

function as(id: string, role: Role = "annotator"): Partial<RequestContext> {
  return { actor: actorOfRole({ id, email: `${id}@example.com`, name: id, createdAt: 0 }, role) };
}

async function createQueue(queue: object = {}): Promise<string> {
  const input = { name: "answers", target: "THREAD", criteria: [{ scoreSchemaId: schema, help: "?" }], ...queue };
  return (await api.run(create, { queue: input })).createReviewQueue.id;
}

async function takeAs(name: string, id: string): Promise<TestData["takeReview"]> {
  return (await api.run(take, { id }, as(name))).takeReview;
}

const review = (value: number, content: object = {}) => ({ scores: [{ scoreSchemaId: schema, value }], ...content });

const createEvaluator = `mutation ($version: EvaluatorVersionInput!, $name: String!) {
  createEvaluator(evaluator: { name: $name }, version: $version) { id latestVersion { judge { examples { label } } } } }`;

async function judgeVersion() {
  const { createModelConnection } = await api.run(
    `mutation { createModelConnection(connection: { name: "c", kind: openai }) { id } }`,
  );
  const judge = {
    messages: [{ role: "user", content: "Right? {{output}}" }],
    inputs: [{ name: "output", path: "output" }],
    labels: [
      { label: "correct", value: 1 },
      { label: "wrong", value: 0 },
    ],
    connectionId: createModelConnection.id,
    model: "m",
  };
  return { kind: "LLM", target: "THREAD", scoreName: "right", judge };
}

async function codeOf(document: string, variables: Record<string, unknown>, context?: Partial<RequestContext>) {
  return (await api.execute(document, variables, context)).errors?.[0]?.extensions["code"];
}

test("a review stores the scores of the rubric as scores of its reviewer", async () => {
  const id = await createQueue();
  expect((await api.run(add, { id, ids: ["t1", "t1", "none"] }, as("ann"))).addToReviewQueue).toEqual({
    addedCount: 1,
  });
  const taken = await takeAs("ann", id);
  expect(taken).toMatchObject({
    state: "OPEN",
    isOwn: true,
    item: { threadId: "t1", stepId: null, state: "IN_REVIEW" },
  });
  const given = review(1, { comment: "good", correction: "better" });
  expect((await api.run(submit, { id: taken.id, review: given }, as("ann"))).submitReview).toEqual({
    state: "DONE",
    scores: [{ name: "right", value: 1, label: "yes" }],
    comment: "good",
  });
  expect((await api.run(scoresOfThread)).threadDetail.scores).toEqual([
    { name: "right", value: 1, type: "HUMAN", scorer: "ann", comment: "good", label: "yes" },
  ]);
  const { reviewQueue } = await api.run(read, { id }, as("bob", "viewer"));
  expect(reviewQueue.progress).toMatchObject({ totalCount: 1, waitingCount: 0, doneCount: 1, availableCount: 0 });
  expect(reviewQueue.progress.reviewers).toEqual([{ doneCount: 1, reviewer: { id: "ann" } }]);
  expect(reviewQueue.items).toMatchObject([{ state: "DONE", reviews: [{ correction: "better" }] }]);
});

test("a blind queue shows nothing of others until an item has all its reviews", async () => {
  const id = await createQueue({ isBlind: true, reviewsPerItem: 2 });
  await api.run(add, { id, ids: ["t1"] });
  const [ann, bob] = [await takeAs("ann", id), await takeAs("bob", id)];
  await api.run(submit, { id: ann.id, review: review(1, { comment: "secret" }) }, as("ann"));
  const before = JSON.stringify([
    await api.run(read, { id }, as("bob")),
    await api.run(read, { id }),
    await api.run(scoresOfThread, {}, as("bob")),
    await api.run(`{ scores(first: 5) { totalCount } }`, {}, as("bob")),
  ]);
  expect(before).not.toContain("secret");
  expect(before).toContain('"totalCount":0');
  expect(before).toContain('"itemCount":0');
  expect((await api.run(read, { id }, as("ann"))).reviewQueue.items[0]?.reviews).toHaveLength(1);
  await api.run(submit, { id: bob.id, review: review(0) }, as("bob"));
  const { reviewQueue } = await api.run(read, { id }, as("bob"));
  expect(reviewQueue.items[0]?.reviews).toHaveLength(2);
  expect(reviewQueue.agreement).toEqual([{ name: "right", itemCount: 1, agreement: 0, kappa: 0, alpha: 0 }]);
  expect((await api.run(scoresOfThread)).threadDetail.scores).toHaveLength(2);
});

test("the agreement of two reviewers equals the known result of the formulas", async () => {
  const id = await createQueue({ reviewsPerItem: 2 });
  await api.store.steps.ingest(
    api.project.id,
    Array.from({ length: 4 }, (_, index) => ({ id: `x${index}`, createdAt: 9, threadId: `x${index}` })),
  );
  await api.run(add, { id, ids: ["x0", "x1", "x2", "x3"] });
  for (const [name, values] of Object.entries({ ann: [1, 1, 0, 0], bob: [1, 0, 0, 0] })) {
    for (const value of values) {
      // oxlint-disable no-await-in-loop -- one item after the other
      const { id: reviewId } = await takeAs(name, id);
      await api.run(submit, { id: reviewId, review: review(value) }, as(name));
      // oxlint-enable no-await-in-loop
    }
  }
  const { reviewQueue } = await api.run(read, { id });
  // The observed agreement is 3/4, and that expected by chance is 1/2 · 1/4 + 1/2 · 3/4 = 1/2.
  expect(reviewQueue.agreement).toMatchObject([{ itemCount: 4, agreement: 0.75, kappa: 0.5 }]);
  // The observed disagreement is 2/8, and that expected by chance is 2 · 3 · 5 / (8 · 7).
  expect(reviewQueue.agreement[0]?.alpha).toBeCloseTo(1 - 0.25 / (30 / 56), 10);
});

test("a filter fills a queue with a share of the records, once", async () => {
  const id = await createQueue({ target: "STEP", source: "FILTER", query: "name:other" });
  expect((await api.run(read, { id })).reviewQueue.items).toMatchObject([{ stepId: "s2", threadId: null }]);
  const first = await takeAs("ann", id);
  await api.run(submit, { id: first.id, review: review(1) }, as("ann"));
  expect(await takeAs("ann", id)).toBeNull();
  await api.store.steps.ingest(api.project.id, [{ id: "s3", createdAt: 3, name: "other" }]);
  expect(await takeAs("ann", id)).toMatchObject({ item: { stepId: "s3" } });
  const none = await createQueue({ name: "none", target: "STEP", source: "FILTER", sampleRate: 0 });
  expect(await takeAs("ann", none)).toBeNull();
});

test("a queue is filled with the records on which a judge and a user disagree", async () => {
  const score = { at: 1, type: "AI", name: "quality", value: 0.9 } as const;
  const vote = { at: 1, type: "HUMAN", name: "user-feedback" } as const;
  await api.store.scores.upsertMany(api.project.id, [
    { ...score, id: "j1", threadId: "t1" },
    { ...vote, id: "u1", threadId: "t1", value: 0 },
    { ...score, id: "j2", threadId: "t2" },
    { ...vote, id: "u2", threadId: "t2", value: 1 },
  ]);
  const disagreement = { source: "DISAGREEMENT", judgeScore: "quality", userScore: "user-feedback" };
  const id = await createQueue(disagreement);
  expect((await api.run(read, { id })).reviewQueue.items).toMatchObject([{ threadId: "t1" }]);
  const without = {
    queue: { name: "w", target: "THREAD", source: "DISAGREEMENT", criteria: [{ scoreSchemaId: schema }] },
  };
  expect(await codeOf(create, without)).toBe("BAD_USER_INPUT");
});

test("a skipped item is not returned immediately, and a flagged one waits for a decision", async () => {
  const id = await createQueue();
  await api.run(add, { id, ids: ["t1", "t2"] });
  const first = await takeAs("ann", id);
  expect((await api.run(skip, { id: first.id }, as("ann"))).skipReview).toEqual({ state: "WAITING" });
  const second = await takeAs("ann", id);
  expect(second.item.id).not.toBe(first.item.id);
  expect((await api.run(flag, { id: second.id, reason: "private" }, as("ann"))).flagReview).toEqual({
    state: "FLAGGED",
    flagReason: "private",
    flaggedBy: "ann",
  });
  expect(await takeAs("ann", id)).toBeNull();
  expect(await takeAs("bob", id)).toMatchObject({ item: { id: first.item.id } });
});

test("items are listed by their state", async () => {
  const id = await createQueue();
  await api.run(add, { id, ids: ["t1", "t2"] });
  await takeAs("ann", id);
  const list = `query ($id: String!, $state: ReviewItemState) { reviewQueue(id: $id) { items(state: $state) { state } } }`;
  const statesOf = async (state: string) =>
    (await api.run(list, { id, state })).reviewQueue.items.map((item) => item.state);
  expect(await statesOf("IN_REVIEW")).toEqual(["IN_REVIEW"]);
  expect(await statesOf("WAITING")).toEqual(["IN_REVIEW", "WAITING"]);
  expect(await statesOf("DONE")).toEqual([]);
});

test("items are found by the name, the id and the content of their records", async () => {
  const id = await createQueue({ target: "STEP" });
  await api.store.steps.ingest(api.project.id, [
    { id: "s3", createdAt: 3, type: "run", name: "answer", output: "the Other way" },
  ]);
  await api.run(add, { id, ids: ["s1", "s2", "s3"] });
  const list = `query ($id: String!, $search: String, $skip: Int) {
    reviewQueue(id: $id) { items(search: $search, first: 1, skip: $skip) { stepId } } }`;
  const found = async (search: string, skipped = 0) =>
    (await api.run(list, { id, search, skip: skipped })).reviewQueue.items.map(({ stepId }) => stepId);
  expect(await found("OTHER")).toEqual(["s2"]);
  expect(await found("OTHER", 1)).toEqual(["s3"]);
  expect(await found("other", 2)).toEqual([]);
  expect(await found("s1")).toEqual(["s1"]);
  expect(await found("")).toEqual(["s1"]);
  expect(await found("nothing")).toEqual([]);
  const more = Array.from({ length: 400 }, (_, index) => ({ id: `m${index}`, createdAt: 4, output: `late ${index}` }));
  await api.store.steps.ingest(api.project.id, more);
  await api.run(add, { id, ids: more.map((step) => step.id) });
  // More items than are tested together.
  expect(await found("late 399")).toEqual(["m399"]);
  expect(await found("late", 250)).toEqual(["m250"]);
});

test("only reviewers of a queue review, and an item is reassigned to one of them", async () => {
  const id = await createQueue({ reviewerIds: ["ann", "bob"] });
  await api.run(add, { id, ids: ["t1"] });
  expect(await codeOf(take, { id }, as("cid"))).toBe("FORBIDDEN");
  const { id: reviewId } = await takeAs("ann", id);
  const handOn = `mutation ($id: String!, $to: String!) { handOnReview(id: $id, accountId: $to) { assignee { name } } }`;
  expect(await codeOf(handOn, { id: reviewId, to: "cid" }, as("ann"))).toBe("BAD_USER_INPUT");
  expect(await codeOf(handOn, { id: reviewId, to: "ann" }, as("bob"))).toBe("NOT_FOUND");
  expect((await api.run(handOn, { id: reviewId, to: "bob" }, as("ann"))).handOnReview).toEqual({
    assignee: { name: "bob" },
  });
  expect(await takeAs("ann", id)).toBeNull();
  expect(await takeAs("bob", id)).not.toBeNull();
  const queue = { name: "q", target: "THREAD", criteria: [{ scoreSchemaId: schema }] };
  expect(await codeOf(create, { queue: { ...queue, reviewerIds: ["nobody"] } })).toBe("BAD_USER_INPUT");
  expect(await codeOf(create, { queue: { ...queue, reviewerIds: ["ann"], reviewsPerItem: 2 } })).toBe("BAD_USER_INPUT");
});

test("a review needs a valid score for each criterion, and a review of a deleted item is not found", async () => {
  const id = await createQueue();
  await api.run(add, { id, ids: ["t1"] });
  const { id: reviewId } = await takeAs("ann", id);
  const rejected = [
    { scores: [] },
    review(7),
    { scores: [{ scoreSchemaId: "none", value: 1 }] },
    { scores: [...review(1).scores, ...review(0).scores] },
  ];
  for (const each of rejected) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await codeOf(submit, { id: reviewId, review: each }, as("ann"))).toBe("BAD_USER_INPUT");
  }
  await api.store.threads.delete(api.project.id, "t1", 5);
  expect(await codeOf(submit, { id: reviewId, review: review(1) }, as("ann"))).toBe("NOT_FOUND");
});

test("a correction becomes a dataset item, once", async () => {
  const id = await createQueue();
  await api.run(add, { id, ids: ["t1"] });
  const { id: reviewId } = await takeAs("ann", id);
  const { createDataset } = await api.run(`mutation { createDataset(name: "d", type: key_value) { id } }`);
  const toDataset = `mutation ($id: String!, $to: String!) { addReviewToDataset(id: $id, datasetId: $to) { id stepId input expectedOutput } }`;
  const given = { id: reviewId, to: createDataset.id };
  expect(await codeOf(toDataset, given)).toBe("BAD_USER_INPUT");
  await api.run(submit, { id: reviewId, review: review(0, { correction: { a: 2 } }) }, as("ann"));
  const { addReviewToDataset: item } = await api.run(toDataset, given);
  expect(item).toMatchObject({ stepId: "s1", input: { q: 1 }, expectedOutput: { a: 2 } });
  expect((await api.run(toDataset, given)).addReviewToDataset).toEqual(item);
});

test("a review becomes an example of a new version of a judge, once", async () => {
  const id = await createQueue();
  await api.run(add, { id, ids: ["t1"] });
  const { id: reviewId } = await takeAs("ann", id);
  const version = await judgeVersion();
  const { judge } = version;
  const evaluatorOf = async (name: string, change: object = {}) =>
    (await api.run(createEvaluator, { name, version: { ...version, ...change } })).createEvaluator;
  const { id: evaluatorId, latestVersion } = await evaluatorOf("right");
  expect(latestVersion).toEqual({ judge: { examples: [] } });
  const toJudge = `mutation ($id: String!, $to: String!) { addReviewToEvaluator(id: $id, evaluatorId: $to) {
    number judge { messages examples { reviewId stepId threadId values label value comment correction } } } }`;
  const given = { id: reviewId, to: evaluatorId };
  expect(await codeOf(toJudge, given)).toBe("BAD_USER_INPUT");
  await api.run(submit, { id: reviewId, review: review(0, { comment: "no", correction: "better" }) }, as("ann"));
  const { addReviewToEvaluator: added } = await api.run(toJudge, given);
  const examples = [
    {
      reviewId,
      stepId: null,
      threadId: "t1",
      values: { output: { a: 1 } },
      label: "wrong",
      value: 0,
      comment: "no",
      correction: "better",
    },
  ];
  expect(added).toEqual({ number: 2, judge: { messages: judge.messages, examples } });
  expect((await api.run(toJudge, given)).addReviewToEvaluator).toEqual(added);

  const { id: other } = await evaluatorOf("other", { scoreName: "other" });
  expect(await codeOf(toJudge, { id: reviewId, to: other })).toBe("BAD_USER_INPUT");
  const { id: ofSteps } = await evaluatorOf("of steps", { target: "STEP" });
  expect(await codeOf(toJudge, { id: reviewId, to: ofSteps })).toBe("BAD_USER_INPUT");
  expect(await codeOf(toJudge, { id: reviewId, to: "none" })).toBe("NOT_FOUND");
  const withExample = (example: object) =>
    codeOf(createEvaluator, { name: "x", version: { ...version, judge: { ...judge, examples: [example] } } });
  expect(await withExample({ values: {}, label: "maybe" })).toBe("BAD_USER_INPUT");
  expect(await withExample({ values: [], label: "wrong" })).toBe("BAD_USER_INPUT");
  expect(await withExample({ values: { output: "x".repeat(200_000) }, label: "wrong" })).toBe("BAD_USER_INPUT");
  expect(await withExample({ values: {}, label: "wrong" })).toBeUndefined();
});

test("reviews that people add to a judge at the same moment are all examples of it", async () => {
  const id = await createQueue();
  await api.run(add, { id, ids: ["t1", "t2"] });
  const people = ["ann", "bob"];
  const reviewIds = await Promise.all(
    people.map(async (name) => {
      const { id: reviewId } = await takeAs(name, id);
      await api.run(submit, { id: reviewId, review: review(0) }, as(name));
      return reviewId;
    }),
  );
  const created = await api.run(createEvaluator, { name: "right", version: await judgeVersion() });
  const evaluatorId = created.createEvaluator.id;
  const toJudge = `mutation ($id: String!, $to: String!) { addReviewToEvaluator(id: $id, evaluatorId: $to) { number } }`;
  await Promise.all(reviewIds.map((reviewId) => api.run(toJudge, { id: reviewId, to: evaluatorId })));
  const { evaluator } = await api.run(
    `query ($id: String!) { evaluator(id: $id) { latestVersion { number judge { examples { reviewId } } } } }`,
    { id: evaluatorId },
  );
  expect(evaluator.latestVersion.number).toBe(3);
  const examples: { readonly reviewId: string }[] = evaluator.latestVersion.judge.examples;
  expect(examples.map(({ reviewId }) => reviewId).toSorted()).toEqual(reviewIds.toSorted());
});
