/** A request that the service refused or never answered. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  /** Code of the GraphQL error (`FORBIDDEN`, `NOT_FOUND`, ...), or `UNREACHABLE`. */
  readonly code: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Why, by a word such as `COMMON`, where the page says it in the language of its reader. */
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

/** Whether nothing answered: the service is away, or the way to it. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof RequestError && error.code === "UNREACHABLE";
}
