import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { authenticatorCode, codeLife } from "../../../packages/server/test/accounts/authenticator.ts";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { seedDashboard } from "./seed-dashboard.ts";
import { owner, setUp, signIn } from "./set-up-owner.ts";

test("an invited viewer joins by the link, sees the project with permitted actions only, and is marked when disabled", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-members-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const ui = await setUp({ server: { dataDir } });
  const { page, goto, projectId, context, url, faults } = ui;
  const dashboardId = await seedDashboard(ui);
  await goto(`/projects/${projectId}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("Email").fill("vera@example.com");
  await choose(page.getByRole("dialog").getByLabel("Role"), "Viewer");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByRole("dialog").locator("pre").innerText();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await expect.poll(() => page.getByText("vera@example.com").count()).toBe(1);

  await context.clearCookies();
  await page.goto(link);
  await page.getByLabel("Name").fill("Vera");
  await page.getByLabel("New password").fill("another long password");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Join project" }).click();
  await page.waitForURL(`${url}/projects/${projectId}/logs/threads*`);
  await page.getByText("Ask an owner or admin of the project for an API key.").waitFor();
  await page.getByRole("button", { name: "Vera", exact: true }).click();
  await page.getByRole("menuitem", { name: "vera@example.com · Viewer" }).click();
  await page.waitForURL("**/settings/account");
  const sections = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  expect(await sections.allInnerTexts()).toEqual(["General", "Usage", "Account", "Appearance"]);
  await goto(`/projects/${projectId}/settings/members`);
  await page.getByRole("heading", { name: "Only owners and admins of the project can see “Members”" }).waitFor();
  await page.getByText("Your role in this project: Viewer").waitFor();
  await expectAccessible(page);
  await goto(`/projects/${projectId}/settings/audit`);
  await page.getByRole("heading", { name: "Only owners of the project can see “Audit log”" }).waitFor();
  expect(await page.getByRole("button", { name: "Export CSV" }).count()).toBe(0);
  await goto(`/projects/${projectId}/settings/project`);
  expect(await page.getByLabel("Project name").getAttribute("readonly")).toBe("");
  await page.getByText("Your role in this project: Viewer").waitFor();
  await goto(`/projects/${projectId}/settings/usage`);
  await expect.poll(() => page.locator("main").innerText()).toMatch(/No limit\. Counts steps[^]*Retention\n+Unlimited/);
  await goto(`/projects/${projectId}/score-schemas`);
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Score schemas");
  expect(await page.getByRole("button", { name: "New schema" }).count()).toBe(0);
  // A link to add a chart only shows the dashboard.
  await goto(`/projects/${projectId}/dashboard/${dashboardId}#add`);
  await page.getByRole("figure", { name: "Spend", exact: true, includeHidden: true }).waitFor({ state: "attached" });
  const actions = page.getByRole("button", { name: "Actions: Spend", exact: true, includeHidden: true });
  expect(await actions.count()).toBe(0);
  expect(await page.getByRole("dialog").count()).toBe(0);

  const program = join(import.meta.dirname, "../../../packages/server/src/threadline.ts");
  const place = ui.databaseUrl === undefined ? ["--data-dir", dataDir] : ["--database-url", ui.databaseUrl];
  const command = ["account", "disable", "vera@example.com", ...place];
  await promisify(execFile)(process.execPath, ["--conditions=@threadline/source", program, ...command]);
  await goto(`/projects/${projectId}/users`);
  await page.waitForURL("**/login?next=*");
  await signIn(ui, owner.email, owner.password);
  await page.waitForURL(`${url}/projects/${projectId}/users`);
  await goto(`/projects/${projectId}/settings/members`);
  const vera = page.getByRole("row").filter({ hasText: "vera@example.com" });
  await expect.poll(() => vera.getByText("disabled").getAttribute("title")).toContain("was disabled at");
  expect(await page.getByText("disabled").count()).toBe(1);
  await expectAccessible(page);
  faults.splice(0, Infinity, ...faults.filter(({ kind }) => kind !== "console error"));
});

test("a removed member sees which account is signed in and that it has no project, and can sign out", async () => {
  const ui = await setUp();
  const { page, goto, projectId, context, url } = ui;
  const headers = { origin: url, "x-threadline-project": projectId };
  const query = 'mutation { inviteMember(email: "bob@example.com", role: viewer) { url } }';
  const invited = await context.request.post(`${url}/api/graphql`, { headers, data: { query } });
  const { inviteMember } = ((await invited.json()) as { data: { inviteMember: { url: string } } }).data;
  const { cookies } = await context.storageState();
  await context.clearCookies();
  const data = { token: new URL(inviteMember.url).searchParams.get("token"), name: "Bob", password: owner.password };
  const joined = await context.request.post(`${url}/api/session/accept-invitation`, { headers, data });
  const { account } = (await joined.json()) as { account: { id: string } };
  const path = `/projects/${projectId}/users`;
  await goto(path);
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  const owned = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  await fetch(`${url}/api/graphql`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", cookie: owned },
    body: JSON.stringify({ query: `mutation { removeMember(accountId: "${account.id}") { accountId } }` }),
  });
  // The page may notice the removal by itself, before the click.
  const noProject = page.getByRole("heading", { name: "No projects yet" });
  const prompts = page.getByRole("link", { name: "Prompts", exact: true });
  await Promise.any([noProject.waitFor(), prompts.click().then(() => noProject.waitFor())]);
  await goto(path);
  await page.getByRole("heading", { name: "No projects yet" }).waitFor();
  await page.getByText("You are signed in as bob@example.com.").waitFor();
  expect(await page.locator("body").innerText()).not.toContain(projectId);
  await expectAccessible(page);
  await goto("/");
  await page.getByRole("heading", { name: "No projects yet" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/login");
  ui.faults.splice(0, Infinity, ...ui.faults.filter(({ kind }) => kind !== "console error"));
});

test("a member who accepts an invitation to another project gets to this project", async () => {
  const { page, projectId, context, url } = await setUp();
  const ask = async (project: string, query: string) => {
    const headers = { origin: url, "x-threadline-project": project };
    const answer = await context.request.post(`${url}/api/graphql`, { headers, data: { query } });
    return ((await answer.json()) as { data: Record<string, { id: string; url: string }> }).data;
  };
  const invite = async (project: string): Promise<string> => {
    const data = await ask(project, 'mutation { inviteMember(email: "bob@example.com", role: viewer) { url } }');
    return data["inviteMember"]?.url ?? "";
  };
  const first = await invite(projectId);
  const second = (await ask(projectId, 'mutation { createProject(name: "second") { id } }'))["createProject"]?.id ?? "";
  const link = await invite(second);
  await context.clearCookies();
  const data = { token: new URL(first).searchParams.get("token"), name: "Bob", password: owner.password };
  await context.request.post(`${url}/api/session/accept-invitation`, { headers: { origin: url }, data });
  await page.goto(link);
  await page.getByRole("button", { name: "Join project" }).click();
  await page.waitForURL("**/projects/*/logs/threads*");
  expect(new URL(page.url()).pathname).toBe(`/projects/${second}/logs/threads`);
});

test("the page of an invitation names its creator, and says if its link or the account is wrong", async () => {
  const ui = await setUp();
  const { page, goto, projectId, context, url, faults } = ui;
  await goto("/invitation?token=wrong");
  await page.getByRole("heading", { name: "This link is not valid" }).waitFor();
  await page.getByRole("link", { name: "Back to home" }).waitFor();
  await expectAccessible(page);
  await goto(`/projects/${projectId}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(owner.email);
  await page.keyboard.press("Enter");
  await dialog.getByText("This person is already a member of the project.").waitFor();
  await dialog.getByLabel("Email").fill("bob@example.com");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByRole("button", { name: "Invite again: bob@example.com" }).click();
  await choose(dialog.getByLabel("Role"), "Admin");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.locator("pre").innerText();

  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog.getByLabel("Email").fill(`dave@example.com, ${owner.email}; eve@example.com`);
  const isReleased = Promise.withResolvers<void>();
  await context.route("**/api/graphql", async (route) => {
    if (route.request().postData()?.includes('"eve@example.com"')) await isReleased.promise;
    await route.fallback();
  });
  await dialog.getByRole("button", { name: "Create links" }).click();
  // Each result is shown when it arrives. The dialog stays open until the last, because it shows the links only once.
  await expectSoon(() => dialog.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual([
    "dave@example.com",
    owner.email,
  ]);
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  isReleased.resolve();
  await expectSoon(() => dialog.getByRole("heading", { level: 3 }).count()).toBe(3);
  expect(await dialog.getByRole("alert").allInnerTexts()).toEqual(["This person is already a member of the project."]);
  const links = await dialog.locator("pre").allInnerTexts();
  expect(new Set(links.filter((each) => each.includes("/invitation?token="))).size).toBe(2);
  await expectAccessible(page);
  // An email that was not invited stays in the field, to correct it. The links of the others stay, too.
  await expectSoon(() => dialog.getByLabel("Email").inputValue()).toBe(owner.email);
  await dialog.getByLabel("Email").fill("frank@example.com");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await dialog.getByRole("heading", { name: "Invitations", exact: true }).waitFor();
  expect(await dialog.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual([
    "dave@example.com",
    "eve@example.com",
    "frank@example.com",
  ]);
  await context.unroute("**/api/graphql");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByRole("button", { name: "Revoke invitation of eve@example.com" }).waitFor();

  await page.goto(link);
  await page.getByText(`You are signed in as ${owner.email}. This invitation is for bob@example.com.`).waitFor();
  await expectAccessible(page);
  await context.route("**/api/session", async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...((await response.json()) as object), sso: { name: "Example" } } });
  });
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("Ada invites bob@example.com to this project as admin.").waitFor();
  const asked = page.waitForRequest("**/api/session/sso");
  await page.getByRole("button", { name: "Continue with Example" }).click();
  expect((await asked).postDataJSON()).toEqual({ returnTo: new URL(link).pathname + new URL(link).search });
  await context.unroute("**/api/session");
  await page.goto(link);
  await expectFocus(page.getByLabel("Name"));
  await page.getByLabel("Name").fill("Bob");
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Join project" }).click();
  await page.waitForURL(`${url}/projects/${projectId}/logs/threads*`);

  await goto(`/projects/${projectId}/settings/members`);
  await page.getByText("Only owners can add, change and remove owners.").waitFor();
  expect(await page.getByLabel("Role of Ada").isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Remove Ada" }).isDisabled()).toBe(true);
  expect(await page.getByLabel("Role of Bob").isDisabled()).toBe(false);
  await page.getByLabel("Role of Bob").click();
  await expectSoon(() => page.getByRole("option").allInnerTexts()).toEqual(["Admin", "Editor", "Annotator", "Viewer"]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog.getByLabel("Email").fill("carol@example.com");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByRole("button", { name: "Revoke invitation of carol@example.com" }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await dialog.waitFor({ state: "detached" });
  await expectSoon(() => page.getByText("carol@example.com").count()).toBe(0);
  // The browser logs the expected 4xx responses as errors.
  faults.splice(0, Infinity, ...faults.filter(({ kind }) => kind !== "console error"));
});

test("the only owner cannot be changed; names in the lists stay on one line; a member leaves the project", async () => {
  const ui = await setUp();
  const { page, goto, projectId, context, url, faults } = ui;
  const invited = await context.request.post(`${url}/api/graphql`, {
    headers: { origin: url, "x-threadline-project": projectId },
    data: { query: 'mutation { inviteMember(email: "frank.baker@example.com", role: viewer) { url } }' },
  });
  const { inviteMember } = ((await invited.json()) as { data: { inviteMember: { url: string } } }).data;
  const owned = await context.storageState();
  const limits =
    "mutation { updateProjectLimits(retentionDays: 30, stepsPerDay: 1000, storedBytes: 536870912) { stepsPerDay } }";
  await context.request.post(`${url}/api/graphql`, {
    headers: { origin: url, "x-threadline-project": projectId },
    data: { query: limits },
  });
  await context.clearCookies();
  const data = { token: new URL(inviteMember.url).searchParams.get("token"), name: "Frank", password: owner.password };
  await context.request.post(`${url}/api/session/accept-invitation`, { headers: { origin: url }, data });
  await context.clearCookies();
  await context.addCookies(owned.cookies);

  await goto(`/projects/${projectId}/settings/audit`);
  await page.getByText("Stored bytes: 0.5 GiB").waitFor();
  const actor = page.getByRole("button", { name: /frank\.baker@example\.com/ }).first();
  expect((await actor.boundingBox())?.height).toBeLessThan(30);
  await goto(`/projects/${projectId}/settings/keys`);
  await page
    .getByRole("button", { name: /^Revoke key/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText(/^Revoked /).waitFor();
  const key = page.getByRole("row").nth(1).locator("code");
  expect(await key.evaluate((code) => code.getClientRects().length)).toBe(1);
  await expectAccessible(page);

  await goto(`/projects/${projectId}/settings/members`);
  await page.getByText("To change its only owner, make another member an owner first.").waitFor();
  expect(await page.getByLabel("Role of Ada").isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Remove Ada" }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await choose(page.getByLabel("Role of Frank"), "Owner");
  await page.getByText("To change its only owner").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Remove Ada" }).click();
  await page.getByRole("heading", { name: "Leave the project?" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Leave", exact: true }).click();
  await page.getByRole("heading", { name: "No projects yet" }).waitFor();
  // The browser logs the expected 404 responses as errors.
  faults.splice(0, Infinity, ...faults.filter(({ kind }) => kind !== "console error"));
});

test("the search for members stays while it has text, also if a removal leaves only few members", async () => {
  const ui = await setUp();
  const { page, goto, projectId, context, url } = ui;
  const emails = Array.from({ length: 10 }, (_, index) => `member-${index}@example.com`);
  const invite = (email: string, index: number): string =>
    `m${index}: inviteMember(email: "${email}", role: viewer) { url }`;
  const invited = await context.request.post(`${url}/api/graphql`, {
    headers: { origin: url, "x-threadline-project": projectId },
    data: { query: `mutation { ${emails.map(invite).join(" ")} }` },
  });
  const { data: links } = (await invited.json()) as { data: Record<string, { url: string }> };
  const owned = await context.storageState();
  for (const { url: link } of Object.values(links)) {
    const data = { token: new URL(link).searchParams.get("token"), name: "Max", password: owner.password };
    // oxlint-disable no-await-in-loop -- one after the other
    await context.clearCookies();
    await context.request.post(`${url}/api/session/accept-invitation`, { headers: { origin: url }, data });
    // oxlint-enable no-await-in-loop
  }
  await context.clearCookies();
  await context.addCookies(owned.cookies);
  await goto(`/projects/${projectId}/settings/members`);
  const search = page.getByRole("searchbox", { name: "Search by name or email" });
  await search.fill("member-3");
  await page.getByRole("button", { name: "Remove Max", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("No member matches").waitFor();
  await search.fill("");
  await expectSoon(() => page.getByRole("row").count()).toBe(11);
  await search.waitFor({ state: "detached" });
});

test("by keyboard only, an authenticator is set up and required at sign-in; a backup code works instead", async () => {
  const ui = await setUp();
  const { page, projectId, goto } = ui;
  await goto(`/projects/${projectId}/settings/account`);
  await page.getByLabel("Your password").fill(owner.password);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  await expectAccessible(page);
  await expectFocus(page.getByLabel("Code from the app"));
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  await page.getByLabel("Your password").fill(owner.password);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  const [secret = ""] = await page.locator("pre").allInnerTexts();
  const items = page.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
  const codes = await items.allInnerTexts();
  expect(codes).toHaveLength(10);
  const lineHeights = (): Promise<number[]> =>
    items.locator("code").evaluateAll((all) => all.map((code) => code.getClientRects().length));
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await lineHeights()).toEqual(codes.map(() => 1));
  const list = page.getByRole("list", { name: "Backup codes" });
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download codes" }).press("Enter");
  expect((await saved).suggestedFilename()).toBe("threadline-backup-codes.txt");
  await page.getByLabel("Code from the app").fill(authenticatorCode(secret));
  await page.keyboard.press("Enter");
  await page.getByText("Two-factor authentication is enabled. All other sessions were revoked.").waitFor();
  await expectSoon(() => page.getByRole("button", { name: "Disable" }).count()).toBe(1);
  await expectAccessible(page);

  const enterCode = async (code: string): Promise<void> => {
    await ui.context.clearCookies();
    await goto(`/login`);
    await signIn(ui, owner.email, owner.password);
    await expectFocus(page.locator("input[name=code]"));
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
  };
  await enterCode("no code");
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("wrong or was already used");
  await expectAccessible(page);
  // The setup has used the code of the current 30 seconds, and each code works only once. So this enters the next code.
  await enterCode(authenticatorCode(secret, Date.now() + codeLife));
  await page.waitForURL(`**/projects/${projectId}/**`);
  await enterCode(codes[0] ?? "");
  await page.waitForURL(`**/projects/${projectId}/**`);

  await goto(`/projects/${projectId}/settings/account`);
  await page.getByLabel("Your password").fill(owner.password);
  await page.getByRole("button", { name: "Disable" }).press("Enter");
  await page.getByText("Two-factor authentication is disabled. All other sessions were revoked.").waitFor();
  await expectSoon(() => page.getByRole("button", { name: "Set up" }).count()).toBe(1);
  ui.faults.splice(0, Infinity, ...ui.faults.filter(({ kind }) => kind !== "console error"));
});
