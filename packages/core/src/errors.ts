/** The base of every error that the SDK raises; a caller's own abort reason is the one thing that passes through as it is. */
export class ThreadlineError extends Error {
  override readonly name: string = "ThreadlineError";
}

/** A setting or an argument is missing or unusable. The message names the option and, where there is one, its variable. */
export class ConfigError extends ThreadlineError {
  override readonly name: string = "ConfigError";
}

/** No answer came: the service could not be reached, or the connection broke. `cause` holds the error of `fetch`. */
export class NetworkError extends ThreadlineError {
  override readonly name: string = "NetworkError";
}

/** No answer came in time. */
export class TimeoutError extends ThreadlineError {
  override readonly name: string = "TimeoutError";
  /** Timeout in milliseconds. */
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number) {
    super(message);
    this.timeoutMs = timeoutMs;
  }
}

/** One entry of the `errors` list of an answer. */
export interface GraphQLResponseError {
  message: string;
  /** Path of the error in the response: a field, or the alias of one record of a batch. */
  path?: readonly (string | number)[] | undefined;
  locations?: readonly { line: number; column: number }[] | undefined;
  /** `code` is one of the schema's `ErrorCode`; `field` names the value at fault and `limit` the bound that it broke. */
  extensions?: { code?: string; field?: string; limit?: number; [key: string]: unknown } | undefined;
}

/** Data of an {@link HttpError} besides its message. */
export interface HttpErrorDetails {
  status: number;
  retryAfterMs?: number | undefined;
  errors?: readonly GraphQLResponseError[] | undefined;
}

/** The service, or something in front of it, answered with an HTTP status outside 200 to 299. */
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

/** The service understood the request and refused it, whole or in part; `errors` says why. */
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

/** One step that the service did not store. */
export interface StepFailure {
  id: string;
  message: string;
}

/** Some steps of a batch were refused. Those that `failures` does not name were stored and need not be sent again. */
export class IngestError extends ThreadlineError {
  override readonly name: string = "IngestError";
  readonly failures: readonly StepFailure[];

  constructor(message: string, failures: readonly StepFailure[]) {
    super(message);
    this.failures = failures;
  }
}

/** An answer came that is not what the service promises: not JSON, or without what the operation needs. */
export class ResponseError extends ThreadlineError {
  override readonly name: string = "ResponseError";
}
