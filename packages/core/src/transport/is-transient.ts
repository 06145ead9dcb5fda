import { HttpError, NetworkError } from "../errors.ts";

/** HTTP statuses after which a retry may succeed. */
export const TRANSIENT_STATUSES: readonly number[] = [429, 502, 503, 504];

/** Whether a retry after the error may succeed. */
export function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof HttpError && TRANSIENT_STATUSES.includes(error.status));
}
