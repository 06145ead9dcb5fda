import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** A method of a model. Maps its options and results to records. All functions are pure. */
export interface Surface extends CallSurface {
  readRequest(options: Wire, modelId: string | undefined): MappedRequest;
  /** Whether a call outside any thread gets a new thread. */
  isConversation: boolean;
}
