import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

const windowSeconds = 15 * 60;
const triesPerAccount = 10;
const triesPerAddress = 100;

/** Bounds how often passwords can be tried, in this process. */
export interface SignInLimits {
  /** Counts a try. Resolves to the seconds to wait when it is one too many, else to null. */
  take(email: string, address: string): Promise<number | null>;
  /** A right password forgets the account's failures. */
  forget(email: string): Promise<void>;
}

/** Ten tries in fifteen minutes for an account that exists or not, a hundred for an address. */
export function createSignInLimits(): SignInLimits {
  const perAccount = new RateLimiterMemory({ points: triesPerAccount, duration: windowSeconds });
  const perAddress = new RateLimiterMemory({ points: triesPerAddress, duration: windowSeconds });
  return {
    async take(email, address) {
      return (await secondsToWait(perAddress, address)) ?? (await secondsToWait(perAccount, email));
    },
    async forget(email) {
      await perAccount.delete(email);
    },
  };
}

async function secondsToWait(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
  }
}
