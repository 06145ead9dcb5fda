import { expect, test } from "vitest";
import { mailUser, startMailServer } from "../../../packages/server/test/accounts/mail-server.ts";
import { freePort } from "../../../packages/server/test/postgres/launch-postgres.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { owner, setUp, signIn } from "./set-up-owner.ts";

async function setUpWithMail() {
  const mails = await startMailServer();
  const url = `smtp://${mailUser.user}:${mailUser.password}@127.0.0.1:${mails.port}`;
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const ui = await setUp({ server: { baseUrl, mail: { url, from: "threadline@example.com" } } });
  return { ui, mails };
}

const linkIn = (text: string): string => /^http:\/\/127\S+$/m.exec(text)?.[0] ?? "";

test("a forgotten password is reset with the link of a message", async () => {
  const { ui, mails } = await setUpWithMail();
  const { page, goto } = ui;
  await ui.context.clearCookies();
  await goto("/login");
  await page.getByLabel("Email").fill(owner.email);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The sign-in page also has an email field, so this waits for the page.
  await page.waitForURL("**/forgot-password");
  await page.getByRole("button", { name: "Send link" }).waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(owner.email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await expectAccessible(page);

  await page.goto(linkIn((await mails.next()).text));
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(owner.email);
  await page.getByLabel("New password").fill("password12");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("alert").waitFor();
  await expectAccessible(page);
  await page.getByLabel("New password").fill("a much better one");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await page.waitForURL("**/login");
  expect(await page.getByLabel("Email").inputValue()).toBe(owner.email);
  await signIn(ui, owner.email, "a much better one");
  await page.waitForURL("**/logs/threads*");

  await goto("/reset-password?token=used");
  await page.getByRole("heading", { name: "This link is not valid" }).waitFor();
  await expectAccessible(page);
  // The browser logs the expected 400 and 404 responses as errors.
  ui.faults.splice(0, Infinity, ...ui.faults.filter(({ kind }) => kind !== "console error"));
});

test("an invitation is sent by email, and the settings send a test message", async () => {
  const { ui, mails } = await setUpWithMail();
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("bob@example.com");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await dialog.getByText("The invitation was sent to bob@example.com").waitFor();
  await expectAccessible(page);
  const { to, text } = await mails.next();
  expect(to).toEqual(["bob@example.com"]);
  expect(await dialog.getByText(linkIn(text)).count()).toBe(1);
  await dialog.getByRole("button", { name: "Done", exact: true }).click();

  await page.getByRole("link", { name: "Email and sign-in", exact: true }).click();
  await page.getByRole("button", { name: `Send test to ${owner.email}` }).click();
  await page.getByText("The server accepted the message").waitFor();
  expect((await mails.next()).to).toEqual([owner.email]);
  await expectAccessible(page);
});

test("a test of single sign-on says what is wrong", async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const sso = { issuer: "http://127.0.0.1:1", clientId: "threadline", clientSecret: "a secret", name: "Example" };
  const { page, goto, projectId } = await setUp({ server: { baseUrl, sso } });
  await goto(`/projects/${projectId}/settings/service`);
  await page.getByText(`${baseUrl}/api/session/callback/sso`).waitFor();
  await page.getByRole("button", { name: "Test provider" }).click();
  await page.getByText("The provider’s discovery document is missing or not valid").waitFor();
  await page.getByText("Email is not configured").waitFor();
  await expectAccessible(page);
});

test("the sign-in page says in words that a sign-in at the provider was canceled", async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const sso = { issuer: "http://127.0.0.1:1", clientId: "threadline", clientSecret: "a secret", name: "Example" };
  const { page, goto, context } = await setUp({ server: { baseUrl, sso } });
  await context.clearCookies();
  await goto("/login?error=access_denied");
  expect(await page.getByRole("alert").innerText()).toBe("Sign-in with Example was canceled or refused.");
  await expectAccessible(page);
  await goto("/login?error=server_error");
  expect(await page.getByRole("alert").innerText()).toBe("Sign-in failed: server_error");
});
