import type { Configuration } from "../config/settings.ts";
import type { Deployment } from "./deployment.ts";
import { failure, ok } from "./finding.ts";
import type { Finding } from "./finding.ts";

const check = "single-sign-on";

/** Checks that the settings of single sign-on are complete, and that the provider responds as required. */
export async function checkSingleSignOn({ configuration }: Deployment): Promise<Finding[]> {
  return configuration.ssoIssuer === undefined ? [] : [await checkProvider(configuration, configuration.ssoIssuer)];
}

async function checkProvider(configuration: Configuration, issuer: string): Promise<Finding> {
  const { ssoClientId: clientId, ssoClientSecret: clientSecret, ssoHosts: hosts, baseUrl } = configuration;
  if (clientId === undefined || clientSecret === undefined || baseUrl === undefined) {
    return failure(
      check,
      "Settings are incomplete. The service does not start.",
      "Set THREADLINE_SSO_CLIENT_ID, THREADLINE_SSO_CLIENT_SECRET and THREADLINE_BASE_URL.",
    );
  }
  // Loaded on demand, because most installations have no provider.
  const { discoverProvider } = await import("../accounts/discover-provider.ts");
  try {
    await discoverProvider({ issuer, clientId, clientSecret, hosts }, baseUrl);
    return ok(check, `${issuer} responds.`);
  } catch (error) {
    return failure(
      check,
      `${issuer} cannot be used for single sign-on: ${(error as Error).message}.`,
      "Single sign-on fails until this is fixed. Check the issuer's /.well-known/openid-configuration from this machine.",
    );
  }
}
