import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { setUp, valueOf } from "../accounts/browser.ts";
import { sendEmbeddings, sendError, sendOpenAI, startModelServer } from "./model-server.ts";

const apiKey = "model-key-CANARY-0123456789abcdef";
const fields = `targetId target { step { name } thread { id } } value label comment problem message modelProblem inputTokenCount outputTokenCount cost stepId
  score { id type scorer evaluatorVersionId stepId threadId datasetExperimentItemId label comment }`;

type Fields = Readonly<Record<string, unknown>>;

const judge = {
  messages: [
    { role: "system", content: "You judge." },
    { role: "user", content: "Is this right?\n{{answer}}" },
  ],
  inputs: [{ name: "answer", path: "output.text" }],
  labels: [
    { label: "right", value: 1 },
    { label: "wrong", value: 0 },
  ],
  model: "gpt-4o",
  settings: { temperature: 0 },
};

const answer = (response: ServerResponse, label: string): void =>
  sendOpenAI(response, [JSON.stringify({ reasoning: `It is ${label}.`, label })]);

/** Starts a service with an owner, a connection to a provider on loopback, and two answers of an application. */
async function start(connection: object = {}) {
  const provider = await startModelServer();
  const server = createServer({ modelHosts: ["127.0.0.1"] });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const ask = async (query: string, variables: object = {}): Promise<Fields> => {
    const { data, errors } = await owner.graphql(query, { project: "default", variables: { ...variables } });
    if (errors[0]) throw new Error(errors[0].message);
    return data ?? {};
  };
  const created = await ask(
    "mutation ($connection: ModelConnectionInput!) { createModelConnection(connection: $connection) { id } }",
    { connection: { name: "c", kind: "openai", baseUrl: `${provider.origin}/v1`, apiKey, ...connection } },
  );
  const { id: connectionId } = valueOf(created, "createModelConnection") as { id: string };
  await ask("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", {
    steps: [
      { id: "good", type: "run", name: "answer", threadId: "t", output: { text: "Paris" } },
      { id: "bad", type: "run", name: "answer", output: { text: "Rome" } },
      { id: "empty", type: "run", name: "answer", output: {} },
    ],
  });
  const version = (part: object = {}): object => ({
    kind: "LLM",
    target: "STEP",
    scoreName: "right",
    judge: { ...judge, connectionId, ...part },
  });
  return {
    provider,
    ask,
    connectionId,
    version,
    create: async (content: object = version()): Promise<string> => {
      const { createEvaluator } = await ask(
        `mutation ($version: EvaluatorVersionInput!) {
          createEvaluator(evaluator: { name: "Right" }, version: $version) { latestVersion { id } } }`,
        { version: content },
      );
      return (createEvaluator as { latestVersion: { id: string } }).latestVersion.id;
    },
    test: async (content: object, targetIds: readonly string[]): Promise<Fields[]> =>
      (await ask(
        `mutation ($version: EvaluatorVersionInput, $targetIds: [String!]!) {
          testEvaluator(version: $version, targetIds: $targetIds) { ${fields} } }`,
        { version: content, targetIds },
      ).then(({ testEvaluator }) => testEvaluator)) as Fields[],
    evaluate: async (versionId: string, targetIds: readonly string[]): Promise<Fields[]> =>
      (await ask(
        `mutation ($versionId: String!, $targetIds: [String!]!) {
          evaluate(versionId: $versionId, targetIds: $targetIds) { ${fields} } }`,
        { versionId, targetIds },
      ).then(({ evaluate }) => evaluate)) as Fields[],
    scores: async (): Promise<Fields[]> => {
      const { scores } = await ask("{ scores { edges { node { id value label } } } }");
      return (scores as { edges: { node: Fields }[] }).edges.map(({ node }) => node);
    },
  };
}

test("a judge scores steps, and each failure has a clear message", async () => {
  const { provider, ask, create, evaluate, scores } = await start();
  provider.reply((response, { body }) =>
    answer(response, JSON.stringify(body["messages"]).includes("Paris") ? "right" : "wrong"),
  );
  const versionId = await create();
  const results = await evaluate(versionId, ["good", "bad", "empty", "missing"]);
  expect(results).toMatchObject([
    {
      targetId: "good",
      value: 1,
      label: "right",
      comment: "It is right.",
      problem: null,
      inputTokenCount: 1_000,
      outputTokenCount: 500,
      score: { type: "AI", scorer: "Right v1", evaluatorVersionId: versionId, stepId: "good", comment: "It is right." },
    },
    { targetId: "bad", target: { step: { name: "answer" }, thread: null }, value: 0, label: "wrong" },
    { targetId: "empty", value: null, problem: "inputInvalid", score: null },
    {
      targetId: "missing",
      target: { step: null },
      value: null,
      problem: "targetNotFound",
      message: 'The step "missing" does not exist',
    },
  ]);
  expect(results[0]?.["cost"]).toBeGreaterThan(0);
  expect(results[2]?.["message"]).toContain("output.text");

  const { step } = await ask(
    `query ($id: String!) { step(id: $id) { environment metadata generation { messages settings } } }`,
    { id: results[0]?.["stepId"] },
  );
  const { id: scoreId } = valueOf(results[0] ?? {}, "score") as Fields;
  expect(step).toMatchObject({
    environment: "experiment",
    metadata: { purpose: "evaluator", evaluatorVersionId: versionId, target: "STEP", targetId: "good", scoreId },
    generation: { settings: { temperature: 0, response_format: { type: "json_schema" } } },
  });
  expect(JSON.stringify(step)).toContain("<answer>");

  provider.reply((response) => answer(response, "wrong"));
  await evaluate(versionId, ["good", "good"]);
  expect(await scores()).toHaveLength(2);
  expect((await scores()).find(({ id }) => id === scoreId)).toMatchObject({ value: 0, label: "wrong" });
});

test("a test stores no score, and does not score the calls of an evaluator", async () => {
  const { provider, test: run, version, scores } = await start();
  provider.reply((response) => answer(response, "right"));
  const [tested] = await run(version(), ["good"]);
  expect(tested).toMatchObject({ value: 1, score: null });
  expect(await scores()).toEqual([]);
  expect(await run(version(), [String(tested?.["stepId"])])).toMatchObject([
    { problem: "inputInvalid", message: "The step was recorded by an evaluator, so it cannot be scored" },
  ]);
  expect(provider.requests).toHaveLength(1);
});

test("failures of the provider and invalid answers give no score, and reveal no key", async () => {
  const { provider, ask, create, evaluate, scores, connectionId } = await start();
  const versionId = await create();
  provider.reply((response) => sendError(response, 401, `Wrong key ${apiKey}`));
  const [rejected] = await evaluate(versionId, ["good"]);
  expect(rejected).toMatchObject({ value: null, problem: "modelFailed", modelProblem: "keyRejected", score: null });
  expect(JSON.stringify(rejected)).not.toContain(apiKey);
  provider.reply((response) => answer(response, "maybe"));
  expect(await evaluate(versionId, ["good"])).toMatchObject([{ problem: "resultInvalid" }]);
  await ask("mutation ($id: String!) { deleteModelConnection(id: $id) { id } }", { id: connectionId });
  expect(await evaluate(versionId, ["good"])).toMatchObject([{ problem: "modelFailed", stepId: null }]);
  expect(await scores()).toEqual([]);
});

test("the daily budget of the connection limits evaluations", async () => {
  const { provider, test: run, version } = await start({ dailyBudget: 0.000_001 });
  expect(await run(version(), ["good"])).toMatchObject([{ problem: "modelFailed", modelProblem: "budgetExceeded" }]);
  expect(provider.requests).toEqual([]);
});

test("code and built-in scorers read runs, threads and experiment items", async () => {
  const { ask, test: run, create, evaluate } = await start();
  await ask(
    `mutation {
      ingestStep(id: "child", parentId: "good", threadId: "t", type: tool, name: "search") { ok }
      createDataset(name: "d") { id }
    }`,
  );
  const source =
    "export default ({ steps, thread }) => ({ value: steps.length, label: thread?.id, comment: 'counted' })";
  const code = (target: string): object => ({ kind: "CODE", target, scoreName: "steps", code: { source } });
  expect(await run(code("STEP"), ["good"])).toMatchObject([{ value: 1, label: "t", comment: "counted" }]);
  expect(await run(code("RUN"), ["good"])).toMatchObject([{ value: 2, label: "t" }]);
  expect(await run(code("THREAD"), ["t", "none"])).toMatchObject([{ value: 2 }, { problem: "targetNotFound" }]);
  const broken = { ...code("STEP"), code: { source: "export default () => { throw new Error('no') }" } };
  expect(await run(broken, ["good"])).toMatchObject([
    { problem: "codeFailed", message: expect.stringContaining("no") },
  ]);

  const { dataset } = (await ask('{ dataset(name: "d") { id } }')) as { dataset: { id: string } };
  const made = await ask(
    `mutation ($id: String!) {
      createDatasetItem(datasetId: $id, input: { q: "Capital?" }, expectedOutput: "Paris") { id }
      createDatasetExperiment(name: "x", datasetId: $id) { id }
    }`,
    { id: dataset.id },
  );
  const { createDatasetExperimentItem: item } = (await ask(
    `mutation ($experiment: String!, $item: String!) {
      createDatasetExperimentItem(datasetExperimentId: $experiment, datasetItemId: $item, experimentRunId: "good",
        input: { q: "Capital?" }, output: "Paris") { id }
    }`,
    {
      experiment: (made["createDatasetExperiment"] as Fields)["id"],
      item: (made["createDatasetItem"] as Fields)["id"],
    },
  )) as { createDatasetExperimentItem: { id: string } };
  const versionId = await create({
    kind: "BUILT_IN",
    target: "EXPERIMENT_ITEM",
    scoreName: "exact",
    builtIn: { scorer: "exactMatch" },
  });
  // The experiment ran on the item before this change.
  await ask('mutation ($id: String!) { updateDatasetItem(id: $id, expectedOutput: "Lyon") { id } }', {
    id: (made["createDatasetItem"] as Fields)["id"],
  });
  expect(await evaluate(versionId, [item.id])).toMatchObject([
    { value: 1, score: { type: "CODE", datasetExperimentItemId: item.id, stepId: null } },
  ]);
});

test("the similarity of embeddings is scored over a connection, within its budget, and recorded", async () => {
  const { provider, ask, connectionId, create, evaluate, test: run } = await start();
  provider.reply((response, { body }) => sendEmbeddings(response, body["input"] as string[]));
  const similarity = (part: object = {}): object => ({
    kind: "BUILT_IN",
    target: "RUN",
    scoreName: "similarity",
    builtIn: {
      scorer: "embeddingSimilarity",
      options: {
        connectionId,
        model: "text-embedding-3-small",
        output: "output.text",
        expected: "metadata.right",
        ...part,
      },
    },
  });
  await ask("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", {
    steps: [{ id: "close", type: "run", name: "answer", output: { text: "Paris" }, metadata: { right: "Rome" } }],
  });
  const versionId = await create(similarity());
  const [result, other] = await evaluate(versionId, ["close", "good"]);
  // The vectors of the two texts are (5, 1) and (4, 1).
  expect(result?.["value"]).toBeCloseTo(21 / Math.sqrt(26 * 17), 10);
  expect(result).toMatchObject({
    problem: null,
    inputTokenCount: 2_000_000,
    outputTokenCount: 0,
    cost: 0.04,
    score: { type: "CODE", scorer: "Right v1", evaluatorVersionId: versionId, stepId: "close" },
  });
  expect(other).toMatchObject({ value: null, problem: "inputInvalid" });
  expect(provider.requests).toHaveLength(1);
  expect(provider.requests[0]).toMatchObject({
    path: "/v1/embeddings",
    headers: { authorization: `Bearer ${apiKey}` },
    body: { model: "text-embedding-3-small", input: ["Paris", "Rome"] },
  });

  const { step } = await ask(
    `query ($id: String!) { step(id: $id) { type name environment input output metadata generation { model provider } } }`,
    { id: result?.["stepId"] },
  );
  expect(step).toMatchObject({
    type: "embedding",
    name: "text-embedding-3-small",
    environment: "experiment",
    input: { texts: ["Paris", "Rome"] },
    output: { vectors: 2, dimensions: 2 },
    metadata: { purpose: "evaluator", evaluatorVersionId: versionId, targetId: "close", connectionId },
    generation: { model: "text-embedding-3-small", provider: "openai" },
  });
  expect(await run(similarity(), [String(result?.["stepId"])])).toMatchObject([{ problem: "inputInvalid" }]);

  provider.reply((response) => sendError(response, 401, `Wrong key ${apiKey}`));
  const [rejected] = await run(similarity(), ["close"]);
  expect(rejected).toMatchObject({ problem: "modelFailed", modelProblem: "keyRejected", value: null });
  expect(JSON.stringify(rejected)).not.toContain("CANARY");

  const { modelConnection } = await ask("query ($id: String!) { modelConnection(id: $id) { costToday } }", {
    id: connectionId,
  });
  expect(modelConnection).toEqual({ costToday: 0.04 });
  await ask(
    `mutation ($id: String!, $baseUrl: String) { updateModelConnection(id: $id, connection: {
      name: "c", kind: openai, baseUrl: $baseUrl, dailyBudget: 0.04 }) { id } }`,
    { id: connectionId, baseUrl: `${provider.origin}/v1` },
  );
  expect(await run(similarity(), ["close"])).toMatchObject([{ modelProblem: "budgetExceeded", stepId: null }]);
  expect(provider.requests).toHaveLength(2);
  await ask("mutation ($id: String!) { deleteModelConnection(id: $id) { id } }", { id: connectionId });
  expect(await evaluate(versionId, ["close"])).toMatchObject([{ modelProblem: "requestRejected", stepId: null }]);
});

test("an API without embedding models is rejected, also if the connection changes later", async () => {
  const { provider, ask, connectionId, create, evaluate } = await start();
  const version = {
    kind: "BUILT_IN",
    target: "STEP",
    scoreName: "similarity",
    builtIn: { scorer: "embeddingSimilarity", options: { connectionId, model: "e", expected: "output" } },
  };
  const versionId = await create(version);
  await ask(
    `mutation ($id: String!) { updateModelConnection(id: $id, connection: {
      name: "c", kind: anthropic, apiKey: "another-key" }) { id } }`,
    { id: connectionId },
  );
  const message = 'The API "anthropic" has no embedding models';
  expect(await evaluate(versionId, ["good"])).toMatchObject([
    { problem: "modelFailed", modelProblem: "requestRejected", message, stepId: null },
  ]);
  await expect(create(version)).rejects.toThrow(`version.builtIn.options.connectionId: ${message}`);
  expect(provider.requests).toEqual([]);
});
