import { EvaluationError, renderPromptMessages } from "@threadline/evaluation";
import { JobError } from "../jobs/job-error.ts";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { ModelCall, ModelOutcome, ModelTool } from "../models/model-call.ts";
import { RecordError } from "../records/errors.ts";
import { variablesOfInput } from "../records/experiment-runs.ts";
import { callModel } from "../resolvers/call-model.ts";
import { responseOf } from "../resolvers/record-call.ts";
import type { WorkContext } from "../resolvers/context.ts";
import type { ExperimentTask, TaskResult } from "./experiment-task.ts";

export async function runModelTask(
  { run: { plan }, experiment, task, datasetItem }: ExperimentTask,
  model: string,
  { context, onAnswer }: { readonly context: WorkContext; readonly onAnswer: () => void },
): Promise<TaskResult> {
  const variables = { ...plan.defaults, ...variablesOfInput(datasetItem.input) };
  const call: ModelCall = {
    model,
    messages: render(plan.messages, variables),
    settings: plan.settings,
    tools: plan.tools as unknown as ModelTool[], // validated when the experiment was started
    ...(plan.responseSchema && { responseSchema: plan.responseSchema }),
  };
  const { datasetItemId, repeat, itemId } = task;
  const { outcome, step } = await callModel(context, plan.connectionId, call, {
    purpose: "experiment",
    promptId: plan.promptId,
    variables,
    metadata: { experimentId: experiment.id, experimentItemId: itemId, datasetItemId, repeat },
    signal: context.signal,
    maxRetries: 0,
    onAnswer,
  }).catch((error: unknown) => {
    // A `RecordError` is final, because retries would fail, too: for example, the connection was deleted.
    throw error instanceof RecordError ? new JobError(error.message, { isFinal: true }) : error;
  });
  const { failure } = outcome;
  return {
    output: failure === null ? outputOf(outcome, plan.responseSchema !== null) : null,
    stepId: step?.id ?? null,
    cost: step?.generation?.cost ?? null,
    failure,
  };
}

function render(messages: readonly JsonObject[], variables: JsonObject): JsonObject[] {
  try {
    return renderPromptMessages(messages, variables);
  } catch (error) {
    throw error instanceof EvaluationError ? new JobError(error.message, { isFinal: true }) : error;
  }
}

/**
 * Returns the output to store: a structured response as it is, a text as `content`, or tool calls as the message of the
 * model.
 */
function outputOf(outcome: ModelOutcome, isStructured: boolean): JsonValue {
  if (outcome.toolCalls.length > 0) return responseOf(outcome);
  if (!isStructured) return { content: outcome.text };
  try {
    return JSON.parse(outcome.text) as JsonValue;
  } catch {
    return { content: outcome.text };
  }
}
