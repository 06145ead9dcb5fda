import { CREATE_GENERATION, GET_GENERATIONS } from "../documents/generated/documents.ts";
import type { Recorder } from "../recorder.ts";
import type { StepOperations } from "./steps.ts";
import { Step } from "../step.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { Generation, GenerationsFilter, GenerationsOrderBy, PersistedGeneration } from "../types/generations.ts";
import type { ListArguments, ListOperation } from "../types/lists.ts";
import { listOperation, toPage } from "./lists.ts";

/** Operations on generations, which are model calls. A generation is part of a step, and has the step's id. */
export interface GenerationOperations {
  /** Returns a page of generations. */
  getGenerations: ListOperation<ListArguments<GenerationsFilter, GenerationsOrderBy>, PersistedGeneration>;
  /**
   * Records a model call as a step of type `llm` in the current step or thread. The step gets the id of `generation`,
   * or a new id if `generation` has none. Resolves to the stored generation, for which the service estimates missing
   * token counts.
   */
  createGeneration(generation: Generation, options?: CallOptions): Promise<PersistedGeneration>;
}

interface StepSender extends Recorder {
  readonly api: Pick<StepOperations, "sendSteps">;
}

export function createGenerationOperations(client: StepSender, transport: Transport): GenerationOperations {
  return {
    getGenerations: listOperation(async (list = {}, options) => {
      const { generations } = await transport.graphql(GET_GENERATIONS, list, options);
      return toPage(generations, (generation) => generation);
    }),
    async createGeneration({ id, ...generation }, options) {
      const { type = "prompt" in generation ? "COMPLETION" : "CHAT", tags, metadata } = generation;
      const now = new Date().toISOString();
      const name = generation.model ?? type;
      const step = new Step(client, {
        id,
        name,
        type: "llm",
        tags,
        metadata,
        generation: { ...generation, type },
        endTime: now,
      });
      await client.api.sendSteps([step], options);
      const data = await transport.graphql(CREATE_GENERATION, { id: step.id }, options);
      return data.generation ?? { ...generation, type, id: step.id, stepId: step.id, createdAt: now };
    },
  };
}
