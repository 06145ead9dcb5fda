/** What a listener knows of a request beside it. */
export interface Connection {
  /** The address at the other end of the socket. */
  readonly address?: string | undefined;
  /** Closes the socket: its client does not read its answer. */
  readonly end?: (() => void) | undefined;
}
