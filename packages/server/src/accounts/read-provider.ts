import { issuerOf } from "./sso-options.ts";
import type { SsoOptions } from "./sso-options.ts";

export interface Provider {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly jwksUri: string;
  readonly userInfoEndpoint: string | null;
  readonly algorithms: readonly string[];
  readonly takesBasicAuth: boolean;
}

/**
 * Reads the fields of a discovery document. Throws an `Error` if fields are missing or the issuer is not the configured
 * one.
 */
export function readProvider(document: Readonly<Record<string, unknown>>, sso: SsoOptions): Provider {
  const required = (name: string): string => {
    const value = document[name];
    if (typeof value !== "string") throw new Error(`the discovery document has no ${name}`);
    return value;
  };
  const issuer = required("issuer");
  if (issuerOf(issuer) !== issuerOf(sso.issuer))
    throw new Error(`the discovery document has the issuer ${issuer}, not ${sso.issuer}`);
  const methods = document["token_endpoint_auth_methods_supported"];
  const algorithms = document["id_token_signing_alg_values_supported"];
  return {
    issuer,
    authorizationEndpoint: required("authorization_endpoint"),
    tokenEndpoint: required("token_endpoint"),
    jwksUri: required("jwks_uri"),
    userInfoEndpoint: textOf(document["userinfo_endpoint"]) || null,
    // Only asymmetric algorithms, whose signatures can be verified with the provider's public keys.
    algorithms: (Array.isArray(algorithms) ? algorithms : ["RS256"])
      .map(textOf)
      .filter((name) => /^(RS|PS|ES|EdDSA)/.test(name)),
    takesBasicAuth: !Array.isArray(methods) || methods.includes("client_secret_basic"),
  };
}

/** Returns a string unchanged, and empty text for other values. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
