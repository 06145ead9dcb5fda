/** Connection of a request, as provided by a listener. */
export interface Connection {
  readonly address?: string | undefined;
  /** Closes the socket of a client that does not read its response. */
  readonly end?: (() => void) | undefined;
}
