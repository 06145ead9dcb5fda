/** Response of the simulated provider to a request that it supports. */
export interface Reply {
  body: object;
  /** The response as server-sent events. It is sent if the request asks for a stream. */
  events?: Iterable<string>;
}

/** Error for a request whose response was not recorded. The message describes the request. */
export class NotRecordedError extends Error {
  override readonly name = "NotRecordedError";
}
