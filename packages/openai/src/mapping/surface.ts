import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** One endpoint of the provider. Maps its requests and responses to a record, with pure functions only. */
export interface Surface extends CallSurface {
  readRequest(body: Wire): MappedRequest;
  /** Only set for endpoints with conversations: how a request continues a conversation. */
  continues?: "messages" | "response id";
  /** Whether a stream reports usage only when this is requested. */
  reportsUsageOnRequest?: boolean;
}
