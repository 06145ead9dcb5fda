import type { Threadline } from "@threadline/core";
import type { Service } from "./ask-service.ts";
import { removeConnection } from "./demo-connection.ts";
import { removeEvaluators } from "./demo-evaluators.ts";
import { removeReviewQueue } from "./demo-review-queue.ts";
import { demoPrefix, demoTag, hasDemoMark } from "./demo-mark.ts";
import { inParallel } from "./in-parallel.ts";
import { patient } from "./patient.ts";

export interface RemovedDemo {
  threadCount: number;
  userCount: number;
}

/**
 * Removes the records of the demo. Keeps a record that other records still use, for example a dataset with experiments
 * that are not from the demo.
 */
export async function removeDemo(client: Threadline, service: Service): Promise<RemovedDemo> {
  const { api } = client;
  await removeReviewQueue(client);
  await removeEvaluators(client);
  await removeConnection(client, service);
  const filters = [{ field: "tags" as const, operator: "in" as const, value: [demoTag] }];
  const threadIds = await idsOf(api.getThreads.all({ filters, stepTypesToKeep: [] }, patient));
  await inParallel(threadIds, async (id) => void (await api.deleteThread(id, patient)));
  // Deleting a thread also deletes its steps. The steps of experiments belong to no thread, so they are deleted
  // separately.
  const stepIds = await idsOf(api.getSteps.all({ filters }, patient));
  await inParallel(stepIds, async (id) => void (await api.deleteStep(id, patient)));
  await removeExperiments(client);
  const scoreIds = await idsOf(api.getScores.all({ filters }, patient));
  await inParallel(scoreIds, async (id) => void (await api.deleteScore(id, patient)));
  const userCount = await removeUsers(client);
  await removePrompts(client);
  for (const { id, description } of await api.getScoreSchemas(patient))
    if (description?.startsWith(demoPrefix)) await api.deleteScoreSchema(id, patient);
  for (const { id, description } of await api.getDashboards(patient))
    if (description?.startsWith(demoPrefix)) await api.deleteDashboard(id, patient);
  const { data: prices } = await api.getModelPrices({ source: "PROJECT", first: 1000 }, patient);
  for (const { id, name } of prices) if (name?.startsWith(demoPrefix)) await api.deleteModelPrice(id, patient);
  return { threadCount: threadIds.length, userCount };
}

/**
 * Removes the marked experiments, then the marked dataset items, and then the datasets that are empty and not in use.
 */
async function removeExperiments({ api }: Threadline): Promise<void> {
  const used = new Set<string>();
  const marked: string[] = [];
  for await (const { id, datasetId, params } of api.getExperiments.all({}, patient)) {
    if (hasDemoMark(params)) marked.push(id);
    else if (datasetId) used.add(datasetId);
  }
  await inParallel(marked, async (id) => void (await api.deleteExperiment(id, patient)));
  for (const { id } of await api.getDatasets(patient)) {
    const dataset = await api.getDataset({ id }, patient);
    if (dataset === null || !hasDemoMark(dataset.metadata) || used.has(id)) continue;
    const items = dataset.items.filter(({ metadata }) => hasDemoMark(metadata));
    if (items.length === dataset.items.length) await api.deleteDataset(id, patient);
    else await inParallel(items, async (item) => void (await api.deleteDatasetItem(item.id, patient)));
  }
}

/**
 * Removes the demo's prompts. A prompt stays if one of its versions was not created by the demo, or if generations use
 * it.
 */
async function removePrompts({ api }: Threadline): Promise<void> {
  const marked: { readonly id: string; readonly name: string }[] = [];
  for await (const lineage of api.getPromptLineages.all({}, patient))
    if (lineage.description?.startsWith(demoPrefix)) marked.push(lineage);
  await inParallel(marked, async ({ id, name }) => {
    for (let version = 0; ; version += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the first missing number is the end
      const prompt = await api.getPrompt(name, version, patient);
      if (prompt === null) break;
      if (!prompt.versionDesc?.startsWith(demoPrefix)) return;
    }
    const filters = [{ field: "promptLineage" as const, operator: "eq" as const, value: name }];
    const { totalCount } = await api.getGenerations({ first: 1, filters }, patient);
    if (totalCount === 0) await api.deletePromptLineage(id, patient);
  });
}

async function removeUsers({ api }: Threadline): Promise<number> {
  const filters = [{ field: "metadata" as const, path: demoTag, operator: "eq" as const, value: true }];
  const ids: string[] = [];
  for await (const { id, threadCount } of api.getUsers.all({ filters }, patient)) if (id && !threadCount) ids.push(id);
  await inParallel(ids, async (id) => void (await api.deleteUser(id, patient)));
  return ids.length;
}

async function idsOf(records: AsyncIterable<{ id?: string | null | undefined }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of records) if (id) ids.push(id);
  return ids;
}
