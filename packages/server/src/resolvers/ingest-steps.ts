import { RecordError } from "../records/errors.ts";
import type { StepInput } from "@threadline/schema/server";
import { isBrowserKey } from "../access/browser-key.ts";
import { checkBrowserStep } from "../records/browser-writes.ts";
import { readStep, type StepOrigin } from "../records/steps.ts";
import { estimateTokenCounts, lacksTokenCounts, loadTokenCounter } from "../records/token-counts.ts";
import type { StepOutcome, StepRecord, StepWrite } from "../store/steps.ts";
import type { ThreadUpdate } from "../store/threads.ts";
import type { RequestContext, WorkContext } from "./context.ts";

export function originOf({ actor, now, environment }: RequestContext): StepOrigin {
  return { now: now(), environment, apiKeyId: actor.key?.id ?? null };
}

/** Reads a step that a client sent. Throws if the caller may not write the step. */
export function readOwnStep(step: StepInput, origin: StepOrigin, { actor }: RequestContext): StepWrite {
  if (isBrowserKey(actor)) checkBrowserStep(step, origin.now);
  return readStep(step, origin);
}

/** Stores steps in one transaction. Missing token counts are estimated. */
export async function ingestSteps(
  writes: readonly StepWrite[],
  { store, project, quota }: Pick<WorkContext, "project" | "quota" | "store">,
): Promise<StepOutcome[]> {
  const outcomes = await store.steps.ingest(project.id, await withTokenEstimates(writes));
  quota?.storedSteps(writes.length);
  return outcomes;
}

/**
 * Stores steps like {@link ingestSteps}, and then updates threads. An update is skipped if the thread has changed since
 * the update was computed.
 */
export async function ingestStepsWithThreads(
  writes: readonly StepWrite[],
  updates: readonly ThreadUpdate[],
  { store, project, quota }: RequestContext,
): Promise<{ readonly steps: StepOutcome[]; readonly threads: boolean[] }> {
  const outcomes = await store.steps.ingestWithThreads(project.id, await withTokenEstimates(writes), updates);
  quota?.storedSteps(writes.length);
  return outcomes;
}

export async function storeStep(write: StepWrite, context: WorkContext): Promise<StepRecord> {
  const [outcome] = await ingestSteps([write], context);
  const step = outcome === "stored" ? await context.loaders.steps.load(write.id) : null;
  if (step) return step;
  throw new RecordError("DELETED", `id: the step "${write.id}" or its thread was deleted earlier`, { field: "id" });
}

async function withTokenEstimates(writes: readonly StepWrite[]): Promise<readonly StepWrite[]> {
  if (!writes.some(({ generation }) => generation && lacksTokenCounts(generation))) return writes;
  const countTokens = await loadTokenCounter();
  return writes.map((write) =>
    write.generation ? { ...write, generation: estimateTokenCounts(write.generation, countTokens) } : write,
  );
}
