import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** One endpoint of the provider: maps its requests and responses to a record. Pure functions only. */
export interface Surface extends CallSurface {
  readRequest(body: Wire): MappedRequest;
  /** Whether a call outside any thread gets one of its own. */
  isConversation: boolean;
}
