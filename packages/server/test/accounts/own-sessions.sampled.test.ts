import { createHash } from "node:crypto";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createServer } from "../../src/create-server.ts";
import type { OwnSession } from "../../src/accounts/own-sessions.ts";
import { describeStoresInTurn, openForTest } from "../trust/trust-stores.ts";
import { openBrowser, owner, setUp } from "./browser.ts";
import type { Answer, Browser } from "./browser.ts";

const path = "/api/session/sessions";
const phone = { "user-agent": "A phone" };
const { password } = owner;

async function sessionsOf(browser: Browser): Promise<OwnSession[]> {
  return (await browser.send(path)).body["sessions"] as OwnSession[];
}

async function signIn(browser: Browser, headers?: Readonly<Record<string, string>>): Promise<Browser> {
  expect((await browser.post("/api/session/sign-in", owner, headers)).status).toBe(200);
  return browser;
}

const isSignedIn = async (browser: Browser): Promise<boolean | undefined> =>
  (await browser.send("/api/session")).body.signedIn;
const messageOf = ({ body }: Answer): string | undefined => body.errors?.[0]?.message;

function freeze(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => void vi.setSystemTime(Date.now() + ms);
}

describeStoresInTurn(({ open }) => {
  describe("own sessions", () => {
    test("are listed with device and times, the current one first, without tokens", async () => {
      const wait = freeze();
      const { server } = await openForTest(open, { apiKey: "tl_test-key" });
      const first = await setUp(server);
      const began = Date.now();
      wait(1_000);
      const other = await signIn(openBrowser(server), phone);
      expect(await sessionsOf(first)).toMatchObject([
        { isCurrent: true, createdAt: new Date(began).toISOString() },
        { isCurrent: false, userAgent: "A phone", createdAt: new Date(began + 1_000).toISOString() },
      ]);
      wait(20 * 60_000);
      await other.send("/api/session", { headers: { "user-agent": "The same phone" } });
      const [, seen] = await sessionsOf(first);
      expect(seen).toMatchObject({ userAgent: "The same phone", lastSeenAt: new Date().toISOString() });
      const text = JSON.stringify(await sessionsOf(other));
      for (const { cookies } of [first, other]) {
        const token = decodeURIComponent(cookies.get("threadline-session") ?? "").split(".")[0] ?? "";
        expect(token.length).toBeGreaterThan(20);
        expect(text).not.toContain(token);
        expect(text).not.toContain(createHash("sha256").update(token).digest("hex"));
      }
    });

    test("can be ended with the password, but not those of other accounts", async () => {
      const { server, store } = await openForTest(open, { apiKey: "tl_test-key" });
      const first = await setUp(server);
      const other = await signIn(openBrowser(server), phone);
      const third = await signIn(openBrowser(server));
      const id = (await sessionsOf(first)).find(({ userAgent }) => userAgent === "A phone")?.id ?? "";
      const wrong = await first.post(`${path}/end`, { id, password: "not the password" });
      expect([wrong.status, messageOf(wrong)]).toEqual([403, "password: is wrong"]);
      expect((await first.post(`${path}/end`, { id })).status).toBe(400);
      expect(await isSignedIn(other)).toBe(true);
      const ended = await first.post(`${path}/end`, { id, password });
      expect([ended.status, (ended.body["sessions"] as unknown[]).length]).toEqual([200, 2]);
      expect([await isSignedIn(first), await isSignedIn(other), await isSignedIn(third)]).toEqual([true, false, true]);
      expect((await first.post(`${path}/end`, { id, password })).status).toBe(404);

      const now = Date.now();
      const foreign = {
        id: "foreign",
        token: "t",
        userId: "eve",
        expiresAt: now + 60_000,
        createdAt: now,
        updatedAt: now,
      };
      await store.accounts.insertRow("session", foreign);
      expect((await first.post(`${path}/end`, { id: "foreign", password })).status).toBe(404);
      expect(await store.accounts.findRows("session", [{ field: "id", operator: "=", value: "foreign" }])).toHaveLength(
        1,
      );
      expect((await sessionsOf(first)).map((session) => session.id)).not.toContain("foreign");
    });

    test("all others can be ended with the password, and both actions are audited", async () => {
      const { server } = await openForTest(open, { apiKey: "tl_test-key" });
      const first = await setUp(server);
      const others = [await signIn(openBrowser(server)), await signIn(openBrowser(server))];
      expect((await first.post(`${path}/end-others`, { password: "not the password" })).status).toBe(403);
      const [current] = await sessionsOf(first);
      const own = await first.post(`${path}/end`, { id: current?.id, password });
      expect([own.status, messageOf(own)]).toEqual([409, "id: is the current session; sign out instead"]);
      expect((await first.post(`${path}/end-others`, { password })).body["sessions"]).toHaveLength(1);
      expect(await Promise.all(others.map((browser) => isSignedIn(browser)))).toEqual([false, false]);
      expect(await isSignedIn(first)).toBe(true);
      const { data } = await first.graphql("{ auditEvents(first: 1) { action actorName subjectName } }");
      expect(data?.["auditEvents"]).toEqual([
        { action: "sessionsEnded", actorName: owner.email, subjectName: owner.email },
      ]);
    });
  });
});

test("an expired session is not listed, and sessions last at most thirty days", async () => {
  const wait = freeze();
  const server = createServer({ apiKey: "tl_test-key" });
  onTestFinished(() => server.close());
  const day = 24 * 3_600_000;
  const first = await setUp(server);
  const end = Date.now() + 30 * day;
  await signIn(openBrowser(server));
  for (let days = 0; days < 28; days += 4) {
    wait(4 * day);
    expect(await isSignedIn(first)).toBe(true);
  }
  expect(await sessionsOf(first)).toMatchObject([{ isCurrent: true, expiresAt: new Date(end).toISOString() }]);
});

test("a session shows the IP address reported by the proxies, and keeps it after a password change", async () => {
  const server = createServer({ apiKey: "tl_test-key", proxies: 1 });
  onTestFinished(() => server.close());
  const browser = await setUp(server);
  const send = async (route: string, body: unknown, forwardedFor: string): Promise<number> => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = {
      cookie,
      origin: "http://localhost",
      "content-type": "application/json",
      "x-forwarded-for": forwardedFor,
      "user-agent": "x".repeat(5_000),
    };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await server.fetch(`http://localhost${route}`, init, { address: "10.0.0.1" });
    for (const pair of response.headers.getSetCookie()) {
      const [name = "", value = ""] = pair.split(";", 1)[0]?.split("=") ?? [];
      browser.cookies.set(name, value);
    }
    return response.status;
  };
  const change = { currentPassword: password, newPassword: "a better password" };
  expect(await send("/api/session/password", change, "203.0.113.66, 198.51.100.7")).toBe(200);
  const [session] = await sessionsOf(browser);
  expect(session).toMatchObject({ isCurrent: true, address: "198.51.100.7", userAgent: "x".repeat(500) });
});
