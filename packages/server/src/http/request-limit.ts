import type { Context, MiddlewareHandler } from "hono";
import type { RateLimiterMemory } from "rate-limiter-flexible";
import type { AppEnv } from "./app-env.ts";
import { errorResponse } from "./error-response.ts";

const windowSeconds = 60;

/**
 * Rejects requests beyond a limit per minute, in this process, with 429 and `retry-after`. `nameOf` returns the client
 * of a request; null is not limited.
 */
export function limitRequests(options: {
  /** Requests per minute; 0 for no limit. */
  readonly perMinute: number;
  readonly nameOf: (context: Context<AppEnv>) => string | null;
  /** Subject of the limit, for the message. */
  readonly whose: string;
}): MiddlewareHandler<AppEnv> {
  const { perMinute, nameOf, whose } = options;
  if (perMinute === 0) return (_context, next) => next();
  let loaded: Promise<RateLimiterMemory> | undefined;
  return async (context, next) => {
    const name = nameOf(context);
    if (name === null) return next();
    loaded ??= loadLimiter(perMinute);
    const seconds = await secondsToWait(await loaded, name);
    if (seconds === null) return next();
    const message = `${whose} is limited to ${perMinute} requests per minute; try again in ${seconds} s`;
    const response = errorResponse({ status: 429, code: "RATE_LIMITED", message, limit: perMinute });
    response.headers.set("retry-after", String(seconds));
    return response;
  };
}

/** Loaded on demand, because most installations have no such limit. */
async function loadLimiter(points: number): Promise<RateLimiterMemory> {
  const { RateLimiterMemory: Limiter } = await import("rate-limiter-flexible");
  return new Limiter({ points, duration: windowSeconds });
}

/** Counts a use; returns null while the limit is not exceeded. */
export async function secondsToWait(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (error) {
    // The limiter also rejects when the limit is exceeded; only an `Error` is a failure.
    if (error instanceof Error) throw error;
    const { msBeforeNext } = error as { readonly msBeforeNext: number };
    return Math.max(1, Math.ceil(msBeforeNext / 1_000));
  }
}
