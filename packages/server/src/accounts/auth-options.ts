import type { BetterAuthOptions } from "better-auth/minimal";
import type { Logger } from "pino";
import { canonicalEmail } from "../records/accounts.ts";
import { recordLimits } from "../records/limits.ts";
import type { AccountStore } from "../store/accounts.ts";
import { createAuthAdapter } from "./auth-adapter.ts";
import { isDisabled } from "./disable-account.ts";
import type { SsoPlugin } from "./discover-provider.ts";
import { endSecondFactor } from "./end-second-factor.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { createSecondFactorPlugin } from "./second-factor-plugin.ts";
import { sessionCookieName } from "./session-cookie.ts";

/**
 * Base path of the authentication library's routes. The service exposes only one of them, the redirect URI of the
 * provider.
 */
export const authPath = "/api/session";
const secondsPerDay = 86_400;
const secondsToNextVisit = 600;

export interface AuthOptions {
  readonly accounts: AccountStore;
  readonly hasher: PasswordHasher;
  readonly secret: string;
  readonly origin: string;
  readonly isSecure: boolean;
  /** Default: no single sign-on. */
  readonly sso?: SsoPlugin | undefined;
  readonly errorPath: string;
  readonly newId: () => string;
  readonly log: Logger;
}

/** Returns the options of the authentication library. Every option that affects authentication is set explicitly. */
export function authOptions(options: AuthOptions): BetterAuthOptions {
  const { accounts, hasher, secret, origin, isSecure, sso, errorPath, newId, log } = options;
  return {
    appName: "Threadline",
    baseURL: origin,
    basePath: authPath,
    secret,
    database: createAuthAdapter(accounts),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: recordLimits.passwordLength,
      maxPasswordLength: recordLimits.passwordBytes,
      password: {
        hash: (password) => hasher.hash(password),
        verify: ({ hash, password }) => hasher.verify(hash, password),
      },
    },
    session: {
      expiresIn: 7 * secondsPerDay,
      updateAge: secondsToNextVisit,
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    advanced: {
      cookiePrefix: "threadline",
      // The library would add the prefix `__Secure-`; our cookie name includes the stricter `__Host-`.
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(isSecure) } },
      defaultCookieAttributes: { httpOnly: true, secure: isSecure, sameSite: "lax", path: "/" },
      database: { generateId: () => newId() },
      ipAddress: { disableIpTracking: true },
    },
    plugins: [createSecondFactorPlugin(), ...(sso ? [sso] : [])],
    // `disabledAt` is read with every session, so that the sessions of a disabled account are rejected.
    user: { additionalFields: { disabledAt: { type: "number", required: false, input: false } } },
    account: {
      updateAccountOnSignIn: false,
      // Links a provider to an account only when its user requests this while signed in. An email address must not link
      // them, because it may have been reassigned to another person.
      accountLinking: {
        enabled: true,
        disableImplicitLinking: true,
        allowDifferentEmails: true,
        trustedProviders: [],
      },
    },
    databaseHooks: {
      user: {
        create: {
          // The library only creates accounts for new users of single sign-on. Such an account needs a verified email.
          // It must not be the first account, which only the setup link may create.
          before: async ({ email, emailVerified }) =>
            emailVerified && canonicalEmail(email) === email && (await accounts.count()) > 0,
        },
      },
      session: {
        create: {
          before: async ({ userId }) => !(await isDisabled(accounts, userId)),
        },
      },
      account: {
        create: {
          // Once an account is linked to a provider, it can sign in only with this provider. Its password and its
          // second factor are therefore deleted.
          after: async ({ userId }) => {
            await endPassword(accounts, userId);
            await endSecondFactor(accounts, userId);
          },
        },
      },
    },
    onAPIError: { errorURL: errorPath },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message) => log.warn({ library: "better-auth" }, message) },
  };
}

async function endPassword(accounts: AccountStore, userId: string): Promise<void> {
  const own = { field: "userId", operator: "=", value: userId } as const;
  await accounts.deleteRows("account", [own, { field: "providerId", operator: "=", value: "credential" }]);
  await accounts.deleteRows("session", [own]);
}
