import { HttpError, NetworkError } from "../errors.ts";

const BASE_MS = 250;
const LONGEST_MS = 8000;
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * How long to wait before the next attempt, in milliseconds; undefined when another attempt cannot help. Full jitter
 * (anywhere between nothing and a bound that doubles) keeps many clients from coming back at the same moment.
 */
export function retryDelay(failure: unknown, retries: number, random: () => number): number | undefined {
  const isPassing =
    failure instanceof NetworkError || (failure instanceof HttpError && PASSING_STATUSES.has(failure.status));
  if (!isPassing) return undefined;
  const jitter = random() * Math.min(LONGEST_MS, BASE_MS * 2 ** retries);
  return failure instanceof HttpError ? (failure.retryAfterMs ?? 0) + jitter : jitter;
}
