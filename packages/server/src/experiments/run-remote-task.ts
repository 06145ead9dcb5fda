import { JobError } from "../jobs/job-error.ts";
import type { JsonValue } from "../json/json-value.ts";
import type { ModelFailure } from "../models/model-call.ts";
import { RecordError } from "../records/errors.ts";
import { deriveId } from "../records/ids.ts";
import { readPayload } from "../records/json-values.ts";
import { readStep } from "../records/steps.ts";
import { openConnection } from "../resolvers/call-model.ts";
import type { WorkContext } from "../resolvers/context.ts";
import { storeStep } from "../resolvers/ingest-steps.ts";
import type { ExperimentTask, TaskResult } from "./experiment-task.ts";

const environment = "experiment";

/**
 * Calls the project's own code for an item, and records the call as a run. What the code records through the SDK
 * becomes part of that run. `onAnswer` is called once the call has succeeded.
 */
export async function runRemoteTask(
  { run: { plan }, experiment, task, datasetItem }: ExperimentTask,
  context: WorkContext,
  onAnswer: () => void,
): Promise<TaskResult> {
  const { project, models, now, signal } = context;
  const { datasetItemId, repeat, itemId } = task;
  const open = await openConnection(context, plan.connectionId).catch((error: unknown) => {
    throw error instanceof RecordError ? new JobError(error.message, { isFinal: true }) : error;
  });
  const { connection } = open;
  const free = await models.take(`${project.id} ${connection.id}`, connection.maxConcurrentCalls, signal);
  const stepId = deriveId(["task", itemId]);
  const startTime = now();
  const { input, metadata } = datasetItem;
  const sent = { datasetItemId, repeat, input, metadata: metadata ?? {} };
  const called = await models
    .callTask(open, {
      id: itemId,
      at: startTime,
      body: { type: "experiment.task", experimentId: experiment.id, ...sent },
      trace: traceOf(stepId),
      signal,
    })
    .finally(free);
  signal?.throwIfAborted();
  const { output, failure } = validated(called.output, called.failure ?? failureOf(called.error));
  if (failure === null) onAnswer();
  const write = readStep(
    {
      id: stepId,
      type: "run",
      name: connection.name,
      startTime,
      endTime: startTime + Math.round(called.durationMs),
      input: toStored("input", input),
      output: failure === null ? toStored("output", output) : null,
      error: failure?.message ?? null,
      metadata: {
        connectionId: connection.id,
        connection: connection.name,
        purpose: "experiment",
        experimentId: experiment.id,
        experimentItemId: itemId,
        datasetItemId,
        repeat,
      },
    },
    { now: now(), environment, apiKeyId: null },
  );
  await storeStep(write, context);
  return { output: failure === null ? output : null, stepId, cost: null, failure };
}

/**
 * Returns W3C Trace Context headers, so that a remote task continues the trace. `traceparent` allows only hexadecimal
 * digits in ids, but the step id is a UUID with dashes. So the Threadline SDK reads the step id from `tracestate`.
 */
function traceOf(stepId: string): Record<string, string> {
  const hex = stepId.replaceAll("-", "");
  return {
    traceparent: `00-${hex}-${hex.slice(16)}-01`,
    tracestate: `threadline=:${stepId}:${stepId}`,
  };
}

/** Returns the failure for an error that the task returned. It is final: the call is not repeated. */
function failureOf(error: string | null): ModelFailure | null {
  return error === null ? null : { problem: "requestRejected", message: error };
}

function validated(
  output: JsonValue,
  failure: ModelFailure | null,
): { readonly output: JsonValue; readonly failure: ModelFailure | null } {
  if (failure !== null) return { output: null, failure };
  try {
    return { output: readPayload("output", output) ?? null, failure: null };
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return { output: null, failure: { problem: "requestRejected", message: error.message } };
  }
}

function toStored(name: "input" | "output", value: JsonValue): JsonValue {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : { [name]: value };
}
