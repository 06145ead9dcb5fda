/** Response of the stand-in to a known request. */
export interface Reply {
  body: object;
  /** The same as server-sent events, for those who ask for a stream. */
  events?: Iterable<string>;
}

/** A request that nothing is recorded for; the message says what was asked. */
export class NotRecordedError extends Error {
  override readonly name = "NotRecordedError";
}
