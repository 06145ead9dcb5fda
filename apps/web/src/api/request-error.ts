/** Error of a request that the service rejected, or that got no response. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  /** Code of the GraphQL error (`FORBIDDEN`, `NOT_FOUND`, ...), or `UNREACHABLE`. */
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Reason code, such as `COMMON` for a common password. Selects a translated text. */
  readonly reason: string | undefined;

  constructor(
    message: string,
    options: { readonly code: string; readonly status: number; readonly reason?: string | undefined },
  ) {
    super(message);
    this.code = options.code;
    this.status = options.status;
    this.reason = options.reason;
  }

  get isSignedOut(): boolean {
    return this.status === 401;
  }

  get isForbidden(): boolean {
    return this.code === "FORBIDDEN" || this.status === 403;
  }
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof RequestError && error.code === "UNREACHABLE";
}
