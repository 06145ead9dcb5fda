/** Data of a listener for a request. */
export interface Connection {
  /** The address at the other end of the socket. */
  readonly address?: string | undefined;
  /** Closes the socket: its client does not read its answer. */
  readonly end?: (() => void) | undefined;
}
