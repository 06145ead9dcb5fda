import { createHmac, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import type { PublicUrl } from "../http/public-url.ts";
import { RecordError } from "../records/errors.ts";
import type { Store } from "../store/store.ts";
import { pairsOf } from "./cookie-pairs.ts";
import { createKnownDevices } from "./known-devices.ts";
import type { KnownDevices } from "./known-devices.ts";
import { hashLinkToken } from "../access/link-token.ts";
import type { SsoPlugin } from "./discover-provider.ts";
import { ssoProviderId } from "./sso-options.ts";
import type { SsoOptions } from "./sso-options.ts";
import type { Auth, Session } from "./open-auth.ts";
import { createPasswordHasher } from "./password-hasher.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { hasSessionCookie } from "./session-cookie.ts";
import { sessionSecret } from "./session-secret.ts";

/** Maximum lifetime of a session regardless of activity: 30 days, in milliseconds. */
export const maxSessionMs: number = 30 * 24 * 3_600_000;

export interface AccountsOptions {
  readonly store: Store;
  readonly publicUrl: PublicUrl;
  readonly sso: SsoOptions | undefined;
  readonly now: () => number;
  readonly newId: () => string;
  readonly log: Logger;
}

/** Sign-in with the authentication library. The library is loaded on first use. */
export interface Accounts {
  readonly devices: KnownDevices;
  readonly hasher: PasswordHasher;
  /** The authentication library, configured for the scheme of the request (http or https). */
  auth(request: Request): Promise<Auth>;
  /**
   * The authentication library, configured for single sign-on. Rejects if the provider does not respond as required.
   */
  ssoAuth(request: Request): Promise<Auth>;
  /** Finds the session of a request; null without one. A request without a session cookie needs no lookup. */
  find(request: Request, options?: { readonly prolong: boolean }): Promise<Session | null>;
  /** Finds a session that was just created. `cookies` are the `set-cookie` headers of the response that created it. */
  findBegun(request: Request, cookies: readonly string[]): Promise<Session | null>;
  originOf(request: Request): string;
  /** Deletes expired sessions and unfinished single sign-ons. */
  sweep(): Promise<void>;
  isSetUp(): Promise<boolean>;
  /** Token of the link that creates the first account. */
  readonly setupToken: string;
  isSetupToken(token: string): boolean;
}

export async function createAccounts(options: AccountsOptions): Promise<Accounts> {
  const { store, publicUrl, sso, now, newId, log } = options;
  const secret = await sessionSecret(store);
  // The token is the same after a restart and in every replica. It becomes invalid when the first account exists.
  const setupToken = createHmac("sha256", secret).update("the first account").digest("base64url");
  const hasher = createPasswordHasher();
  const errorPath = `${publicUrl.basePath}/login`;
  const opened = new Map<string, Promise<Auth>>();
  let withSso: Promise<Auth> | undefined;
  let hasAccounts = false;

  const originOf = ({ url }: Request): string => new URL(publicUrl.forRequest(url)).origin;

  async function open(origin: string, ssoPlugin?: SsoPlugin): Promise<Auth> {
    const { openAuth } = await import("./open-auth.ts");
    const isSecure = origin.startsWith("https:");
    return openAuth({
      accounts: store.accounts,
      hasher,
      secret,
      origin,
      isSecure,
      sso: ssoPlugin,
      errorPath,
      newId,
      log,
    });
  }

  async function openSso(request: Request): Promise<Auth> {
    if (!sso)
      throw new RecordError(
        "NOT_FOUND",
        "Single sign-on is not configured; ask the operator of the service to set it up",
      );
    const { discoverProvider } = await import("./discover-provider.ts");
    const redirectUri = `${publicUrl.forRequest(request.url)}/api/session/callback/${ssoProviderId}`;
    return open(originOf(request), await discoverProvider(sso, redirectUri));
  }

  const auth = (request: Request): Promise<Auth> => {
    const origin = originOf(request);
    const scheme = new URL(origin).protocol;
    let instance = opened.get(scheme);
    if (!instance) {
      instance = open(origin);
      opened.set(scheme, instance);
    }
    return instance;
  };

  const find: Accounts["find"] = async (request, { prolong } = { prolong: false }) => {
    if (!hasSessionCookie(request.headers, originOf(request).startsWith("https:"))) return null;
    const session = await (await auth(request)).find(request.headers, { prolong });
    return session && now() - session.createdAt < maxSessionMs ? session : null;
  };

  return {
    hasher,
    devices: createKnownDevices({ secret, now }),
    auth,
    async ssoAuth(request) {
      withSso ??= openSso(request);
      try {
        return await withSso;
      } catch (error) {
        // Discards the rejected promise, so that the next call reads the provider's configuration again.
        withSso = undefined;
        throw error;
      }
    },
    originOf,
    setupToken,
    isSetupToken: (token) => timingSafeEqual(Buffer.from(hashLinkToken(token)), Buffer.from(hashLinkToken(setupToken))),
    find,
    async findBegun({ url }, cookies) {
      const session = await find(new Request(url, { headers: { cookie: pairsOf(cookies) } }));
      return session && { ...session, cookies };
    },
    async sweep() {
      const over = [{ field: "expiresAt", operator: "<=", value: now() }] as const;
      await Promise.all([store.accounts.deleteRows("session", over), store.accounts.deleteRows("verification", over)]);
    },
    async isSetUp() {
      // Accounts are never deleted. So once an account exists, the count is not read again.
      hasAccounts ||= (await store.accounts.count()) > 0;
      return hasAccounts;
    },
  };
}
