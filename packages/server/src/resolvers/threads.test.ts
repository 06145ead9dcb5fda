import { beforeEach, expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";
import type { TestApi } from "./test-api.ts";

let api: TestApi;
beforeEach(async () => {
  api = await openTestApi();
});

const fields = "id name metadata tags createdAt environment participant { id identifier metadata }";

const ingest = "mutation ($threads: [ThreadInput!]!) { ingestThreads(threads: $threads) { id ok message } }";

test("ingestThreads stores each thread like upsertThread, and rejects only invalid ones", async () => {
  await api.run(`mutation { upsertThread(id: "gone") { id } deleteThread(id: "gone") { id } }`);
  const threads = [
    { id: "a", defaultName: "When?", metadata: { a: 1 }, tags: ["x"], participantId: "ada" },
    { id: "b", tags: ["x".repeat(256)] },
    { id: "gone", name: "again" },
    { id: "a", tags: ["y"], environment: "dev" },
  ];
  expect(await api.run(ingest, { threads }, { environment: "prod" })).toEqual({
    ingestThreads: [
      { id: "a", ok: true, message: null },
      { id: "b", ok: false, message: expect.stringContaining("tags[0]") },
      { id: "gone", ok: true, message: "The thread was deleted earlier, so it was not stored again" },
      { id: "a", ok: true, message: null },
    ],
  });
  const { threadDetail } = await api.run(`{ threadDetail(id: "a") { ${fields} } }`);
  expect(threadDetail).toMatchObject({ name: "When?", metadata: { a: 1 }, tags: ["y"], environment: "dev" });
});

test("ingestThreads takes the environment of the header for threads without one", async () => {
  const environmentsOf = async (threads: object[], environment: string): Promise<unknown> => {
    await api.run(ingest, { threads }, { environment });
    return api.run(`{ a: threadDetail(id: "a") { environment } b: threadDetail(id: "b") { environment } }`);
  };
  expect(await environmentsOf([{ id: "a" }, { id: "b", environment: "dev" }, { id: "b" }], "staging")).toEqual({
    a: { environment: "staging" },
    b: { environment: "dev" },
  });
  expect(await environmentsOf([{ id: "a" }, { id: "b" }], "prod")).toMatchObject({ a: { environment: "staging" } });
});

test("ingestThreads refuses more than 1,000 threads", async () => {
  const threads = Array.from({ length: 1_001 }, (_, index) => ({ id: `t${index}` }));
  const { errors } = await api.execute(ingest, { threads });
  expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
});

test("upsertThread creates, and merges given fields", async () => {
  const first = await api.run(
    `mutation { upsertThread(id: "t", name: "One", metadata: { a: 1 }, tags: ["x"], participantId: "ada") { ${fields} } }`,
  );
  expect(first.upsertThread).toMatchObject({
    id: "t",
    name: "One",
    metadata: { a: 1 },
    tags: ["x"],
    participant: { identifier: "ada", metadata: {} },
  });
  const second = await api.run(`mutation { upsertThread(id: "t", name: null, tags: ["y"]) { ${fields} } }`);
  expect(second.upsertThread).toEqual({ ...first.upsertThread, name: null, tags: ["y"] });
});

test("participantId is an id or an identifier of one user", async () => {
  const { createParticipant } = await api.run(
    `mutation { createParticipant(identifier: "ada", metadata: { plan: "pro" }) { id } }`,
  );
  const document = `mutation ($user: String!) { createThread(participantId: $user) { participantId participant { id identifier } } }`;
  const expected = {
    participantId: createParticipant.id,
    participant: { id: createParticipant.id, identifier: "ada" },
  };
  expect(await api.run(document, { user: createParticipant.id })).toEqual({ createThread: expected });
  expect(await api.run(document, { user: "ada" })).toEqual({ createThread: expected });
});

test("the header sets the environment of a new thread only", async () => {
  const upsert = `mutation { upsertThread(id: "t") { environment } }`;
  await api.run(`mutation { ingestStep(id: "s", threadId: "t") { ok } }`);
  expect(await api.run(upsert, {}, { environment: "staging" })).toEqual({ upsertThread: { environment: "staging" } });
  expect(await api.run(upsert, {}, { environment: "prod" })).toEqual({ upsertThread: { environment: "staging" } });
  const given = await api.run(
    `mutation { upsertThread(id: "t", environment: "dev") { environment } }`,
    {},
    { environment: "prod" },
  );
  expect(given).toEqual({ upsertThread: { environment: "dev" } });
});

test("updateThread keeps absent fields, and its error names an unknown thread", async () => {
  await api.run(`mutation { upsertThread(id: "t", name: "One", tags: ["x"]) { id } }`);
  expect(await api.run(`mutation { updateThread(id: "t", metadata: { a: 1 }) { name tags metadata } }`)).toEqual({
    updateThread: { name: "One", tags: ["x"], metadata: { a: 1 } },
  });
  const { errors } = await api.execute(`mutation { updateThread(id: "nope", name: "x") { id } }`);
  expect(errors?.[0]?.extensions).toEqual({ code: "NOT_FOUND", field: "id" });
});

test("a thread has all its steps, or only steps of the types in stepTypesToKeep", async () => {
  await api.run(
    `mutation { a: ingestStep(id: "run", threadId: "t", type: run) { ok } b: ingestStep(id: "tool", threadId: "t", type: tool, parentId: "run") { ok } }`,
  );
  const { threadDetail } = await api.run(`{ threadDetail(id: "t") { steps { id } } }`);
  expect(threadDetail.steps.map(({ id }) => id).toSorted()).toEqual(["run", "tool"]);
  const { threads } = await api.run(
    `{ threads(stepTypesToKeep: [tool]) { totalCount edges { node { steps { id } } } } }`,
  );
  expect(threads).toEqual({ totalCount: 1, edges: [{ node: { steps: [{ id: "tool" }] } }] });
});

test("tokens and duration of a thread are computed from its steps", async () => {
  await api.run(`mutation { a: ingestStep(id: "s", threadId: "t", startTime: "2024-01-01T00:00:00Z", endTime: "2024-01-01T00:00:02.5Z",
    generation: { tokenCount: 7 }) { ok } }`);
  expect(await api.run(`{ threadDetail(id: "t") { tokenCount duration } }`)).toEqual({
    threadDetail: { tokenCount: 7, duration: 2.5 },
  });
});

test("deleting a thread deletes its steps, and late copies do not restore it", async () => {
  await api.run(`mutation { ingestStep(id: "s", threadId: "t") { ok } }`);
  expect(await api.run(`mutation { deleteThread(id: "t") { id } }`)).toEqual({ deleteThread: { id: "t" } });
  expect(await api.run(`{ threadDetail(id: "t") { id } step(id: "s") { id } }`)).toEqual({
    threadDetail: null,
    step: null,
  });
  expect(await api.run(`mutation { deleteThread(id: "t") { id } }`)).toEqual({ deleteThread: null });
  const { errors } = await api.execute(`mutation { upsertThread(id: "t") { id } }`);
  expect(errors?.[0]?.extensions["code"]).toBe("DELETED");
});

test("a user has the totals of its threads", async () => {
  await api.run(`mutation { upsertThread(id: "t", participantId: "ada") { id }
    ingestStep(id: "s", threadId: "t", startTime: "2030-01-01T00:00:00Z", error: "failed", generation: { tokenCount: 5 }) { ok }
    createScore(stepId: "s", name: "helpful", type: HUMAN, value: 0.5) { id } }`);
  const { participants } = await api.run(
    `{ participants { totalCount edges { node { identifier metadata threadCount errorThreadCount tokenCount lastEngaged firstEngaged
      helpful: scoreStatistics(name: "helpful") { name count average } other: scoreStatistics(name: "other") { count } } } } }`,
  );
  expect(participants).toEqual({
    totalCount: 1,
    edges: [
      {
        node: {
          identifier: "ada",
          metadata: {},
          threadCount: 1,
          errorThreadCount: 1,
          tokenCount: 5,
          lastEngaged: "2030-01-01T00:00:00.000Z",
          firstEngaged: expect.any(String) as string,
          helpful: { name: "helpful", count: 1, average: 0.5 },
          other: null,
        },
      },
    ],
  });
});

test("users are found by id or identifier, changed, and unique", async () => {
  const { createParticipant } = await api.run(
    `mutation { createParticipant(identifier: "ada", metadata: null) { id identifier metadata } }`,
  );
  expect(createParticipant.metadata).toEqual({});
  const { id } = createParticipant;
  const read = `query ($id: String, $identifier: String) { participant(id: $id, identifier: $identifier) { id } }`;
  expect(await api.run(read, { id, identifier: null })).toEqual({ participant: { id } });
  expect(await api.run(read, { id: null, identifier: "ada" })).toEqual({ participant: { id } });
  expect(await api.run(read, { identifier: "bob" })).toEqual({ participant: null });
  await expect(api.run(read, {})).rejects.toThrow("identifier: an id or an identifier is required");
  const change = `mutation ($id: String!) { updateParticipant(id: $id, metadata: { plan: "pro" }) { identifier metadata } }`;
  expect(await api.run(change, { id })).toEqual({
    updateParticipant: { identifier: "ada", metadata: { plan: "pro" } },
  });
  const { errors } = await api.execute(`mutation { createParticipant(identifier: "ada") { id } }`);
  expect(errors?.[0]?.extensions["code"]).toBe("CONFLICT");
  const remove = `mutation ($id: String!) { deleteParticipant(id: $id) { id } }`;
  expect(await api.run(remove, { id })).toEqual({ deleteParticipant: { id } });
  expect(await api.run(remove, { id })).toEqual({ deleteParticipant: null });
});

test("a thread has its number of turns and the newest scores of its steps", async () => {
  await api.run(`mutation { a: ingestStep(id: "s", threadId: "t", type: user_message) { ok }
    b: ingestStep(id: "run", threadId: "t", type: run) { ok }
    c: ingestStep(id: "other", threadId: "u", type: run) { ok } }`);
  await api.run(`mutation { a: createScore(id: "1", stepId: "run", name: "ok", type: HUMAN, value: 1) { id }
    b: createScore(id: "2", stepId: "s", name: "tone", type: HUMAN, value: 0) { id }
    c: createScore(id: "3", threadId: "t", name: "ok", type: HUMAN, value: 0) { id } }`);
  const scoresOf = async (id: string, given = ""): Promise<unknown[]> => {
    const { threadDetail } = await api.run(`{ threadDetail(id: "${id}") { stepScores${given} { id } } }`);
    return threadDetail.stepScores.map((score) => score.id).toSorted();
  };
  expect(await scoresOf("t")).toEqual(["1", "2"]);
  expect(await scoresOf("t", "(first: 0)")).toHaveLength(1);
  expect(await scoresOf("t", '(names: ["ok"])')).toEqual(["1"]);
  expect(await scoresOf("u")).toEqual([]);
  const { threads } = await api.run("{ threads { edges { node { id turnCount stepScores { id } } } } }");
  const found = threads.edges.map(({ node }) => [node.id, node.turnCount, node.stepScores.length]);
  expect(found.toSorted()).toEqual([
    ["t", 1, 2],
    ["u", 1, 0],
  ]);
  const names = Array.from({ length: 101 }, (_, index) => `n${index}`);
  const tooMany = "query ($names: [String!]) { threads { edges { node { stepScores(names: $names) { id } } } } }";
  const { errors } = await api.execute(tooMany, { names });
  expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field: "names" });
});

test("token totals beyond an Int are clamped", async () => {
  const largest = 2 ** 31 - 1;
  await api.run(`mutation {
    upsertThread(id: "t", participantId: "ada") { id }
    a: ingestStep(id: "a", threadId: "t", generation: { inputTokenCount: ${largest}, outputTokenCount: ${largest} }) { ok }
    b: ingestStep(id: "b", threadId: "t", generation: { tokenCount: ${largest} }) { ok }
  }`);
  const read = await api.run(
    '{ step(id: "a") { generation { tokenCount } } threadDetail(id: "t") { tokenCount participant { tokenCount } } }',
  );
  expect(read).toEqual({
    step: { generation: { tokenCount: largest } },
    threadDetail: { tokenCount: largest, participant: { tokenCount: largest } },
  });
});
