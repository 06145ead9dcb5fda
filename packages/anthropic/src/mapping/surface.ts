import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** An endpoint of the provider. Maps its requests and responses to records. All functions are pure. */
export interface Surface extends CallSurface {
  readRequest(body: Wire): MappedRequest;
  /** Whether a call outside any thread gets a new thread. */
  isConversation: boolean;
}
