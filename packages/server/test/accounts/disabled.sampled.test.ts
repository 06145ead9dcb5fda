import { describe, expect, onTestFinished, test, vi } from "vitest";
import { disableAccount, enableAccount } from "../../src/accounts/disable-account.ts";
import { describeStoresInTurn, openForTest } from "../trust/trust-stores.ts";
import { authenticatorCode, codeLife } from "./authenticator.ts";
import { openBrowser, owner, setUp } from "./browser.ts";

const path = "/api/session/second-factor";
const viewer = "{ viewer { email } }";

describeStoresInTurn(({ open }) => {
  describe("a disabled account", () => {
    test("has no sessions and cannot sign in until it is enabled again", async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      onTestFinished(() => void vi.useRealTimers());
      const { server, store } = await openForTest(open, { apiKey: "tl_test-key" });
      const browser = await setUp(server);
      const other = openBrowser(server);
      await other.post("/api/session/sign-in", owner);
      const { account } = (await browser.send("/api/session")).body;
      const id = account?.id ?? "";
      await disableAccount(store.accounts, id, Date.now());
      expect([(await browser.graphql(viewer)).status, (await other.graphql(viewer)).status]).toEqual([401, 401]);
      const refused = await openBrowser(server).post("/api/session/sign-in", owner);
      const wrong = await openBrowser(server).post("/api/session/sign-in", { ...owner, password: "not the password" });
      expect([refused.status, refused.body]).toEqual([401, wrong.body]);
      expect(await store.accounts.findRows("session", [])).toEqual([]);

      await enableAccount(store.accounts, id);
      expect((await browser.post("/api/session/sign-in", owner)).body.signedIn).toBe(true);
      const { secret } = (await browser.post(`${path}/begin`, owner)).body;
      await browser.post(`${path}/confirm`, { code: authenticatorCode(String(secret)) });
      vi.setSystemTime(Date.now() + codeLife);
      const pending = openBrowser(server);
      expect((await pending.post("/api/session/sign-in", owner)).body["awaitsCode"]).toBe(true);
      await disableAccount(store.accounts, id, Date.now());
      expect((await pending.post(`${path}/sign-in`, { code: authenticatorCode(String(secret)) })).status).toBe(401);
      expect((await pending.graphql(viewer)).status).toBe(401);
      expect((await openBrowser(server).post("/api/session/sign-in", owner)).status).toBe(401);
    });

    test("cannot use a session that started while it was disabled", async () => {
      const { server, store } = await openForTest(open, { apiKey: "tl_test-key" });
      const browser = await setUp(server);
      const [session] = await store.accounts.findRows("session", []);
      await disableAccount(store.accounts, String(session?.["userId"]), Date.now());
      await store.accounts.insertRow("session", session ?? {});
      expect((await browser.graphql(viewer)).status).toBe(401);
      expect((await browser.send("/api/session")).body).toMatchObject({ signedIn: false, account: null });
    });
  });
});
