import { createServer as createHttpServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { openBrowser, setUp } from "./browser.ts";

const baseUrl = "http://threadline.test";
const clientId = "threadline";
const clientSecret = "a secret of the client that is long enough";
type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

let keys: Keys;
let foreignKeys: Keys;
beforeAll(async () => {
  [keys, foreignKeys] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
});

interface Terms {
  readonly issuer: string;
  readonly nonce: string;
}

interface Forgery {
  readonly token: (terms: Terms) => Promise<string>;
  readonly userInfo?: object;
}

const claims = { email: "grace@example.com", email_verified: true, name: "Grace" };

function sign(terms: Terms, change: object = {}, by: Keys = keys): Promise<string> {
  return new SignJWT({ ...claims, nonce: terms.nonce, ...change })
    .setProtectedHeader({ alg: "RS256", kid: "1" })
    .setIssuer(terms.issuer)
    .setAudience(clientId)
    .setSubject("grace-1")
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(by.privateKey);
}

/** Signs in with a provider that returns the given token. Resolves to the signed-in account. */
async function signIn({ token, userInfo = {} }: Forgery): Promise<unknown> {
  let terms: Terms | null = null;
  const publicKey = { ...(await exportJWK(keys.publicKey)), kid: "1", alg: "RS256", use: "sig" };
  const issuer: string = await listen(async (request) => {
    switch (request.url) {
      case "/.well-known/openid-configuration":
        return {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          userinfo_endpoint: `${issuer}/me`,
          id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
        };
      case "/jwks":
        return { keys: [publicKey] };
      case "/token":
        return { access_token: "access", token_type: "Bearer", id_token: terms && (await token(terms)) };
      default:
        return userInfo;
    }
  });
  const server = createServer({ baseUrl, sso: { issuer, clientId, clientSecret } });
  onTestFinished(() => server.close());
  await setUp(server, baseUrl);
  const browser = openBrowser(server, baseUrl);
  const redirect = await browser.post("/api/session/sso");
  const { searchParams } = new URL(String(redirect.body["url"]));
  terms = { issuer, nonce: searchParams.get("nonce") ?? "" };
  const search = new URLSearchParams({ code: "code", state: searchParams.get("state") ?? "", iss: issuer });
  await browser.send(`/api/session/callback/sso?${search.toString()}`);
  return (await browser.send("/api/session")).body.account?.email ?? null;
}

test("a valid token signs in", async () => {
  expect(await signIn({ token: (terms) => sign(terms) })).toBe("grace@example.com");
});

test("claims missing in the token are read from the profile of the same subject", async () => {
  const token = (terms: Terms): Promise<string> => sign(terms, { email: undefined });
  expect(await signIn({ token, userInfo: { sub: "grace-1", ...claims } })).toBe("grace@example.com");
  expect(await signIn({ token, userInfo: { sub: "eve-1", ...claims } })).toBeNull();
});

test.each([
  "grace@example.com\0",
  "gr\0ace@example.com",
  "ｇｒａｃｅ@example.com",
  "grace@ｅxample.com",
  "grace＠example.com",
  "\u212aate@example.com",
  "gra\u017fe@example.com",
  "gracе@example.com",
  "ǵrace@example.com",
  "grace@example.com\u200b",
  " grace@example.com",
  "grace@example.com\n",
  "grace@example.com,eve@example.com",
  "Grace <grace@example.com>",
  "grace@example",
  "grace@@example.com",
  `${"g".repeat(250)}@example.com`,
  "",
  7,
  ["grace@example.com"],
])("an invalid email never becomes an account: %j", async (email) => {
  expect(await signIn({ token: (terms) => sign(terms, { email }) })).toBeNull();
});

test("only the subject identifies the person, not the email", async () => {
  const token = (terms: Terms): Promise<string> =>
    resigned("", { ...claims, nonce: terms.nonce, iss: terms.issuer, aud: clientId, ...ofNow(), sub: "g".repeat(255) });
  expect(await signIn({ token })).toBe("grace@example.com");
});

test("emails are normalized, and names are one line", async () => {
  const token = (terms: Terms): Promise<string> => sign(terms, { email: "Grace@EXAMPLE.com", name: "Gr\0ace\n" });
  expect(await signIn({ token })).toBe("grace@example.com");
});

test.each([undefined, "", " ", " grace-1", "grace\0", "grä", "g".repeat(256), 7, null])(
  "the subject %j is rejected",
  async (sub) => {
    const token = (terms: Terms): Promise<string> =>
      resigned("", { ...claims, nonce: terms.nonce, iss: terms.issuer, aud: clientId, ...ofNow(), sub });
    expect(await signIn({ token, userInfo: { sub, ...claims } })).toBeNull();
  },
);

const forgeries: readonly (readonly [string, Forgery["token"]])[] = [
  ["of another sign-in", (terms) => sign(terms, { nonce: "another" })],
  ["of no sign-in", (terms) => sign(terms, { nonce: undefined })],
  [
    "for another client",
    (terms) => sign(terms, { aud: "another" }).then((token) => resigned(token, { aud: "another" })),
  ],
  ["of another issuer", (terms) => sign({ ...terms, issuer: "https://evil.example" })],
  [
    "that is over",
    (terms) => resigned("", { ...claims, nonce: terms.nonce, iss: terms.issuer, aud: clientId, exp: 1 }),
  ],
  ["signed by another", (terms) => sign(terms, {}, foreignKeys)],
  [
    "that is not signed",
    async ({ issuer, nonce }) =>
      new UnsecuredJWT({ ...claims, nonce, sub: "grace-1" }).setIssuer(issuer).setAudience(clientId).encode(),
  ],
  [
    "signed with the secret of the client",
    ({ issuer, nonce }) =>
      new SignJWT({ ...claims, nonce, sub: "grace-1" })
        .setProtectedHeader({ alg: "HS256", kid: "1" })
        .setIssuer(issuer)
        .setAudience(clientId)
        .setIssuedAt()
        .setExpirationTime("5m")
        .sign(new TextEncoder().encode(clientSecret)),
  ],
  ["that is invalid", async () => "no token"],
  ["that is missing", async () => ""],
];

test.each(forgeries)("a token %s is rejected", async (_what, token) => {
  expect(await signIn({ token, userInfo: { sub: "grace-1", ...claims } })).toBeNull();
});

test("redirects of a provider are not followed, and receive no secret", async () => {
  const contacted: string[] = [];
  const elsewhere = await listen(async (request) => {
    contacted.push(request.url ?? "");
    return {};
  });
  const issuer: string = await listen(async (request, response) => {
    if (request.url === "/.well-known/openid-configuration") {
      const names = ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"];
      return { issuer, ...Object.fromEntries(names.map((name) => [name, `${issuer}/${name}`])) };
    }
    response.writeHead(307, { location: `${elsewhere}/token` });
    return null;
  });
  const server = createServer({ baseUrl, sso: { issuer, clientId, clientSecret } });
  onTestFinished(() => server.close());
  await setUp(server, baseUrl);
  const browser = openBrowser(server, baseUrl);
  const redirect = await browser.post("/api/session/sso");
  const state = new URL(String(redirect.body["url"])).searchParams.get("state") ?? "";
  const back = await browser.send(`/api/session/callback/sso?code=code&state=${state}`);
  expect(back.headers.get("location")).toMatch(/\/login\?error=/);
  expect(contacted).toEqual([]);
});

function ofNow(): { readonly iat: number; readonly exp: number } {
  const iat = Math.floor(Date.now() / 1_000);
  return { iat, exp: iat + 300 };
}

function resigned(token: string, change: Readonly<Record<string, unknown>>): Promise<string> {
  const [, payload = ""] = token.split(".");
  const before: object = payload === "" ? {} : JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  return new SignJWT({ sub: "grace-1", ...before, ...change })
    .setProtectedHeader({ alg: "RS256", kid: "1" })
    .sign(keys.privateKey);
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
): Promise<string> {
  const http = createHttpServer(async (request, response) => {
    const value = await answer(request, response);
    if (!response.headersSent) response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(value));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void http.close());
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}
