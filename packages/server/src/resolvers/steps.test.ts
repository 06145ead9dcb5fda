import { beforeEach, expect, test } from "vitest";
import { actorOfRole } from "../access/actor.ts";
import { batchResolvers } from "./index.ts";
import { createCodeRunner } from "../evaluators/code/code-runner.ts";
import { createModelCaller } from "../models/model-caller.ts";
import { createOutbound } from "../models/outbound.ts";
import { createLoaders } from "./loaders.ts";
import type { RequestContext } from "./context.ts";
import { openTestApi } from "./test-api.ts";
import type { TestApi } from "./test-api.ts";

let api: TestApi;
beforeEach(async () => {
  api = await openTestApi();
});

const ingest = `mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { id ok message } }`;
const stepFields = `id threadId rootRunId parentId startTime endTime createdAt type error input output metadata environment
  scores { id type name value comment } tags name attachments { id threadId stepId name url }
  generation { id stepId projectId type provider model messages messageCompletion prompt completion tokenCount
    inputTokenCount outputTokenCount tokenCountEstimated createdAt }`;

test("a step is returned as it was sent", async () => {
  const step = {
    id: "s1",
    threadId: "t1",
    parentId: "later",
    rootRunId: "never",
    type: "llm",
    name: "call",
    startTime: "2024-12-01T10:00:00.000Z",
    endTime: "2024-12-01T10:00:01.500Z",
    input: { q: "\u0000", __proto__2: 1 },
    output: "plain",
    metadata: { deep: { a: [1, null] } },
    tags: ["a", "b"],
  };
  expect(await api.run(ingest, { steps: [step] })).toEqual({ ingestSteps: [{ id: "s1", ok: true, message: null }] });
  const { step: stored } = await api.run(`{ step(id: "s1") { ${stepFields} } }`);
  expect(stored).toMatchObject({
    ...step,
    scores: [],
    attachments: [],
    generation: null,
    environment: null,
    error: null,
  });
});

test("ingestStep merges: absent stays, null clears, empty lists delete nothing", async () => {
  await api.run(`mutation { ingestStep(id: "s1", name: "first", input: { a: 1 }, tags: ["x"],
    scores: [{ name: "q", type: AI, value: 1 }], attachments: [{ id: "a1", name: "one", url: "https://one" }]) { ok } }`);
  await api.run(`mutation { ingestStep(id: "s1", output: { b: 2 }, name: null, scores: [],
    attachments: [{ id: "a2", name: "two", url: "https://two" }]) { ok message } }`);
  const { step } = await api.run(`{ step(id: "s1") { ${stepFields} } }`);
  expect(step).toMatchObject({ name: null, input: { a: 1 }, output: { b: 2 }, tags: ["x"], type: "undefined" });
  expect(step.scores).toHaveLength(1);
  expect(step.attachments.map(({ id }) => id)).toEqual(["a1", "a2"]);
});

test("a step that is sent twice has its scores and attachments once", async () => {
  const step = {
    id: "s1",
    scores: [{ name: "quality", type: "AI", value: 0.5 }],
    attachments: [{ name: "a", url: "https://a" }],
  };
  await api.run(ingest, { steps: [step] });
  await api.run(ingest, { steps: [step] });
  const { step: stored } = await api.run(`{ step(id: "s1") { ${stepFields} } }`);
  expect(stored.scores).toHaveLength(1);
  expect(stored.attachments).toHaveLength(1);
});

test("the environment comes from the header", async () => {
  await api.run(ingest, { steps: [{ id: "s1" }] }, { environment: "staging" });
  expect(await api.run(`{ step(id: "s1") { environment } }`)).toEqual({ step: { environment: "staging" } });
});

test("one bad step of ingestSteps fails alone", async () => {
  const steps = [{ id: "good" }, { id: "bad", metadata: "text" }, { id: "" }];
  const { ingestSteps } = await api.run(ingest, { steps });
  expect(ingestSteps).toEqual([
    { id: "good", ok: true, message: null },
    { id: "bad", ok: false, message: "metadata: must be a JSON object" },
    { id: "", ok: false, message: "id: must not be empty" },
  ]);
  expect(await api.run(`{ step(id: "good") { id } }`)).toEqual({ step: { id: "good" } });
});

test("a step that cannot be coerced fails alone", async () => {
  const badSteps = new Map([[1, new Error("steps[1].type: must be one of run, tool")]]);
  const { ingestSteps } = await api.run(ingest, { steps: [{ id: "a" }, { id: "b" }, { id: "c" }] }, { badSteps });
  expect(ingestSteps).toEqual([
    { id: "a", ok: true, message: null },
    { id: "b", ok: false, message: "steps[1].type: must be one of run, tool" },
    { id: "c", ok: true, message: null },
  ]);
  expect(await api.run(`{ step(id: "b") { id } }`)).toEqual({ step: null });
});

test("more than 1,000 steps in one request are rejected", async () => {
  const steps = Array.from({ length: 1_001 }, (_, index) => ({ id: String(index) }));
  await expect(api.run(ingest, { steps })).rejects.toThrow("steps: has 1001 steps, and at most 1000 are allowed");
});

test("the batch resolver returns results in order", async () => {
  const context = { ...contextOf(api), environment: "dev" };
  const results = await batchResolvers.ingestStep([{ id: "a" }, { id: "x\0" }, { id: "a", name: "again" }], context);
  expect(results).toEqual([
    { ok: true, message: null },
    expect.objectContaining({ message: "id: must not contain control characters" }),
    { ok: true, message: null },
  ]);
  expect(await api.run(`{ step(id: "a") { name environment } }`)).toEqual({
    step: { name: "again", environment: "dev" },
  });
});

test("a late copy of a deleted step is accepted, but not stored", async () => {
  await api.run(ingest, { steps: [{ id: "s1" }] });
  expect(await api.run(`mutation { deleteStep(id: "s1") { id } }`)).toEqual({ deleteStep: { id: "s1" } });
  const { ingestSteps } = await api.run(ingest, { steps: [{ id: "s1" }, { id: "s2" }] });
  expect(ingestSteps).toEqual([
    { id: "s1", ok: true, message: expect.stringContaining("deleted earlier") },
    { id: "s2", ok: true, message: null },
  ]);
  expect(await api.run(`{ a: step(id: "s1") { id } b: step(id: "s2") { id } }`)).toEqual({ a: null, b: { id: "s2" } });
  expect(await api.run(`mutation { deleteStep(id: "s1") { id } }`)).toEqual({ deleteStep: null });
});

test("createStep returns the id, and updateStep ignores null fields", async () => {
  const { createStep } = await api.run(
    `mutation { createStep(type: run, name: "made", input: { a: 1 }, parentId: null) { id type name input } }`,
  );
  expect(createStep).toMatchObject({ type: "run", name: "made", input: { a: 1 } });
  const { updateStep } = await api.run(
    `mutation ($id: String!) { updateStep(id: $id, metadata: { m: 1 }, tags: ["t"], name: null, type: null, input: null) {
      id type name input metadata tags } }`,
    { id: createStep.id },
  );
  expect(updateStep).toEqual({ ...createStep, metadata: { m: 1 }, tags: ["t"] });
});

test("updateStep of an unknown step is an error that names it", async () => {
  const { errors } = await api.execute(`mutation { updateStep(id: "nope", name: "x") { id } }`);
  expect(errors?.[0]?.message).toBe(`id: step "nope" not found`);
  expect(errors?.[0]?.extensions).toEqual({ code: "NOT_FOUND", field: "id" });
});

test("a generation has the id of its step, for any step type", async () => {
  const generation = { provider: "openai", model: "gpt-4o", messages: [{ role: "user", content: "Hello there" }] };
  await api.run(ingest, { steps: [{ id: "s1", type: "run", generation }] });
  const {
    step,
    generation: found,
    generations,
  } = await api.run(`{
    step(id: "s1") { ${stepFields} }
    generation(id: "s1") { id type step { id } }
    generations { totalCount edges { node { id projectId } } }
  }`);
  expect(step.generation).toMatchObject({
    id: "s1",
    stepId: "s1",
    projectId: api.project.id,
    type: "CHAT",
    ...generation,
  });
  expect(found).toEqual({ id: "s1", type: "CHAT", step: { id: "s1" } });
  expect(generations).toEqual({ totalCount: 1, edges: [{ node: { id: "s1", projectId: api.project.id } }] });
});

test("ingestSteps completes a step from its generation; older mutations do not", async () => {
  const generation = {
    messages: [{ role: "user", content: "Hi" }],
    messageCompletion: { role: "assistant", content: "Ho" },
  };
  await api.run(ingest, { steps: [{ id: "s1", type: "llm", generation }] });
  await api.run(
    'mutation ($generation: GenerationPayloadInput) { ingestStep(id: "s2", type: llm, generation: $generation) { ok } }',
    { generation },
  );
  const first = await api.run(`{ step(id: "s1") { input output } }`);
  const second = await api.run(`{ step(id: "s2") { input output } }`);
  const { steps } = await api.run(`{
    steps(filters: [{ field: "input", path: "content", operator: nis, value: null }]) { edges { node { id } } }
  }`);
  expect(first.step).toEqual({ input: { content: generation.messages }, output: generation.messageCompletion });
  expect(second.step).toEqual({ input: null, output: null });
  expect(steps).toEqual({ edges: [{ node: { id: "s1" } }] });
});

test("missing token counts are estimated and marked, and a later count replaces them", async () => {
  const generation = {
    messages: [{ role: "user", content: "Hello there" }],
    messageCompletion: { role: "assistant", content: "Hi" },
  };
  await api.run(ingest, { steps: [{ id: "s1", type: "llm", generation }] });
  const estimated = await api.run(`{ step(id: "s1") { ${stepFields} } }`);
  const { inputTokenCount, outputTokenCount, tokenCount } = estimated.step.generation;
  expect(inputTokenCount).toBeGreaterThan(0);
  expect(tokenCount).toBe(inputTokenCount + outputTokenCount);
  expect(estimated.step.generation.tokenCountEstimated).toBe(true);
  await api.run(ingest, { steps: [{ id: "s1", generation: { inputTokenCount: 100, outputTokenCount: 11 } }] });
  const counted = await api.run(`{ step(id: "s1") { ${stepFields} } }`);
  expect(counted.step.generation).toMatchObject({
    inputTokenCount: 100,
    outputTokenCount: 11,
    tokenCount: 111,
    tokenCountEstimated: false,
  });
});

test("createGeneration creates an llm step", async () => {
  const { createGeneration } = await api.run(
    `mutation { createGeneration(generation: { prompt: "Hi", completion: "there", tags: ["t"] }) { id type } }`,
  );
  expect(createGeneration.type).toBe("COMPLETION");
  const { step } = await api.run(
    `query ($id: String!) { step(id: $id) { type threadId parentId tags generation { tags } } }`,
    { id: createGeneration.id },
  );
  expect(step).toEqual({ type: "llm", threadId: null, parentId: null, tags: ["t"], generation: { tags: ["t"] } });
  const given = await api.run(`mutation { createGeneration(generation: { id: "own" }) { id type } }`);
  expect(given).toEqual({ createGeneration: { id: "own", type: "CHAT" } });
});

test("steps are listed newest first, filtered and counted", async () => {
  await api.run(ingest, { steps: [{ id: "a", tags: ["x"] }, { id: "b", tags: ["x"] }, { id: "c" }] });
  const { steps } = await api.run(`{ steps(first: 1, filters: [{ field: "tags", operator: in, value: ["x"] }]) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id } } } }`);
  expect(steps).toMatchObject({
    totalCount: 2,
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
    edges: [{ node: { id: "b" } }],
  });
  const next = await api.run(
    `query ($after: ID) { steps(first: 5, after: $after, filters: [{ field: "tags", operator: in, value: ["x"] }]) { edges { node { id } } } }`,
    { after: steps.pageInfo.endCursor },
  );
  expect(next).toEqual({ steps: { edges: [{ node: { id: "a" } }] } });
});

test.each([
  "first: 1",
  "first: 3",
  "first: 4",
  "first: 2, skip: 1",
  "first: 2, skip: 2",
  "first: 2, skip: 3",
  "first: 2, skip: 9",
  "last: 2",
  "last: 3",
  "last: 2, skip: 2",
  "last: 2, skip: 9",
])("totalCount counts the whole list, for any page: %s", async (page) => {
  await api.run(ingest, { steps: ["a", "b", "c", "d"].map((id) => ({ id, name: id === "b" ? "other" : "wanted" })) });
  const { steps } = await api.run(`{ steps(${page}, filters: [{ field: "name", operator: eq, value: "wanted" }]) {
    totalCount edges { node { id } } } }`);
  expect(steps.totalCount).toBe(3);
  const { steps: newest } = await api.run(`{ steps(first: 1) { edges { cursor } } }`);
  const document = `query ($after: ID) { steps(first: 9, after: $after) { totalCount edges { node { id } } } }`;
  const { steps: rest } = await api.run(document, { after: newest.edges[0]?.cursor });
  expect([rest.totalCount, rest.edges.length]).toEqual([4, 3]);
});

test("an invalid cursor is reported", async () => {
  const { errors } = await api.execute(`{ steps(before: "tampered") { totalCount } }`);
  expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field: "before" });
});

test("participantIdentifier is the user of the step's thread", async () => {
  await api.run(`mutation { upsertThread(id: "t1", participantId: "ada") { id } }`);
  await api.run(ingest, { steps: [{ id: "s1", threadId: "t1" }, { id: "s2" }] });
  expect(
    await api.run(
      `{ a: step(id: "s1") { participantIdentifier thread { participant { identifier } } } b: step(id: "s2") { participantIdentifier thread { id } } }`,
    ),
  ).toEqual({
    a: { participantIdentifier: "ada", thread: { participant: { identifier: "ada" } } },
    b: { participantIdentifier: null, thread: null },
  });
});

function contextOf({ store, project }: TestApi): RequestContext {
  return {
    store,
    actor: actorOfRole(null, "owner"),
    project,
    environment: null,
    models: createModelCaller(createOutbound({ hosts: [], allowsLoopback: false })),
    code: createCodeRunner(),
    loaders: createLoaders(store, project.id),
    now: Date.now,
    newId: () => crypto.randomUUID(),
    baseUrl: "",
    signReadUrl: String,
    shareTokenOf: () => "",
    feedbackTokenOf: () => "",
  };
}
