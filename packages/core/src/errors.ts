/**
 * Base class of all errors that the SDK creates. If the caller aborts a call, the reason of the caller's signal is
 * thrown instead.
 */
export class ThreadlineError extends Error {
  override readonly name: string = "ThreadlineError";
}

/**
 * A setting or argument is missing or invalid. The message names the option, and its environment variable if there is
 * one.
 */
export class ConfigError extends ThreadlineError {
  override readonly name: string = "ConfigError";
}

/**
 * There was no response, because the service is unreachable or the connection broke. `cause` is the error of `fetch`.
 */
export class NetworkError extends ThreadlineError {
  override readonly name: string = "NetworkError";
}

/** There was no response within the timeout. */
export class TimeoutError extends ThreadlineError {
  override readonly name: string = "TimeoutError";
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number) {
    super(message);
    this.timeoutMs = timeoutMs;
  }
}

/** Entry of the `errors` list of a response. */
export interface GraphQLResponseError {
  message: string;
  /**
   * Position of the error in the response, such as the name of a field. For a request with many records, a number after
   * the name is the index of the record. For example, `updateUser2` is the third user of the request.
   */
  path?: readonly (string | number)[] | undefined;
  locations?: readonly { line: number; column: number }[] | undefined;
  /** `code` is one of the schema's `ErrorCode`. `field` names the invalid value; `limit` is the exceeded limit. */
  extensions?: { code?: string; field?: string; limit?: number; [key: string]: unknown } | undefined;
}

/** Fields of an {@link HttpError} that its constructor needs besides the message. */
export interface HttpErrorDetails {
  status: number;
  retryAfterMs?: number | undefined;
  errors?: readonly GraphQLResponseError[] | undefined;
}

/** The service, or a proxy, responded with an HTTP status outside 200 to 299. */
export class HttpError extends ThreadlineError {
  override readonly name: string = "HttpError";
  readonly status: number;
  /** Time to wait before a retry, as requested by the service, in milliseconds; undefined if it requested none. */
  readonly retryAfterMs: number | undefined;
  /** The `errors` of the response body; an empty list if there are none. */
  readonly errors: readonly GraphQLResponseError[];

  constructor(message: string, { status, retryAfterMs, errors = [] }: HttpErrorDetails) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.errors = errors;
  }
}

/** The service rejected the request or parts of it, for the reasons in `errors`. */
export class GraphQLRequestError extends ThreadlineError {
  override readonly name: string = "GraphQLRequestError";
  readonly errors: readonly GraphQLResponseError[];

  constructor(message: string, errors: readonly GraphQLResponseError[]) {
    super(message);
    this.errors = errors;
  }

  /** The distinct codes of the errors, in order of appearance. */
  get codes(): string[] {
    return [...new Set(this.errors.flatMap(({ extensions }) => extensions?.code ?? []))];
  }
}

/** A step that the service rejected. */
export interface StepFailure {
  id: string;
  message: string;
}

/** Some steps of a batch were rejected. Steps that are not in `failures` were stored. */
export class IngestError extends ThreadlineError {
  override readonly name: string = "IngestError";
  readonly failures: readonly StepFailure[];

  constructor(message: string, failures: readonly StepFailure[]) {
    super(message);
    this.failures = failures;
  }
}

/** The response is invalid: it is not JSON, or lacks required fields. */
export class ResponseError extends ThreadlineError {
  override readonly name: string = "ResponseError";
}
