import { expect, test } from "vitest";
import { authenticatorCode } from "../../../packages/server/test/accounts/authenticator.ts";
import { builtUi } from "./browser/built-ui.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi, type Ui } from "./browser/open-ui.ts";

const day = 86_400_000;
const owner = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
const member = { name: "Vera", email: "vera@example.com", password: "another long password" };

async function setUp(): Promise<Ui> {
  const ui = await openUi({ server: { noLogin: false }, path: null });
  const { setupPath } = await ui.server.ready;
  const token = new URL(setupPath ?? "", ui.url).searchParams.get("token");
  await post(ui, "setup", { token, ...owner });
  return ui;
}

async function post({ context, url }: Ui, path: string, data: object): Promise<Record<string, unknown>> {
  const answer = await context.request.post(`${url}/api/session/${path}`, { data, headers: { origin: url } });
  expect({ path, status: answer.status() }).toEqual({ path, status: 200 });
  return (await answer.json()) as Record<string, unknown>;
}

async function enroll(ui: Ui, password: string): Promise<void> {
  const { secret } = await post(ui, "second-factor/begin", { password });
  await post(ui, "second-factor/confirm", { code: authenticatorCode(String(secret)) });
}

test("a page that is drawn before its session has loaded shows its content", async () => {
  const { page, goto, projectId } = await openUi({ path: null, server: { webDir: await builtUi("development") } });
  const { promise: drawn, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/session", async (route) => {
    await drawn;
    await route.continue();
  });
  const opened = goto(`/projects/${projectId}/score-schemas`);
  await page.getByText("Loading", { exact: true }).waitFor({ state: "attached" });
  release();
  await opened;
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain("Score schemas");
});

test("by keyboard only, an owner requires two-factor authentication; a member must set it up to see the project", async () => {
  const ui = await setUp();
  const { page, context, goto, projectId, graphql, url } = ui;
  await graphql('mutation { upsertThread(id: "t", name: "A secret name") { id } }');
  const settings = `/projects/${projectId}/settings/project`;
  await goto(settings);
  await page.getByRole("link", { name: "First set up two-factor authentication for your own account." }).click();
  await page.waitForURL("**/settings/account");
  await page.goBack();
  await enroll(ui, owner.password);
  const invited = await context.request.post(`${url}/api/graphql`, {
    headers: { origin: url, "x-threadline-project": projectId },
    data: { query: `mutation { inviteMember(email: "${member.email}", role: editor) { url } }` },
  });
  const link = ((await invited.json()) as { data: { inviteMember: { url: string } } }).data.inviteMember.url;
  const owned = await context.storageState();
  await context.clearCookies();
  await post(ui, "accept-invitation", { token: new URL(link).searchParams.get("token"), ...member });
  const joined = await context.storageState();
  await context.clearCookies();
  await context.addCookies(owned.cookies);

  await goto(settings);
  await page.getByRole("button", { name: "Require two-factor authentication" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog
    .getByText(
      "1 member signs in with a password alone and loses access to the project until they enable two-factor authentication: Vera",
    )
    .waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Require two-factor authentication" }).press("Enter");
  await page.getByRole("button", { name: "Stop requiring two-factor authentication" }).waitFor();
  await goto(`/projects/${projectId}/settings/members`);
  await expectSoon(() => page.getByRole("row", { name: "Vera" }).innerText()).toMatch(/\bOff\b/);
  expect(await page.getByRole("row", { name: "Ada" }).innerText()).toMatch(/\bOn\b/);
  await expectAccessible(page);

  await context.clearCookies();
  await context.addCookies(joined.cookies);
  await goto(`/projects/${projectId}/logs/threads`);
  await page.getByRole("heading", { name: "“default” requires two-factor authentication" }).waitFor();
  await expectAccessible(page);
  expect(await page.locator("body").innerText()).not.toContain("A secret name");
  await page.getByLabel("Your password").focus();
  await page.keyboard.type(member.password);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "QR code" }).waitFor();
  const secret = await page.locator("pre").first().innerText();
  await page.getByLabel("Code from the app").focus();
  await page.keyboard.type(authenticatorCode(secret));
  await page.keyboard.press("Enter");
  await expectSoon(() => page.getByText("A secret name").count()).toBeGreaterThan(0);
});

test("a page clears its content when another page signs out, and when its session expires", async () => {
  const ui = await setUp();
  const { page, context, projectId, graphql, url, faults } = ui;
  await graphql('mutation { upsertThread(id: "t", name: "A secret name") { id } }');
  const threads = `${url}/projects/${projectId}/logs/threads`;
  const shown = (on: typeof page) => expectSoon(() => on.getByText("A secret name").count());
  await page.goto(threads);
  await shown(page).toBeGreaterThan(0);
  const other = await context.newPage();
  await other.goto(threads);
  await shown(other).toBeGreaterThan(0);
  await page.getByRole("button", { name: owner.name, exact: true }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await other.waitForURL("**/login?next=*");
  await other.getByText("Your session has ended").waitFor();
  expect(await other.content()).not.toContain("A secret name");
  await other.goBack();
  await other.waitForURL("**/login*");
  expect(await other.content()).not.toContain("A secret name");

  await post(ui, "sign-in", owner);
  await other.clock.install();
  await other.goto(threads);
  await shown(other).toBeGreaterThan(0);
  await other.clock.fastForward(6 * day);
  await shown(other).toBeGreaterThan(0);
  // Signs out without notifying the pages. The page would only notice at its next request.
  await post(ui, "sign-out", {});
  await other.clock.fastForward(day + 5_000);
  await other.waitForURL("**/login?next=*");
  expect(await other.content()).not.toContain("A secret name");
  faults.splice(0, Infinity, ...faults.filter(({ kind }) => kind !== "console error"));
});

test("a page clears its content even if the service cannot be reached, and later shows who is still signed in", async () => {
  const ui = await setUp();
  const { page, context, projectId, graphql, url, faults } = ui;
  await graphql('mutation { upsertThread(id: "t", name: "A secret name") { id } }');
  await page.goto(`${url}/projects/${projectId}/logs/threads`);
  await expectSoon(() => page.getByText("A secret name").count()).toBeGreaterThan(0);
  await page.getByRole("button", { name: owner.name, exact: true }).click();
  const signOut = page.getByRole("menuitem", { name: "Sign out" });
  // The menu's code is loaded when the menu first opens.
  await signOut.waitFor();
  await context.setOffline(true);
  await signOut.click();
  await expectSoon(() => page.content()).not.toContain("A secret name");
  await context.setOffline(false);
  await ui.goto("/login");
  await page.getByText("You are signed in as Ada.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign out" }).press("Enter");
  await expectSoon(() => page.getByText("You are signed in").count()).toBe(0);
  faults.splice(0, Infinity);
});

test("every way to sign out removes the drafts and recent pages of this browser", async () => {
  const ui = await setUp();
  const { page, context, projectId, url, faults } = ui;
  const other = await context.newPage();
  const openDraft = async (on: typeof page): Promise<void> => {
    await on.goto(`${url}/projects/${projectId}/playground`);
    await on.getByLabel("Content of message 2").fill("A secret draft");
    await on.getByRole("status").getByText("Draft, kept").waitFor();
  };
  const stored = (on: typeof page): Promise<string[]> =>
    on.evaluate(() =>
      [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flatMap(([key, text]) =>
        /secret|Playground/.test(text) ? [key] : [],
      ),
    );
  const openMenu = async (): Promise<void> => {
    await page.getByRole("button", { name: owner.name, exact: true }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
  };
  const ways: Record<string, () => Promise<void>> = {
    async menu() {
      await openMenu();
      // Signs out immediately after a change, before the draft is stored in the background.
      await page.evaluate(() => {
        const field = document.querySelectorAll("textarea")[1];
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field, "A later secret");
        field?.dispatchEvent(new Event("input", { bubbles: true }));
        [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].at(-1)?.click();
      });
      await page.waitForURL("**/login*");
    },
    async everywhere() {
      await page.goto(`${url}/projects/${projectId}/settings/account`);
      await page.getByRole("button", { name: "Sign out everywhere" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Your password").fill(owner.password);
      await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
      await page.waitForURL("**/login*");
    },
    async "sign-in page"() {
      await page.goto(`${url}/login`);
      await page.getByRole("button", { name: "Sign out" }).click();
      await expectSoon(() => page.getByText("You are signed in").count()).toBe(0);
    },
    async "end by another device"() {
      await post(ui, "sign-out", {});
      await page.getByRole("link", { name: "Datasets" }).click();
      await page.waitForURL("**/login*");
      await other.reload();
    },
  };
  for (const [way, signOut] of Object.entries(ways)) {
    // oxlint-disable no-await-in-loop -- one session after the other
    await openDraft(page);
    await openDraft(other);
    expect((await stored(page)).length).toBeGreaterThan(0);
    await signOut();
    await expectSoon(async () => ({ way, stored: await stored(page) })).toEqual({ way, stored: [] });
    await other.waitForURL("**/login*");
    await expectSoon(async () => ({ way, stored: await stored(other) })).toEqual({ way, stored: [] });
    await post(ui, "sign-in", owner);
    // oxlint-enable no-await-in-loop
  }
  faults.splice(0, Infinity, ...faults.filter(({ kind }) => kind !== "console error"));
});
