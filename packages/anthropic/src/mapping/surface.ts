import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** Conversion of the calls of one API endpoint to records. */
export interface Surface extends CallSurface {
  readRequest(body: Wire): MappedRequest;
  /** Whether a call is part of a conversation. Outside any thread and step, such a call gets a new thread. */
  isConversation: boolean;
}
