import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** Conversion of the calls of one API endpoint to records. */
export interface Surface extends CallSurface {
  readRequest(body: Wire): MappedRequest;
  /**
   * Way in which a request continues a conversation: with all earlier `messages`, or with the `response id` of the
   * previous response. Undefined for endpoints without conversations.
   */
  continues?: "messages" | "response id";
  /** Whether the provider reports the usage of a stream only if the request sets `stream_options.include_usage`. */
  reportsUsageOnRequest?: boolean;
}
