import { APIError } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import type { AccountRecord } from "../store/accounts.ts";
import { authOptions, authPath } from "./auth-options.ts";
import type { AuthOptions } from "./auth-options.ts";
import { pairsOf } from "./cookie-pairs.ts";
import { createSecondFactor } from "./second-factor.ts";
import type { SecondFactor, SecondFactorApi } from "./second-factor.ts";
import { sessionCookieName } from "./session-cookie.ts";
import { ssoProviderId } from "./sso-options.ts";

export interface Session {
  readonly id: string;
  readonly account: AccountRecord;
  readonly hasSecondFactor: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Time when the session expires if it is not used, in epoch milliseconds. */
  readonly expiresAt: number;
  /** `set-cookie` headers for the response. */
  readonly cookies: readonly string[];
}

/** A sign-in with a correct password that still needs a code. */
export interface PendingSignIn {
  readonly account: null;
  /** `set-cookie` headers for the response. */
  readonly cookies: readonly string[];
}

export interface SsoPaths {
  readonly returnTo: string;
  readonly onError: string;
}

/** URL of the provider's sign-in page, and `set-cookie` headers for the response. */
export interface SsoStart {
  readonly url: string;
  readonly cookies: readonly string[];
}

/** The functions of the authentication library that the service uses. */
export interface Auth {
  /**
   * Finds the session of a request; null without one. `prolong` extends it and updates its last activity, at most every
   * ten minutes.
   */
  find(headers: Headers, options: { readonly prolong: boolean }): Promise<Session | null>;
  /**
   * Creates a session. Resolves to null for a wrong email or password. Takes the same time in both cases, so that it
   * does not reveal which emails have an account.
   */
  signIn(credentials: { readonly email: string; readonly password: string }): Promise<PendingSignIn | Session | null>;
  /** Revokes the session of a request. Resolves to `set-cookie` headers. */
  signOut(headers: Headers): Promise<readonly string[]>;
  /**
   * Changes the password, revokes all sessions of the account and creates a new one. Resolves to null if the current
   * password is wrong.
   */
  changePassword(
    headers: Headers,
    passwords: { readonly currentPassword: string; readonly newPassword: string },
  ): Promise<{ readonly cookies: readonly string[] } | null>;
  /** Whether `password` is the password of the account signed in by these headers. */
  isPassword(headers: Headers, password: string): Promise<boolean>;
  /**
   * Starts a single sign-on. The provider redirects the browser back to this service, which calls {@link
   * Auth.finishSso}.
   */
  startSso(paths: SsoPaths): Promise<SsoStart>;
  /**
   * Starts to connect the signed-in account to single sign-on. When the provider redirects the browser back, the
   * account is linked to the provider, and the password and the sessions of the account are deleted.
   */
  startConnect(headers: Headers, paths: SsoPaths): Promise<SsoStart>;
  /**
   * Completes a sign-in after the provider's redirect. Resolves to the location of the next redirect: the path to
   * return to, or the error page.
   */
  finishSso(
    headers: Headers,
    search: string,
  ): Promise<{ readonly location: string; readonly cookies: readonly string[] }>;
  readonly secondFactor: SecondFactor;
}

/**
 * Opens the authentication library. Import this module only on first use, because the import takes about 250 ms and 50
 * MB.
 */
export function openAuth(options: AuthOptions): Auth {
  const { api, handler } = betterAuth(authOptions(options));
  return {
    secondFactor: createSecondFactor({
      api: api as unknown as SecondFactorApi, // methods that the plugin adds
      accounts: options.accounts,
      sessionCookie: sessionCookieName(options.isSecure),
    }),
    async find(headers, { prolong }) {
      const query = { disableRefresh: !prolong, disableCookieCache: true };
      const { headers: answered, response } = await api.getSession({ headers, query, returnHeaders: true });
      return response && !isDisabled(response) ? toSession(response, answered.getSetCookie()) : null;
    },
    async signIn(body) {
      try {
        const { headers, response } = await api.signInEmail({ body, returnHeaders: true });
        const cookies = headers.getSetCookie();
        // The response has the field `twoFactorRedirect` if a second-factor code is required.
        if ("twoFactorRedirect" in response) return { account: null, cookies };
        const current = await api.getSession({ headers: new Headers({ cookie: pairsOf(cookies) }) });
        return current && toSession(current, cookies);
      } catch (error) {
        // Malformed emails are treated as unknown.
        if (error instanceof APIError && (error.statusCode === 401 || error.body?.code === "INVALID_EMAIL"))
          return null;
        throw error;
      }
    },
    async signOut(headers) {
      const answer = await api.signOut({ headers, returnHeaders: true });
      return answer.headers.getSetCookie();
    },
    async changePassword(headers, passwords) {
      try {
        const body = { ...passwords, revokeOtherSessions: true };
        const answer = await api.changePassword({ headers, body, returnHeaders: true });
        return { cookies: answer.headers.getSetCookie() };
      } catch (error) {
        if (error instanceof APIError && error.body?.code === "INVALID_PASSWORD") return null;
        throw error;
      }
    },
    async isPassword(headers, password) {
      try {
        await api.verifyPassword({ headers, body: { password } });
        return true;
      } catch (error) {
        if (error instanceof APIError && error.body?.code === "INVALID_PASSWORD") return false;
        throw error;
      }
    },
    async startSso({ returnTo, onError }) {
      const body = {
        provider: ssoProviderId,
        callbackURL: returnTo,
        errorCallbackURL: onError,
        disableRedirect: true,
      };
      const { headers, response } = await api.signInSocial({ body, returnHeaders: true });
      return { url: response.url ?? onError, cookies: headers.getSetCookie() };
    },
    async startConnect(headers, { returnTo, onError }) {
      const body = {
        provider: ssoProviderId,
        callbackURL: returnTo,
        errorCallbackURL: onError,
        disableRedirect: true,
      };
      const answer = await api.linkSocialAccount({ headers, body, returnHeaders: true });
      return { url: answer.response.url ?? onError, cookies: answer.headers.getSetCookie() };
    },
    async finishSso(headers, search) {
      const url = `${options.origin}${authPath}/callback/${ssoProviderId}${search}`;
      const answer = await handler(new Request(url, { headers }));
      return {
        location: answer.headers.get("location") ?? options.errorPath,
        cookies: answer.headers.getSetCookie(),
      };
    },
  };
}

interface Found {
  readonly session: { readonly id: string; readonly createdAt: Date; readonly expiresAt: Date };
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly createdAt: Date;
    /** Added by the two-factor plugin. */
    readonly twoFactorEnabled?: boolean | null;
    /** Epoch milliseconds; added by `authOptions`. */
    readonly disabledAt?: number | null;
  };
}

function isDisabled({ user }: Found): boolean {
  return typeof user.disabledAt === "number";
}

function toSession({ session, user }: Found, cookies: readonly string[]): Session {
  const { id, email, name, createdAt } = user;
  return {
    id: session.id,
    account: { id, email, name, createdAt: createdAt.getTime() },
    hasSecondFactor: user.twoFactorEnabled === true,
    createdAt: session.createdAt.getTime(),
    expiresAt: session.expiresAt.getTime(),
    cookies,
  };
}
