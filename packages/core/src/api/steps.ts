import { DELETE_STEP, GET_STEP, GET_STEPS, SEND_STEPS } from "../documents/generated/documents.ts";
import { ConfigError, IngestError, ResponseError, type StepFailure } from "../errors.ts";
import type { Step } from "../step.ts";
import type { Recorder } from "../recorder.ts";
import { serialize } from "../transport/serialize.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { ListArguments, ListOperation } from "../types/lists.ts";
import type { StepConstructor, StepsFilter, StepsOrderBy } from "../types/steps.ts";
import { fitRecord } from "../delivery/encode-record.ts";
import { inBatches } from "./send-many.ts";
import { found } from "./found.ts";
import { listOperation, toPage } from "./lists.ts";
import { toStep } from "./to-step.ts";
import { toStepInput } from "./step-input.ts";

/** Result of sending one step. */
export interface IngestStepResult {
  id: string;
  ok: boolean;
  /** Reason why the step was not stored; null when it was. */
  message: string | null;
}

export interface SendStepsResponse {
  data: { ingestSteps: IngestStepResult[] };
}

/** Operations on steps: runs, model calls, tool calls and messages. */
export interface StepOperations {
  /**
   * Stores steps. If a step with the same id is stored, the new fields are merged into the stored step: absent fields
   * stay unchanged, and `null` clears a field. A step may be sent twice, and its end may be sent before its start.
   * Fields that are too large for the service are truncated, as described in the README.
   *
   * @throws {IngestError} when the service refuses some of the steps; the others were stored.
   */
  sendSteps(steps: readonly (Step | StepConstructor)[], options?: CallOptions): Promise<SendStepsResponse>;
  /** Returns a page of steps. */
  getSteps: ListOperation<ListArguments<StepsFilter, StepsOrderBy>, Step>;
  /** Returns the step; null when not found. */
  getStep(id: string, options?: CallOptions): Promise<Step | null>;
  /** Deletes a step, and resolves to its id. Rejects when the step does not exist. */
  deleteStep(id: string, options?: CallOptions): Promise<string>;
}

export function createStepOperations(client: Recorder, transport: Transport): StepOperations {
  return {
    async sendSteps(steps, options) {
      if (!Array.isArray(steps))
        throw new ConfigError("sendSteps: steps must be an array; pass a single step as [step]");
      const ingestSteps: IngestStepResult[] = [];
      for (const batch of inBatches(
        steps.map((step) => fitRecord(toStepInput(step))),
        (step) => serialize(step).length,
      )) {
        const data = await transport.graphql(SEND_STEPS, { steps: batch }, options);
        if (!Array.isArray(data.ingestSteps))
          throw new ResponseError(
            "sendSteps: the response has no ingestSteps; check that url points to a Threadline service",
          );
        ingestSteps.push(...data.ingestSteps);
      }
      rejectFailures(ingestSteps);
      return { data: { ingestSteps } };
    },
    getSteps: listOperation(async (list = {}, options) => {
      const { steps } = await transport.graphql(GET_STEPS, list, options);
      return toPage(steps, (step) => toStep(client, step));
    }),
    async getStep(id, options) {
      const { step } = await transport.graphql(GET_STEP, { id }, options);
      return step && toStep(client, step);
    },
    async deleteStep(id, options) {
      const data = await transport.graphql(DELETE_STEP, { id }, options);
      return found("deleteStep", id, data.deleteStep).id;
    },
  };
}

function rejectFailures(results: readonly IngestStepResult[]): void {
  const failures: StepFailure[] = results
    .filter(({ ok }) => !ok)
    .map(({ id, message }) => ({ id, message: message ?? "no reason given" }));
  if (failures.length === 0) return;
  const reasons = failures.map(({ id, message }) => `${id}: ${message}`).join("; ");
  throw new IngestError(`sendSteps: ${failures.length} of ${results.length} steps rejected: ${reasons}`, failures);
}
