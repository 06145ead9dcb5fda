import type { RateLimiterMemory } from "rate-limiter-flexible";
import { secondsToWait } from "../http/request-limit.ts";

const windowSeconds = 15 * 60;
const triesPerAccount = 10;
const triesPerAddress = 100;

/** Bounds how often passwords can be tried, in this process. */
export interface SignInLimits {
  /**
   * Counts a try, against the address alone where `email` is null. Resolves to the seconds to wait when it is one too many,
   * else to null.
   */
  take(email: string | null, address: string): Promise<number | null>;
  /** A right password forgets the account's failures. */
  forget(email: string): Promise<void>;
}

interface Limiters {
  readonly perAccount: RateLimiterMemory;
  readonly perAddress: RateLimiterMemory;
}

/** Ten tries in fifteen minutes for an account that exists or not, a hundred for an address. */
export function createSignInLimits(): SignInLimits {
  let loaded: Promise<Limiters> | undefined;
  const limiters = (): Promise<Limiters> => (loaded ??= loadLimiters());
  return {
    async take(email, address) {
      const { perAccount, perAddress } = await limiters();
      const seconds = await secondsToWait(perAddress, address);
      return seconds ?? (email === null ? null : secondsToWait(perAccount, email));
    },
    async forget(email) {
      await (await limiters()).perAccount.delete(email);
    },
  };
}

/** Its 10 MB are for the first who signs in, not for every start. */
async function loadLimiters(): Promise<Limiters> {
  const { RateLimiterMemory: Limiter } = await import("rate-limiter-flexible");
  return {
    perAccount: new Limiter({ points: triesPerAccount, duration: windowSeconds }),
    perAddress: new Limiter({ points: triesPerAddress, duration: windowSeconds }),
  };
}
