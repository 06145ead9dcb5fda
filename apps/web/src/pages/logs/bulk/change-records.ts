import type { JsonValue } from "@threadline/schema/sdk";
import { request } from "../../../api/request.ts";
import {
  expectedOutputOfItem,
  generationToDataset,
  removeScore,
  removeStep,
  removeThread,
  stepToDataset,
  tagGenerations,
  tagStep,
  tagThread,
} from "../../../generated/bulk.ts";
import type { LogRecord } from "../log-record.ts";
import type { LogResource } from "../log-resource.ts";

export interface ChangeTarget {
  readonly projectId: string | null;
  readonly resource: LogResource;
  readonly signal: AbortSignal;
}

export async function addTags(record: LogRecord, added: readonly string[], target: ChangeTarget): Promise<void> {
  const { projectId, resource, signal } = target;
  const before = record.tags ?? [];
  const tags = [...new Set([...before, ...added])];
  if (tags.length === before.length) return;
  if (resource === "generations") {
    const variables = { steps: [{ id: record.id, generation: { tags } }] };
    const { ingestSteps } = await request({ projectId, operation: tagGenerations, variables, signal });
    const refused = ingestSteps.find(({ ok }) => !ok);
    if (refused) throw new Error(refused.message ?? refused.id);
    return;
  }
  const variables = { id: record.id, tags };
  if (resource === "threads") await request({ projectId, operation: tagThread, variables, signal });
  else await request({ projectId, operation: tagStep, variables, signal });
}

export async function removeRecord(record: LogRecord, { projectId, resource, signal }: ChangeTarget): Promise<void> {
  const variables = { id: record.id };
  if (resource === "threads") await request({ projectId, operation: removeThread, variables, signal });
  else if (resource === "scores") await request({ projectId, operation: removeScore, variables, signal });
  else await request({ projectId, operation: removeStep, variables, signal });
}

/**
 * Creates a dataset item from a record, with the record's output as expected output. Resolves to the id of the item.
 */
export async function addToDataset(record: LogRecord, datasetId: string, target: ChangeTarget): Promise<string> {
  const { projectId, resource, signal } = target;
  if (resource === "generations") {
    const variables = { datasetId, generationId: record.id };
    const added = await request({ projectId, operation: generationToDataset, variables, signal });
    return idOf(added.addGenerationToDataset);
  }
  const variables = { datasetId, stepId: record.id };
  const added = await request({ projectId, operation: stepToDataset, variables, signal });
  return idOf(added.addStepToDataset);
}

function idOf(item: { readonly id: string } | null): string {
  if (item === null) throw new Error("The service did not add the record to the dataset. Try again.");
  return item.id;
}

/** Sets the expected output of an item. Null removes it. */
export async function expectOutput(id: string, expectedOutput: JsonValue, target: ChangeTarget): Promise<void> {
  const { projectId, signal } = target;
  await request({ projectId, operation: expectedOutputOfItem, variables: { id, expectedOutput }, signal });
}

export const canTag = (resource: LogResource): boolean => resource !== "scores";
/**
 * Whether the records of a list can become dataset items. A dataset item is created from a step or
 * generation. For a score, it is created from the step of the score. A thread cannot become an item.
 */
export const canJoinDataset = (resource: LogResource): boolean => resource !== "threads";
