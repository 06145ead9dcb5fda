import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** An endpoint of the provider. Maps its requests and responses to records. All functions are pure. */
export interface Surface extends CallSurface {
  readRequest(body: Wire): MappedRequest;
  /** Way in which a request continues a conversation. Undefined for endpoints without conversations. */
  continues?: "messages" | "response id";
  /** Whether a stream reports usage only if the request asks for it. */
  reportsUsageOnRequest?: boolean;
}
