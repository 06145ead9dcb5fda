import type { Service } from "./browser/open-ui.ts";
import { hostilePayloads } from "./hostile-payloads.ts";
import { hostile, hostileLine, rowsOf, sendRows } from "./hostile-records.ts";

export interface HostileImprovements {
  readonly datasetId: string;
  readonly experimentIds: readonly string[];
  readonly evaluatorId: string;
  readonly userId: string;
  readonly dashboardId: string;
  /** Name of a prompt whose versions and messages all have hostile text. */
  readonly promptName: string;
}

const maxDashboards = 200;
const maxWidgets = 40;

/**
 * Indexes of the payloads in price patterns. The total size of a project's patterns is limited, so not all are used.
 */
export const hostilePatterns: readonly number[] = [...hostilePayloads.keys()].filter((index) => index % 8 === 0);

/** Stores prompts, datasets, experiments, users, score schemas, prices and views, with every payload in every text. */
export async function storeImprovements(service: Service): Promise<HostileImprovements> {
  const { graphql } = service;
  await sendRows(
    graphql,
    "createScoreSchema",
    { schema: "ScoreSchemaInput!" },
    rowsOf((index) => ({
      schema: {
        name: hostile("schemaName", index),
        description: hostile("schemaAbout", index),
        type: "CATEGORICAL",
        categories: [{ label: hostile("schemaLabel", index), value: 1 }],
      },
    })),
  );
  await sendRows(
    graphql,
    "createModelPrice",
    { price: "ModelPriceInput!" },
    rowsOf((index) => ({
      price: {
        name: hostile("priceName", index),
        match: hostilePatterns.includes(index)
          ? hostile("pricePattern", index, 400).replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
          : `m${index}`,
        provider: hostile("priceProvider", index),
        inputPrice: 1,
        outputPrice: 2,
      },
    })),
  );
  await sendRows(
    graphql,
    "createView",
    { view: "ViewInput!" },
    rowsOf((index) => ({ view: { name: hostileLine("viewName", index), resource: "threads", isShared: true } })),
  );
  await sendRows(
    graphql,
    "createDashboard",
    { dashboard: "DashboardInput!" },
    rowsOf((index) => ({
      dashboard: { name: hostile("dashboardName", index, 250), description: hostile("dashboardAbout", index) },
    })).slice(0, maxDashboards - 1),
  );
  const widget = { chart: "bar", groupBy: "model", metrics: ["cost"], column: 0, width: 12, height: 3 };
  const { createDashboard } = (await graphql(
    "mutation ($dashboard: DashboardInput!) { createDashboard(dashboard: $dashboard) { id } }",
    {
      dashboard: {
        name: "charts",
        widgets: hostilePayloads
          .slice(0, maxWidgets)
          .map((_, index) => ({ ...widget, title: hostile("widgetTitle", index, 250), row: index * 3 })),
      },
    },
  )) as { createDashboard: { id: string } };
  const { participant } = (await graphql("query ($name: String!) { participant(identifier: $name) { id } }", {
    name: hostileLine("user", 0),
  })) as { participant: { id: string } };
  await graphql("mutation ($id: String!, $metadata: Json) { updateParticipant(id: $id, metadata: $metadata) { id } }", {
    id: participant.id,
    metadata: Object.fromEntries(
      hostilePayloads.map((_, index) => [hostile("userKey", index), hostile("userValue", index)]),
    ),
  });
  const promptName = await storePrompts(service);
  return {
    userId: participant.id,
    dashboardId: createDashboard.id,
    promptName,
    evaluatorId: await storeEvaluators(service),
    ...(await storeDatasets(service)),
  };
}

async function storePrompts({ graphql }: Service): Promise<string> {
  const names = rowsOf((index) => ({
    name: hostile("promptName", index),
    description: hostile("promptAbout", index),
  }));
  const [first] = await sendRows(graphql, "createPromptLineage", { name: "String!", description: "String" }, names);
  const types = {
    lineageId: "String!",
    versionDesc: "String",
    templateMessages: "Json",
    settings: "Json",
    tools: "Json",
    variables: "Json",
    variablesDefaultValues: "Json",
  };
  const versions = rowsOf((index) => ({
    lineageId: first?.id,
    versionDesc: hostile("versionAbout", index),
    templateMessages: [{ role: "user", content: hostile("template", index) }],
  }));
  const all = {
    lineageId: first?.id,
    versionDesc: "all",
    templateMessages: hostilePayloads.map((_, index) => ({ role: "user", content: hostile("template", index) })),
    settings: Object.fromEntries(hostilePayloads.map((_, index) => [hostile("promptSetting", index), index])),
    tools: hostilePayloads.map((_, index) => ({ type: "function", function: { name: hostile("promptTool", index) } })),
    variables: hostilePayloads.map((_, index) => ({ name: hostile("variable", index), language: "plaintext" })),
    variablesDefaultValues: Object.fromEntries(
      hostilePayloads.map((_, index) => [hostile("variable", index), hostile("variableDefault", index)]),
    ),
  };
  await sendRows(graphql, "createPromptVersion", types, [...versions, all]);
  return hostile("promptName", 0);
}

/** Stores an evaluator for each payload. Stores another one whose code has all payloads, and returns its id. */
async function storeEvaluators({ graphql }: Service): Promise<string> {
  const types = { evaluator: "EvaluatorInfoInput!", version: "EvaluatorVersionInput!" };
  const versionOf = (comments: readonly string[]): object => ({
    kind: "CODE",
    target: "STEP",
    scoreName: comments[0]?.slice(0, 200),
    description: comments[0],
    code: { source: `const comments = ${JSON.stringify(comments)};\nexport default () => ({ value: 1 });\n` },
  });
  const texts = hostilePayloads.map((_, index) => hostile("source", index));
  const evaluators = rowsOf((index) => ({
    evaluator: { name: hostileLine("evaluatorName", index), description: hostile("evaluatorAbout", index) },
    version: versionOf(texts.slice(index, index + 1)),
  }));
  const all = { evaluator: { name: "all", description: "all" }, version: versionOf(texts) };
  const created = await sendRows(graphql, "createEvaluator", types, [...evaluators, all]);
  return created.at(-1)?.id ?? "";
}

async function storeDatasets({ graphql }: Service): Promise<Pick<HostileImprovements, "datasetId" | "experimentIds">> {
  const named = rowsOf((index) => ({
    name: hostile("datasetName", index),
    description: hostile("datasetAbout", index),
  }));
  const [dataset] = await sendRows(graphql, "createDataset", { name: "String!", description: "String" }, named);
  const datasetId = dataset?.id ?? "";
  const items = rowsOf((index) => ({
    input: { it: hostile("itemInput", index) },
    expectedOutput: { it: hostile("itemExpected", index) },
    metadata: { [hostile("itemKey", index, 100)]: hostile("itemValue", index) },
  }));
  const { createDatasetItems } = (await graphql(
    "mutation ($id: String!, $items: [NewDatasetItemInput!]!) { createDatasetItems(datasetId: $id, items: $items) { id } }",
    { id: datasetId, items },
  )) as { createDatasetItems: { id: string }[] };
  const tried = await sendRows(
    graphql,
    "createDatasetExperiment",
    { name: "String!", datasetId: "String", params: "Json" },
    rowsOf((index) => ({
      name: hostile("experimentName", index),
      datasetId,
      params: { it: hostile("experimentParameter", index) },
    })),
  );
  const [first, second] = tried.map(({ id }) => id);
  const experimentIds = [first ?? "", second ?? ""];
  const types = { datasetExperimentId: "String!", datasetItemId: "String", input: "Json", output: "Json" };
  const outputs = experimentIds.flatMap((datasetExperimentId, run) =>
    rowsOf((index) => ({
      datasetExperimentId,
      datasetItemId: createDatasetItems[index]?.id,
      input: { it: hostile("itemInput", index) },
      output: { it: hostile(`output${run}`, index) },
    })),
  );
  await sendRows(graphql, "createDatasetExperimentItem", types, outputs);
  return { datasetId, experimentIds };
}
