import type { ThreadlineServer } from "../../src/create-server.ts";
import type { Browser } from "../accounts/browser.ts";
import type { RecordKey } from "./argument-kinds.ts";

interface Seed {
  readonly project: string;
  /** Prefix of every text in the records of the project. */
  readonly mark: string;
}

/**
 * Creates records of every kind in a project, with the mark in each text. Resolves to their ids and names. The caller
 * creates the account of `email`.
 */
export async function seedProject(
  server: ThreadlineServer,
  by: Browser,
  { project, mark }: Seed,
): Promise<Record<RecordKey, string>> {
  const prefix = mark === "CANARY" ? "FOREIGN" : "MINE";
  const text = (place: string): string => `${mark}-${place}`;
  const json = (place: string): object => ({
    [text(`${place}-key`)]: text(place),
    list: [{ deep: text(`${place}-deep`) }],
  });
  const tags = [text("tag")];
  const thread = `${prefix}-thread`;
  const step = `${prefix}-step`;
  const userName = text("user");

  async function run<Result>(query: string, variables: object): Promise<Result> {
    const { data, errors } = await by.graphql(query, { project, variables: { ...variables } });
    if (errors[0]) throw new Error(`${query}: ${errors[0].message}`);
    return Object.values(data ?? {})[0] as Result;
  }
  const create = async (field: string, declared: string, variables: object, selected = "id"): Promise<string> => {
    const given = Object.keys(variables)
      .map((name) => `${name}: $${name}`)
      .join(", ");
    const { id } = await run<{ id: string }>(
      `mutation (${declared}) { ${field}(${given}) { ${selected} } }`,
      variables,
    );
    return id;
  };

  const user = await create("createParticipant", "$identifier: String!, $metadata: Json", {
    identifier: userName,
    metadata: json("user-metadata"),
  });
  await create(
    "upsertThread",
    "$id: String!, $name: String, $metadata: Json, $participantId: String, $environment: String, $tags: [String!]",
    {
      id: thread,
      name: text("thread"),
      metadata: json("thread-metadata"),
      participantId: user,
      environment: text("environment"),
      tags,
    },
  );
  const lineageName = text("lineage");
  const lineage = await create("createPromptLineage", "$name: String!, $description: String", {
    name: lineageName,
    description: text("lineage-description"),
  });
  const version = {
    lineageId: lineage,
    versionDesc: text("version"),
    templateMessages: [{ role: "user", content: `${text("template")} {{x}}` }],
    tools: [json("tool")],
    settings: { provider: text("settings-provider"), ...json("settings") },
    variables: [{ name: "x", language: "plaintext", note: text("variable") }],
    variablesDefaultValues: { x: text("default") },
  };
  const promptVersion = await create(
    "createPromptVersion",
    `$lineageId: String!, $versionDesc: String, $templateMessages: Json, $tools: Json, $settings: Json, $variables: Json,
     $variablesDefaultValues: Json`,
    version,
  );
  await run(
    "mutation ($name: String!) { updatePromptLineageRollout(name: $name, rollouts: [{ version: 0, rollout: 1 }]) { ok } }",
    {
      name: lineageName,
    },
  );
  const promptVariant = await create(
    "createPromptExperiment",
    "$fromLineageId: String, $templateMessages: Json, $settings: Json, $tools: Json, $variables: Json",
    {
      fromLineageId: lineage,
      templateMessages: version.templateMessages,
      settings: version.settings,
      tools: version.tools,
      variables: version.variables,
    },
  );

  const signed = await by.send("/api/upload/file", {
    method: "POST",
    project,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ fileName: text("file"), contentType: "text/plain", threadId: thread, uploadType: "raw" }),
  });
  const put = signed.body["put"] as { url: string; fields: { key: string } };
  const uploaded = await server.fetch(put.url, { method: "PUT", body: text("file-content") });
  if (uploaded.status !== 204) throw new Error(`The upload failed with status ${uploaded.status}`);
  const file = put.fields.key;

  const stepOf = (id: string, parentId: string | null): object => ({
    id,
    threadId: thread,
    parentId,
    rootRunId: step,
    type: parentId === null ? "run" : "llm",
    name: text("step"),
    startTime: "2026-01-01T10:00:00Z",
    endTime: "2026-01-01T10:00:01Z",
    error: text("error"),
    environment: text("environment"),
    input: json("input"),
    output: { content: text("output"), ...json("output") },
    metadata: json("step-metadata"),
    tags,
    generation: {
      type: "CHAT",
      promptId: promptVersion,
      provider: text("provider"),
      model: text("model"),
      error: text("generation-error"),
      settings: json("generation-settings"),
      variables: json("generation-variables"),
      tags,
      metadata: json("generation-metadata"),
      tools: [json("generation-tool")],
      tokenCount: 30,
      inputTokenCount: 10,
      outputTokenCount: 20,
      duration: 1.5,
      messages: [{ role: "user", content: text("message") }],
      messageCompletion: { role: "assistant", content: text("completion") },
    },
    scores: [
      {
        id: `${id}-score`,
        name: text("score"),
        type: "HUMAN",
        value: 1,
        label: text("label"),
        scorer: text("scorer"),
        comment: text("comment"),
        tags,
      },
    ],
    attachments: [
      {
        id: `${id}-attachment`,
        name: text("attachment"),
        mime: "text/plain",
        objectKey: file,
        metadata: json("attachment"),
      },
      { id: `${id}-link`, name: text("link"), mime: text("mime"), url: `https://example.com/${text("url")}` },
    ],
  });
  const stored = await run<{ ok: boolean; message: string | null }[]>(
    "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok message } }",
    { steps: [stepOf(step, null), stepOf(`${step}-child`, step), stepOf(`${step}-leaf`, `${step}-child`)] },
  );
  const refused = stored.find(({ ok }) => !ok);
  if (refused) throw new Error(refused.message ?? "A step was refused");

  const datasetName = text("dataset");
  const dataset = await create("createDataset", "$name: String!, $description: String, $metadata: Json", {
    name: datasetName,
    description: text("dataset-description"),
    metadata: json("dataset-metadata"),
  });
  const datasetItem = await create("addStepToDataset", "$datasetId: String!, $stepId: String!, $metadata: Json", {
    datasetId: dataset,
    stepId: step,
    metadata: json("item-metadata"),
  });
  // After this change, a past version of the dataset has the previous content of the item.
  await run("mutation ($id: String!, $splits: [String!]) { updateDatasetItem(id: $id, splits: $splits) { id } }", {
    id: datasetItem,
    splits: ["test"],
  });
  const experiment = await create(
    "createDatasetExperiment",
    "$name: String!, $datasetId: String, $promptExperimentId: String, $promptId: String, $params: Json",
    {
      name: text("experiment"),
      datasetId: dataset,
      promptExperimentId: promptVariant,
      promptId: promptVersion,
      params: json("params"),
    },
  );
  const experimentItem = await create(
    "createDatasetExperimentItem",
    "$datasetExperimentId: String!, $datasetItemId: String, $experimentRunId: String, $input: Json, $output: Json",
    {
      datasetExperimentId: experiment,
      datasetItemId: datasetItem,
      experimentRunId: step,
      input: json("experiment-input"),
      output: json("experiment-output"),
    },
  );
  await create(
    "createScore",
    "$name: String!, $type: ScoreType!, $value: Float!, $datasetExperimentItemId: String, $comment: String",
    {
      name: text("score"),
      type: "AI",
      value: 0.5,
      datasetExperimentItemId: experimentItem,
      comment: text("judgement"),
    },
  );
  const comment = await create("createComment", "$threadId: String, $text: String!", {
    threadId: thread,
    text: text("comment"),
  });
  await create("createComment", "$stepId: String, $text: String!", { stepId: step, text: text("comment") });
  const scoreSchemaName = text("score");
  const scoreSchema = await create("createScoreSchema", "$schema: ScoreSchemaInput!", {
    schema: {
      name: scoreSchemaName,
      description: text("schema"),
      type: "CATEGORICAL",
      categories: [{ label: text("category"), value: 1 }],
    },
  });
  const price = await create("createModelPrice", "$price: ModelPriceInput!", {
    price: { name: text("price"), match: text("model"), provider: text("provider"), inputPrice: 1, outputPrice: 2 },
  });
  const view = await create("createView", "$view: ViewInput!", {
    view: {
      name: text("view"),
      resource: "steps",
      filters: [{ field: "name", operator: "eq", value: text("filter") }],
      columns: [text("column")],
      isShared: true,
    },
  });
  const dashboard = await create("createDashboard", "$dashboard: DashboardInput!", {
    dashboard: {
      name: text("dashboard"),
      description: text("dashboard-description"),
      widgets: [
        {
          title: text("widget"),
          chart: "line",
          metrics: ["cost"],
          groupBy: "model",
          resource: "steps",
          query: `model:${text("model")}`,
          column: 0,
          row: 0,
          width: 6,
          height: 4,
        },
      ],
    },
  });
  const connection = await create("createModelConnection", "$connection: ModelConnectionInput!", {
    connection: {
      name: text("connection"),
      kind: "openaiCompatible",
      // Nothing listens at this address.
      baseUrl: "http://127.0.0.1:1/v1",
      apiKey: text("connection-key-of-the-project"),
      headers: [{ name: `x-${text("header")}`, value: text("header-value") }],
      models: [text("model")],
    },
  });
  const [experimentRun] = await run<{ id: string }[]>(
    "mutation ($run: ExperimentRunInput!) { startExperiments(run: $run) { id } }",
    {
      run: {
        name: text("experiment-run"),
        datasetId: dataset,
        split: "test",
        messages: [{ role: "user", content: text("run-message") }],
        models: [{ connectionId: connection, model: text("model") }],
      },
    },
  );
  await run("mutation ($id: String!) { cancelExperimentRun(id: $id) { id } }", { id: experimentRun?.id });
  const evaluatorName = text("evaluator");
  const evaluator = await run<{ id: string; latestVersion: { id: string } }>(
    `mutation ($evaluator: EvaluatorInfoInput!, $version: EvaluatorVersionInput!) {
      createEvaluator(evaluator: $evaluator, version: $version) { id latestVersion { id } } }`,
    {
      evaluator: { name: evaluatorName, description: text("evaluator-description") },
      version: {
        description: text("evaluator-version"),
        kind: "BUILT_IN",
        target: "STEP",
        scoreName: text("score"),
        builtIn: { scorer: "contains", options: { texts: [text("evaluator-option")] } },
      },
    },
  );
  const evaluationRuleName = text("rule");
  const evaluationRule = await create("createEvaluationRule", "$rule: EvaluationRuleInput!", {
    rule: {
      name: evaluationRuleName,
      evaluatorVersionId: evaluator.latestVersion.id,
      filters: [{ field: "name", operator: "eq", value: text("rule-filter") }],
    },
  });
  const reviewQueueName = text("review-queue");
  const reviewQueue = await create("createReviewQueue", "$queue: ReviewQueueInput!", {
    queue: {
      name: reviewQueueName,
      instructions: text("review-instructions"),
      target: "THREAD",
      criteria: [{ scoreSchemaId: scoreSchema, help: text("review-help") }],
      reviewsPerItem: 2,
      isBlind: true,
    },
  });
  await run(
    "mutation ($id: String!, $ids: [String!]!) { addToReviewQueue(queueId: $id, targetIds: $ids) { addedCount } }",
    { id: reviewQueue, ids: [thread] },
  );
  const taken = await run<{ id: string; item: { id: string } }>(
    "mutation ($id: String!) { takeReview(queueId: $id) { id item { id } } }",
    { id: reviewQueue },
  );
  await run("mutation ($id: String!, $review: ReviewInput!) { submitReview(id: $id, review: $review) { id } }", {
    id: taken.id,
    review: { scores: [{ scoreSchemaId: scoreSchema, value: 1 }], comment: text("review-comment") },
  });
  const channelName = text("channel");
  const saved = await run<{ channel: { id: string } }>(
    "mutation ($channel: ChannelInput!) { createChannel(channel: $channel) { channel { id } } }",
    {
      channel: {
        name: channelName,
        kind: "WEBHOOK",
        // Nothing listens at this address.
        url: `http://127.0.0.1:1/${text("channel-path")}`,
        events: ["PROMPT_PROMOTED"],
      },
    },
  );
  const channel = saved.channel.id;
  await run("mutation ($id: String!) { promotePromptVersion(lineageId: $id, version: 0) { id } }", { id: lineage });
  const notified = await run<{ deliveries: { id: string }[] }>(
    "query ($id: String!) { channel(id: $id) { deliveries { id } } }",
    { id: channel },
  );
  const alertName = text("alert");
  const alert = await create("createAlert", "$alert: AlertInput!", {
    alert: {
      name: alertName,
      metric: "errorCount",
      groupBy: "participant",
      kind: "ABOVE",
      threshold: 5,
      period: "HOUR",
      resource: "steps",
      filters: [{ field: "name", operator: "eq", value: text("alert-filter") }],
      channelIds: [channel],
    },
  });
  const share = await create("shareThread", "$threadId: String!", { threadId: thread });
  const apiKey = await run<{ apiKey: { id: string } }>(
    "mutation ($name: String!) { createApiKey(name: $name, scopes: [read]) { apiKey { id } } }",
    { name: text("key") },
  );
  const invited = await run<{ invitation: { id: string } }>(
    "mutation ($email: String!) { inviteMember(email: $email, role: viewer) { invitation { id } } }",
    { email: `${mark.toLowerCase()}-invited@example.com` },
  );
  // The changes of access rights above have created audit events.
  const events = await run<{ id: string }[]>("query { auditEvents(first: 1) { id } }", {});
  return {
    account: "",
    alert,
    alertName,
    channel,
    channelName,
    delivery: notified.deliveries[0]?.id ?? "",
    auditEvent: events[0]?.id ?? "",
    apiKey: apiKey.apiKey.id,
    attachment: `${step}-attachment`,
    comment,
    connection,
    dashboard,
    dataset,
    datasetItem,
    datasetName,
    email: `${mark.toLowerCase()}@example.com`,
    evaluator: evaluator.id,
    evaluationRule,
    evaluationRuleName,
    evaluatorName,
    review: taken.id,
    reviewItem: taken.item.id,
    reviewQueue,
    reviewQueueName,
    evaluatorVersion: evaluator.latestVersion.id,
    experiment,
    experimentItem,
    experimentRun: experimentRun?.id ?? "",
    file,
    invitation: invited.invitation.id,
    lineage,
    lineageName,
    price,
    project,
    promptVariant,
    promptVersion,
    score: `${step}-score`,
    scoreSchema,
    scoreSchemaName,
    share,
    step,
    thread,
    user,
    userName,
    view,
  };
}
