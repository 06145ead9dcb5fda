/** Extensions of an error that the service returned. */
export interface ErrorExtensions {
  readonly code?: string;
  readonly field?: string;
  readonly limit?: number;
  readonly permission?: string;
  readonly reason?: string;
}

/** Error of a request that the service rejected, or that got no response. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  /** Code of the GraphQL error (`FORBIDDEN`, `NOT_FOUND`, ...), or `UNREACHABLE`. */
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Reason code, such as `COMMON` for a common password. Selects a translated text. */
  readonly reason: string | undefined;

  /** Argument or form field that is wrong. */
  readonly field: string | undefined;
  /** Bound that a value exceeds, such as the maximum length of a text. */
  readonly limit: number | undefined;
  /** Permission that the account lacks. */
  readonly permission: string | undefined;
  /** Seconds after which the service accepts the request again. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    options: ErrorExtensions & { readonly code: string; readonly status: number; readonly retryAfter?: number },
  ) {
    super(message);
    this.code = options.code;
    this.status = options.status;
    this.reason = options.reason;
    this.field = options.field;
    this.limit = options.limit;
    this.permission = options.permission;
    this.retryAfter = options.retryAfter;
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
