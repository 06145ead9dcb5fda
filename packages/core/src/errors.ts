/** Base class of all errors of the SDK. Only a caller's abort reason is thrown unchanged. */
export class ThreadlineError extends Error {
  override readonly name: string = "ThreadlineError";
}

/** A missing or invalid setting or argument. The message names the option and its environment variable, if any. */
export class ConfigError extends ThreadlineError {
  override readonly name: string = "ConfigError";
}

/** No response: the service is unreachable, or the connection broke. `cause` is the error of `fetch`. */
export class NetworkError extends ThreadlineError {
  override readonly name: string = "NetworkError";
}

/** No response within the timeout. */
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
  /** Path of the error in the response: a field, or the alias of one record of a batch. */
  path?: readonly (string | number)[] | undefined;
  locations?: readonly { line: number; column: number }[] | undefined;
  /** `code` is one of the schema's `ErrorCode`; `field` names the invalid value, and `limit` the exceeded limit. */
  extensions?: { code?: string; field?: string; limit?: number; [key: string]: unknown } | undefined;
}

/** Data of an {@link HttpError} besides its message. */
export interface HttpErrorDetails {
  status: number;
  retryAfterMs?: number | undefined;
  errors?: readonly GraphQLResponseError[] | undefined;
}

/** The service, or a proxy, responded with an HTTP status outside 200 to 299. */
export class HttpError extends ThreadlineError {
  override readonly name: string = "HttpError";
  readonly status: number;
  /** Wait requested by the service before a retry, in milliseconds; undefined without one. */
  readonly retryAfterMs: number | undefined;
  /** `errors` of the response body; empty without any. */
  readonly errors: readonly GraphQLResponseError[];

  constructor(message: string, { status, retryAfterMs, errors = [] }: HttpErrorDetails) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.errors = errors;
  }
}

/** The service rejected the request in whole or in part; `errors` has the reasons. */
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

/** An invalid response: not JSON, or without the required fields. */
export class ResponseError extends ThreadlineError {
  override readonly name: string = "ResponseError";
}
