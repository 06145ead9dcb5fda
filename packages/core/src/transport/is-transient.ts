import { HttpError, NetworkError } from "../errors.ts";

/** Statuses after which the same request may succeed. */
export const TRANSIENT_STATUSES: readonly number[] = [429, 502, 503, 504];

/** Whether the same request may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof HttpError && TRANSIENT_STATUSES.includes(error.status));
}
