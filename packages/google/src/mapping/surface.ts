import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** One method of the provider. Maps its requests and responses to a record, with pure functions only. */
export interface Surface extends CallSurface {
  /** Maps the body of a request. The model is part of its path, not of its body. */
  readRequest(body: Wire, model: string): MappedRequest;
  /** Whether a call outside any thread gets a thread of its own. */
  isConversation: boolean;
}
