import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** One endpoint of the provider: maps its requests and responses to a record. Pure functions only. */
export interface Surface extends CallSurface {
  readRequest(body: Wire): MappedRequest;
  /** Set for endpoints with conversations: the id that a request continues. */
  continues?: "messages" | "response id";
  /** Whether a stream reports usage only on request. */
  reportsUsageOnRequest?: boolean;
}
