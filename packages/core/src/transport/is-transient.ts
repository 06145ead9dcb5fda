import { HttpError, NetworkError } from "../errors.ts";

export const TRANSIENT_STATUSES: readonly number[] = [429, 502, 503, 504];

export function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof HttpError && TRANSIENT_STATUSES.includes(error.status));
}
