import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { setUp } from "../accounts/browser.ts";
import { sendEmbeddings, sendError, sendOpenAI, startModelServer } from "./model-server.ts";

const apiKey = "model-key-CANARY-0123456789abcdef";
const figures = `id mode target queuedCount failedCount lagSeconds pauseReason isBackfilling
  days { judged superseded wouldJudge spent } failures { targetId message attempts }`;

/** Response data of documents in this file. */
type Fields = Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- only read as selected

/** Starts a service with a connection to a provider on loopback. */
async function start() {
  const provider = await startModelServer();
  provider.reply((response) => sendOpenAI(response, ['{"reasoning":"It is.","label":"yes"}']));
  const server = createServer({ modelHosts: ["127.0.0.1"] });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const ask = async (query: string, variables: object = {}): Promise<Fields> => {
    const { data, errors } = await owner.graphql(query, { project: "default", variables: { ...variables } });
    if (errors[0]) throw new Error(errors[0].message);
    return (data ?? {}) as Fields;
  };
  const { createModelConnection } = await ask(
    `mutation ($connection: ModelConnectionInput!) { createModelConnection(connection: $connection) { id } }`,
    { connection: { name: "c", kind: "openai", baseUrl: `${provider.origin}/v1`, apiKey } },
  );
  const createVersion = async (name: string, version: object): Promise<string> => {
    const { createEvaluator } = await ask(
      `mutation ($name: String!, $version: EvaluatorVersionInput!) {
        createEvaluator(evaluator: { name: $name }, version: $version) { latestVersion { id } } }`,
      { name, version: { scoreName: name, ...version } },
    );
    return createEvaluator.latestVersion.id;
  };
  const createRule = async (rule: object): Promise<string> => {
    const { createEvaluationRule } = await ask(
      `mutation ($rule: EvaluationRuleInput!) { createEvaluationRule(rule: $rule) { id } }`,
      { rule: { mode: "ON", quietSeconds: 0, ...rule } },
    );
    return createEvaluationRule.id;
  };
  return {
    provider,
    ask,
    createRule,
    contains: (target: string, text = "Paris") =>
      createVersion(`${target} ${text}`, {
        kind: "BUILT_IN",
        target,
        builtIn: { scorer: "contains", options: { texts: [text] } },
      }),
    similarity: (model: string) =>
      createVersion(`similar ${model}`, {
        kind: "BUILT_IN",
        target: "STEP",
        builtIn: {
          scorer: "embeddingSimilarity",
          options: { connectionId: createModelConnection.id, model, expected: "input" },
        },
      }),
    judge: (target: string) =>
      createVersion(`judge ${target}`, {
        kind: "LLM",
        target,
        judge: {
          connectionId: createModelConnection.id,
          model: "gpt-4o",
          messages: [{ role: "user", content: "Is this right? {{output}}" }],
          inputs: [{ name: "output", path: "output" }],
          labels: [
            { label: "yes", value: 1 },
            { label: "no", value: 0 },
          ],
        },
      }),
    ingest: (steps: readonly object[]) =>
      ask(`mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }`, { steps }),
    rule: async (id: string): Promise<Fields> =>
      (await ask(`query ($id: String!) { evaluationRule(id: $id) { ${figures} } }`, { id })).evaluationRule,
    scores: async (): Promise<Fields[]> => {
      const { scores } = await ask(`{ scores(first: 100) { edges { node {
        name value comment stepId threadId scorer createdAt evaluationRuleId supersededJudgments { value comment createdAt } } } } }`);
      return scores.edges.map(({ node }: { node: Fields }) => node);
    },
  };
}

const answer = (id: string, content: string, fields: object = {}) => ({
  id,
  type: "run",
  output: { content },
  ...fields,
});

test("steps, runs and threads are judged once they are quiet, and threads again when they continue", async () => {
  const api = await start();
  const [stepRule, runRule, threadRule] = await Promise.all([
    api.contains("STEP").then((evaluatorVersionId) =>
      api.createRule({
        name: "steps",
        evaluatorVersionId,
        filters: [{ field: "name", operator: "eq", value: "answer" }],
      }),
    ),
    api.contains("RUN").then((evaluatorVersionId) => api.createRule({ name: "runs", evaluatorVersionId })),
    api.contains("THREAD").then((evaluatorVersionId) => api.createRule({ name: "threads", evaluatorVersionId })),
  ]);
  await api.ingest([
    answer("root", "Paris", { threadId: "t" }),
    answer("child", "Paris", { parentId: "root", threadId: "t", name: "answer" }),
    answer("other", "Rome", { name: "answer" }),
    answer("own", "Paris", { name: "answer", environment: "experiment" }),
  ]);
  await expect.poll(async () => (await api.scores()).length, { timeout: 15_000 }).toBe(5);
  const judged = (await api.scores()).map(
    ({ name, value, stepId, threadId }) => `${name} ${stepId ?? threadId} ${value}`,
  );
  expect(judged.toSorted()).toEqual([
    "RUN Paris other 0",
    "RUN Paris root 1",
    "STEP Paris child 1",
    "STEP Paris other 0",
    "THREAD Paris t 1",
  ]);
  const ofRule = async (id: string): Promise<string[]> => {
    const { scores } = await api.ask(
      `query ($query: String) { scores(first: 9, query: $query) { edges { node { name } } } }`,
      { query: `rule:${id}` },
    );
    return scores.edges.map(({ node }: { node: Fields }) => node.name);
  };
  expect(await Promise.all([stepRule, runRule, threadRule].map(ofRule))).toEqual([
    ["STEP Paris", "STEP Paris"],
    ["RUN Paris", "RUN Paris"],
    ["THREAD Paris"],
  ]);
  // The queue is emptied after the score is stored.
  await expect
    .poll(() => api.rule(stepRule), { timeout: 15_000 })
    .toMatchObject({ queuedCount: 0, days: [{ judged: 2, superseded: 0, spent: 0 }] });
  const [first] = (await api.scores()).filter(({ threadId }) => threadId === "t");
  await api.ingest([{ id: "late", type: "assistant_message", output: { content: "Rome" }, threadId: "t" }]);
  await expect
    .poll(() => api.rule(threadRule), { timeout: 15_000 })
    .toMatchObject({ days: [{ judged: 2, superseded: 1 }] });
  expect((await api.scores()).filter(({ threadId }) => threadId === "t")).toMatchObject([
    {
      value: 0,
      scorer: "THREAD Paris v1",
      supersededJudgments: [{ value: 1, comment: first?.comment, createdAt: first?.createdAt }],
    },
  ]);
});

test("a rule spends up to its limit, calls of its judge are not judged, and failed judgments are retried on request", async () => {
  const api = await start();
  const evaluatorVersionId = await api.judge("STEP");
  const id = await api.createRule({ name: "judge", evaluatorVersionId, dailySpendLimit: 1 });
  await api.ingest([answer("a", "Paris")]);
  await expect.poll(async () => (await api.scores()).length, { timeout: 15_000 }).toBe(1);
  const { days } = await api.rule(id);
  expect(days[0].judged).toBe(1);
  expect(days[0].spent).toBeGreaterThan(0);
  expect(api.provider.requests).toHaveLength(1);

  const update = `mutation ($id: String!, $rule: EvaluationRuleInput!) { updateEvaluationRule(id: $id, rule: $rule) { id } }`;
  const limited = { name: "judge", evaluatorVersionId, mode: "ON", quietSeconds: 0, dailySpendLimit: 0 };
  await api.ask(update, { id, rule: limited });
  await api.ingest([answer("b", "Rome")]);
  await expect
    .poll(() => api.rule(id), { timeout: 15_000 })
    .toMatchObject({ queuedCount: 1, pauseReason: "The rule has reached its daily spend limit of $0" });
  expect(api.provider.requests).toHaveLength(1);

  api.provider.reply((response) => sendError(response, 400, "Not valid"));
  // A judgment that waited for the limit continues when there is no limit.
  await api.ask(update, { id, rule: { ...limited, dailySpendLimit: null } });
  await expect.poll(() => api.rule(id), { timeout: 15_000 }).toMatchObject({ failedCount: 1 });
  const { failures } = await api.rule(id);
  expect(failures).toMatchObject([{ targetId: "b", attempts: 1 }]);
  api.provider.reply((response) => sendOpenAI(response, ['{"reasoning":"It is.","label":"no"}']));
  await api.ask(`mutation ($id: String!) { retryEvaluationRule(id: $id) { id } }`, { id });
  await expect.poll(() => api.rule(id), { timeout: 15_000 }).toMatchObject({ failedCount: 0, queuedCount: 0 });
  await expect.poll(async () => (await api.scores()).length, { timeout: 15_000 }).toBe(2);
});

test("a dry run stores no scores, an estimate has the number and the cost, and a backfill judges past targets once", async () => {
  const api = await start();
  await api.ingest(Array.from({ length: 120 }, (_, index) => answer(`past-${index}`, "Paris")));
  const evaluatorVersionId = await api.contains("STEP");
  const rule = { name: "dry", evaluatorVersionId, sampleRate: 0.5, mode: "DRY_RUN", quietSeconds: 0 };
  const period = { from: "2020-01-01" };
  const estimate = `query ($rule: EvaluationRuleInput!, $from: DateTime!) {
    evaluationRuleEstimate(rule: $rule, from: $from) { matchedCount judgmentCount cost } }`;
  expect(await api.ask(estimate, { rule, ...period })).toEqual({
    evaluationRuleEstimate: { matchedCount: 120, judgmentCount: 60, cost: 0 },
  });
  const judged = { ...rule, evaluatorVersionId: await api.judge("STEP") };
  const { evaluationRuleEstimate } = await api.ask(estimate, { rule: judged, ...period });
  expect(evaluationRuleEstimate.cost).toBeGreaterThan(0);

  const id = await api.createRule(rule);
  await api.ingest(Array.from({ length: 40 }, (_, index) => answer(`new-${index}`, "Paris")));
  await expect.poll(async () => (await api.rule(id)).days[0]?.wouldJudge ?? 0, { timeout: 15_000 }).toBeGreaterThan(5);
  expect(await api.scores()).toEqual([]);
  const backfill = `mutation ($id: String!, $from: DateTime!) { backfillEvaluationRule(id: $id, from: $from) { id } }`;
  await expect(api.ask(backfill, { id, ...period })).rejects.toThrow("must be a rule in the mode ON");
  const update = `mutation ($id: String!, $rule: EvaluationRuleInput!) { updateEvaluationRule(id: $id, rule: $rule) { id } }`;
  await api.ask(update, { id, rule: { ...rule, mode: "ON" } });
  await api.ask(backfill, { id, ...period });
  const isEnded = async (): Promise<boolean> => {
    const { queuedCount, isBackfilling } = await api.rule(id);
    return queuedCount === 0 && !isBackfilling;
  };
  await expect.poll(isEnded, { timeout: 20_000 }).toBe(true);
  const { days } = await api.rule(id);
  const { scores } = await api.ask(`{ scores(first: 1) { totalCount } }`);
  expect(days[0].judged).toBe(scores.totalCount);
  // The period also contains the 40 targets of the dry run. Whether a target is in the sample depends on the id of the
  // rule, which is random. So the size of the sample varies around half of 160.
  expect(Math.abs(scores.totalCount - 80)).toBeLessThan(35);
  await api.ask(backfill, { id, ...period });
  await expect.poll(isEnded, { timeout: 20_000 }).toBe(true);
  expect((await api.rule(id)).days).toMatchObject([{ judged: days[0].judged, superseded: 0 }]);
});

test("embeddings count for the limit of a rule", async () => {
  const api = await start();
  api.provider.reply((response, { body }) => sendEmbeddings(response, (body as { input: string[] }).input));
  const evaluatorVersionId = await api.similarity("text-embedding-3-small");
  const id = await api.createRule({ name: "similar", evaluatorVersionId, dailySpendLimit: 0 });
  await api.ingest([answer("a", "Paris", { input: "Where?", output: "Paris" })]);
  await expect
    .poll(() => api.rule(id), { timeout: 15_000 })
    .toMatchObject({ queuedCount: 1, pauseReason: "The rule has reached its daily spend limit of $0" });
  expect(api.provider.requests).toEqual([]);
});

test("two rules with the same evaluator version judge a shared target once", async () => {
  const api = await start();
  const evaluatorVersionId = await api.judge("STEP");
  const named = { filters: [{ field: "name", operator: "eq", value: "answer" }] };
  const rules = await Promise.all([
    api.createRule({ name: "all", evaluatorVersionId }),
    api.createRule({ name: "named", evaluatorVersionId, ...named }),
  ]);
  const ids = Array.from({ length: 12 }, (_, index) => `s${index}`);
  await api.ingest(ids.map((id) => answer(id, "Paris", { name: "answer" })));
  await expect.poll(async () => (await api.scores()).length, { timeout: 15_000 }).toBe(12);
  const isIdle = async (): Promise<boolean> => {
    const found = await Promise.all(rules.map((id) => api.rule(id)));
    return found.every(({ queuedCount }) => queuedCount === 0);
  };
  await expect.poll(isIdle, { timeout: 15_000 }).toBe(true);
  expect(api.provider.requests).toHaveLength(12);
  const days = (await Promise.all(rules.map((id) => api.rule(id)))).flatMap((rule) => rule.days as Fields[]);
  expect(days.reduce((sum, { judged }) => sum + judged, 0)).toBe(12);
  expect(days.every(({ superseded }) => superseded === 0)).toBe(true);
});

test("judgments wait during an outage of their provider, and call it again once", async () => {
  const api = await start();
  api.provider.reply((response) => sendError(response, 401, "No access"));
  const id = await api.createRule({ name: "judge", evaluatorVersionId: await api.judge("STEP") });
  await api.ingest([answer("first", "Paris")]);
  await expect.poll(async () => (await api.rule(id)).pauseReason, { timeout: 15_000 }).toContain("No access");
  await api.ingest(Array.from({ length: 9 }, (_, index) => answer(`s${index}`, "Paris")));
  await expect.poll(async () => (await api.rule(id)).queuedCount, { timeout: 15_000 }).toBe(10);
  await expect.poll(async () => (await api.rule(id)).lagSeconds, { timeout: 15_000 }).toBe(0);
  expect(await api.rule(id)).toMatchObject({ pauseReason: expect.stringContaining("No access"), failedCount: 0 });
  expect(api.provider.requests).toHaveLength(1);
});
