/** Response of the stand-in to a known request. */
export interface Reply {
  body: object;
  /** Server-sent events of the same reply, for a streamed request. */
  events?: Iterable<string>;
}

/** No recording exists for a request, which the message describes. */
export class NotRecordedError extends Error {
  override readonly name = "NotRecordedError";
}
