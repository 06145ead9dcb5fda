/** The transaction must be retried; `code` is that of a serialization failure. */
export class RetryError extends Error {
  override readonly name = "RetryError";
  readonly code = "40001";
}
