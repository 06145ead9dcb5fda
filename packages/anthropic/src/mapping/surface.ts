import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** An endpoint of the provider. Converts its requests and responses to records, with pure functions only. */
export interface Surface extends CallSurface {
  readRequest(body: Wire): MappedRequest;
  /** Whether a call outside any thread gets a new thread. */
  isConversation: boolean;
}
