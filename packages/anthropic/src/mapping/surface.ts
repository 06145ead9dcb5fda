import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** Conversion of the calls of one API endpoint to records. */
export interface Surface extends CallSurface {
  readRequest(body: Wire): MappedRequest;
  /** Whether a call outside any thread gets a new thread. */
  isConversation: boolean;
}
