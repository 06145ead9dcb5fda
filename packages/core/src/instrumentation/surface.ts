import type { StepType } from "../types/steps.ts";
import type { ChatGenerationConstructor, CompletionGenerationConstructor } from "../types/generations.ts";
import type { JsonObject } from "../types/json.ts";
import type { Wire } from "./wire.ts";

export type MappedGeneration = ChatGenerationConstructor & CompletionGenerationConstructor;

export interface MappedRequest {
  /**
   * Input of the step. Omitted if the generation contains the same data: the service then copies it from the
   * generation.
   */
  input?: JsonObject | undefined;
  generation: MappedGeneration;
}

export interface MappedResponse {
  /**
   * Output of the step. Omitted if the generation contains the same data: the service then copies it from the
   * generation.
   */
  output?: JsonObject | undefined;
  /** The generation. Its metadata has data of the provider, such as `finishReason`. */
  generation: MappedGeneration;
  /** Set when the provider reported a failure. */
  error?: string | undefined;
  /** Whether the provider is still working on the response, which is fetched later. */
  isPending?: boolean | undefined;
}

export interface StreamReader {
  /** Handles one event. Returns whether the event contains model output. */
  add(event: Wire): boolean;
  read(): MappedResponse;
}

/**
 * Describes one kind of model call, such as a chat completion, and how its responses are converted to a record. The
 * functions have no side effects.
 */
export interface CallSurface {
  /** Name of the step if neither the caller nor the request names a model. */
  name: string;
  stepType: StepType;
  /**
   * Whether a call can be recorded after its end, from a copy of the response. The response is copied as JSON, so every
   * complete response must be a JSON object.
   */
  isReadLater?: boolean;
  readResponse(data: unknown): MappedResponse;
  /** Absent if the method does not stream. */
  createReader?: () => StreamReader;
}
