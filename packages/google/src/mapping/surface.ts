import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** A method of the provider's API. Converts its requests and responses to records, with pure functions only. */
export interface Surface extends CallSurface {
  /** Maps the body of a request. The model is part of its path, not of its body. */
  readRequest(body: Wire, model: string): MappedRequest;
  /** Whether a call outside any thread gets a new thread. */
  isConversation: boolean;
}
