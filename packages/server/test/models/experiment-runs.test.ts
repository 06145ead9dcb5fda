import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { setUp } from "../accounts/browser.ts";
import { type ModelServer, sendError, sendOpenAI, startModelServer } from "./model-server.ts";

const apiKey = "model-key-CANARY-0123456789abcdef";
const runFields = `run { state pauseReason itemCount doneCount failedCount evaluationCount evaluatedCount
  evaluationFailedCount cost startedAt endedAt model repeats concurrency
  failures { datasetItemId repeat experimentItemId evaluatorVersionId message attempts } }`;
const itemFields = `items { id datasetItemId experimentRunId input output scores { name value scorer type }
  experimentRun { environment type metadata } }`;

/** Response data of documents in this file. */
type Fields = Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- only read as selected

/** Starts a service with a connection to a provider on loopback, and a dataset of capitals. */
async function start(countries: readonly string[], connection: object = {}) {
  const provider = await startModelServer();
  provider.reply((response, { body }) => sendOpenAI(response, [answerTo(body)]));
  const server = createServer({ modelHosts: ["127.0.0.1"] });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const ask = async (query: string, variables: object = {}): Promise<Fields> => {
    const { data, errors } = await owner.graphql(query, { project: "default", variables: { ...variables } });
    if (errors[0]) throw new Error(errors[0].message);
    return (data ?? {}) as Fields;
  };
  const created = await ask(
    `mutation ($connection: ModelConnectionInput!) {
      createModelConnection(connection: $connection) { id } createDataset(name: "capitals", type: key_value) { id } }`,
    { connection: { name: "c", kind: "openai", baseUrl: `${provider.origin}/v1`, apiKey, ...connection } },
  );
  const { createModelConnection, createDataset } = created;
  const datasetId = createDataset.id;
  await ask(
    `mutation ($id: String!, $items: [NewDatasetItemInput!]!) { createDatasetItems(datasetId: $id, items: $items) { id } }`,
    {
      id: datasetId,
      items: countries.map((country) => ({
        id: country,
        input: { country },
        expectedOutput: { content: `Capital of ${country}` },
      })),
    },
  );
  const connectionId = createModelConnection.id;
  const run = {
    name: "capitals",
    datasetId,
    messages: [{ role: "user", content: "Capital of {{country}}?" }],
    models: [{ connectionId, model: "gpt-4o" }],
  };
  const evaluator = async (name: string, version: object): Promise<string> => {
    const { createEvaluator } = await ask(
      `mutation ($name: String!, $version: EvaluatorVersionInput!) {
        createEvaluator(evaluator: { name: $name }, version: $version) { latestVersion { id } } }`,
      { name, version: { target: "EXPERIMENT_ITEM", scoreName: name, ...version } },
    );
    return createEvaluator.latestVersion.id;
  };
  return {
    server,
    provider,
    ask,
    run,
    connectionId,
    datasetId,
    exact: () =>
      evaluator("exact", {
        kind: "BUILT_IN",
        builtIn: { scorer: "exactMatch", options: { output: "output.content", expected: "expected.content" } },
      }),
    evaluator,
    begin: async (given: object = {}): Promise<string[]> => {
      const { startExperiments } = await ask(
        `mutation ($run: ExperimentRunInput!) { startExperiments(run: $run) { id name } }`,
        { run: { ...run, ...given } },
      );
      return startExperiments.map(({ id }: { id: string }) => id);
    },
    experiment: async (id: string | undefined, fields = runFields): Promise<Fields> =>
      (await ask(`query ($id: String!) { datasetExperiment(id: $id) { name params ${fields} } }`, { id }))[
        "datasetExperiment"
      ],
  };
}

function answerTo(body: ModelServer["requests"][number]["body"]): string {
  const [{ content } = { content: "" }] = body["messages"] as { content: string }[];
  return content.replace("?", "");
}

test("an experiment calls the model for each item and repeat, and its evaluators score them once", async () => {
  const { begin, experiment, exact, provider, evaluator, connectionId, ask } = await start(["Norway", "Peru", "Kenya"]);
  const judge = await evaluator("judged", {
    kind: "LLM",
    judge: {
      messages: [{ role: "user", content: "Judge {{output}}" }],
      inputs: [{ name: "output", path: "output.content" }],
      minimum: 0,
      maximum: 1,
      connectionId,
      model: "gpt-4o",
    },
  });
  provider.reply((response, { body }) => {
    const answer = answerTo(body);
    sendOpenAI(response, [answer.startsWith("Judge") ? JSON.stringify({ reasoning: "Fine", value: 0.5 }) : answer]);
  });
  const [id, ...others] = await begin({ repeats: 2, evaluatorVersionIds: [await exact(), judge] });
  expect(others).toEqual([]);
  await expect.poll(async () => (await experiment(id))["run"]).toMatchObject({ state: "DONE" });
  const done = await experiment(id, `${runFields} ${itemFields} scores { name count average }`);
  expect(done["run"]).toMatchObject({
    itemCount: 6,
    doneCount: 6,
    failedCount: 0,
    evaluationCount: 12,
    evaluatedCount: 12,
    pauseReason: null,
    model: "gpt-4o",
    failures: [],
  });
  expect(done["run"].cost).toBeGreaterThan(0);
  expect(done["scores"]).toEqual([
    { name: "exact", count: 6, average: 1 },
    { name: "judged", count: 6, average: 0.5 },
  ]);
  const items = done["items"] as { id: string; datasetItemId: string; scores: { scorer: string }[] }[];
  expect(new Set(items.map((item) => item.id)).size).toBe(6);
  expect(items[0]?.id).toMatch(/-[0-9a-f]{32}-[01]$/);
  expect(items[0]).toMatchObject({
    output: { content: expect.stringContaining("Capital of") },
    experimentRun: { environment: "experiment", type: "llm", metadata: { experimentId: id, purpose: "experiment" } },
  });
  expect(items[0]?.scores.map(({ scorer }) => scorer).toSorted()).toEqual(["exact v1", "judged v1"]);
  expect(provider.requests).toHaveLength(12);
  const { steps } = await ask("{ steps(first: 50) { totalCount } }");
  expect(steps).toEqual({ totalCount: 12 });
});

test("calls never exceed the concurrency of an experiment, although the next one starts before a result is stored", async () => {
  const { begin, experiment, provider, exact } = await start(Array.from({ length: 40 }, (_, index) => `c${index}`));
  let [running, most] = [0, 0];
  provider.reply((response, { body }) => {
    running += 1;
    most = Math.max(most, running);
    // Counts the call as ended before the response is sent, because the next call may arrive immediately afterwards.
    setImmediate(() => {
      running -= 1;
      sendOpenAI(response, [answerTo(body)]);
    });
  });
  const [id] = await begin({ concurrency: 3, evaluatorVersionIds: [await exact()] });
  await expect.poll(async () => (await experiment(id))["run"]).toMatchObject({ state: "DONE", doneCount: 40 });
  expect((await experiment(id))["run"]).toMatchObject({ evaluatedCount: 40, evaluationFailedCount: 0 });
  expect(most).toBeLessThanOrEqual(3);
  expect(provider.requests).toHaveLength(40);
});

test("a failed item is stored with its reason, and is run again on request", async () => {
  const { begin, experiment, exact, provider, ask } = await start(["Norway", "Peru"]);
  provider.reply((response, { body }) => {
    const answer = answerTo(body);
    if (answer.includes("Peru")) sendError(response, 400, `Not allowed with ${apiKey}`);
    else sendOpenAI(response, [answer]);
  });
  const [id] = await begin({ evaluatorVersionIds: [await exact()] });
  await expect.poll(async () => (await experiment(id))["run"]).toMatchObject({ state: "DONE" });
  const failed = await experiment(id, `${runFields} ${itemFields}`);
  expect(failed["run"]).toMatchObject({ doneCount: 1, failedCount: 1, evaluationCount: 1, evaluatedCount: 1 });
  const [failure] = (failed["run"] as unknown as { failures: { message: string; experimentItemId: string }[] })
    .failures;
  expect(failure).toMatchObject({ datasetItemId: "Peru", repeat: 0, evaluatorVersionId: null, attempts: 1 });
  expect(failure?.message).toContain("Not allowed with [secret]");
  expect(failed["items"]).toContainEqual(
    expect.objectContaining({
      id: failure?.experimentItemId,
      output: null,
      scores: [],
      experimentRunId: expect.any(String),
    }),
  );
  provider.reply((response, { body }) => sendOpenAI(response, [answerTo(body)]));
  await ask("mutation ($id: String!) { retryExperimentRun(id: $id) { id } }", { id });
  await expect.poll(async () => (await experiment(id))["run"]).toMatchObject({ state: "DONE", failedCount: 0 });
  const repeated = await experiment(id, `${runFields} ${itemFields}`);
  expect(repeated["run"]).toMatchObject({ doneCount: 2, evaluatedCount: 2, failures: [] });
  expect(repeated["items"]).toHaveLength(2);
});

test("an experiment waits while the budget is spent or the provider is unavailable, and shows the reason", async () => {
  const { begin, experiment, provider, ask } = await start(["Norway", "Peru"], { dailyBudget: 0 });
  const [id] = await begin({ concurrency: 1 });
  await expect
    .poll(async () => (await experiment(id))["run"])
    .toMatchObject({
      state: "PAUSED",
      pauseReason: expect.stringContaining("daily budget of $0"),
      doneCount: 0,
    });
  expect(provider.requests).toEqual([]);
  await ask("mutation ($id: String!) { cancelExperimentRun(id: $id) { id } }", { id });
  expect((await experiment(id))["run"]).toMatchObject({ state: "CANCELED", pauseReason: null });
});

test("a canceled experiment aborts its calls, stores nothing more, and can continue", async () => {
  const { begin, experiment, provider, ask } = await start(["Norway", "Peru", "Kenya"]);
  let aborted = 0;
  provider.reply((response) => void response.on("close", () => (aborted += 1)));
  const [id] = await begin({ concurrency: 2 });
  await expect.poll(() => provider.requests.length).toBe(2);
  await ask("mutation ($id: String!) { cancelExperimentRun(id: $id) { id } }", { id });
  await expect.poll(() => aborted).toBe(2);
  expect(await experiment(id, `${runFields} ${itemFields}`)).toMatchObject({
    run: { state: "CANCELED", doneCount: 0, failedCount: 0, endedAt: expect.any(String) },
    items: [],
  });
  provider.reply((response, { body }) => sendOpenAI(response, [answerTo(body)]));
  await ask("mutation ($id: String!) { retryExperimentRun(id: $id) { id } }", { id });
  await expect.poll(async () => (await experiment(id))["run"]).toMatchObject({ state: "DONE", doneCount: 3 });
  const { auditEvents } = await ask("{ auditEvents(first: 3) { action subjectId subjectName details } }");
  expect(auditEvents).toEqual([
    { action: "experimentContinued", subjectId: id, subjectName: "capitals", details: null },
    { action: "experimentCanceled", subjectId: id, subjectName: "capitals", details: null },
    {
      action: "experimentStarted",
      subjectId: id,
      subjectName: "capitals",
      details: { connection: "c", model: "gpt-4o", repeats: 1 },
    },
  ]);
  await ask("mutation ($id: String!) { deleteDatasetExperiment(id: $id) { id } }", { id });
  await expect(ask("mutation ($id: String!) { retryExperimentRun(id: $id) { id } }", { id })).rejects.toThrow(
    "not found",
  );
});

test("one start creates an experiment for each prompt version and model", async () => {
  const { begin, experiment, ask, connectionId, provider } = await start(["Norway"]);
  const { createPromptLineage } = await ask(`mutation { createPromptLineage(name: "ask") { id } }`);
  const { createPromptVersion } = await ask(
    `mutation ($id: String!, $messages: Json, $settings: Json, $tools: Json, $defaults: Json) { createPromptVersion(
      lineageId: $id, templateMessages: $messages, settings: $settings, tools: $tools, variablesDefaultValues: $defaults) { id } }`,
    {
      id: createPromptLineage.id,
      messages: [{ role: "user", content: "{{greeting}} {{country}}?" }],
      settings: {
        temperature: 0.5,
        max_tokens: 50,
        response_format: { type: "json_schema", json_schema: { schema: { type: "object" } } },
      },
      tools: [{ type: "function", function: { name: "look", parameters: { type: "object" } } }],
      defaults: { greeting: "Hello" },
    },
  );
  const promptId = createPromptVersion.id;
  provider.reply((response) => sendOpenAI(response, [`{"city":"Oslo"}`]));
  const ids = await begin({
    messages: null,
    promptIds: [promptId],
    models: [
      { connectionId, model: "gpt-4o" },
      { connectionId, model: "gpt-4o-mini", settings: { temperature: 1 } },
    ],
  });
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect.poll(async () => (await experiment(id))["run"]).toMatchObject({ state: "DONE", doneCount: 1 });
  }
  expect(await experiment(ids[0], `promptId ${itemFields}`)).toMatchObject({
    name: "capitals (gpt-4o)",
    promptId,
    params: { connection: "c", model: "gpt-4o", temperature: 0.5, repeats: 1 },
    items: [{ output: { city: "Oslo" } }],
  });
  const bodies = provider.requests.map(({ body }) => body);
  expect(bodies.map(({ model, temperature, messages }) => ({ model, temperature, messages }))).toEqual(
    expect.arrayContaining([
      { model: "gpt-4o", temperature: 0.5, messages: [{ role: "user", content: "Hello Norway?" }] },
      { model: "gpt-4o-mini", temperature: 1, messages: [{ role: "user", content: "Hello Norway?" }] },
    ]),
  );
  expect(bodies[0]?.["tools"]).toMatchObject([{ function: { name: "look" } }]);
});
