import type { ChatGenerationConstructor, CompletionGenerationConstructor, JsonObject } from "@threadline/core";
import type { Wire } from "./wire.ts";

/** The fields of a generation that a mapping knows. */
export type MappedGeneration = ChatGenerationConstructor & CompletionGenerationConstructor;

/** Call data known before the response. */
export interface MappedRequest {
  /** Omitted if the generation has it: the service takes it from there. */
  input?: JsonObject | undefined;
  generation: MappedGeneration;
}

/** Fields added by a full or partial response. */
export interface MappedResponse {
  /** Like `input`. */
  output?: JsonObject | undefined;
  /** Generation; its metadata has data of the provider, such as `finishReason`. */
  generation: MappedGeneration;
  /** Set when the provider answered that the call failed. */
  error?: string | undefined;
  /** True when the provider still works on it: the answer is fetched later. */
  isPending?: boolean | undefined;
}

/** Adds up the events of a stream. */
export interface StreamReader {
  /** Handles one event and returns whether it contains model output. */
  add(event: Wire): boolean;
  /** The answer as far as it has come. */
  read(): MappedResponse;
}

/** One endpoint of the provider: maps its requests and responses to a record. Pure functions only. */
export interface Surface {
  /** Name of the step when neither the caller nor the request names a model. */
  name: string;
  stepType: "llm" | "embedding" | "run";
  readRequest(body: Wire): MappedRequest;
  readResponse(data: unknown): MappedResponse;
  /** Absent where the endpoint does not stream. */
  createReader?: () => StreamReader;
  /** Set when its calls are turns of a conversation: what a request continues one with. */
  continues?: "messages" | "response id";
  /** Whether a stream reports its usage only when it is asked to. */
  reportsUsageOnRequest?: boolean;
}
