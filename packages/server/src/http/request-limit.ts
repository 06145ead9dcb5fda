import type { Context, MiddlewareHandler } from "hono";
import type { RateLimiterMemory } from "rate-limiter-flexible";
import type { AppEnv } from "./app-env.ts";
import { errorResponse } from "./error-response.ts";

const windowSeconds = 60;

interface RateLimit {
  readonly perMinute: number;
  readonly whose: string;
}

/**
 * Limits the requests per minute of each client. Rejects further ones with 429 and `retry-after`. Each process counts
 * separately.
 */
export function limitRequests({
  nameOf,
  ...limit
}: RateLimit & {
  /** Requests per minute; 0 for no limit. */
  readonly perMinute: number;
  /** Name of the client; null for no limit. */
  readonly nameOf: (context: Context<AppEnv>) => string | null;
}): MiddlewareHandler<AppEnv> {
  if (limit.perMinute === 0) return (_context, next) => next();
  const refuse = createRateLimit(limit);
  return async (context, next) => {
    const name = nameOf(context);
    return (name === null ? null : await refuse(name)) ?? next();
  };
}

/**
 * Creates a function that counts a request of a client. The function resolves to an error response if the limit is
 * exceeded, otherwise to null.
 */
export function createRateLimit({ perMinute, whose }: RateLimit): (name: string) => Promise<Response | null> {
  let loaded: Promise<RateLimiterMemory> | undefined;
  return async (name) => {
    loaded ??= loadLimiter(perMinute);
    const seconds = await secondsToWait(await loaded, name);
    if (seconds === null) return null;
    const message = `${whose} is limited to ${perMinute} requests per minute; try again in ${seconds} s`;
    const response = errorResponse({ status: 429, code: "RATE_LIMITED", message, limit: perMinute });
    response.headers.set("retry-after", String(seconds));
    return response;
  };
}

/** Loads the limiter on demand, because most installations have no such limit. */
async function loadLimiter(points: number): Promise<RateLimiterMemory> {
  const { RateLimiterMemory: Limiter } = await import("rate-limiter-flexible");
  return new Limiter({ points, duration: windowSeconds });
}

/** Counts a use. Resolves to null while the limit is not exceeded, otherwise to the seconds to wait. */
export async function secondsToWait(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (error) {
    // The limiter rejects with an `Error` only if it failed. Otherwise, the limit is exceeded.
    if (error instanceof Error) throw error;
    const { msBeforeNext } = error as { readonly msBeforeNext: number };
    return Math.max(1, Math.ceil(msBeforeNext / 1_000));
  }
}
