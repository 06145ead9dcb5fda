import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { onTestFinished } from "vitest";

/** Claims that the provider returns about a person. */
export interface Claims {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}

/** A real OpenID Connect provider on this machine. Every sign-in is for the account with the configured claims. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  claims: Claims;
  readonly requests: string[];
  /** Opens an authorization URL like a browser and signs in. Resolves to the URL of the final redirect. */
  signIn(authorizationUrl: string): Promise<URL>;
}

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const requests: string[] = [];
  const http = createServer((request, response) => {
    requests.push(new URL(request.url ?? "/", "http://here").pathname);
    void handle(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void http.close(), 0);
  const { port } = http.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const clientId = "threadline";
  const clientSecret = "a secret of the client that is long enough";
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...identity.claims, sub }) }),
    cookies: { keys: ["for tests"] },
  });
  const handle = provider.callback();

  const identity: IdentityProvider = {
    issuer,
    clientId,
    clientSecret,
    claims: { sub: "grace-1", email: "grace@example.com", email_verified: true, name: "Grace" },
    requests,
    async signIn(authorizationUrl) {
      const cookies = new Map<string, string>();
      let url = new URL(authorizationUrl);
      let form: URLSearchParams | null = null;
      for (let hop = 0; hop < 12; hop += 1) {
        if (url.origin !== issuer) return url;
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const response: Response = await fetch(url, {
          redirect: "manual",
          headers: { cookie },
          ...(form && { method: "POST", body: form }),
        });
        for (const set of response.headers.getSetCookie()) {
          const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
          cookies.set(name, value);
        }
        const location = response.headers.get("location");
        form = null;
        if (location !== null) {
          url = new URL(location, url);
          continue;
        }
        const page = await response.text();
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
        if (prompt === undefined) throw new Error(`the provider answered ${response.status}: ${page.slice(0, 2_000)}`);
        form = new URLSearchParams({ prompt, login: identity.claims.sub, password: "any" });
        url = new URL(/<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? "", url);
      }
      throw new Error("the provider sends the browser in circles");
    },
  };
  return identity;
}
