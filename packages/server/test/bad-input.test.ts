import { describe, expect, test } from "vitest";
import { createServer } from "../src/create-server.ts";
import { apiKeyRecord } from "../src/access/api-key.ts";
import { openSqliteStore } from "../src/store/sqlite/open-sqlite-store.ts";
import { ingestStepDocument } from "./batch-documents.ts";
import { startTestServer } from "./test-server.ts";

/** Invalid steps, each sent among valid ones, with the expected message. */
const badSteps: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
  ["an unknown type", { type: "poem" }, /type: must be one of assistant_message, embedding/],
  ["no id", { id: undefined }, /id: is required/],
  ["an empty id", { id: "" }, /id: /],
  ["an id of 256 characters", { id: "x".repeat(256) }, /id: .*255/],
  ["an id with NUL", { id: "a\u0000b" }, /id: /],
  ["an invalid date", { startTime: "yesterday" }, /startTime: /],
  ["a date before 1970", { startTime: "1969-12-31T23:59:59.999Z" }, /startTime: .*1970/],
  ["a date after 9999", { endTime: "+020000-01-01T00:00:00.000Z" }, /endTime: /],
  ["a date that is a list", { startTime: ["2024-12-01T10:00:00Z"] }, /startTime: /],
  ["a token count above 2^31", { generation: { tokenCount: 2 ** 31 } }, /generation\.tokenCount: Int cannot represent/],
  ["a negative token count", { generation: { inputTokenCount: -1 } }, /generation\.inputTokenCount: /],
  ["a duration that is a text", { generation: { duration: "long" } }, /generation\.duration: Float cannot represent/],
  [
    "an unknown kind of score",
    { scores: [{ name: "s", value: 1, type: "GUESS" }] },
    /scores\[0\]\.type: must be one of AI, CODE, HUMAN/,
  ],
  ["tags that are not texts", { tags: ["a", { b: 1 }] }, /tags\[1\]: String cannot represent/],
  ["an input above four megabytes", { input: "x".repeat(4_000_000) }, /input: .*4000000/],
  ["a generation that is a list", { generation: [1] }, /generation: must be an object/],
];

describe("a bad step", () => {
  test.each(badSteps)("with %s fails alone in a batch of aliased mutations", async (_name, change, message) => {
    const { graphql } = startTestServer();
    const { query, variables } = ingestStepDocument([{ id: "a" }, { id: "b", ...change }, { id: "c" }]);
    const answer = await graphql(query, variables);
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({
      step0: { ok: true, message: null },
      step1: null,
      step2: { ok: true, message: null },
    });
    expect(answer.errors).toHaveLength(1);
    expect(answer.errors[0]).toMatchObject({ path: ["step1"], extensions: { code: "BAD_USER_INPUT" } });
    expect(answer.errors[0]?.message).toMatch(message);
    expect((await graphql("{ steps { edges { node { id } } } }")).data).toMatchObject({
      steps: { edges: { length: 2 } },
    });
  });

  test.each(badSteps)("with %s fails alone in ingestSteps", async (_name, change, message) => {
    const { graphql } = startTestServer();
    const query = "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { id ok message } }";
    const answer = await graphql(query, { steps: [{ id: "a" }, { id: "b", ...change }, { id: "c" }] });
    expect(answer).toMatchObject({ status: 200, errors: [] });
    expect(answer.data).toMatchObject({
      ingestSteps: [
        { id: "a", ok: true },
        { ok: false, message: expect.stringMatching(message) },
        { id: "c", ok: true },
      ],
    });
  });
});

test("a bad thread fails alone in ingestThreads, and fields of later versions are ignored", async () => {
  const { graphql } = startTestServer();
  const query = "mutation ($threads: [ThreadInput!]!) { ingestThreads(threads: $threads) { id ok message } }";
  const threads = [{ id: "a", later: 1 }, { id: "x".repeat(256) }, { id: "b", tags: ["y".repeat(256)] }, { id: "c" }];
  const answer = await graphql(query, { threads });
  expect(answer).toMatchObject({ status: 200, errors: [] });
  expect(answer.data).toMatchObject({
    ingestThreads: [
      { id: "a", ok: true, message: null },
      { ok: false, message: expect.stringMatching(/id: .*255/) },
      { id: "b", ok: false, message: expect.stringMatching(/tags\[0\]: /) },
      { id: "c", ok: true, message: null },
    ],
  });
  const listed = await graphql("{ threads { totalCount } }");
  expect(listed.data).toEqual({ threads: { totalCount: 2 } });
});

describe("a bad argument", () => {
  test.each([
    ["query ($first: Int) { steps(first: $first) { totalCount } }", { first: 2 ** 53 }, /first: Int cannot represent/],
    ["query { steps(first: 1, last: 1) { totalCount } }", {}, /first|last/],
    ['query { steps(after: "nonsense") { totalCount } }', {}, /after: /],
    [
      "query ($filters: [stepsInputType!]) { steps(filters: $filters) { totalCount } }",
      { filters: [{ field: "colour", operator: "eq", value: 1 }] },
      /filters\[0\]\.field: /,
    ],
    [
      "query ($filters: [stepsInputType!]) { steps(filters: $filters) { totalCount } }",
      { filters: [{ field: "id", operator: "like", value: 1 }] },
      /filters\[0\]\.operator: must be one of eq, gt, gte/,
    ],
    ['mutation { updateScore(id: "nothing", value: 1) { id } }', {}, /score|id/i],
    [
      'mutation ($value: Float!) { createScore(name: "s", type: HUMAN, value: $value) { id } }',
      { value: "1" },
      /value: /,
    ],
    ['mutation { createParticipant(identifier: "") { id } }', {}, /identifier: /],
    ['mutation { createDataset(name: "") { id } }', {}, /name: /],
  ])("of %s is named (%j)", async (query, variables, message) => {
    const { graphql } = startTestServer();
    const answer = await graphql(query, variables);
    expect(answer.status).toBeLessThan(500);
    expect(answer.errors).toHaveLength(1);
    expect(answer.errors[0]?.message).toMatch(message);
    expect(["BAD_USER_INPUT", "NOT_FOUND"]).toContain(answer.errors[0]?.extensions.code);
  });
});

describe("unusual but valid values are stored and returned", () => {
  test.each<readonly [string, unknown]>([
    ["NUL characters", { "a\u0000": "b\u0000c" }],
    ["lone surrogates", { "\ud800": "\udc00 and \ud83d" }],
    ["keys of prototypes", JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')],
    ["numbers beyond 2^53", { big: 12_345_678_901_234_567_000, tiny: 5e-324, huge: 1.797e308 }],
    ["a depth of 200", JSON.parse(`${"[".repeat(200)}1${"]".repeat(200)}`)],
    ["almost three megabytes", { text: 'é"\\\n'.repeat(370_000) }],
    ["all planes of Unicode", { text: "👩‍👩‍👧‍👦 e\u0301 é \u202e \ufeff" }],
  ])("%s", async (_name, input) => {
    const { graphql } = startTestServer();
    const { query, variables } = ingestStepDocument([{ id: "odd", input, name: "plain" }]);
    expect((await graphql(query, variables)).errors).toEqual([]);
    expect((await graphql('{ step(id: "odd") { input } }')).data).toEqual({ step: { input } });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("texts in columns lose only the characters that cannot be stored", async () => {
    const { graphql } = startTestServer();
    const { query, variables } = ingestStepDocument([{ id: "odd", name: "a\u0000b\ud800c", tags: ["\ud800"] }]);
    expect((await graphql(query, variables)).errors).toEqual([]);
    expect((await graphql('{ step(id: "odd") { name tags } }')).data).toEqual({
      step: { name: "a\ufffdb\ufffdc", tags: ["\ufffd"] },
    });
  });

  test("parents that form a cycle", async () => {
    const { graphql } = startTestServer();
    const steps = [
      { id: "a", parentId: "b", threadId: "t", input: { x: 1 } },
      { id: "b", parentId: "a", threadId: "t" },
      { id: "self", parentId: "self", threadId: "t" },
    ];
    const { query, variables } = ingestStepDocument(steps);
    expect((await graphql(query, variables)).errors).toEqual([]);
    const thread = await graphql('{ threadDetail(id: "t") { steps { id parentId } } }');
    expect(thread.data).toMatchObject({ threadDetail: { steps: { length: 3 } } });
    await graphql('mutation { createDataset(name: "d") { id } }');
    const datasets = await graphql("{ datasets { edges { node { id } } } }");
    const id = /"id":"([^"]+)"/.exec(JSON.stringify(datasets.data))?.[1];
    const item = await graphql(
      'mutation ($id: String!) { addStepToDataset(datasetId: $id, stepId: "a") { id intermediarySteps } }',
      { id },
    );
    expect(item.errors).toEqual([]);
  });
});

test("ids of another project look like unknown ids", async () => {
  const store = await openSqliteStore({ path: ":memory:" });
  const { graphql, server, send } = startTestServer({ store });
  await server.ready;
  await store.projects.create({ id: "other", name: "other", createdAt: 1 });
  const secret = "tl_other-key";
  await store.projects.createKey(apiKeyRecord({ id: "k", projectId: "other", name: "k", secret, createdAt: 1 }));
  await graphql('mutation { a: ingestStep(id: "mine", threadId: "thread", name: "CANARY") { ok } }');
  const ask = (query: string): ReturnType<typeof send> =>
    send("/api/graphql", { body: JSON.stringify({ query }), headers: { "x-api-key": secret } });
  const answers = await Promise.all(
    ["mine", "none"].map((id) =>
      ask(
        `mutation { deleteStep(id: "${id}") { id } deleteThread(id: "${id}") { id } updateStep(id: "${id}", name: "x") { id } }`,
      ),
    ),
  );
  expect(JSON.stringify(answers[0]).replaceAll("mine", "none")).toBe(JSON.stringify(answers[1]));
  expect((await ask('{ step(id: "mine") { name } threads { totalCount } }')).data).toEqual({
    step: null,
    threads: { totalCount: 0 },
  });
  expect((await ask('mutation { a: ingestStep(id: "mine", name: "theirs") { ok } }')).errors).toEqual([]);
  expect((await graphql('{ step(id: "mine") { name } }')).data).toEqual({ step: { name: "CANARY" } });
});

test("a service that cannot open its store reports the reason, and serves no requests", async () => {
  const server = createServer({ dataDir: "/dev/null/nowhere" });
  await expect(server.ready).rejects.toThrow("ENOTDIR");
  await expect(server.fetch("http://localhost/health")).rejects.toThrow("ENOTDIR");
  await server.close();
});
