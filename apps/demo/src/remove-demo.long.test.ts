import { Threadline } from "@threadline/core";
import { createServer } from "threadline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askService } from "./ask-service.ts";
import { demoTag } from "./demo-mark.ts";
import { recordHistory } from "./history/record-history.ts";
import { openModel } from "./model-access.ts";
import { startModelServer } from "./model-server/start-model-server.ts";
import { recordConnection } from "./demo-connection.ts";
import { recordEvaluators, runBuiltIn } from "./demo-evaluators.ts";
import { recordReviewQueue } from "./demo-review-queue.ts";
import { removeDemo } from "./remove-demo.ts";
import { runDemo } from "./run-demo.ts";

const apiKey = "tl_demo_0123456789abcdef";
const server = createServer({ apiKey, noLogin: true });
const options = {
  apiKey,
  url: "http://localhost",
  fetch: (input: string | URL | Request, init?: RequestInit) => server.fetch(new Request(input, init)),
};
const client = new Threadline({ ...options, tags: [demoTag] });
const own = new Threadline(options);
const { project } = await server.ready;
const service = { url: options.url, projectId: project.id, fetch: (request: Request) => server.fetch(request) };
const standIn = await startModelServer();

beforeAll(async () => {
  await recordEvaluators(client, await recordConnection(client, service, standIn.baseURL));
  const model = await openModel();
  await runDemo({ client, model });
  await model.close();
  await runBuiltIn(client);
  await recordHistory({ client, end: { anchor: Date.now(), utcOffset: 0 } });
  await client.flush({ timeoutMs: 300_000 });
  await recordReviewQueue(client);
  // The second call does nothing, because the queue exists.
  await recordReviewQueue(client);
}, 300_000);
afterAll(async () => {
  await server.close();
  await standIn.close();
});

test("removing the demo keeps the records of others, and the demo records that they use", async () => {
  // The user's own records refer to a user, a dataset, an item, an experiment and scores of the demo.
  const participantId = await own.api.getOrCreateUser("priya.raman@example.com");
  await own.api.upsertThread({ threadId: "own", name: "Own", participantId, tags: ["demo"] });
  await own.api.sendSteps([{ id: "own-step", threadId: "own", type: "run", name: "own", output: { content: "Hi" } }]);
  await own.api.createScore({ stepId: "own-step", name: "user-feedback", type: "HUMAN", value: 1 });
  await own.api.createScoreSchema({ name: "own-schema", type: "CONTINUOUS" });
  await own.api.createDataset({ name: "own-dataset", metadata: { demo: true } });
  const cases = await own.api.getDataset({ name: "support-cases" });
  await cases?.createItem({ input: { question: "Own?" } });
  const trips = await own.api.getDataset({ name: "trip-requests" });
  await trips?.createExperiment({ name: "own-experiment" });

  const ownMessages = [{ role: "user" as const, content: "Own version" }];
  await own.api.getOrCreatePrompt("support-answer", ownMessages);

  const photos: string[] = [];
  for await (const { attachments } of own.api.getSteps.all({
    filters: [{ field: "type", operator: "eq", value: "user_message" }],
  }))
    photos.push(...(attachments ?? []).flatMap(({ url }) => url ?? []));
  expect(photos.length).toBeGreaterThan(50);
  for (const url of photos) expect((await server.fetch(new Request(url))).status).toBe(200);

  // The user's own connections, evaluators and rules are kept, even if they have names similar to the demo's.
  const { connection } = await askService<{ connection: { id: string } }>(
    service,
    "mutation ($connection: ModelConnectionInput!) { connection: createModelConnection(connection: $connection) { id } }",
    { connection: { name: "Demo model 2", kind: "openaiCompatible", baseUrl: standIn.baseURL, apiKey: "own" } },
  );
  const builtIn = { scorer: "regularExpression", options: { pattern: "a" } };
  const { latestVersion } = await own.api.createEvaluator(
    { name: "Demo: own" },
    { kind: "BUILT_IN", target: "RUN", scoreName: "own", builtIn },
  );
  await own.api.createEvaluationRule({ name: "Demo: own", evaluatorVersionId: latestVersion.id });
  const [criterion] = await own.api.getScoreSchemas();
  const criteria = [{ scoreSchemaId: criterion?.id ?? "" }];
  await own.api.createReviewQueue({ name: "Demo: own", target: "THREAD", criteria });
  expect((await own.api.getReviewQueues()).length).toBe(2);

  const removed = await removeDemo(client, service);
  expect(removed.threadCount).toBe(506);

  const { data: threads } = await own.api.getThreads({ first: 10 });
  expect(threads.map(({ id, participant }) => [id, participant?.identifier])).toEqual([
    ["own", "priya.raman@example.com"],
  ]);
  expect((await own.api.getSteps({ first: 10 })).data.map(({ id }) => id)).toEqual(["own-step"]);
  expect((await own.api.getScores({ first: 10 })).data.map(({ stepId }) => stepId)).toEqual(["own-step"]);
  expect((await own.api.getUsers({ first: 10 })).data.map(({ identifier }) => identifier)).toEqual([
    "priya.raman@example.com",
  ]);
  expect((await own.api.getScoreSchemas()).map(({ name }) => name)).toEqual(["own-schema"]);
  expect((await own.api.getDatasets()).map(({ name }) => name).toSorted()).toEqual([
    "own-dataset",
    "support-cases",
    "trip-requests",
  ]);
  const kept = await own.api.getDataset({ name: "support-cases" });
  expect(kept?.items.map(({ input }) => input)).toEqual([{ question: "Own?" }]);
  expect((await own.api.getExperiments()).data.map(({ name }) => name)).toEqual(["own-experiment"]);
  expect((await own.api.getPromptLineages()).data.map(({ name }) => name)).toEqual(["support-answer"]);
  expect((await own.api.getModelPrices({ source: "PROJECT" })).totalCount).toBe(0);
  expect((await own.api.getModelConnections()).map(({ id }) => id)).toEqual([connection.id]);
  expect((await own.api.getEvaluators()).map(({ name }) => name)).toEqual(["Demo: own"]);
  expect((await own.api.getEvaluationRules()).map(({ name }) => name)).toEqual(["Demo: own"]);
  expect((await own.api.getReviewQueues()).map(({ name }) => name)).toEqual(["Demo: own"]);
  for (const url of photos) expect((await server.fetch(new Request(url))).status).toBe(404);
}, 300_000);

test("a removed history can be recorded again", async () => {
  const { edition, threadIds } = await recordHistory({ client, end: { anchor: Date.now(), utcOffset: 0 } });
  expect(edition).toBe(1);
  const filters = [{ field: "tags" as const, operator: "in" as const, value: [demoTag] }];
  expect((await own.api.getThreads({ first: 1, filters })).totalCount).toBe(threadIds.length);
}, 300_000);

test("removing a demo that no other record uses leaves nothing", async () => {
  const { api } = own;
  await removeDemo(client, service);
  await api.deleteThread("own");
  for (const { id } of await api.getEvaluationRules()) await api.deleteEvaluationRule(id);
  for (const { id } of await api.getEvaluators()) await api.deleteEvaluator(id);
  for (const { id } of await api.getModelConnections())
    await askService(service, "mutation ($id: String!) { deleteModelConnection(id: $id) { id } }", { id });
  await recordEvaluators(client, await recordConnection(client, service, standIn.baseURL));
  for (const { id } of (await api.getExperiments()).data) await api.deleteExperiment(id);
  for (const { id } of await api.getDatasets()) await api.deleteDataset(id);
  for (const { id } of (await api.getPromptLineages()).data) await api.deletePromptLineage(id);
  for (const { id } of await api.getScoreSchemas()) await api.deleteScoreSchema(id);
  await recordHistory({ client, end: { anchor: Date.now(), utcOffset: 0 } });
  await removeDemo(client, service);
  expect({
    connections: await api.getModelConnections(),
    evaluators: await api.getEvaluators(),
    rules: await api.getEvaluationRules(),
    threads: (await api.getThreads()).data,
    steps: (await api.getSteps()).data,
    generations: (await api.getGenerations()).data,
    scores: (await api.getScores()).data,
    users: (await api.getUsers()).data,
    scoreSchemas: await api.getScoreSchemas(),
    dashboards: await api.getDashboards(),
    datasets: await api.getDatasets(),
    experiments: (await api.getExperiments()).data,
    prompts: (await api.getPromptLineages()).data,
    prices: (await api.getModelPrices({ source: "PROJECT" })).data,
  }).toEqual({
    connections: [],
    evaluators: [],
    rules: [],
    threads: [],
    steps: [],
    generations: [],
    scores: [],
    users: [],
    scoreSchemas: [],
    dashboards: [],
    datasets: [],
    experiments: [],
    prompts: [],
    prices: [],
  });
}, 300_000);
