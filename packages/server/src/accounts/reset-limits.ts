import type { RateLimiterMemory } from "rate-limiter-flexible";
import { secondsToWait } from "../http/request-limit.ts";

const windowSeconds = 15 * 60;
/** Maximum number of messages to one email address, with or without an account. */
const mailsPerEmail = 3;
const requestsPerNetwork = 20;

/** Limits requests for reset links per fifteen minutes, in this process. */
export interface ResetLimits {
  /** Resolves to the seconds to wait if there were too many requests from a network, otherwise to null. */
  takeOfNetwork(network: string): Promise<number | null>;
  /** Resolves to whether a message may be sent. */
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
