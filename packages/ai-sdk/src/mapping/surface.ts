import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** One method of a model. Maps its options and results to a record, with pure functions only. */
export interface Surface extends CallSurface {
  readRequest(options: Wire, modelId: string | undefined): MappedRequest;
  /** Whether a call outside any thread gets a new thread. */
  isConversation: boolean;
}
