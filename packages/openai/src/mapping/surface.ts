import type { ChatGenerationConstructor, CompletionGenerationConstructor, JsonObject } from "@threadline/core";
import type { Wire } from "./wire.ts";

/** The fields of a generation that a mapping knows. */
export type MappedGeneration = ChatGenerationConstructor & CompletionGenerationConstructor;

/** What is known of a call before it is answered. */
export interface MappedRequest {
  /** Absent where the generation tells it: the service takes it from there. */
  input?: JsonObject | undefined;
  generation: MappedGeneration;
}

/** What an answer, or the part of it that came, adds. */
export interface MappedResponse {
  /** As `input`. */
  output?: JsonObject | undefined;
  /** Its metadata hold the facts of the provider, such as `finishReason`. */
  generation: MappedGeneration;
  /** Set when the provider answered that the call failed. */
  error?: string | undefined;
  /** True when the provider still works on it: the answer is fetched later. */
  isPending?: boolean | undefined;
}

/** Adds up the events of a stream. */
export interface StreamReader {
  /** Takes one event and tells whether it carries something that the model produced. */
  add(event: Wire): boolean;
  /** The answer as far as it has come. */
  read(): MappedResponse;
}

/** One endpoint of the provider: how its requests and answers become a record. All of it is pure. */
export interface Surface {
  /** What the step is called when neither the caller nor the request names a model. */
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
