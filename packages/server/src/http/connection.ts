/** Data of a listener for a request. */
export interface Connection {
  readonly address?: string | undefined;
  /** Closes the socket of a client that does not read its response. */
  readonly end?: (() => void) | undefined;
}
