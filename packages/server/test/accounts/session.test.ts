import { expect, onTestFinished, test, vi } from "vitest";
import { createServer } from "../../src/create-server.ts";
import type { ThreadlineServer } from "../../src/create-server.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { openBrowser, owner, setUp, setupTokenOf } from "./browser.ts";
import type { Answer } from "./browser.ts";

function start(options: ServerOptions = {}): ThreadlineServer {
  const server = createServer({ apiKey: "tl_test-key", ...options });
  onTestFinished(() => server.close());
  return server;
}

const viewer = "{ viewer { name email role project { name } } }";

test("the setup link creates the owner of every project, and signs in", async () => {
  const server = start();
  const visitor = openBrowser(server);
  expect((await visitor.send("/api/session")).body).toEqual({
    signedIn: false,
    account: null,
    endsAt: null,
    awaitsCode: false,
    setUp: false,
    noLogin: false,
    sso: null,
    mayResetPassword: false,
    basePath: "",
  });

  const browser = await setUp(server);
  const { body } = await browser.send("/api/session");
  expect(body).toMatchObject({ signedIn: true, setUp: true, account: { email: owner.email, name: "Ada" } });
  expect((await browser.graphql(viewer)).data).toEqual({
    viewer: { name: "Ada", email: owner.email, role: "owner", project: { name: "default" } },
  });
});

test("fifty concurrent setups create one account, and the link works once", async () => {
  const server = start();
  const token = setupTokenOf(await server.ready);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      openBrowser(server).post("/api/session/setup", { token, ...owner, email: `user${index}@example.com` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { status, body } = await openBrowser(server).post("/api/session/setup", { token, ...owner });
  expect(status).toBe(404);
  expect(body.errors?.[0]?.message).toContain("the setup link is not valid or was already used");
});

test.each([
  ["a wrong token", { token: "guess" }, 404, "token: the setup link is not valid"],
  ["no token", { token: undefined }, 400, "token: must be a string"],
  ["a short password", { password: "short" }, 400, "password: must have at least 10 characters"],
  ["a common password", { password: "QwertyUiop" }, 400, "password: is one of the most common passwords"],
  [
    "the address as password",
    { password: owner.email.toUpperCase() },
    400,
    "password: must not consist only of your name,",
  ],
  [
    "the product's name as password",
    { password: "Threadline-2026" },
    400,
    "password: must not consist only of your name",
  ],
  ["a password of a megabyte", { password: "x".repeat(1_025) }, 400, "password: may have at most 1024 bytes"],
  ["an invalid email", { email: "ada" }, 400, "email: must be an email"],
  ["a blank name", { name: " " }, 400, "name: must not be empty"],
])("%s does not create an account", async (_what, change, expected, message) => {
  const server = start();
  const form = { token: setupTokenOf(await server.ready), ...owner, ...change };
  const { status, body } = await openBrowser(server).post("/api/session/setup", form);
  expect(status).toBe(expected);
  expect(body.errors?.[0]?.message).toContain(message);
  expect((await openBrowser(server).send("/api/session")).body.setUp).toBe(false);
});

test("the setup link can be checked without creating an account, a hundred times per IP address", async () => {
  const server = start();
  const token = setupTokenOf(await server.ready);
  const browser = openBrowser(server);
  const ask = (tried: unknown) => browser.post("/api/session/setup-link", { token: tried });
  expect(await ask(token)).toMatchObject({ status: 200, body: { isValid: true } });
  const wrong = await ask("guess");
  expect(wrong.status).toBe(404);
  expect(wrong.body.errors?.[0]?.message).toContain("the setup link is not valid or was already used");
  expect((await ask(undefined)).status).toBe(400);
  await setUp(server);
  expect((await ask(token)).status).toBe(404);
  const further = await Promise.all(Array.from({ length: 100 }, () => ask("guess")));
  expect(further.filter(({ status }) => status === 404)).toHaveLength(96);
  expect(further.find(({ status }) => status === 429)?.headers.get("retry-after")).toMatch(/^\d+$/);
});

test.each(["O'Brien@Example.com", "a+b_c-d.e@x-y.1.example.museum", "1@example.io"])(
  "an accepted email can sign in: %s",
  async (email) => {
    const server = start();
    const form = { ...owner, email };
    const made = await openBrowser(server).post("/api/session/setup", {
      ...form,
      token: setupTokenOf(await server.ready),
    });
    expect(made.body).toMatchObject({ signedIn: true, account: { email: email.toLowerCase() } });
    expect((await openBrowser(server).post("/api/session/sign-in", form)).status).toBe(200);
  },
);

test.each([
  "a@b.c",
  "ada@localhost",
  ".a@example.com",
  "a..b@example.com",
  "a.@example.com",
  "a b@example.com",
  "ä@example.com",
  "a@-.com",
])("%s is not a valid email", async (email) => {
  const server = start();
  const form = { ...owner, email, token: setupTokenOf(await server.ready) };
  expect((await openBrowser(server).post("/api/session/setup", form)).status).toBe(400);
});

test("each sign-in creates a new session, and ends the previous one", async () => {
  const server = start();
  const browser = await setUp(server);
  const before = browser.cookies.get("threadline-session");
  expect((await browser.post("/api/session/sign-in", owner)).status).toBe(200);
  expect(browser.cookies.get("threadline-session")).not.toBe(before);
  const stolen = openBrowser(server);
  stolen.cookies.set("threadline-session", before ?? "");
  expect((await stolen.graphql(viewer)).status).toBe(401);
  expect((await browser.graphql(viewer)).status).toBe(200);
});

test("an unknown account and a wrong password get the same response", async () => {
  const server = start();
  await setUp(server);
  const unknown = await openBrowser(server).post("/api/session/sign-in", { ...owner, email: "eve@example.com" });
  const wrong = await openBrowser(server).post("/api/session/sign-in", { ...owner, password: "wrong password" });
  const noAddress = await openBrowser(server).post("/api/session/sign-in", { ...owner, email: "eve" });
  expect([unknown.status, wrong.status, noAddress.status]).toEqual([401, 401, 401]);
  expect(unknown.body).toEqual(wrong.body);
  expect(noAddress.body).toEqual(wrong.body);
  expect(wrong.headers.getSetCookie()).toEqual([]);
});

test("signing out ends the session on the server, for that browser only", async () => {
  const server = start();
  const first = await setUp(server);
  const second = openBrowser(server);
  await second.post("/api/session/sign-in", owner);
  const cookie = first.cookies.get("threadline-session") ?? "";
  expect((await first.post("/api/session/sign-out")).body).toMatchObject({ signedIn: false });
  // The remaining cookie marks a known browser, and grants no access.
  expect([...first.cookies.keys()]).toEqual(["threadline-device"]);
  first.cookies.set("threadline-session", cookie);
  expect((await first.graphql(viewer)).status).toBe(401);
  expect((await second.graphql(viewer)).status).toBe(200);
});

test("signing out everywhere ends every session of the account", async () => {
  const server = start();
  const first = await setUp(server);
  const second = openBrowser(server);
  await second.post("/api/session/sign-in", owner);
  expect((await first.post("/api/session/sign-out-everywhere", { password: "not this one" })).status).toBe(403);
  expect((await second.graphql(viewer)).status).toBe(200);
  expect((await first.post("/api/session/sign-out-everywhere", owner)).status).toBe(200);
  expect((await second.graphql(viewer)).status).toBe(401);
  expect((await second.send("/api/session")).body.signedIn).toBe(false);
});

test("an account changes its own name, which is one line", async () => {
  const server = start();
  const browser = await setUp(server);
  const changed = await browser.post("/api/session/name", { name: " Ada King " });
  expect(changed.body).toMatchObject({ account: { email: owner.email, name: "Ada King" } });
  expect((await browser.graphql("{ members { name } }")).data).toEqual({ members: [{ name: "Ada King" }] });
  const refused = await browser.post("/api/session/name", { name: " " });
  expect([refused.status, refused.body.errors?.[0]?.extensions]).toMatchObject([
    400,
    { field: "name", reason: "EMPTY" },
  ]);
  expect((await openBrowser(server).post("/api/session/name", { name: "Eve" })).status).toBe(401);
});

test("changing the password ends the other sessions and the old password", async () => {
  const server = start();
  const first = await setUp(server);
  const second = openBrowser(server);
  await second.post("/api/session/sign-in", owner);
  const newPassword = "a better password";
  const wrong = await first.post("/api/session/password", { currentPassword: "not this one", newPassword });
  expect(wrong.status).toBe(403);
  const changed = await first.post("/api/session/password", { currentPassword: owner.password, newPassword });
  expect(changed.body).toMatchObject({ signedIn: true });
  expect((await first.graphql(viewer)).status).toBe(200);
  expect((await second.graphql(viewer)).status).toBe(401);
  expect((await second.post("/api/session/sign-in", owner)).status).toBe(401);
  expect((await second.post("/api/session/sign-in", { ...owner, password: newPassword })).status).toBe(200);
});

test.each([
  ["1q2w3e4r5t", "COMMON"],
  ["Ada@example 2026", "OWN_WORDS"],
  ["too short", "TOO_SHORT"],
])("a password cannot be changed to %s", async (newPassword, reason) => {
  const server = start();
  const browser = await setUp(server);
  const { status, body } = await browser.post("/api/session/password", {
    currentPassword: owner.password,
    newPassword,
  });
  expect(status).toBe(400);
  expect(body.errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field: "newPassword", reason });
  expect((await openBrowser(server).post("/api/session/sign-in", owner)).status).toBe(200);
});

test("the eleventh attempt in fifteen minutes is rejected, also with the right password and other headers", async () => {
  const server = start();
  await setUp(server);
  for (let count = 0; count < 10; count += 1) {
    const headers = { "x-forwarded-for": `10.0.0.${count}` };
    const { status } = await openBrowser(server).post("/api/session/sign-in", { ...owner, password: "wrong" }, headers);
    expect(status).toBe(401);
  }
  const { status, headers, body } = await openBrowser(server).post("/api/session/sign-in", owner);
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(800);
  expect(body.errors?.[0]?.extensions.code).toBe("RATE_LIMITED");
});

test("a stranger's failed attempts do not lock the owner out of a known browser or other networks", async () => {
  const server = createServer({ apiKey: "tl_test-key", proxies: 1 });
  onTestFinished(() => server.close());
  const known = await setUp(server);
  await known.post("/api/session/sign-out");
  const from = (address: string) => ({ "x-forwarded-for": address });
  const guess = { ...owner, password: "wrong" };
  const guessFrom = (address: string): Promise<Answer> =>
    openBrowser(server).post("/api/session/sign-in", guess, from(address));
  for (let count = 0; count < 10; count += 1) {
    // A host may use any address of its /64 network.
    expect((await guessFrom(`2001:db8:1:2::${count}`)).status).toBe(401);
  }
  expect((await guessFrom("2001:db8:1:2:ffff::1")).status).toBe(429);
  expect((await openBrowser(server).post("/api/session/sign-in", owner, from("192.0.2.1"))).status).toBe(200);
  const statuses: number[] = [];
  for (let index = 0; index < 60; index += 1) statuses.push((await guessFrom(`2001:db8:${index}::1`)).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(40);
  expect((await openBrowser(server).post("/api/session/sign-in", owner, from("192.0.2.2"))).status).toBe(429);
  expect((await known.post("/api/session/sign-in", owner, from("2001:db8:1:2::1"))).status).toBe(200);
  expect((await known.post("/api/session/sign-out-everywhere", { password: owner.password })).status).toBe(200);
});

test("the cookie of a known browser is valid for its account until it expires, unless it was changed", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = start();
  const known = await setUp(server);
  const mark = known.cookies.get("threadline-device") ?? "";
  expect(mark).toMatch(/^[\w-]{22}\.\d+\.[\w-]{43}$/);
  const [id = "", expires = "", signature = ""] = mark.split(".");
  const useUp = async (): Promise<void> => {
    for (let count = 0; count < 10; count += 1) {
      await openBrowser(server).post("/api/session/sign-in", { ...owner, password: "wrong" });
    }
  };
  await useUp();
  const statusWith = async (value: string, email = owner.email): Promise<number> => {
    const headers = { cookie: `threadline-device=${value}` };
    return (await openBrowser(server).post("/api/session/sign-in", { ...owner, email }, headers)).status;
  };
  expect(await statusWith(mark)).toBe(200);
  expect(await statusWith(`${id}.${Number(expires) + 1}.${signature}`)).toBe(429);
  expect(await statusWith(`${id.replace(/^./, (first) => (first === "A" ? "B" : "A"))}.${expires}.${signature}`)).toBe(
    429,
  );
  expect(await statusWith(`${id}.${expires}.${"A".repeat(43)}`)).toBe(429);
  for (let count = 0; count < 10; count += 1) expect(await statusWith(mark, "grace@example.com")).toBe(401);
  expect(await statusWith(mark, "grace@example.com")).toBe(429);
  vi.setSystemTime(Number(expires));
  await useUp();
  expect(await statusWith(mark)).toBe(429);
});

test("the session cookie over http is HttpOnly and SameSite=Lax; over https it is also Secure and bound to the host", async () => {
  const plain = start();
  const { headers } = await openBrowser(plain).post("/api/session/setup", {
    token: setupTokenOf(await plain.ready),
    ...owner,
  });
  const [cookie = ""] = headers.getSetCookie();
  expect(cookie).toMatch(/^threadline-session=/);
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
  expect(cookie).toMatch(/Path=\//i);
  expect(cookie).not.toMatch(/Secure|Domain/i);

  const secure = start({ baseUrl: "https://threadline.example.com/tools" });
  const answer = await openBrowser(secure, "https://threadline.example.com").post("/api/session/setup", {
    token: setupTokenOf(await secure.ready),
    ...owner,
  });
  const [secureCookie = ""] = answer.headers.getSetCookie();
  expect(secureCookie).toMatch(/^__Host-threadline=/);
  expect(secureCookie).toMatch(/Secure/i);
  expect(secureCookie).toMatch(/Path=\/(;|$)/i);
  expect(secureCookie).not.toMatch(/Domain/i);
  expect(answer.body["basePath"]).toBe("/tools");
});

test("a session ends after seven idle days, or after thirty days", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = start();
  const browser = await setUp(server);
  const day = 24 * 3_600_000;
  for (let days = 0; days < 28; days += 4) {
    vi.setSystemTime(Date.now() + 4 * day);
    expect((await browser.send("/api/session")).body.signedIn).toBe(true);
  }
  vi.setSystemTime(Date.now() + 3 * day);
  expect((await browser.send("/api/session")).body.signedIn).toBe(false);

  await browser.post("/api/session/sign-in", owner);
  vi.setSystemTime(Date.now() + 7 * day + 1_000);
  expect((await browser.send("/api/session")).body.signedIn).toBe(false);
});

test("passwords and sessions are not stored in plain text", async () => {
  const store = await openSqliteStore({ path: ":memory:" });
  const server = start({ store });
  const browser = await setUp(server);
  const token = decodeURIComponent(browser.cookies.get("threadline-session") ?? "").split(".")[0] ?? "";
  const rows = await Promise.all(
    (["user", "session", "account", "verification"] as const).map((table) => store.accounts.findRows(table, [])),
  );
  const text = JSON.stringify(rows);
  expect(text).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(text).not.toContain(owner.password);
  expect(token.length).toBeGreaterThan(20);
  expect(text).not.toContain(token);
});

test("expired sessions are deleted", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const store = await openSqliteStore({ path: ":memory:" });
  const server = start({ store });
  await setUp(server);
  await openBrowser(server).post("/api/session/sign-in", owner);
  expect(await store.accounts.findRows("session", [])).toHaveLength(2);
  vi.setSystemTime(Date.now() + 8 * 24 * 3_600_000);
  await openBrowser(server).post("/api/session/sign-in", owner);
  expect(await store.accounts.findRows("session", [])).toHaveLength(1);
});
