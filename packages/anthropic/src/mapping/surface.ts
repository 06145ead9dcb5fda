import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** One endpoint of the provider. Maps its requests and responses to a record, with pure functions only. */
export interface Surface extends CallSurface {
  readRequest(body: Wire): MappedRequest;
  /** Whether a call outside any thread gets a thread of its own. */
  isConversation: boolean;
}
