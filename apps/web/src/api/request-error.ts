/** A request that the service refused or never answered. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  /** Code of the GraphQL error (`FORBIDDEN`, `NOT_FOUND`, ...), or `UNREACHABLE`. */
  readonly code: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;

  constructor(message: string, options: { readonly code: string; readonly status: number }) {
    super(message);
    this.code = options.code;
    this.status = options.status;
  }

  get isSignedOut(): boolean {
    return this.status === 401;
  }

  get isForbidden(): boolean {
    return this.code === "FORBIDDEN" || this.status === 403;
  }
}
