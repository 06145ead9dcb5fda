import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ThreadlineServer } from "../../src/create-server.ts";
import { describeStoresInTurn, openForTest } from "../trust/trust-stores.ts";
import { authenticatorCode, codeLife } from "./authenticator.ts";
import { openBrowser, owner, setUp, valueOf } from "./browser.ts";
import type { Browser } from "./browser.ts";

const path = "/api/session/second-factor";
const password = "a password of theirs";
const rule =
  "mutation ($isRequired: Boolean!) { requireSecondFactor(isRequired: $isRequired) { requiresSecondFactor } }";

async function enroll(browser: Browser, own: string): Promise<void> {
  const { secret } = (await browser.post(`${path}/begin`, { password: own })).body;
  const confirmed = await browser.post(`${path}/confirm`, { code: authenticatorCode(String(secret)) });
  expect(confirmed.status).toBe(200);
}

async function join(server: ThreadlineServer, by: Browser, role: string): Promise<Browser> {
  const inviting = `mutation { inviteMember(email: "${role}@example.com", role: ${role}) { url } }`;
  const { url } = valueOf((await by.graphql(inviting, { project: "default" })).data, "inviteMember") as { url: string };
  const browser = openBrowser(server);
  const token = new URL(url).searchParams.get("token");
  const { status } = await browser.post("/api/session/accept-invitation", { token, name: role, password });
  expect(status).toBe(200);
  return browser;
}

const seen = `{ viewer { role permissions project { name requiresSecondFactor lacksSecondFactor } } projects { name lacksSecondFactor } }`;
const refusal = { code: "FORBIDDEN", reason: "SECOND_FACTOR_REQUIRED" };

describeStoresInTurn(({ open }) => {
  describe("a project that requires a second factor", () => {
    test("shows only its name to members without one", async () => {
      const { server, store } = await openForTest(open, { apiKey: "tl_test-key" });
      const ada = await setUp(server);
      const admin = await join(server, ada, "admin");
      await enroll(ada, owner.password);
      const set = await ada.graphql(rule, { variables: { isRequired: true } });
      expect(set.data).toEqual({ requireSecondFactor: { requiresSecondFactor: true } });
      expect((await ada.graphql("{ threads { totalCount } }")).errors).toEqual([]);

      expect((await admin.graphql(seen)).data).toEqual({
        viewer: {
          role: "admin",
          permissions: [],
          project: { name: "default", requiresSecondFactor: true, lacksSecondFactor: true },
        },
        projects: [{ name: "default", lacksSecondFactor: true }],
      });
      for (const query of [
        "{ threads { totalCount } }",
        "{ members { email } }",
        'mutation { upsertThread(id: "t") { id } }',
      ]) {
        const { errors } = await admin.graphql(query);
        expect(errors[0]?.extensions).toMatchObject(refusal);
      }
      const made = await admin.graphql('mutation { createProject(name: "around it") { id } }');
      expect(made.errors[0]?.extensions.code).toBe("FORBIDDEN");
      for (const route of ["/api/upload/file", "/api/export/dataset"]) {
        const { status, body } = await admin.post(route, { fileName: "f" });
        expect([status, body.errors?.[0]?.extensions]).toMatchObject([403, refusal]);
      }
      const byKey = await openBrowser(server).graphql("{ threads { totalCount } }", {
        headers: { "x-api-key": "tl_test-key" },
      });
      expect(byKey.data).toEqual({ threads: { totalCount: 0 } });

      await enroll(admin, password);
      expect((await admin.graphql("{ threads { totalCount } members { email secondFactor } }")).data).toEqual({
        threads: { totalCount: 0 },
        members: [
          { email: owner.email, secondFactor: "on" },
          { email: "admin@example.com", secondFactor: "on" },
        ],
      });
      expect(await store.projects.list()).toHaveLength(1);
    });
  });

  describe("the rule", () => {
    test("can be set by an owner with a second factor, and is audited", async () => {
      const { server } = await openForTest(open, { apiKey: "tl_test-key" });
      const ada = await setUp(server);
      const admin = await join(server, ada, "admin");
      const early = await ada.graphql(rule, { variables: { isRequired: true } });
      expect(early.errors[0]).toMatchObject({
        message: "To require two-factor authentication, first set it up for your own account",
        extensions: { code: "CONFLICT" },
      });
      const refused = await admin.graphql(rule, { variables: { isRequired: true } });
      expect(refused.errors[0]?.extensions).toMatchObject({ code: "FORBIDDEN", permission: "own" });
      await enroll(ada, owner.password);
      await ada.graphql(rule, { variables: { isRequired: true } });
      const off = await ada.graphql(rule, { variables: { isRequired: false } });
      expect(off.data).toEqual({ requireSecondFactor: { requiresSecondFactor: false } });
      expect((await admin.graphql("{ threads { totalCount } }")).errors).toEqual([]);
      const { data } = await ada.graphql("{ auditEvents(first: 2) { action actorName subjectName } }");
      expect(data?.["auditEvents"]).toEqual([
        { action: "secondFactorNotRequired", actorName: owner.email, subjectName: "default" },
        { action: "secondFactorRequired", actorName: owner.email, subjectName: "default" },
      ]);
    });
  });
});

describeStoresInTurn(({ open }) => {
  test("disabling one's second factor blocks access to the project until it is enabled again, also for owners", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { server } = await openForTest(open, { apiKey: "tl_test-key" });
    const ada = await setUp(server);
    await enroll(ada, owner.password);
    await ada.graphql(rule, { variables: { isRequired: true } });
    expect((await ada.post(`${path}/end`, { password: owner.password })).status).toBe(200);
    expect((await ada.graphql("{ threads { totalCount } }")).errors[0]?.extensions).toMatchObject(refusal);
    expect((await ada.graphql(rule, { variables: { isRequired: false } })).errors[0]?.extensions).toMatchObject(
      refusal,
    );
    vi.setSystemTime(Date.now() + codeLife);
    await enroll(ada, owner.password);
    expect((await ada.graphql("{ threads { totalCount } }")).errors).toEqual([]);
  });
});
