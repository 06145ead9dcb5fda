import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ThreadlineServer } from "../../src/create-server.ts";
import { createServer } from "../../src/create-server.ts";
import { endSecondFactor } from "../../src/accounts/end-second-factor.ts";
import type { Store } from "../../src/store/store.ts";
import { describeStoresInTurn, openForTest } from "../trust/trust-stores.ts";
import type { OpenServer } from "../trust/trust-stores.ts";
import { authenticatorCode, codeLife } from "./authenticator.ts";
import { openBrowser, owner, setUp } from "./browser.ts";
import type { Answer, Browser } from "./browser.ts";

const { password } = owner;
const path = "/api/session/second-factor";

function freeze(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
}

const wait = (ms: number): unknown => vi.setSystemTime(Date.now() + ms);
const messageOf = ({ body }: Answer): string | undefined => body.errors?.[0]?.message;

interface Enrolled {
  readonly server: ThreadlineServer;
  readonly store: Store;
  readonly browser: Browser;
  readonly secret: string;
  readonly backupCodes: readonly string[];
}

/**
 * Creates an owner with an authenticator, and moves the clock to the next code, because each code is valid only once.
 */
async function enroll(open: OpenServer): Promise<Enrolled> {
  freeze();
  const { server, store } = await openForTest(open, { apiKey: "tl_test-key" });
  const browser = await setUp(server);
  const enrollment = await browser.post(`${path}/begin`, { password });
  const { secret, backupCodes } = enrollment.body as unknown as Enrolled;
  const confirmed = await browser.post(`${path}/confirm`, { code: authenticatorCode(secret) });
  expect(confirmed.body.account).toMatchObject({ email: owner.email, hasSecondFactor: true });
  wait(codeLife);
  return { server, store, browser, secret, backupCodes };
}

/** Opens a browser that has sent the password, but no code. */
async function enterPassword(server: ThreadlineServer): Promise<Browser> {
  const browser = openBrowser(server);
  const { status, body } = await browser.post("/api/session/sign-in", owner);
  expect([status, body.signedIn, body["awaitsCode"], body.account]).toEqual([200, false, true, null]);
  return browser;
}

describeStoresInTurn(({ open }) => {
  describe("a second factor", () => {
    test("requires a code of the authenticator besides the password, once", async () => {
      const { server, secret } = await enroll(open);
      const browser = await enterPassword(server);
      expect((await browser.graphql("{ viewer { email } }")).status).toBe(401);
      const code = authenticatorCode(secret);
      const finished = await browser.post(`${path}/sign-in`, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
      expect(finished.body).toMatchObject({ signedIn: true, awaitsCode: false, account: { email: owner.email } });
      expect((await browser.graphql("{ viewer { email } }")).data).toEqual({ viewer: { email: owner.email } });

      const other = await enterPassword(server);
      const again = await other.post(`${path}/sign-in`, { code });
      expect([again.status, messageOf(again)]).toEqual([401, "code: is wrong or already used; enter the next code"]);
      wait(codeLife);
      expect((await other.post(`${path}/sign-in`, { code: authenticatorCode(secret) })).status).toBe(200);
    });

    test("cannot be set up again while it is enabled", async () => {
      const { server, browser, secret } = await enroll(open);
      const enrollment = await browser.post(`${path}/begin`, { password });
      expect([enrollment.status, messageOf(enrollment)]).toEqual([409, "Two-factor authentication is already enabled"]);
      const other = await enterPassword(server);
      expect((await other.post(`${path}/sign-in`, { code: authenticatorCode(secret) })).status).toBe(200);
    });

    test("a code used concurrently in four browsers signs in one", async () => {
      const { server, secret } = await enroll(open);
      const browsers = await Promise.all([1, 2, 3, 4].map(() => enterPassword(server)));
      const code = authenticatorCode(secret);
      const answers = await Promise.all(browsers.map((browser) => browser.post(`${path}/sign-in`, { code })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    test("a backup code works once, ignoring case and separators, until new ones are created", async () => {
      const { server, backupCodes, browser } = await enroll(open);
      const [first = "", second = ""] = backupCodes;
      expect(first).toMatch(/^([\da-f]{5}-){5}[\da-f]{5}$/);
      const one = await enterPassword(server);
      expect((await one.post(`${path}/sign-in`, { code: ` ${first.toUpperCase().replaceAll("-", "")} ` })).status).toBe(
        200,
      );
      const two = await enterPassword(server);
      expect((await two.post(`${path}/sign-in`, { code: first })).status).toBe(401);
      expect((await browser.post(`${path}/backup-codes`, { password: "not the password" })).status).toBe(403);
      const renewed = (await one.post(`${path}/backup-codes`, { password })).body["backupCodes"] as string[];
      expect(renewed).toHaveLength(10);
      expect((await two.post(`${path}/sign-in`, { code: second })).status).toBe(401);
      expect((await two.post(`${path}/sign-in`, { code: renewed[0] })).status).toBe(200);
    });

    test("guessing is limited: five wrong codes end a sign-in, and ten block the next quarter of an hour", async () => {
      const { server, secret } = await enroll(open);
      const wrong = String((Number(authenticatorCode(secret)) + 1) % 10 ** 6).padStart(6, "0");
      const browser = await enterPassword(server);
      for (let count = 0; count < 5; count += 1) {
        expect(messageOf(await browser.post(`${path}/sign-in`, { code: wrong }))).toBe(
          "code: is wrong or already used; enter the next code",
        );
      }
      expect(messageOf(await browser.post(`${path}/sign-in`, { code: authenticatorCode(secret) }))).toMatch(
        /password (first|again)/,
      );
      const next = await enterPassword(server);
      const statuses: number[] = [];
      for (let count = 0; count < 4; count += 1) {
        statuses.push((await next.post(`${path}/sign-in`, { code: wrong })).status);
      }
      expect(statuses.at(-1)).toBe(429);
      expect((await next.post(`${path}/sign-in`, { code: authenticatorCode(secret) })).status).toBe(429);
      expect((await next.graphql("{ viewer { email } }")).status).toBe(401);
    });

    test("enabling and disabling requires the password and ends other sessions; both are audited, and so is every use", async () => {
      const { server, browser, secret, backupCodes } = await enroll(open);
      expect((await browser.post(`${path}/begin`, { password })).status).toBe(409);
      expect((await browser.post(`${path}/confirm`, { code: authenticatorCode(secret) })).status).toBe(409);
      const other = await enterPassword(server);
      await other.post(`${path}/sign-in`, { code: "000000" });
      await other.post(`${path}/sign-in`, { code: backupCodes[0] });
      expect((await browser.post(`${path}/end`, { password: "not the password" })).status).toBe(403);
      expect((await browser.post(`${path}/end`, { password })).body.account).toMatchObject({ hasSecondFactor: false });
      expect((await other.send("/api/session")).body.signedIn).toBe(false);
      expect((await browser.send("/api/session")).body.signedIn).toBe(true);
      expect((await openBrowser(server).post("/api/session/sign-in", owner)).body.signedIn).toBe(true);
      const { data } = await browser.graphql("{ auditEvents { action actorName subjectName } }");
      const events = data?.["auditEvents"] as { action: string }[];
      expect(events.map(({ action }) => action)).toEqual(
        expect.arrayContaining(["secondFactorEnabled", "secondFactorFailed", "backupCodeUsed", "secondFactorDisabled"]),
      );
      expect(JSON.stringify(events)).not.toContain(secret);
      expect((await browser.post(`${path}/end`, { password })).status).toBe(409);
      expect((await browser.post(`${path}/backup-codes`, { password })).status).toBe(409);
    });

    test("the secret and backup codes are not stored in plain text, and a reset keeps the password", async () => {
      const { server, store, secret, backupCodes } = await enroll(open);
      const [row] = await store.accounts.findRows("twoFactor", []);
      const text = JSON.stringify([row, await store.accounts.findRows("verification", [])]);
      for (const hidden of [secret, ...backupCodes, ...backupCodes.map((code) => code.replaceAll("-", ""))]) {
        expect(text).not.toContain(hidden);
      }
      const [login] = await store.accounts.findRows("account", []);
      await store.accounts.setPassword(owner.email, String(login?.["password"]), Date.now());
      await enterPassword(server);
      expect(row).toMatchObject({ verified: true, failedVerificationCount: 0, lockedUntil: null });
      await endSecondFactor(store.accounts, String(row?.["userId"]));
      expect(await store.accounts.findRows("twoFactor", [])).toEqual([]);
      const { body } = await openBrowser(server).post("/api/session/sign-in", owner);
      expect(body).toMatchObject({ signedIn: true, account: { hasSecondFactor: false } });
    });
  });
});

test("a secret becomes active after a correct code", async () => {
  freeze();
  const server = createServer({ apiKey: "tl_test-key" });
  onTestFinished(() => server.close());
  const browser = await setUp(server);
  expect((await browser.post(`${path}/begin`, { password: "not the password" })).status).toBe(403);
  const { body } = await browser.post(`${path}/begin`, { password });
  expect(body["uri"]).toMatch(/^otpauth:\/\/totp\/Threadline:ada%40example\.com\?secret=[A-Z2-7]+&issuer=Threadline/);
  expect((await browser.post(`${path}/confirm`, { code: "abcdef" })).status).toBe(403);
  expect((await openBrowser(server).post("/api/session/sign-in", owner)).body.signedIn).toBe(true);
  for (const route of ["begin", "confirm", "end", "backup-codes", "sign-in"]) {
    const answer = await openBrowser(server).post(`${path}/${route}`, { password, code: "000000" });
    expect(answer.status).toBe(401);
  }
});

test("over https, the cookie of a pending sign-in is Secure", async () => {
  freeze();
  const origin = "https://threadline.example.com";
  const server = createServer({ apiKey: "tl_test-key", baseUrl: origin });
  onTestFinished(() => server.close());
  const browser = await setUp(server, origin);
  const { secret } = (await browser.post(`${path}/begin`, { password })).body as unknown as Enrolled;
  expect((await browser.post(`${path}/confirm`, { code: authenticatorCode(secret) })).status).toBe(200);
  wait(codeLife);
  const other = openBrowser(server, origin);
  const asked = await other.post("/api/session/sign-in", owner);
  expect(asked.body["awaitsCode"]).toBe(true);
  const cookies = asked.headers.getSetCookie().filter((cookie) => !/max-age=0/i.test(cookie));
  expect(cookies.filter((cookie) => !/HttpOnly/i.test(cookie) || !/Secure/i.test(cookie))).toEqual([]);
  expect((await other.post(`${path}/sign-in`, { code: authenticatorCode(secret) })).body.signedIn).toBe(true);
});
