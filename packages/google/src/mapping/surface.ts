import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** A method of the provider's API. Maps its requests and responses to records. All functions are pure. */
export interface Surface extends CallSurface {
  /** Maps the body of a request. The model is in the path of the request. */
  readRequest(body: Wire, model: string): MappedRequest;
  /** Whether a call outside any thread gets a new thread. */
  isConversation: boolean;
}
