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

/** What the service says of one step. */
export interface IngestStepResult {
  id: string;
  ok: boolean;
  /** Why it was not stored; null when it was. */
  message: string | null;
}

/** The response of the GraphQL call of `sendSteps`. */
export interface SendStepsResponse {
  data: { ingestSteps: IngestStepResult[] };
}

/** Pieces of work: runs, model calls, tool calls, messages. */
export interface StepOperations {
  /**
   * Stores the steps, or merges them into those with the same ids: a field that is left out stays, `null` clears it.
   * Sending a step twice, or its end before its start, leads to the same record. No steps: nothing is sent. A field that is larger than the
   * service takes is cut, as in what is recorded in the background; the README says how.
   *
   * @throws {IngestError} when the service refused some of the steps; the others were stored.
   */
  sendSteps(steps: readonly (Step | StepConstructor)[], options?: CallOptions): Promise<SendStepsResponse>;
  /** A page of steps. */
  getSteps: ListOperation<ListArguments<StepsFilter, StepsOrderBy>, Step>;
  /** The step, or null when there is none. */
  getStep(id: string, options?: CallOptions): Promise<Step | null>;
  /** Deletes the step; resolves to its id. */
  deleteStep(id: string, options?: CallOptions): Promise<string>;
}

/** The operations on steps. */
export function createStepOperations(client: Recorder, transport: Transport): StepOperations {
  return {
    async sendSteps(steps, options) {
      if (!Array.isArray(steps))
        throw new ConfigError("sendSteps: steps must be an array; for one step, put it into one");
      const ingestSteps: IngestStepResult[] = [];
      for (const batch of inBatches(steps.map(toStepInput).map(fitRecord), (step) => serialize(step).length)) {
        const data = await transport.graphql(SEND_STEPS, { steps: batch }, options);
        if (!Array.isArray(data.ingestSteps)) throw new ResponseError("sendSteps: the answer holds no ingestSteps");
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
    .map(({ id, message }) => ({ id, message: message ?? "no reason was given" }));
  if (failures.length === 0) return;
  const reasons = failures.map(({ id, message }) => `${id}: ${message}`).join("; ");
  throw new IngestError(
    `sendSteps: ${failures.length} of ${results.length} steps were not stored, the others were. ${reasons}`,
    failures,
  );
}
