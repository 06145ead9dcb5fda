import { isLoopbackHost } from "../access/loopback.ts";

export const ssoProviderId = "sso";

/** An OpenID Connect provider with the client credentials of the service. */
export interface SsoOptions {
  /** The issuer's URL, as in its discovery document; https, or http on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Label of the sign-in button. Default: `single sign-on`. */
  readonly name?: string | undefined;
  /**
   * Hosts that the URLs in the discovery document may have, in addition to the issuer's. Other hosts are never
   * contacted. Default: none.
   */
  readonly hosts?: readonly string[] | undefined;
}

/** Checks the options of single sign-on. Throws a `TypeError` that names the invalid or unsafe option. */
export function checkSso(options: {
  readonly sso?: SsoOptions | undefined;
  readonly baseUrl?: string | undefined;
}): void {
  if (!options.sso) return;
  const { issuer, clientId, clientSecret } = options.sso;
  const url = URL.parse(issuer);
  if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname)))) {
    throw new TypeError(`sso.issuer: must be an https URL, not "${issuer}"`);
  }
  if (clientId === "") throw new TypeError("sso.clientId: must not be empty");
  if (clientSecret === "") throw new TypeError("sso.clientSecret: must not be empty");
  if (options.baseUrl === undefined)
    throw new TypeError("baseUrl: is required for single sign-on, because the provider redirects to it");
}

/** Removes trailing slashes from an issuer, for comparison. */
export function issuerOf(text: string): string {
  return text.replace(/\/+$/, "");
}
