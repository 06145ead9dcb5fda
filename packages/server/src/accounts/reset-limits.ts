import type { RateLimiterMemory } from "rate-limiter-flexible";
import { secondsToWait } from "../http/request-limit.ts";

const windowSeconds = 15 * 60;
/**
 * Maximum number of messages to one email address in fifteen minutes. Addresses without an account are counted, too.
 */
const mailsPerEmail = 3;
const requestsPerNetwork = 20;

/** Limits the requests for reset links per fifteen minutes. Each process counts separately. */
export interface ResetLimits {
  /**
   * Counts a request that came from a network (see `networkOf`). Resolves to the seconds to wait if its limit is
   * exceeded, otherwise to null.
   */
  takeOfNetwork(network: string): Promise<number | null>;
  /** Counts a message to an email address. Resolves to whether the message may be sent. */
  takeOfEmail(email: string): Promise<boolean>;
}

export function createResetLimits(): ResetLimits {
  let loaded: Promise<{ readonly perEmail: RateLimiterMemory; readonly perNetwork: RateLimiterMemory }> | undefined;
  const limiters = () => (loaded ??= loadLimiters());
  return {
    takeOfNetwork: async (network) => secondsToWait((await limiters()).perNetwork, network),
    takeOfEmail: async (email) => (await secondsToWait((await limiters()).perEmail, email)) === null,
  };
}

async function loadLimiters() {
  const { RateLimiterMemory: Limiter } = await import("rate-limiter-flexible");
  return {
    perEmail: new Limiter({ points: mailsPerEmail, duration: windowSeconds }),
    perNetwork: new Limiter({ points: requestsPerNetwork, duration: windowSeconds }),
  };
}
