import type { StepType } from "../types/steps.ts";
import type { ChatGenerationConstructor, CompletionGenerationConstructor } from "../types/generations.ts";
import type { JsonObject } from "../types/json.ts";
import type { Wire } from "./wire.ts";

export type MappedGeneration = ChatGenerationConstructor & CompletionGenerationConstructor;

export interface MappedRequest {
  /** Omitted if the generation contains the input; the service then fills it in. */
  input?: JsonObject | undefined;
  generation: MappedGeneration;
}

export interface MappedResponse {
  /** Omitted if the generation contains the output; the service then fills it in. */
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

/** Describes one kind of model call, and maps its responses to the record. All functions are pure. */
export interface CallSurface {
  /** Name of the step if neither the caller nor the request names a model. */
  name: string;
  stepType: StepType;
  /** Whether every complete response is a JSON object, so that a copy of its JSON suffices for the record. */
  isReadLater?: boolean;
  readResponse(data: unknown): MappedResponse;
  /** Absent if the method does not stream. */
  createReader?: () => StreamReader;
}
