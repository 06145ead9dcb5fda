/** Response of the stand-in to a known request. */
export interface Reply {
  body: object;
  /** Server-sent events of the same reply, for a streamed request. */
  events?: Iterable<string>;
}

/** Error for a request without a recording, described in the message. */
export class NotRecordedError extends Error {
  override readonly name = "NotRecordedError";
}
