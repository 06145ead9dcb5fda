import { createHmac, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import type { PublicUrl } from "../http/public-url.ts";
import type { Store } from "../store/store.ts";
import { hashLinkToken } from "./link-token.ts";
import type { Auth, Session } from "./open-auth.ts";
import { createPasswordHasher } from "./password-hasher.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { hasSessionCookie } from "./session-cookie.ts";

/** A session begins anew after this time however much it is used: 30 days, in milliseconds. */
const maxSessionMs = 30 * 24 * 3_600_000;

export interface AccountsOptions {
  readonly store: Store;
  readonly publicUrl: PublicUrl;
  readonly now: () => number;
  readonly newId: () => string;
  readonly log: Logger;
}

/** Signing in, over the authentication library, which is loaded when it is needed first. */
export interface Accounts {
  readonly hasher: PasswordHasher;
  /** The library for the scheme of a request. */
  auth(request: Request): Promise<Auth>;
  /** The session of a request; null without one. Asks nothing of anybody for a request without a cookie. */
  find(request: Request, options?: { readonly prolong: boolean }): Promise<Session | null>;
  /** Scheme, host and port under which the browser of a request knows the service. */
  originOf(request: Request): string;
  /** Whether somebody has set the installation up. */
  isSetUp(): Promise<boolean>;
  /** The token of the link that makes the first account. */
  readonly setupToken: string;
  isSetupToken(token: string): boolean;
}

export async function createAccounts(options: AccountsOptions): Promise<Accounts> {
  const { store, publicUrl, now, newId, log } = options;
  const secret = Buffer.from(await store.secret("sessions")).toString("base64url");
  // The same after a restart and in every replica; without effect once there is an account.
  const setupToken = createHmac("sha256", secret).update("the first account").digest("base64url");
  const hasher = createPasswordHasher();
  const opened = new Map<string, Promise<Auth>>();
  let hasAccounts = false;

  const originOf = ({ url }: Request): string => new URL(publicUrl.forRequest(url)).origin;

  async function open(origin: string, isSecure: boolean): Promise<Auth> {
    const { openAuth } = await import("./open-auth.ts");
    return openAuth({ accounts: store.accounts, hasher, secret, origin, isSecure, newId, log });
  }

  const auth = (request: Request): Promise<Auth> => {
    const origin = originOf(request);
    const scheme = new URL(origin).protocol;
    let instance = opened.get(scheme);
    if (!instance) {
      instance = open(origin, scheme === "https:");
      opened.set(scheme, instance);
    }
    return instance;
  };

  return {
    hasher,
    auth,
    originOf,
    setupToken,
    isSetupToken: (token) => timingSafeEqual(Buffer.from(hashLinkToken(token)), Buffer.from(hashLinkToken(setupToken))),
    async find(request, { prolong } = { prolong: false }) {
      if (!hasSessionCookie(request.headers, originOf(request).startsWith("https:"))) return null;
      const session = await (await auth(request)).find(request.headers, { prolong });
      return session && now() - session.createdAt < maxSessionMs ? session : null;
    },
    async isSetUp() {
      // There is no way back to none.
      hasAccounts ||= (await store.accounts.count()) > 0;
      return hasAccounts;
    },
  };
}
