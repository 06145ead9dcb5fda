import { request } from "../../../api/request.ts";
import { removeScore, removeStep, removeThread } from "../../../generated/bulk.ts";
import { removeDashboard } from "../../../generated/dashboards.ts";
import { removeDataset, removeDatasetItem } from "../../../generated/datasets.ts";
import {
  demoDatasets,
  demoDefinitions,
  demoExperiments,
  demoItems,
  demoPrompts,
  demoScores,
  demoSteps,
  demoThreads,
  demoUsers,
  removeDemoUser,
} from "../../../generated/demo.ts";
import { removeExperiment } from "../../../generated/experiments.ts";
import { removePrice } from "../../../generated/model-prices.ts";
import { removePrompt } from "../../../generated/prompts.ts";
import { removeScoreSchema } from "../../../generated/score-schemas.ts";
import type { Operation } from "../../../operation.ts";
import { removeDemoEvaluation } from "./remove-demo-evaluation.ts";
import { demoTagged, demoUsersOnly, hasDemoMark, isNamedAsDemo } from "./demo-mark.ts";

const atOnce = 6;
const itemsPerPage = 500;

/**
 * Removes the records of the demo. Keeps those that are in use outside the demo, for example a demo dataset with an
 * experiment of the user. `onThread` is called with the number of threads removed so far.
 */
export async function removeDemo(options: {
  readonly projectId: string | null;
  readonly mayRemoveConnection: boolean;
  readonly onThread: (count: number) => void;
}): Promise<void> {
  const { projectId, onThread } = options;
  await removeDemoEvaluation(projectId, options.mayRemoveConnection);
  const read = <Result, Variables>(operation: Operation<Result, Variables>, variables: Variables) =>
    request({ projectId, operation, variables });
  const filters = demoTagged;

  let removed = 0;
  await untilEmpty(
    async () => (await read(demoThreads, { filters })).threads.edges,
    async (id) => {
      await read(removeThread, { id });
      onThread(++removed);
    },
  );
  // Steps of experiments have no thread, so they are removed separately.
  await untilEmpty(
    async () => (await read(demoSteps, { filters })).steps.edges,
    (id) => read(removeStep, { id }),
  );

  const used = new Set<string>();
  const experimentIds: string[] = [];
  for await (const { id, datasetId, params } of pages(
    async (after) => (await read(demoExperiments, { after })).datasetExperiments,
  )) {
    if (hasDemoMark(params)) experimentIds.push(id);
    else if (datasetId !== null) used.add(datasetId);
  }
  await forAll(experimentIds, (id) => read(removeExperiment, { id }));
  await untilEmpty(
    async () => (await read(demoScores, { filters })).scores.edges,
    (id) => read(removeScore, { id }),
  );

  const datasets: { id: string; itemCount: number }[] = [];
  for await (const { id, metadata, itemCount } of pages(
    async (after) => (await read(demoDatasets, { after })).datasets,
  )) {
    if (hasDemoMark(metadata) && !used.has(id)) datasets.push({ id, itemCount });
  }
  for (const { id, itemCount } of datasets) {
    const marked: string[] = [];
    for (let skip = 0; skip < itemCount; skip += itemsPerPage) {
      const { dataset } = await read(demoItems, { id, first: itemsPerPage, skip });
      marked.push(...(dataset?.items ?? []).filter(({ metadata }) => hasDemoMark(metadata)).map((item) => item.id));
    }
    if (marked.length === itemCount) await read(removeDataset, { id });
    else await forAll(marked, (itemId) => read(removeDatasetItem, { id: itemId }));
  }

  const { participants } = await read(demoUsers, { filters: demoUsersOnly });
  const unused = participants.edges.filter(({ node }) => !node.threadCount).map(({ node }) => node.id);
  await forAll(unused, (id) => read(removeDemoUser, { id }));
  const promptIds: string[] = [];
  for await (const { id, description, versions, generationCount } of pages(
    async (after) => (await read(demoPrompts, { after })).promptLineages,
  )) {
    const isOfDemo = isNamedAsDemo(description) && versions.every(({ versionDesc }) => isNamedAsDemo(versionDesc));
    if (isOfDemo && generationCount === 0) promptIds.push(id);
  }
  await forAll(promptIds, (id) => read(removePrompt, { id }));
  const { scoreSchemas, modelPrices, dashboards } = await read(demoDefinitions, {});
  for (const { id, description } of scoreSchemas) if (isNamedAsDemo(description)) await read(removeScoreSchema, { id });
  for (const { id, description } of dashboards) if (isNamedAsDemo(description)) await read(removeDashboard, { id });
  for (const { id, name } of modelPrices.nodes) if (isNamedAsDemo(name)) await read(removePrice, { id });
}

interface Page<Node> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly edges: readonly { readonly node: Node }[];
}

async function* pages<Node>(readPage: (after: string | null) => Promise<Page<Node>>): AsyncGenerator<Node> {
  let page = await readPage(null);
  for (;;) {
    for (const { node } of page.edges) yield node;
    if (!page.pageInfo.hasNextPage) return;
    page = await readPage(page.pageInfo.endCursor);
  }
}

type Edges = readonly { readonly node: { readonly id: string } }[];

async function untilEmpty(readPage: () => Promise<Edges>, remove: (id: string) => Promise<unknown>): Promise<void> {
  for (let edges = await readPage(); edges.length > 0; edges = await readPage())
    await forAll(
      edges.map(({ node }) => node.id),
      remove,
    );
}

async function forAll(ids: readonly string[], change: (id: string) => Promise<unknown>): Promise<void> {
  const rest = ids.values();
  const next = async (): Promise<void> => {
    for (const id of rest) await change(id);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}
