import { randomBytes } from "node:crypto";
import { exchangeCode, findProvider } from "./discover-provider.ts";
import { type GuardedFetch, ProviderError } from "./guarded-fetch.ts";
import { type Provider, textOf } from "./read-provider.ts";
import type { SsoOptions } from "./sso-options.ts";

/** Result of one part of a test. `unknown` if the provider's response is inconclusive. */
export interface ProviderCheck {
  readonly part: "discovery" | "keys" | "client";
  readonly state: "failed" | "ok" | "unknown";
  /** The tested URL or client id; the reason if the test failed. */
  readonly message: string;
}

/**
 * Tests a provider without a user: its discovery document, its keys, and whether it accepts the client. Stops at the
 * first failure. A wrong redirect URI is not detected, because only the provider's sign-in page reports it.
 */
export async function testProvider(sso: SsoOptions, redirectUri: string): Promise<ProviderCheck[]> {
  let found: { readonly provider: Provider; readonly guardedFetch: GuardedFetch };
  try {
    found = await findProvider(sso);
  } catch (error) {
    return [{ part: "discovery", state: "failed", message: reasonOf(error) }];
  }
  const discovery: ProviderCheck = { part: "discovery", state: "ok", message: found.provider.issuer };
  const keys = await testKeys(found);
  if (keys.state === "failed") return [discovery, keys];
  return [discovery, keys, await testClient({ ...found, sso, redirectUri })];
}

async function testKeys({
  provider: { jwksUri, algorithms },
  guardedFetch,
}: {
  readonly provider: Provider;
  readonly guardedFetch: GuardedFetch;
}): Promise<ProviderCheck> {
  const part = "keys";
  if (algorithms.length === 0) {
    const message = "the provider signs ID tokens with no supported algorithm (RS*, PS*, ES* or EdDSA)";
    return { part, state: "failed", message };
  }
  try {
    const { keys } = await guardedFetch(jwksUri);
    const types = (Array.isArray(keys) ? keys : []).map((key) => textOf(Object(key)["kty"]));
    const count = types.filter((type) => type === "RSA" || type === "EC" || type === "OKP").length;
    if (count === 0) return { part, state: "failed", message: `${jwksUri} has no public key` };
    return { part, state: "ok", message: jwksUri };
  } catch (error) {
    return { part, state: "failed", message: reasonOf(error) };
  }
}

function invented(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Tests whether the provider accepts the client, without a sign-in. Sends an invalid code to the token endpoint.
 * Providers check the client before the code, so the error `invalid_grant` shows that only the code was rejected.
 */
async function testClient(options: {
  readonly provider: Provider;
  readonly guardedFetch: GuardedFetch;
  readonly sso: SsoOptions;
  readonly redirectUri: string;
}): Promise<ProviderCheck> {
  const part = "client";
  try {
    await exchangeCode({ ...options, code: invented(), codeVerifier: invented() });
    return {
      part,
      state: "unknown",
      message: "the provider accepted an invalid code, so the client could not be tested",
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) return { part, state: "failed", message: reasonOf(error) };
    const { code, status } = error;
    if (code === "invalid_grant") return { part, state: "ok", message: options.sso.clientId };
    const isRefused = code === "invalid_client" || code === "unauthorized_client" || (code === "" && status === 401);
    return { part, state: isRefused ? "failed" : "unknown", message: error.message };
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error; // only errors are thrown
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
