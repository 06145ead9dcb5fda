import { expect, onTestFinished, test } from "vitest";
import { disableAccount } from "../../src/accounts/disable-account.ts";
import { createServer } from "../../src/create-server.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { noteSecret } from "../canaries/secret-watch.ts";
import { authenticatorCode } from "./authenticator.ts";
import { openBrowser, owner, setUp, valueOf } from "./browser.ts";
import type { Browser } from "./browser.ts";
import { mailUser, startMailServer } from "./mail-server.ts";
import type { ReceivedMail } from "./mail-server.ts";

const baseUrl = "http://localhost";
const from = "Threadline <threadline@example.com>";
const newPassword = "another good password";

async function start(options: { readonly port: number } & ServerOptions) {
  const { port, ...rest } = options;
  noteSecret(mailUser.password);
  const store = await openSqliteStore({ path: ":memory:" });
  const url = `smtp://${mailUser.user}:${mailUser.password}@127.0.0.1:${port}`;
  const server = createServer({ store, baseUrl, mail: { url, from }, ...rest });
  onTestFinished(() => server.close());
  return { server, store, browser: await setUp(server) };
}

function tokenIn({ text }: ReceivedMail): string {
  const [, token = ""] = /^http:\/\/localhost\/\S+\?token=([\w-]+)$/m.exec(text) ?? [];
  noteSecret(token);
  return token;
}

async function requestLink(browser: Browser, email: string): Promise<number> {
  const { status, body } = await browser.post("/api/session/reset-password/request", { email });
  expect(body["isAccepted"]).toBe(status === 200 ? true : undefined);
  return status;
}

const reset = (browser: Browser, token: string, password = newPassword) =>
  browser.post("/api/session/reset-password", { token, password });

test("a forgotten password is reset by a link that works once, and all sessions end", async () => {
  const mails = await startMailServer();
  const { server, browser } = await start(mails);
  const visitor = openBrowser(server);
  expect((await visitor.send("/api/session")).body).toMatchObject({ mayResetPassword: true });
  expect(await requestLink(visitor, owner.email.toUpperCase())).toBe(200);
  const mail = await mails.next();
  expect(mail).toMatchObject({ to: [owner.email], from: "threadline@example.com" });
  expect(mail.subject).toBe("Reset your Threadline password");
  const token = tokenIn(mail);

  expect((await visitor.post("/api/session/reset-password/link", { token })).body).toEqual({ email: owner.email });
  const weak = await reset(visitor, token, "short");
  expect(weak.body.errors?.[0]?.extensions).toMatchObject({ field: "password", reason: "TOO_SHORT" });
  const done = await reset(visitor, token);
  expect([done.status, done.body.signedIn]).toEqual([200, false]);
  expect((await mails.next()).subject).toBe("Your Threadline password was changed");

  expect((await browser.send("/api/session")).body.signedIn).toBe(false);
  expect((await reset(visitor, token, "yet another password")).status).toBe(404);
  expect((await visitor.post("/api/session/reset-password/link", { token })).status).toBe(404);
  const signIn = (password: string) => visitor.post("/api/session/sign-in", { email: owner.email, password });
  expect((await signIn(owner.password)).status).toBe(401);
  expect((await signIn(newPassword)).status).toBe(200);
  const { data } = await visitor.graphql("{ auditEvents { action actorKind subjectName } }");
  expect(valueOf(data, "auditEvents")).toContainEqual({
    action: "passwordReset",
    actorKind: "visitor",
    subjectName: owner.email,
  });
});

test("after a reset by email, failed sign-ins of the account no longer count, but those of others do", async () => {
  const mails = await startMailServer();
  const { server } = await start(mails);
  const visitor = openBrowser(server);
  const signIn = async (email: string, password: string): Promise<number> =>
    (await visitor.post("/api/session/sign-in", { email, password })).status;
  const other = "eve@example.com";
  for (let index = 0; index < 11; index += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    await signIn(owner.email, "not the password");
    await signIn(other, "not the password");
    // oxlint-enable no-await-in-loop
  }
  expect([await signIn(owner.email, owner.password), await signIn(other, "x")]).toEqual([429, 429]);
  await requestLink(visitor, owner.email);
  expect((await reset(visitor, tokenIn(await mails.next()))).status).toBe(200);
  expect([await signIn(owner.email, newPassword), await signIn(other, "x")]).toEqual([200, 429]);
});

test("changes of the password and of two-factor authentication are reported by email", async () => {
  const mails = await startMailServer();
  const { browser } = await start(mails);
  const reported = async (path: string, body: object) => {
    const answer = await browser.post(`/api/session/${path}`, body);
    expect(answer.status).toBe(200);
    const { to, subject, text } = await mails.next();
    return { to, subject, text: text.split("\n")[0] };
  };
  const to = [owner.email];
  const wrong = { currentPassword: "not the password", newPassword };
  expect((await browser.post("/api/session/password", wrong)).status).toBe(403);
  expect(await reported("password", { currentPassword: owner.password, newPassword })).toEqual({
    to,
    subject: "Your Threadline password was changed",
    text: `The password of your account ${owner.email} was changed in its settings. All other sessions were ended.`,
  });
  const begun = await browser.post("/api/session/second-factor/begin", { password: newPassword });
  const code = authenticatorCode(String(begun.body["secret"]), Date.now());
  noteSecret(code);
  expect(await reported("second-factor/confirm", { code })).toEqual({
    to,
    subject: "Two-factor authentication of your Threadline account was enabled",
    text: `Two-factor authentication of your account ${owner.email} was enabled. All other sessions were ended.`,
  });
  expect(await reported("second-factor/end", { password: newPassword })).toEqual({
    to,
    subject: "Two-factor authentication of your Threadline account was disabled",
    text: `Two-factor authentication of your account ${owner.email} was disabled. All other sessions were ended.`,
  });
});

test("of concurrent requests with one link, only one sets the password", async () => {
  const mails = await startMailServer();
  const { server } = await start(mails);
  const visitor = openBrowser(server);
  await requestLink(visitor, owner.email);
  const token = tokenIn(await mails.next());
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) => reset(openBrowser(server), token, `a good password ${index}`)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
});

test("the database has only the hash of a link, which expires after an hour and with the next link", async () => {
  const mails = await startMailServer();
  let time = Date.now();
  const { server, store } = await start({ ...mails, now: () => time });
  const visitor = openBrowser(server);
  await requestLink(visitor, owner.email);
  const first = tokenIn(await mails.next());
  const rows = JSON.stringify(await store.accounts.findRows("verification", []));
  expect(rows).toContain("reset-password:");
  expect(rows).not.toContain(first);
  await requestLink(visitor, owner.email);
  const second = tokenIn(await mails.next());
  expect((await reset(visitor, first)).status).toBe(404);
  time += 3_600_001;
  expect((await reset(visitor, second)).status).toBe(404);
});

test("the response is the same for every email, and only accounts with a password get a message", async () => {
  const mails = await startMailServer();
  const { server, store } = await start(mails);
  const visitor = openBrowser(server);
  const account = { id: "disabled", email: "off@example.com", name: "Off", createdAt: 1, passwordHash: "x" };
  const [row] = await store.accounts.findRows("user", [{ field: "email", operator: "=", value: owner.email }]);
  await store.accounts.insertRow("user", { ...row, id: account.id, email: account.email });
  await disableAccount(store.accounts, account.id, 1);
  await store.accounts.insertRow("user", { ...row, id: "provider", email: "sso@example.com" });
  for (const email of ["nobody@example.com", account.email, "sso@example.com", "not an email", "ａ@example.com"]) {
    expect(await requestLink(visitor, email)).toBe(200);
  }
  await requestLink(visitor, owner.email);
  await mails.next();
  expect(mails.received.flatMap(({ to }) => to)).toEqual([owner.email]);
});

test("an email gets at most three messages, and a network sends at most twenty requests, in fifteen minutes", async () => {
  const mails = await startMailServer();
  const { server } = await start(mails);
  const visitor = openBrowser(server);
  const statuses: number[] = [];
  for (let index = 0; index < 21; index += 1) statuses.push(await requestLink(visitor, owner.email));
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  await expect.poll(() => mails.received.length).toBe(3);
});

test("a link has the configured URL, whatever the request names as its host", async () => {
  const mails = await startMailServer();
  const { server } = await start({ ...mails, baseUrl: "http://localhost" });
  const headers = { "content-type": "application/json", origin: "http://localhost", host: "evil.example" };
  const body = JSON.stringify({ email: owner.email });
  const path = "/api/session/reset-password/request";
  const init = { method: "POST", headers: { ...headers, "x-forwarded-host": "evil.example" }, body };
  await server.fetch(`http://evil.example${path}`, init);
  const { text } = await mails.next();
  expect(text).toContain("http://localhost/reset-password?token=");
  expect(text).not.toContain("evil");
});

const inviting =
  "mutation ($email: String!) { inviteMember(email: $email, role: editor) { url isMailed mailError invitation { email } } }";

test("an invitation is sent by email, and its link joins the project", async () => {
  const mails = await startMailServer({ rejects: (address) => address.startsWith("full@") });
  const { server, browser } = await start(mails);
  const { data } = await browser.graphql(inviting, { variables: { email: "Bob@example.com" } });
  const invited = valueOf(data, "inviteMember") as { url: string };
  expect(invited).toMatchObject({ isMailed: true, mailError: null, invitation: { email: "bob@example.com" } });
  const mail = await mails.next();
  expect(mail).toMatchObject({ to: ["bob@example.com"], subject: "Invitation to default in Threadline" });
  expect(mail.text).toContain('Ada invites you to the project "default" in Threadline, as editor.');
  expect(mail.text).toContain(invited.url);
  const bob = openBrowser(server);
  const joined = { token: tokenIn(mail), name: "Bob", password: newPassword };
  expect((await bob.post("/api/session/accept-invitation", joined)).body).toMatchObject({ signedIn: true });

  const refused = await browser.graphql(inviting, { variables: { email: "full@example.com" } });
  const { isMailed, mailError, url } = valueOf(refused.data, "inviteMember") as Record<string, string | boolean>;
  expect([isMailed, typeof url]).toEqual([false, "string"]);
  expect(mailError).toContain("rejected the sender or the recipient");
});

test("the test message goes to the signed-in administrator, and an error describes the problem", async () => {
  const mails = await startMailServer();
  const { browser } = await start(mails);
  const { body } = await browser.send("/api/session/service");
  expect(body["mail"]).toEqual({
    host: "127.0.0.1",
    port: mails.port,
    from: "threadline@example.com",
    to: owner.email,
  });
  expect((await browser.post("/api/session/service/test-mail", {})).body).toEqual({ isSent: true, message: null });
  expect(await mails.next()).toMatchObject({ to: [owner.email], subject: "Test message from Threadline" });

  const wrong = { url: `smtp://threadline:CANARY-wrong@127.0.0.1:${mails.port}`, from };
  const withWrong = await start({ ...mails, mail: wrong });
  const refused = await withWrong.browser.post("/api/session/service/test-mail", {});
  expect(refused.body).toMatchObject({ isSent: false });
  expect(refused.body["message"]).toMatch(/rejected the user name or password: .*Unknown user or password/);
  expect(JSON.stringify(refused.body)).not.toContain("CANARY");
  const away = await start({ ...mails, mail: { url: "smtp://127.0.0.1:1", from } });
  expect((await away.browser.post("/api/session/service/test-mail", {})).body["message"]).toContain(
    "No connection to 127.0.0.1:1",
  );
});

test("only administrators see and test the settings of the service; without an SMTP server, no mail is sent", async () => {
  const { server, browser } = await start({ port: 1, mail: undefined });
  const { url } = valueOf(
    (await browser.graphql(inviting, { variables: { email: "bob@example.com" } })).data,
    "inviteMember",
  ) as { url: string };
  expect(new URL(url).pathname).toBe("/invitation");
  const bob = openBrowser(server);
  const token = new URL(url).searchParams.get("token");
  await bob.post("/api/session/accept-invitation", { token, name: "Bob", password: newPassword });
  expect((await bob.send("/api/session/service")).status).toBe(403);
  expect((await bob.post("/api/session/service/test-mail", {})).status).toBe(403);
  expect((await openBrowser(server).send("/api/session/service")).status).toBe(401);
  expect((await browser.send("/api/session/service")).body).toEqual({ mail: null, sso: null });
  expect((await browser.post("/api/session/service/test-mail", {})).status).toBe(404);
  expect((await bob.send("/api/session")).body["mayResetPassword"]).toBe(false);
  expect((await bob.post("/api/session/reset-password/request", { email: owner.email })).status).toBe(404);
});

test.each([
  [{ url: "http://smtp.example.com", from }, "mail.url: must be an SMTP URL"],
  [{ url: "smtp://smtp.example.com?tls=maybe", from }, "mail.url: must be an SMTP URL"],
  [{ url: "smtp://%zz@smtp.example.com", from }, "mail.url: must be an SMTP URL"],
  [{ url: "smtps://smtp.example.com?tls=off", from }, "mail.url: must not have ?tls=off"],
  [{ url: "smtp://smtp.example.com", from: "Threadline" }, "mail.from: must be an email"],
  [{ url: "smtp://smtp.example.com", from: "A\r\nB <a@example.com>" }, "mail.from: must be an email"],
])("the options %o are rejected", (mail, message) => {
  expect(() => createServer({ baseUrl, mail })).toThrow(message);
  expect(() => createServer({ mail: { url: "smtp://smtp.example.com", from } })).toThrow("baseUrl: is required");
});
