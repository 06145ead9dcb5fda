import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** An endpoint of the provider. Converts its requests and responses to records, with pure functions only. */
export interface Surface extends CallSurface {
  readRequest(body: Wire): MappedRequest;
  /** Way in which a request continues a conversation. Undefined for endpoints without conversations. */
  continues?: "messages" | "response id";
  /** Whether a stream reports usage only if the request asks for it. */
  reportsUsageOnRequest?: boolean;
}
