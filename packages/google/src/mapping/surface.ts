import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** One method of the provider: maps its requests and responses to a record. Pure functions only. */
export interface Surface extends CallSurface {
  /** Maps the body of a request. The model is part of its path, not of its body. */
  readRequest(body: Wire, model: string): MappedRequest;
  /** Whether a call outside any thread gets one of its own. */
  isConversation: boolean;
}
