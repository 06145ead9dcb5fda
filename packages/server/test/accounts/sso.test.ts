import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createServer } from "../../src/create-server.ts";
import type { ThreadlineServer } from "../../src/create-server.ts";
import { disableAccount } from "../../src/accounts/disable-account.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { decorate } from "../../src/store/decorate.ts";
import { openBrowser, owner, setUp, valueOf } from "./browser.ts";
import type { Browser } from "./browser.ts";
import { startIdentityProvider } from "./identity-provider.ts";
import type { IdentityProvider } from "./identity-provider.ts";

const baseUrl = "http://threadline.test/tools";
const origin = "http://threadline.test";

async function start(): Promise<{ server: ThreadlineServer; identity: IdentityProvider; store: Store }> {
  const identity = await startIdentityProvider(`${baseUrl}/api/session/callback/sso`);
  const { issuer, clientId, clientSecret } = identity;
  const store = await openSqliteStore({ path: ":memory:" });
  const server = createServer({ store, baseUrl, sso: { issuer, clientId, clientSecret, name: "Example" } });
  onTestFinished(() => server.close());
  return { server, identity, store };
}

/** Signs in with the provider. Resolves to the final URL of the browser. */
async function signIn(browser: Browser, identity: IdentityProvider, returnTo?: string): Promise<string | null> {
  const redirect = await browser.post("/tools/api/session/sso", { returnTo });
  expect(redirect.status).toBe(200);
  const back = await identity.signIn(String(redirect.body["url"]));
  const { status, headers } = await browser.send(back.pathname + back.search, {
    headers: { origin: "", "sec-fetch-site": "cross-site" },
  });
  expect(status).toBe(302);
  return headers.get("location");
}

const session = async (browser: Browser): Promise<unknown> => (await browser.send("/tools/api/session")).body;

test("a person signs in by a code with PKCE, state and nonce, without access to any project", async () => {
  const { server, identity } = await start();
  await setUp(server, origin);
  const browser = openBrowser(server, origin);
  expect(await session(browser)).toMatchObject({ signedIn: false, sso: { name: "Example" } });

  const redirect = await browser.post("/tools/api/session/sso");
  const { searchParams } = new URL(String(redirect.body["url"]));
  expect(searchParams.get("code_challenge_method")).toBe("S256");
  for (const name of ["code_challenge", "state", "nonce"]) expect(searchParams.get(name)?.length).toBeGreaterThan(15);

  expect(await signIn(browser, identity, "/projects/1/logs")).toBe("/tools/projects/1/logs");
  expect(await session(browser)).toMatchObject({
    signedIn: true,
    account: { email: "grace@example.com", name: "Grace" },
  });
  const { data } = await browser.graphql("{ projects { name } viewer { role permissions } }");
  expect(data).toEqual({ projects: [], viewer: { role: null, permissions: [] } });
  const refused = await browser.graphql('mutation { createProject(name: "mine") { id } }');
  expect(refused.errors[0]?.extensions.code).toBe("FORBIDDEN");
});

/** Connects the account of a browser to the provider. Resolves to the final URL. */
async function connect(browser: Browser, identity: IdentityProvider, by: Browser = browser): Promise<string | null> {
  const redirect = await browser.post("/tools/api/session/sso/connect", {
    password: owner.password,
    returnTo: "/settings",
  });
  expect(redirect.status).toBe(200);
  const back = await identity.signIn(String(redirect.body["url"]));
  const { headers } = await by.send(back.pathname + back.search, {
    headers: { origin: "", "sec-fetch-site": "cross-site" },
  });
  return headers.get("location");
}

test("an email does not identify an account, even if verified: a signed-in user connects it with the password", async () => {
  const { server, identity } = await start();
  const before = await setUp(server, origin);
  identity.claims = { sub: "ada-1", email: owner.email, email_verified: true, name: "Ada L" };
  const browser = openBrowser(server, origin);
  expect(await signIn(browser, identity)).toBe("/tools/login?error=account_not_linked");
  expect(await session(browser)).toMatchObject({ signedIn: false });
  expect(await session(before)).toMatchObject({ signedIn: true });

  const guessed = await before.post("/tools/api/session/sso/connect", { password: "another password" });
  expect(guessed.status).toBe(403);
  expect((await browser.post("/tools/api/session/sso/connect", { password: owner.password })).status).toBe(401);
  // The email of the provider may be different.
  identity.claims = { ...identity.claims, email: "ada@work.example.com" };
  expect(await connect(before, identity)).toBe("/tools/settings");
  expect(await session(before)).toMatchObject({ signedIn: false });
  expect((await openBrowser(server, origin).post("/tools/api/session/sign-in", owner)).status).toBe(401);
  expect(await signIn(browser, identity)).toBe("/tools/");
  const { data } = await browser.graphql("{ viewer { name email role } auditEvents(first: 9) { action } }");
  expect(data).toMatchObject({ viewer: { name: "Ada", email: owner.email, role: "owner" } });
  expect(valueOf(data, "auditEvents")).toContainEqual({ action: "singleSignOnConnected" });
});

test("connecting an account is bound to its browser and session, and needs an unused identity", async () => {
  const { server, identity } = await start();
  const browser = await setUp(server, origin);
  await signIn(openBrowser(server, origin), identity);
  expect(await connect(browser, identity)).toMatch(/^\/tools\/login\?error=account_already_linked/);
  identity.claims = { ...identity.claims, sub: "ada-1" };
  expect(await connect(browser, identity, openBrowser(server, origin))).toMatch(/error=/);
  const redirect = await browser.post("/tools/api/session/sso/connect", { password: owner.password });
  await openBrowser(server, origin).post("/tools/api/session/sign-in", owner);
  await browser.post("/tools/api/session/sign-out");
  const back = await identity.signIn(String(redirect.body["url"]));
  const late = await browser.send(back.pathname + back.search, {
    headers: { origin: "", "sec-fetch-site": "cross-site" },
  });
  expect(late.headers.get("location")).toMatch(/error=/);
  expect((await openBrowser(server, origin).post("/tools/api/session/sign-in", owner)).status).toBe(200);
});

test("a reassigned email does not grant access to an account, and a changed email keeps it", async () => {
  const { server, identity } = await start();
  await setUp(server, origin);
  const first = openBrowser(server, origin);
  await signIn(first, identity);
  const grace = (await session(first)) as { account: { id: string } };
  identity.claims = { ...identity.claims, sub: "grace-2", name: "Another Grace" };
  const successor = openBrowser(server, origin);
  expect(await signIn(successor, identity)).toBe("/tools/login?error=account_not_linked");
  expect(await session(successor)).toMatchObject({ signedIn: false });
  identity.claims = { ...identity.claims, sub: "grace-1", email: "grace@married.example.com" };
  const again = openBrowser(server, origin);
  expect(await signIn(again, identity)).toBe("/tools/");
  expect(await session(again)).toMatchObject({ account: { id: grace.account.id, email: "grace@example.com" } });
});

test("the same subject of another issuer is another person", async () => {
  const { server, identity, store } = await start();
  await setUp(server, origin);
  const first = openBrowser(server, origin);
  await signIn(first, identity);
  const other = await startIdentityProvider(`${baseUrl}/api/session/callback/sso`);
  other.claims = { ...identity.claims, email: "other@example.com" };
  const { issuer, clientId, clientSecret } = other;
  const moved = createServer({
    store: decorate(store, { close: async () => {} }),
    baseUrl,
    sso: { issuer, clientId, clientSecret },
  });
  onTestFinished(() => moved.close());
  const second = openBrowser(moved, origin);
  expect(await signIn(second, other)).toBe("/tools/");
  expect(await session(second)).toMatchObject({ account: { email: "other@example.com" } });
  expect(await store.accounts.count()).toBe(3);
});

test("without a password, an account can end sessions only shortly after a sign-in", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { server, identity } = await start();
  await setUp(server, origin);
  const browser = openBrowser(server, origin);
  const other = openBrowser(server, origin);
  await signIn(other, identity);
  await signIn(browser, identity);
  expect(await session(browser)).toMatchObject({ account: { hasPassword: false, hasSecondFactor: false } });
  vi.setSystemTime(Date.now() + 10 * 60_000);
  const late = await browser.post("/tools/api/session/sessions/end-others", { password: "any" });
  expect([late.status, late.body.errors?.[0]?.extensions.reason]).toEqual([403, "SIGN_IN_AGAIN"]);
  expect(await session(other)).toMatchObject({ signedIn: true });
  await signIn(browser, identity);
  expect((await browser.post("/tools/api/session/sessions/end-others")).body["sessions"]).toHaveLength(1);
  expect(await session(other)).toMatchObject({ signedIn: false });
});

test("an account without a password can neither change it nor set up two-factor authentication", async () => {
  const { server, identity } = await start();
  await setUp(server, origin);
  const browser = openBrowser(server, origin);
  await signIn(browser, identity);
  const passwords = { password: "any", currentPassword: "any", newPassword: "correct horse battery" };
  for (const path of ["password", "second-factor/begin", "second-factor/end", "second-factor/backup-codes"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { status, body } = await browser.post(`/tools/api/session/${path}`, passwords);
    expect([path, status, body.errors?.[0]]).toMatchObject([
      path,
      409,
      { message: expect.stringContaining("has no password"), extensions: { code: "CONFLICT", reason: "NO_PASSWORD" } },
    ]);
  }
});

test("a disabled account cannot sign in with the provider", async () => {
  const { identity, server, store } = await start();
  await setUp(server, origin);
  await signIn(openBrowser(server, origin), identity);
  const [user] = await store.accounts.findRows("user", [{ field: "email", operator: "=", value: "grace@example.com" }]);
  await disableAccount(store.accounts, String(user?.["id"]), Date.now());
  const browser = openBrowser(server, origin);
  expect(await signIn(browser, identity)).toMatch(/^\/tools\/login\?error=/);
  expect(await session(browser)).toMatchObject({ signedIn: false });
});

test("an unverified email does not grant access to an account", async () => {
  const { server, identity } = await start();
  await setUp(server, origin);
  for (const email of [owner.email, "new@example.com"]) {
    identity.claims = { sub: `unverified ${email}`, email, email_verified: false, name: "Eve" };
    const browser = openBrowser(server, origin);
    expect(await signIn(browser, identity)).toMatch(/^\/tools\/login\?error=/);
    expect(await session(browser)).toMatchObject({ signedIn: false });
  }
});

test("the provider cannot create the first account", async () => {
  const { server, identity } = await start();
  const browser = openBrowser(server, origin);
  expect(await signIn(browser, identity)).toMatch(/\/login\?error=/);
  expect(await session(browser)).toMatchObject({ signedIn: false, setUp: false });
});

test("a response of the provider works once, in the browser that requested it", async () => {
  const { server, identity } = await start();
  await setUp(server, origin);
  const browser = openBrowser(server, origin);
  const redirect = await browser.post("/tools/api/session/sso");
  const back = await identity.signIn(String(redirect.body["url"]));
  const other = openBrowser(server, origin);
  const stolen = await other.send(back.pathname + back.search);
  expect(stolen.headers.get("location")).toMatch(/error=/);
  expect(await session(other)).toMatchObject({ signedIn: false });
  const forged = await browser.send(`${back.pathname}?code=guess&state=guess`);
  expect(forged.headers.get("location")).toMatch(/error=/);
  expect(await session(browser)).toMatchObject({ signedIn: false });
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/\t/evil.example",
  "/a\n",
  "evil",
  "",
  7,
])("there is no redirect to %j", async (returnTo) => {
  const server = createServer({ baseUrl, sso: { issuer: "https://idp.example", clientId: "c", clientSecret: "s" } });
  onTestFinished(() => server.close());
  const { status, body } = await openBrowser(server, origin).post("/tools/api/session/sso", { returnTo });
  expect(status).toBe(400);
  expect(body.errors?.[0]?.message).toContain("returnTo: must be a path of this service");
});

test.each([
  ["token_endpoint", "the token endpoint"],
  ["jwks_uri", "the keys"],
  ["userinfo_endpoint", "the profile"],
  ["authorization_endpoint", "the page to sign in at"],
])("a provider whose metadata has %s on another host is rejected without contacting that host", async (field) => {
  const contacted: string[] = [];
  const elsewhere = await listenFor((path) => void contacted.push(path));
  const issuer: string = await listenFor((path) => {
    if (path !== "/.well-known/openid-configuration") return {};
    const names = ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"];
    const document = Object.fromEntries(names.map((name) => [name, `${issuer}/${name}`]));
    return { issuer, ...document, [field]: `${elsewhere}/${field}` };
  });
  const server = createServer({ baseUrl, sso: { issuer, clientId: "c", clientSecret: "s" } });
  onTestFinished(() => server.close());
  const { status, body } = await openBrowser(server, origin).post("/tools/api/session/sso");
  expect(status).toBe(502);
  expect(body.errors?.[0]?.message).toContain("see the service log");
  expect(contacted).toEqual([]);
});

test.each([
  [{ issuer: "http://idp.example.com" }, "sso.issuer: must be an https URL"],
  [{ issuer: "not a URL" }, "sso.issuer: must be an https URL"],
  [{ clientSecret: "" }, "sso.clientSecret: must not be empty"],
])("an untrusted provider is rejected at startup: %j", (change, message) => {
  const sso = { issuer: "https://idp.example.com", clientId: "c", clientSecret: "s", ...change };
  expect(() => createServer({ baseUrl, sso })).toThrow(message);
  expect(() => createServer({ sso: { ...sso, issuer: "https://i.example", clientSecret: "s" } })).toThrow("baseUrl:");
});

/**
 * Starts a service with these settings of a provider. Resolves to the checks that the owner sees when testing the
 * settings.
 */
async function testedBy(sso: { issuer: string; clientId: string; clientSecret: string }) {
  const server = createServer({ baseUrl, sso });
  onTestFinished(() => server.close());
  const browser = await setUp(server, origin);
  const { status, body } = await browser.post("/tools/api/session/service/test-sso", {});
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain(sso.clientSecret);
  return body["checks"] as { part: string; state: string; message: string }[];
}

test("an administrator tests the provider: its discovery document, keys, and the client", async () => {
  const { issuer, clientId, clientSecret } = await startIdentityProvider(`${baseUrl}/api/session/callback/sso`);
  const server = createServer({ baseUrl, sso: { issuer, clientId, clientSecret, name: "Example" } });
  onTestFinished(() => server.close());
  const browser = await setUp(server, origin);
  const { body } = await browser.send("/tools/api/session/service");
  const redirectUri = `${baseUrl}/api/session/callback/sso`;
  expect(body["sso"]).toEqual({ name: "Example", issuer, clientId, redirectUri });
  const good = await testedBy({ issuer, clientId, clientSecret });
  expect(good.map(({ part, state }) => `${part} ${state}`)).toEqual(["discovery ok", "keys ok", "client ok"]);
  for (const wrong of [{ clientSecret: "CANARY-wrong-secret" }, { clientId: "unknown" }]) {
    const checks = await testedBy({ issuer, clientId, clientSecret, ...wrong });
    expect(checks.at(-1)).toMatchObject({ part: "client", state: "failed" });
    expect(checks.at(-1)?.message).toContain("invalid_client");
  }
});

test("a test of an unusable provider describes the problem", async () => {
  const client = { clientId: "c", clientSecret: "CANARY-client-secret" };
  const away = await testedBy({ issuer: "http://127.0.0.1:1", ...client });
  expect(away).toMatchObject([{ part: "discovery", state: "failed" }]);
  const served = async (fields: object, keys: unknown) => {
    const issuer: string = await listenFor((path) => {
      if (path === "/jwks_uri") return keys;
      const names = ["authorization_endpoint", "token_endpoint", "jwks_uri"];
      return { issuer, ...Object.fromEntries(names.map((name) => [name, `${issuer}/${name}`])), ...fields };
    });
    return testedBy({ issuer, ...client });
  };
  expect(await served({ token_endpoint: undefined }, {})).toMatchObject([
    { part: "discovery", state: "failed", message: "the discovery document has no token_endpoint" },
  ]);
  expect((await served({ issuer: "https://other.example" }, {}))[0]?.message).toContain("has the issuer https://other");
  expect((await served({ jwks_uri: "https://evil.example/keys" }, {}))[0]?.message).toContain(
    "whose host is not allowed",
  );
  expect((await served({}, { keys: [{ kty: "oct" }] }))[1]).toMatchObject({ part: "keys", state: "failed" });
  const algorithms = { id_token_signing_alg_values_supported: ["HS256"] };
  expect((await served(algorithms, { keys: [{ kty: "RSA" }] }))[1]).toMatchObject({ part: "keys", state: "failed" });
});

async function listenFor(answer: (path: string) => unknown): Promise<string> {
  const http = createHttpServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer(request.url ?? "/") ?? {}));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void http.close());
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}
