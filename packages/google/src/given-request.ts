/** Argument of the client's methods that send requests. */
export interface GivenRequest {
  readonly path?: unknown;
  readonly body?: unknown;
  readonly httpMethod?: unknown;
  readonly httpOptions?: unknown;
  readonly abortSignal?: AbortSignal;
}
