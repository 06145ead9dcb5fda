import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** Conversion of the calls of one API method to records. */
export interface Surface extends CallSurface {
  /** Maps the body of a request. The model is in the path of the request. */
  readRequest(body: Wire, model: string): MappedRequest;
  /** Whether a call outside any thread gets a new thread. */
  isConversation: boolean;
}
