import type { Store } from "../store.ts";
import { sampleQueue } from "./sample-queue.ts";

/** Creates at least one record of every exported kind in a project without records. */
export async function seedEveryKind(store: Store, project: string): Promise<void> {
  const { datasets, experiments, files, prompts, steps, threads, users } = store;
  await users.create(project, { id: "u", createdAt: 1, identifier: "ann", metadata: { plan: "pro" } });
  await threads.upsert(project, {
    id: "t",
    createdAt: 2,
    name: "Chat",
    tags: ["x"],
    participant: "ann",
    newUserId: "n",
  });
  await steps.ingest(project, [
    {
      id: "s",
      createdAt: 3,
      threadId: "t",
      apiKeyId: "key-1",
      startTime: 1,
      endTime: 2,
      input: "\ud800\u0000",
      metadata: { a: [1] },
      generation: { inputTokenEstimate: 4, outputTokenCount: 5, messages: [] },
      scores: [{ id: "c", at: 4, name: "ok", type: "HUMAN", value: 1, stepId: "s" }],
      attachments: [{ id: "a", createdAt: 5, stepId: "s", name: "f", objectKey: "k" }],
    },
    { id: "gone", createdAt: 3 },
  ]);
  await steps.delete(project, "gone", 9);
  await store.scores.upsertMany(project, [
    { id: "of-thread", at: 4, name: "ok", type: "HUMAN", value: 1, threadId: "t" },
  ]);
  const judgment = { id: "judged", name: "tone", type: "AI", value: 1, threadId: "t", isJudgment: true } as const;
  await store.scores.upsertMany(project, [{ ...judgment, at: 4, label: "kind", comment: "Polite." }]);
  await store.scores.upsertMany(project, [{ ...judgment, at: 5, value: 0 }]);
  await store.scores.update(project, "c", { value: 2, updatedAt: 44 });
  const comment = {
    createdAt: 45,
    authorKind: "account",
    authorId: "acc",
    authorName: "Ann",
    text: "**Why?**",
  } as const;
  const mentions = [{ accountId: "acc-2", name: "Bob" }];
  await store.comments.create(
    project,
    { ...comment, id: "of-step", editedAt: null, threadId: null, stepId: "s", mentions },
    9,
  );
  await store.comments.create(
    project,
    { ...comment, id: "of-thread", editedAt: 46, threadId: "t", stepId: null, mentions: [] },
    9,
  );
  await files.createFile(project, {
    objectKey: "k",
    createdAt: 5,
    name: "f",
    mime: "text/plain",
    threadId: "t",
    size: 3,
  });
  await datasets.create(project, {
    id: "d",
    createdAt: 6,
    name: "set",
    description: null,
    metadata: null,
    type: "key_value",
  });
  const item = { id: "i", createdAt: 7, datasetId: "d", metadata: null, input: { q: 1 }, expectedOutput: 0 };
  const copied = { ...item, intermediarySteps: [{ name: "x" }], stepId: "s" };
  await datasets.createItems(project, [copied], { at: 7 });
  await datasets.updateItems(project, [{ id: "i", expectedOutput: 1, splits: ["test"] }], 8);
  const experiment = {
    id: "e",
    createdAt: 8,
    name: "try",
    datasetId: "d",
    datasetVersion: 1,
    promptExperimentId: null,
    promptId: null,
    params: [1],
  };
  await experiments.create(project, experiment);
  const run = {
    id: "ei",
    createdAt: 9,
    datasetExperimentId: "e",
    datasetItemId: "i",
    experimentRunId: null,
    input: 1,
    output: 2,
  };
  await experiments.createItem(project, run);
  await prompts.getOrCreateLineage(project, {
    id: "l",
    createdAt: 1,
    name: "p",
    description: null,
    deletedAt: null,
    championId: null,
    labels: [{ name: "production", version: 0 }],
  });
  await prompts.getOrCreateVersion(project, {
    id: "v",
    lineageId: "l",
    createdAt: 1,
    updatedAt: 1,
    versionDesc: null,
    label: null,
    status: null,
    tags: ["t"],
    type: "CHAT",
    templateMessages: [],
    tools: null,
    settings: {},
    variables: [],
    variablesDefaultValues: null,
    identity: "x",
  });
  const order = { column: "createdAt", direction: "DESC" } as const;
  const filter = { path: null, field: "type", operator: "eq", value: "llm" } as const;
  await store.views.create(
    project,
    {
      id: "v",
      createdAt: 1,
      updatedAt: 2,
      name: "calls",
      resource: "steps",
      filters: [filter],
      query: "status:error",
      columns: ["name"],
      orderBy: order,
      timeRange: { last: "7d", from: null, to: null },
      isShared: true,
      ownerId: null,
    },
    9,
  );
  const place = { column: 0, row: 0, width: 12, height: 4 };
  const widget = { title: "Cost", chart: "line", metrics: ["cost"], groupBy: "model", groupLimit: 8 } as const;
  await store.dashboards.create(
    project,
    {
      id: "db",
      createdAt: 1,
      updatedAt: 2,
      name: "costs",
      description: null,
      widgets: [{ ...widget, resource: null, query: null, ...place }],
      authorId: "acc",
      authorName: "Ann",
    },
    9,
  );
  await store.modelConnections.create(
    project,
    {
      id: "mc",
      createdAt: 1,
      updatedAt: 2,
      name: "local",
      kind: "openaiCompatible",
      baseUrl: "http://localhost:11434/v1",
      models: ["llama"],
      dailyBudget: 5,
      maxConcurrentCalls: 2,
      keyEnding: null,
      keySetAt: null,
      headerNames: [],
      sealedSecrets: null,
      spentDay: null,
      spent: 0,
    },
    9,
  );
  await store.evaluators.create(
    project,
    { id: "ev", createdAt: 1, updatedAt: 2, name: "judge", description: "d", archivedAt: null },
    {
      id: "ev1",
      createdAt: 1,
      description: null,
      kind: "CODE",
      target: "RUN",
      scoreName: "ok",
      definition: { language: "TYPESCRIPT", source: "export default () => ({ value: 1 })" },
    },
    9,
  );
  await store.evaluationRules.create(
    project,
    {
      id: "er",
      createdAt: 1,
      updatedAt: 2,
      name: "rule",
      evaluatorVersionId: "ev1",
      target: "RUN",
      filters: [{ field: "type", operator: "eq", value: "run", path: null }],
      query: null,
      sampleRate: 0.5,
      quietSeconds: 30,
      dailySpendLimit: 1.5,
      mode: "OFF",
    },
    9,
  );
  await store.reviewQueues.create(project, { ...sampleQueue, id: "rq", reviewsPerItem: 2, isBlind: true }, 9);
  await store.reviewQueues.add(project, "rq", [{ id: "ri", createdAt: 3, threadId: "t", stepId: null }], 9);
  const turn = { reviewer: { reviewerKind: "account", reviewerId: "a", reviewerName: "ann" }, now: 4 } as const;
  await store.reviewQueues.take(project, "rq", { ...turn, leaseMs: 10, reviewId: "rv" });
  await store.reviewQueues.submit(project, "rv", turn, {
    scores: [{ id: "rs", scoreSchemaId: "ss", name: "ok", value: 1, label: "yes" }],
    comment: "good",
    correction: { answer: "better" },
  });
  await store.channels.create(
    project,
    {
      id: "ch",
      createdAt: 1,
      updatedAt: 2,
      name: "channel",
      kind: "WEBHOOK",
      address: "https://example.com",
      events: ["PROMPT_PROMOTED"],
      sealedSecrets: null,
    },
    9,
  );
  await store.alerts.create(
    project,
    {
      id: "al",
      createdAt: 1,
      updatedAt: 2,
      name: "alert",
      metric: "errorCount",
      perRecord: true,
      resource: "steps",
      filters: [{ field: "type", operator: "eq", value: "run", path: null }],
      query: "name:answer",
      includesExperiments: false,
      groupBy: "participant",
      kind: "ABOVE",
      threshold: 0.5,
      recoverAt: 0.25,
      period: "HOUR",
      forSeconds: 60,
      minimumCount: 3,
      requiresMeasuredJudge: false,
      warnsEarly: false,
      channelIds: ["ch"],
      isOn: false,
      silencedUntil: null,
      state: "OK",
      stateSince: null,
      pendingSince: null,
      value: null,
      problem: null,
      evaluatedAt: null,
      level: 0,
      silencedFrom: null,
      groupStates: [],
      hasMoreGroups: false,
      changeCount: 0,
    },
    9,
  );
  await store.prices.create(project, {
    id: "mp",
    createdAt: 2,
    updatedAt: 3,
    name: null,
    match: "ours",
    provider: "us",
    inputPrice: 1,
    outputPrice: 2,
    cachedInputPrice: null,
    cacheWritePrice: null,
    reasoningPrice: 0.5,
    validFrom: 4,
    validTo: null,
  });
  await store.scoreSchemas.create(
    project,
    {
      id: "ss",
      createdAt: 1,
      updatedAt: 2,
      name: "ok",
      description: "d",
      type: "CATEGORICAL",
      categories: [{ label: "yes", value: 1 }],
      minimum: null,
      maximum: null,
      direction: "LOWER_IS_BETTER",
    },
    9,
  );
  await prompts.createVariant(project, {
    id: "pv",
    createdAt: 1,
    fromLineageId: "l",
    fromVersion: 0,
    scoreTemplateId: null,
    templateMessages: [],
    settings: null,
    tools: null,
    variables: null,
  });
}
