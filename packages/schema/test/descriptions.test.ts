import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Kind, parse } from "graphql";
import { expect, test } from "vitest";
import { describeElements } from "./describe-elements.ts";

const descriptions = describeElements();

test("every element of the schema is described in complete sentences", () => {
  const undescribed = [...descriptions]
    .filter(([, text]) => !/^[^\s].*\.$/.test(text))
    .map(([coordinate]) => coordinate);
  expect(undescribed).toEqual([]);
  expect(descriptions.size).toBeGreaterThan(500);
});

test.each([
  [/\.duration$/, /Seconds/],
  [/\.ttFirstToken$/, /Milliseconds/],
  [/\.tokenThroughputInSeconds$/, /Tokens per second/],
  [/\.\w*tokenCount$/i, /tokens/i],
])("the description of %s names its unit: %s", (coordinate, unit) => {
  const measures = [...descriptions].filter(([name]) => coordinate.test(name));
  expect(measures.length).toBeGreaterThan(1);
  expect(measures.filter(([, text]) => !unit.test(text))).toEqual([]);
});

/** SDL files with only elements that Literal AI's API does not have. */
const ownFiles = [
  "accounts",
  "analytics",
  "calibrations",
  "comments",
  "dashboards",
  "errors",
  "alerts",
  "channels",
  "evaluation-rules",
  "evaluations",
  "evaluators",
  "experiment-runs",
  "feedback",
  "live",
  "model-calls",
  "model-connections",
  "outline",
  "prices",
  "previews",
  "review-queues",
  "score-schemas",
  "shares",
  "views",
] as const;

/** Returns the types that a file adds, and the fields with which it extends other types. */
async function additionsOf(name: string): Promise<string[]> {
  const document = parse(await readFile(join(import.meta.dirname, `../sdl/${name}.graphql`), "utf8"));
  return document.definitions.flatMap((definition) => {
    if (!("name" in definition) || !definition.name) return [];
    const type = definition.name.value;
    if (definition.kind !== Kind.OBJECT_TYPE_EXTENSION) return [type];
    return (definition.fields ?? []).map((field) => `${type}.${field.name.value}`);
  });
}

test("our additions to the wire interface are marked", async () => {
  const isMarked = (coordinate: string): boolean => descriptions.get(coordinate)?.startsWith("[Threadline] ") ?? false;
  const own = (await Promise.all(ownFiles.map(additionsOf))).flat();
  expect(own.filter((coordinate) => !isMarked(coordinate))).toEqual([]);
  const amongTheWire = [...descriptions.keys()].filter(
    (coordinate) =>
      isMarked(coordinate) && !own.some((name) => coordinate === name || coordinate.startsWith(`${name}.`)),
  );
  expect(amongTheWire.toSorted()).toMatchInlineSnapshot(`
    [
      "AuditAction",
      "AuditActorKind",
      "AuditEvent",
      "Dataset.changes",
      "Dataset.duplicates",
      "Dataset.itemCount",
      "Dataset.itemSchema",
      "Dataset.items(first)",
      "Dataset.items(search)",
      "Dataset.items(skip)",
      "Dataset.items(split)",
      "Dataset.items(version)",
      "Dataset.itemsWithInput",
      "Dataset.splits",
      "Dataset.version",
      "Dataset.versions",
      "DatasetExperiment.dataset",
      "DatasetExperiment.datasetVersion",
      "DatasetExperiment.itemCount",
      "DatasetExperiment.items",
      "DatasetExperiment.scores",
      "DatasetExperimentItem.experimentRun",
      "DatasetItem.splits",
      "DatasetItem.version",
      "DatasetItemDifference",
      "DatasetSplit",
      "DatasetSplitShareInput",
      "DatasetVersion",
      "DuplicateDatasetItems",
      "Generation.receivedAt",
      "Generation.tokenCountEstimated",
      "GenerationsOrderByColumn.cost",
      "GenerationsOrderByColumn.startTime",
      "IngestStepResult",
      "IngestThreadResult",
      "Mutation.addGenerationToDataset(expectedOutput)",
      "Mutation.addGenerationToDataset(input)",
      "Mutation.addGenerationToDataset(splits)",
      "Mutation.addStepToDataset(expectedOutput)",
      "Mutation.addStepToDataset(input)",
      "Mutation.addStepToDataset(splits)",
      "Mutation.createDataset(createdAt)",
      "Mutation.createDataset(itemSchema)",
      "Mutation.createDatasetExperiment(createdAt)",
      "Mutation.createDatasetExperiment(datasetVersion)",
      "Mutation.createDatasetExperiment(id)",
      "Mutation.createDatasetExperimentItem(id)",
      "Mutation.createDatasetItem(splits)",
      "Mutation.createDatasetItems",
      "Mutation.createPromptVersion(createdAt)",
      "Mutation.createScore(createdAt)",
      "Mutation.createScore(id)",
      "Mutation.createScore(threadId)",
      "Mutation.deleteDatasetExperiment",
      "Mutation.deleteDatasetItems",
      "Mutation.deleteParticipantData",
      "Mutation.deletePromptLineage",
      "Mutation.divideDataset",
      "Mutation.ingestSteps",
      "Mutation.ingestThreads",
      "Mutation.setPromptLabel",
      "Mutation.updateDataset(itemSchema)",
      "Mutation.updateDatasetItem",
      "Mutation.updateDatasetItemSplits",
      "Mutation.upsertThread(defaultName)",
      "NewDatasetItemInput",
      "Participant.cost",
      "Participant.errorThreadCount",
      "Participant.firstEngaged",
      "Participant.scoreStatistics",
      "ParticipantDataDeletion",
      "ParticipantsOrderByColumn",
      "ParticipantsOrderByInput",
      "PreciseDateTime",
      "PromptLabel",
      "PromptLineage.championVersion",
      "PromptLineage.changedAt",
      "PromptLineage.createdAt",
      "PromptLineage.generationCount",
      "PromptLineage.labels",
      "PromptLineage.lastUsedAt",
      "PromptLineage.latestVersion",
      "PromptLineage.rollouts",
      "PromptLineage.versionCount",
      "PromptLineage.versions",
      "PromptVersion.labels",
      "Query.auditEvents",
      "Query.dataset",
      "Query.datasetExperiment",
      "Query.datasetExperiments",
      "Query.datasetExperiments(query)",
      "Query.datasetItem(version)",
      "Query.datasets(query)",
      "Query.generations(query)",
      "Query.participants(from)",
      "Query.participants(orderBy)",
      "Query.participants(query)",
      "Query.participants(until)",
      "Query.promptLineages",
      "Query.promptLineages(query)",
      "Query.promptVersion(label)",
      "Query.scores(query)",
      "Query.steps(query)",
      "Query.threads(query)",
      "QueryDatasetExperimentsConnection",
      "QueryDatasetExperimentsConnectionEdge",
      "QueryPromptLineagesConnection",
      "QueryPromptLineagesConnectionEdge",
      "Score.evaluationRuleId",
      "Score.evaluatorVersionId",
      "Score.experimentItem",
      "Score.supersededJudgments",
      "Score.thread",
      "Score.threadId",
      "ScorePayloadInput.createdAt",
      "ScorePayloadInput.threadId",
      "ScoresOrderByColumn.value",
      "Step.apiKey",
      "Step.receivedAt",
      "StepInput",
      "StepsOrderByColumn.cost",
      "StepsOrderByColumn.duration",
      "StepsOrderByColumn.startTime",
      "StepsOrderByColumn.tokenCount",
      "SupersededJudgment",
      "Thread.endTime",
      "Thread.receivedAt",
      "Thread.scores",
      "Thread.startTime",
      "Thread.stepScores",
      "Thread.turnCount",
      "ThreadInput",
      "ThreadsOrderByColumn.cost",
      "ThreadsOrderByColumn.duration",
      "ThreadsOrderByColumn.startTime",
    ]
  `);
});

test("the glossary defines terms in the words of the schema", async () => {
  const glossary = await readFile(join(import.meta.dirname, "../../../docs/glossary.md"), "utf8");
  const rows = [...glossary.matchAll(/^\| [^|]+\| `([^`|]+)` +\| (.+?) +\|$/gm)];
  expect(rows.length).toBeGreaterThan(30);
  const unmarked = (text: string | undefined): string | undefined => text?.replace("[Threadline] ", "");
  const differing = rows.filter(
    ([, coordinate = "", meaning]) => unmarked(meaning) !== unmarked(descriptions.get(coordinate)),
  );
  expect(differing).toEqual([]);
});
