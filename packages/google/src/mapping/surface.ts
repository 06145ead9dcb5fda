import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** One method of the provider: maps its requests and responses to a record. Pure functions only. */
export interface Surface extends CallSurface {
  /** The model is part of the path. */
  readRequest(body: Wire, model: string): MappedRequest;
  /** Whether a call outside any thread gets one of its own. */
  isConversation: boolean;
}
