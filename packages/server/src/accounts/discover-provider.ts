import { genericOAuth } from "better-auth/plugins/generic-oauth";
import type { GenericOAuthConfig } from "better-auth/plugins/generic-oauth";
import { createLocalJWKSet } from "jose";
import type { JSONWebKeySet, JWTVerifyGetKey } from "jose";
import { canonicalEmail } from "../records/accounts.ts";
import { recordLimits } from "../records/limits.ts";
import { createGuardedFetch, isAllowedUrl } from "./guarded-fetch.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import { readProvider, textOf } from "./read-provider.ts";
import type { Provider } from "./read-provider.ts";
import { issuerOf, ssoProviderId } from "./sso-options.ts";
import type { SsoOptions } from "./sso-options.ts";

export type SsoPlugin = ReturnType<typeof genericOAuth>;

/**
 * Returns the sign-in plugin for the configured identity provider. Reads the endpoints of the provider from its
 * discovery document; see {@link findProvider}.
 */
export async function discoverProvider(sso: SsoOptions, redirectUri: string): Promise<SsoPlugin> {
  const { provider, guardedFetch } = await findProvider(sso);
  const plugin = genericOAuth({ config: [configure({ provider, sso, redirectUri, guardedFetch })] });
  return verifyingIdTokens(plugin, { provider, clientId: sso.clientId, guardedFetch });
}

/**
 * Reads the discovery document of the issuer. Only the issuer and the configured hosts are contacted. Rejects with an
 * `Error` if the document is incomplete or names another host.
 */
export async function findProvider(
  sso: SsoOptions,
): Promise<{ readonly provider: Provider; readonly guardedFetch: GuardedFetch }> {
  const allowed = { origin: new URL(sso.issuer).origin, hosts: sso.hosts ?? [] };
  const guardedFetch = createGuardedFetch(allowed);
  const document = await guardedFetch(`${issuerOf(sso.issuer)}/.well-known/openid-configuration`);
  const provider = readProvider(document, sso);
  const places = [
    provider.authorizationEndpoint,
    provider.tokenEndpoint,
    provider.jwksUri,
    provider.userInfoEndpoint ?? sso.issuer,
  ];
  const foreign = places.find((place) => !isAllowedUrl(place, allowed));
  if (foreign !== undefined) {
    throw new Error(`the issuer uses ${foreign}, whose host is not allowed; to allow it, add the host to ssoHosts`);
  }
  return { provider, guardedFetch };
}

/** Form of the subject in an ID token. OpenID Connect Core 1.0, section 2, allows at most 255 ASCII characters. */
const possibleSubject = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

function shownName(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, recordLimits.idLength)
    .toWellFormed();
}

function configure(options: {
  readonly provider: Provider;
  readonly sso: SsoOptions;
  readonly redirectUri: string;
  readonly guardedFetch: GuardedFetch;
}): GenericOAuthConfig {
  const { provider, sso, redirectUri, guardedFetch } = options;
  return {
    providerId: ssoProviderId,
    name: sso.name,
    clientId: sso.clientId,
    clientSecret: sso.clientSecret,
    authorizationUrl: provider.authorizationEndpoint,
    tokenUrl: provider.tokenEndpoint,
    redirectURI: redirectUri,
    scopes: ["openid", "email", "profile"],
    pkce: true,
    // Issuer and subject identify an account; the email does not.
    accountSubject: ({ profile }) => String(profile.id ?? ""),
    getToken: ({ code, codeVerifier }) =>
      exchangeCode({ code, codeVerifier: codeVerifier ?? "", provider, sso, redirectUri, guardedFetch }),
    getUserInfo: async ({ idToken, accessToken }) => {
      const claims = claimsOf(idToken);
      const { userInfoEndpoint } = provider;
      const profile =
        typeof claims["email"] === "string" || userInfoEndpoint === null
          ? claims
          : await guardedFetch(userInfoEndpoint, { headers: { authorization: `Bearer ${accessToken ?? ""}` } });
      const sub = textOf(claims["sub"]);
      const email = canonicalEmail(textOf(profile["email"]));
      // The claims of the userinfo endpoint must have the same subject as the token.
      if (!possibleSubject.test(sub) || profile["sub"] !== sub || email === null) return null;
      return {
        id: `${issuerOf(provider.issuer)} ${sub}`,
        sub,
        email,
        emailVerified: profile["email_verified"] === true,
        name: shownName(textOf(profile["name"])) || email,
      };
    },
  };
}

/**
 * Makes the plugin use the endpoints that {@link findProvider} checked. The library would otherwise follow any URL in
 * the discovery document. The library still verifies the ID token, including its nonce.
 */
function verifyingIdTokens(
  plugin: SsoPlugin,
  options: { readonly provider: Provider; readonly clientId: string; readonly guardedFetch: GuardedFetch },
): SsoPlugin {
  const { provider, clientId, guardedFetch } = options;
  const { issuer, algorithms, jwksUri } = provider;
  const jwks: JWTVerifyGetKey = async (header, token) => {
    const keys = await guardedFetch(jwksUri);
    return createLocalJWKSet(keys as unknown as JSONWebKeySet)(header, token); // jose validates the keys
  };
  return {
    ...plugin,
    async init(context) {
      const initialised = await plugin.init(context);
      const own = initialised.context.socialProviders.find(({ id }) => id === ssoProviderId);
      if (!own) throw new Error("the library for single sign-on rejected the configuration of the provider");
      own.issuer = issuer;
      own.idToken = { jwks, issuer, audience: clientId, algorithms: [...algorithms] };
      own.requiresIdTokenNonce = true;
      return initialised;
    },
  };
}

/** Requests the tokens of a sign-in. Rejects with a `ProviderError` for an error response. */
export async function exchangeCode(options: {
  readonly code: string;
  readonly codeVerifier: string;
  readonly provider: Provider;
  readonly sso: SsoOptions;
  readonly redirectUri: string;
  readonly guardedFetch: GuardedFetch;
}): Promise<{ readonly accessToken: string; readonly idToken: string }> {
  const { code, codeVerifier, provider, sso, redirectUri, guardedFetch } = options;
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
  });
  const headers = new Headers({ "content-type": "application/x-www-form-urlencoded", accept: "application/json" });
  if (provider.takesBasicAuth) {
    const pair = [sso.clientId, sso.clientSecret].map(encodeURIComponent).join(":");
    headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  } else {
    form.set("client_id", sso.clientId);
    form.set("client_secret", sso.clientSecret);
  }
  const tokens = await guardedFetch(provider.tokenEndpoint, { method: "POST", headers, body: form.toString() });
  const idToken = textOf(tokens["id_token"]);
  // Without an ID token, nothing binds the response to the browser that started the sign-in.
  if (idToken === "")
    throw new Error(
      `${provider.tokenEndpoint} returned no ID token; check that the client may request the scope openid`,
    );
  return { accessToken: textOf(tokens["access_token"]), idToken };
}

/** Reads the claims of an ID token. The library has already verified its signature, issuer, audience and nonce. */
function claimsOf(idToken: string | undefined): Readonly<Record<string, unknown>> {
  const [, payload = ""] = (idToken ?? "").split(".");
  try {
    return Object(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
  } catch {
    return {};
  }
}
