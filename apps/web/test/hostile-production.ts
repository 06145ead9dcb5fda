import { hostilePayloads } from "./hostile-payloads.ts";
import { hostile, hostileLine, sendRows } from "./hostile-records.ts";

type Graphql = (query: string, variables?: Readonly<Record<string, unknown>>) => Promise<unknown>;

export interface HostileProduction {
  readonly alertId: string;
  readonly channelId: string;
  /** Id of an evaluator that has judged the same step repeatedly, so that its score has superseded judgments. */
  readonly evaluatorId: string;
  /** Id of an alert by user. It has a state for each user in {@link namedPayloads}. */
  readonly groupedAlertId: string;
  readonly judgeId: string;
  readonly queueId: string;
  readonly ruleId: string;
}

/**
 * Returns the index of every `step`th payload. A project can have at most 100 alerts, rules and queues, so not all
 * payloads are used.
 */
const every = (step: number): number[] => [...hostilePayloads.keys()].filter((index) => index % step === 0);
/** Indexes of the payloads in names of alerts, rules and queues, and in labels. */
export const namedPayloads: readonly number[] = every(4);
/** Indexes of the payloads in channels, in messages of a judge, and in texts of a queue. */
export const channelPayloads: readonly number[] = every(8);
/** Indexes of the payloads in superseded judgments. A score keeps 20 superseded judgments. */
export const supersededPayloads: readonly number[] = every(18).slice(0, 19);
/** Indexes of the payloads in reviews. A page shows 20 items of a queue. */
export const reviewedPayloads: readonly number[] = every(40);

/** Stores channels, alerts, judges, rules and review queues. Requires stored threads, and a `graphql` of an owner. */
export async function storeProduction(graphql: Graphql): Promise<HostileProduction> {
  await sendRows(
    graphql,
    "createChannel",
    { channel: "ChannelInput!" },
    channelPayloads.map((index) => ({
      channel: {
        name: hostileLine("channelName", index),
        kind: "WEBHOOK",
        url: `https://hooks.example/${encodeURIComponent(hostileLine("channelUrl", index))}`,
      },
    })),
    "signingSecret",
  );
  const { channels } = (await graphql("{ channels { id name } }")) as {
    channels: readonly { id: string; name: string }[];
  };
  const channelId = channels.find(({ name }) => name === hostileLine("channelName", 0))?.id ?? "";
  const filtersOf = (field: string, index: number): object[] => [
    { field: "name", operator: "eq", value: hostileLine(field, index) },
  ];
  const condition = {
    metric: "errorCount",
    resource: "steps",
    kind: "ABOVE",
    threshold: 1,
    period: "DAY",
    channelIds: [channelId],
  };
  const alerts = await sendRows(
    graphql,
    "createAlert",
    { alert: "AlertInput!" },
    namedPayloads.map((index) => ({
      alert: { ...condition, name: hostileLine("alertName", index), filters: filtersOf("alertFilter", index) },
    })),
  );
  const users = namedPayloads.map((index) => hostileLine("environment", index));
  const [grouped] = await sendRows(graphql, "createAlert", { alert: "AlertInput!" }, [
    {
      alert: {
        ...condition,
        name: "errors of users",
        groupBy: "participant",
        threshold: 0.5,
        period: "HOUR",
        channelIds: [],
        isOn: true,
        filters: [{ field: "environment", operator: "in", value: users }],
      },
    },
  ]);
  const { judgeId, versionId } = await storeJudge(graphql);
  const rules = await sendRows(
    graphql,
    "createEvaluationRule",
    { rule: "EvaluationRuleInput!" },
    namedPayloads.map((index) => ({
      rule: {
        name: hostileLine("ruleName", index),
        evaluatorVersionId: versionId,
        filters: filtersOf("ruleFilter", index),
        mode: "OFF",
      },
    })),
  );
  return {
    alertId: alerts[0]?.id ?? "",
    channelId,
    evaluatorId: await storeJudgments(graphql),
    groupedAlertId: grouped?.id ?? "",
    judgeId,
    queueId: await storeQueues(graphql),
    ruleId: rules[0]?.id ?? "",
  };
}

async function storeJudge(graphql: Graphql): Promise<{ readonly judgeId: string; readonly versionId: string }> {
  const [connection] = await sendRows(graphql, "createModelConnection", { connection: "ModelConnectionInput!" }, [
    {
      connection: {
        name: hostileLine("connectionName", 0),
        kind: "openaiCompatible",
        baseUrl: "https://models.example/v1",
      },
    },
  ]);
  const judge = {
    messages: channelPayloads.map((index) => ({ role: "user", content: hostile("judgeMessage", index) })),
    inputs: [{ name: "output", path: "output" }],
    labels: namedPayloads.map((index) => ({ label: hostileLine("judgeLabel", index), value: index })),
    connectionId: connection?.id,
    model: hostileLine("judgeModel", 0),
  };
  const version = { kind: "LLM", target: "THREAD", scoreName: hostileLine("judgeScore", 0), judge };
  const { createEvaluator } = (await graphql(
    `
      mutation ($version: EvaluatorVersionInput!) {
        createEvaluator(evaluator: { name: "judge" }, version: $version) {
          id
          latestVersion {
            id
          }
        }
      }
    `,
    { version },
  )) as { createEvaluator: { id: string; latestVersion: { id: string } } };
  return { judgeId: createEvaluator.id, versionId: createEvaluator.latestVersion.id };
}

/**
 * Evaluates one step repeatedly, so that each judgment supersedes the one before. The label and comment of each
 * judgment contain another payload. Returns the id of the evaluator.
 */
async function storeJudgments(graphql: Graphql): Promise<string> {
  const source = "export default ({ output }) => ({ value: 1, label: output.label, comment: output.comment });";
  const { createEvaluator } = (await graphql(
    `
      mutation ($version: EvaluatorVersionInput!) {
        createEvaluator(evaluator: { name: "repeated" }, version: $version) {
          id
          latestVersion {
            id
          }
        }
      }
    `,
    { version: { kind: "CODE", target: "STEP", scoreName: hostileLine("repeatedScore", 0), code: { source } } },
  )) as { createEvaluator: { id: string; latestVersion: { id: string } } };
  const { id, latestVersion } = createEvaluator;
  for (const index of [...supersededPayloads, 0]) {
    const output = { label: hostileLine("supersededLabel", index), comment: hostile("superseded", index) };
    // oxlint-disable-next-line no-await-in-loop -- each judgment supersedes the one before
    await graphql(
      `
        mutation ($output: Json, $version: String!) {
          ingestStep(id: "repeated", type: run, name: "repeated", output: $output) {
            ok
          }
          evaluate(versionId: $version, targetIds: ["repeated"]) {
            value
            message
          }
        }
      `,
      { output, version: latestVersion.id },
    );
  }
  return id;
}

/**
 * Stores a review queue for each payload. Stores another one with reviews, reported problems and an open item, and
 * returns its id.
 */
async function storeQueues(graphql: Graphql): Promise<string> {
  const [schema] = await sendRows(graphql, "createScoreSchema", { schema: "ScoreSchemaInput!" }, [
    { schema: { name: hostileLine("reviewScore", 0), type: "CONTINUOUS" } },
  ]);
  const scoreSchemaId = schema?.id;
  const queueOf = (name: string, instructions: string, help: string) => ({
    queue: { name, instructions, target: "THREAD", criteria: [{ scoreSchemaId, help }] },
  });
  const all = (field: string): string => channelPayloads.map((index) => hostile(field, index, 400)).join("\n\n");
  const queues = await sendRows(graphql, "createReviewQueue", { queue: "ReviewQueueInput!" }, [
    queueOf("all", all("instructions"), all("help")),
    ...namedPayloads.map((index) =>
      queueOf(hostileLine("queueName", index), hostile("instructions", index), hostile("help", index)),
    ),
  ]);
  const queueId = queues[0]?.id ?? "";
  const count = reviewedPayloads.length * 2 + 1;
  await graphql(
    "mutation ($id: String!, $ids: [String!]!) { addToReviewQueue(queueId: $id, targetIds: $ids) { addedCount } }",
    {
      id: queueId,
      ids: Array.from({ length: count }, (_, index) => `thread-${index}`),
    },
  );
  const take = async (): Promise<string> => {
    const { takeReview } = (await graphql("mutation ($id: String!) { takeReview(queueId: $id) { id } }", {
      id: queueId,
    })) as { takeReview: { id: string } };
    return takeReview.id;
  };
  for (const index of reviewedPayloads) {
    const review = {
      scores: [{ scoreSchemaId, value: 1 }],
      comment: hostile("reviewComment", index),
      correction: { [hostile("correctionKey", index)]: hostile("correction", index) },
    };
    // oxlint-disable no-await-in-loop -- a reviewer has one item at a time
    await graphql("mutation ($id: String!, $review: ReviewInput!) { submitReview(id: $id, review: $review) { id } }", {
      id: await take(),
      review,
    });
    await graphql("mutation ($id: String!, $reason: String!) { flagReview(id: $id, reason: $reason) { id } }", {
      id: await take(),
      reason: hostile("flagReason", index),
    });
    // oxlint-enable no-await-in-loop
  }
  return queueId;
}
