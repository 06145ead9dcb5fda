import type { RateLimiterMemory } from "rate-limiter-flexible";
import { secondsToWait } from "../http/request-limit.ts";

const windowSeconds = 15 * 60;
/**
 * Maximum number of attempts on one account in fifteen minutes from one place. A place is a network, or a device or
 * session that the account has used before. Attempts with an unknown email are limited in the same way.
 */
const triesPerPlace = 10;
/**
 * Maximum number of attempts on one account in fifteen minutes from all networks together. Attempts from devices and
 * sessions that the account has used before do not count.
 */
const triesPerAccount = 50;
const triesPerNetwork = 100;

export interface SignInAttempt {
  /** Email of the account; null for an attempt without an account. */
  readonly email: string | null;
  /** Part of the IP address, from `networkOf`. */
  readonly network: string;
  /** Id of a session or device that the account has used before; null for any other origin of an attempt. */
  readonly known: string | null;
}

/** Limits the attempts with passwords and codes. Each process counts separately. */
export interface SignInLimits {
  /** Counts an attempt. Resolves to the seconds to wait if the limit is exceeded, otherwise to null. */
  take(attempt: SignInAttempt): Promise<number | null>;
  /** Resets the count of the network or device from which the correct password was entered. */
  forget(attempt: SignInAttempt & { readonly email: string }): Promise<void>;
  /**
   * Resets the counts of the account: in all networks together, and of the network and device of the attempt. Called
   * after a password reset by email, which proves more than a password.
   */
  clear(attempt: SignInAttempt & { readonly email: string }): Promise<void>;
}

interface Limiters {
  readonly perPlace: RateLimiterMemory;
  readonly perAccount: RateLimiterMemory;
  readonly perNetwork: RateLimiterMemory;
}

/**
 * Creates three limits on sign-in attempts: per account and place, per account in all networks, and per network across
 * all accounts. A place is a network, or a device or session that the account has used before.
 *
 * Attempts from a known device or session only count for their account and place. So attackers elsewhere cannot lock
 * out the owner.
 */
export function createSignInLimits(): SignInLimits {
  let loaded: Promise<Limiters> | undefined;
  const limiters = (): Promise<Limiters> => (loaded ??= loadLimiters());
  return {
    async take(attempt) {
      const { email, network, known } = attempt;
      const { perPlace, perAccount, perNetwork } = await limiters();
      if (email === null) return secondsToWait(perNetwork, network);
      if (known !== null) return secondsToWait(perPlace, placeOf(attempt));
      return (
        (await secondsToWait(perNetwork, network)) ??
        (await secondsToWait(perPlace, placeOf(attempt))) ??
        secondsToWait(perAccount, email)
      );
    },
    async forget(attempt) {
      const { perPlace, perAccount, perNetwork } = await limiters();
      await perPlace.delete(placeOf(attempt));
      if (attempt.known !== null) return;
      // The counts of the account and of the network also contain other attempts: from other places, and on other
      // accounts. So only this attempt is subtracted.
      await perAccount.reward(attempt.email, 1);
      await perNetwork.reward(attempt.network, 1);
    },
    async clear(attempt) {
      const { perPlace, perAccount } = await limiters();
      await perPlace.delete(placeOf(attempt));
      await perPlace.delete(placeOf({ ...attempt, known: null }));
      await perAccount.delete(attempt.email);
    },
  };
}

function placeOf({ email, network, known }: SignInAttempt): string {
  return JSON.stringify(known === null ? [email, "network", network] : [email, "known", known]);
}

/** Loads the limiters on the first sign-in, because their library takes 10 MB of memory. */
async function loadLimiters(): Promise<Limiters> {
  const { RateLimiterMemory: Limiter } = await import("rate-limiter-flexible");
  return {
    perPlace: new Limiter({ points: triesPerPlace, duration: windowSeconds }),
    perAccount: new Limiter({ points: triesPerAccount, duration: windowSeconds }),
    perNetwork: new Limiter({ points: triesPerNetwork, duration: windowSeconds }),
  };
}
