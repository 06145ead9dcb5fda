import type { StepType } from "../types/steps.ts";
import type { ChatGenerationConstructor, CompletionGenerationConstructor } from "../types/generations.ts";
import type { JsonObject } from "../types/json.ts";
import type { Wire } from "./wire.ts";

export type MappedGeneration = ChatGenerationConstructor & CompletionGenerationConstructor;

/** Call data known before the response. */
export interface MappedRequest {
  /** Omitted if the generation has it: the service then fills it. */
  input?: JsonObject | undefined;
  generation: MappedGeneration;
}

/** Fields added by a full or partial response. */
export interface MappedResponse {
  /** Like `input`. */
  output?: JsonObject | undefined;
  /** Generation; its metadata has data of the provider, such as `finishReason`. */
  generation: MappedGeneration;
  /** Set when the provider reported a failure. */
  error?: string | undefined;
  /** True while the provider still works on it: the answer is fetched later. */
  isPending?: boolean | undefined;
}

export interface StreamReader {
  /** Handles one event and returns whether it contains model output. */
  add(event: Wire): boolean;
  /** The accumulated answer. */
  read(): MappedResponse;
}

/** One kind of model call: maps its responses to a record. Pure functions only. */
export interface CallSurface {
  /** Default step name, if neither the caller nor the request names a model. */
  name: string;
  stepType: StepType;
  /** Whether an answer is a JSON object whose content is recorded, so that it may be read later. */
  isReadLater?: boolean;
  readResponse(data: unknown): MappedResponse;
  /** Absent if the method does not stream. */
  createReader?: () => StreamReader;
}
