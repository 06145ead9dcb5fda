import type { RecordingClient, Step } from "@threadline/core";
import { toList, toObject, toText } from "@threadline/core/internal";
import { Step as StepRecord } from "@threadline/core/recording";
import { messages } from "./mapping/messages-api.ts";

/**
 * Maximum number of requests that are recorded when a batch is created. Further requests are recorded with their
 * results.
 */
const MAX_REQUESTS = 1_000;

interface BatchRequests {
  client: RecordingClient;
  step: Step;
  batchId: string;
  requests: unknown;
  provider: string;
}

/**
 * Returns the step id of a request in a batch. The id is derived from the ids of the batch and the request, so that any
 * process that reads the results can add them to the step.
 */
export function batchStepId(batchId: string, customId: string): string {
  return `${batchId}/${customId}`;
}

/** Sends a step for each request of a new batch. The response is added when the caller reads the results. */
export function sendBatchRequests({ client, step, batchId, requests, provider }: BatchRequests): void {
  if (!step.isRecorded) return;
  const { id: parentId, threadId, rootRunId = step.id, tags, startTime } = step;
  for (const { custom_id: customId, params } of toList(requests).slice(0, MAX_REQUESTS)) {
    const { generation } = messages.readRequest(toObject(params));
    const id = batchStepId(batchId, toText(customId) ?? "");
    const name = generation.model ?? messages.name;
    const record = { id, type: "llm", name, parentId, threadId, rootRunId, tags, startTime } as const;
    const metadata = { batchId, customId: toText(customId) ?? null };
    const taken = { ...generation, provider, metadata: { ...generation.metadata, ...metadata } };
    client.delivery.addStep(
      new StepRecord(client, { ...record, createdAt: startTime, generation: taken, metadata }, true),
    );
  }
}
