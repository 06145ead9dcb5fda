import { createHash } from "node:crypto";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { owner, setUp, signIn } from "./set-up-owner.ts";

const day = 86_400_000;

test("a wrong setup link is reported immediately, and the right one still creates the account", async () => {
  const ui = await openUi({ server: { noLogin: false }, path: null });
  const { page } = ui;
  await ui.goto("/setup?token=wrong");
  await expectSoon(() => page.getByRole("heading", { name: "This link is not valid" }).count()).toBe(1);
  expect(await page.getByRole("textbox").count()).toBe(0);
  const { setupPath } = await ui.server.ready;
  await ui.goto(setupPath ?? "");
  await expectSoon(() => page.getByLabel("Email").count()).toBe(1);
  // The browser logs the expected 404 response as an error.
  ui.faults.splice(0, Infinity, ...ui.faults.filter(({ kind }) => kind !== "console error"));
});

test("under a base path, signing in opens the requested page", async () => {
  const ui = await setUp({ server: { basePath: "/threadline" } });
  await ui.context.clearCookies();
  await ui.goto(`/projects/${ui.projectId}/users?search=ada`);
  await ui.page.waitForURL("**/threadline/login?next=*");
  await signIn(ui, owner.email, owner.password);
  await expect.poll(() => ui.page.url()).toBe(`${ui.url}/projects/${ui.projectId}/users?search=ada`);
});

test("by keyboard only, a project is created and selected, and signing out everywhere ends the session of another window", async () => {
  const { page, goto, projectId, context, url } = await setUp();
  await goto(`/projects/${projectId}/settings/project`);
  await page.getByRole("button", { name: "New project" }).press("Enter");
  await expectFocus(page.getByRole("dialog").getByLabel("Project name"));
  await page.keyboard.type("Second shop");
  await page.keyboard.press("Enter");
  const chosen = (name: string) => page.getByRole("button", { name: `Project: ${name}` });
  await expect.poll(() => chosen("Second shop").count()).toBe(1);
  expect(page.url()).not.toContain(projectId);
  await chosen("Second shop").press("Enter");
  await page.getByRole("menuitem", { name: "default" }).press("Enter");
  await page.waitForURL(`**/projects/${projectId}/**`);
  await expect.poll(() => chosen("default").count()).toBe(1);
  await page.keyboard.press("Control+k");
  const commands = page.getByRole("dialog", { name: "Commands" });
  await expectFocus(commands.getByRole("combobox"));
  await page.keyboard.type("switch to sec");
  await commands.getByRole("option", { name: "Switch to Second shop", exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => chosen("Second shop").count()).toBe(1);
  await chosen("Second shop").press("Enter");
  await page.getByRole("menuitem", { name: "default" }).press("Enter");
  await expect.poll(() => chosen("default").count()).toBe(1);
  await goto(`/projects/${projectId}/logs/steps`);
  await chosen("default").press("Enter");
  await page.getByRole("menuitem", { name: "Second shop" }).press("Enter");
  await page.waitForURL((at) => at.pathname.endsWith("/logs/steps") && !at.pathname.includes(projectId));
  await chosen("Second shop").press("Enter");
  await page.getByRole("menuitem", { name: "New project" }).press("Enter");
  await expectFocus(page.getByRole("dialog").getByLabel("Project name"));

  const { cookies } = await context.storageState();
  const other = await context.browser()?.newContext();
  await other?.addCookies(cookies);
  const session = async () => (await other?.request.get(`${url}/api/session`))?.json() as Promise<{ account: unknown }>;
  expect((await session()).account).not.toBeNull();
  await goto(`/projects/${projectId}/settings/account`);
  await page.getByRole("button", { name: "Sign out everywhere" }).press("Enter");
  await expectFocus(page.getByRole("dialog").getByLabel("Your password"));
  await page.keyboard.type(owner.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/login*");
  expect((await session()).account).toBeNull();
  await other?.close();
});

test("by keyboard, another session is identified by its device and revoked, and the page receives no token", async () => {
  const { page, goto, projectId, context, url, faults } = await setUp();
  const other = await context.browser()?.newContext();
  const third = await context.browser()?.newContext();
  const signInElsewhere = async (userAgent: string, window: typeof other) => {
    const headers = { "user-agent": userAgent, origin: new URL(url).origin };
    const answer = await window?.request.post(`${url}/api/session/sign-in`, { headers, data: owner });
    expect(answer?.status()).toBe(200);
  };
  await signInElsewhere("Mozilla/5.0 (Macintosh; rv:142.0) Gecko/20100101 Firefox/142.0", other);
  await signInElsewhere("<b>curl</b>", third);
  const answers: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/session")) void response.text().then((text) => answers.push(text));
  });
  await goto(`/projects/${projectId}/settings/account`);
  const rows = page.getByRole("region", { name: "Sessions" }).getByRole("row");
  await expectSoon(() => rows.count()).toBe(4);
  expect(await rows.nth(1).innerText()).toMatch(/Chrom.*This session/);
  await expectAccessible(page);

  const isSignedIn = async (window: typeof other): Promise<boolean> => {
    const session = (await (await window?.request.get(`${url}/api/session`))?.json()) as { signedIn: boolean };
    return session.signedIn;
  };
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Revoke session on Firefox, macOS" }).press("Enter");
  await expectFocus(dialog.getByLabel("Your password"));
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expectSoon(() => dialog.getByRole("alert").innerText()).toContain("wrong");
  await expectAccessible(page);
  await dialog.getByLabel("Your password").fill(owner.password);
  await page.keyboard.press("Enter");
  await expectSoon(() => rows.count()).toBe(3);
  expect([await isSignedIn(other), await isSignedIn(third)]).toEqual([false, true]);
  await page.getByRole("button", { name: "Revoke all other sessions" }).press("Enter");
  await expectFocus(dialog.getByLabel("Your password"));
  await page.keyboard.type(owner.password);
  await page.keyboard.press("Enter");
  await expectSoon(() => rows.count()).toBe(2);
  expect(await isSignedIn(third)).toBe(false);

  const { cookies } = await context.storageState();
  const token = decodeURIComponent(cookies.find(({ name }) => name === "threadline-session")?.value ?? "").split(
    ".",
  )[0];
  const text = answers.join();
  expect(text).toContain("lastSeenAt");
  expect(text).not.toContain(token ?? "");
  expect(text).not.toContain(
    createHash("sha256")
      .update(token ?? "")
      .digest("hex"),
  );
  await signInElsewhere("<b>curl</b>", third);
  await page.reload();
  await expectSoon(() => rows.count()).toBe(3);
  await page.getByLabel("Current password").fill(owner.password);
  await page.getByLabel("New password").fill("a much better one");
  await page.keyboard.press("Enter");
  await page.getByText("All other sessions were revoked.").waitFor();
  await expectSoon(() => rows.count()).toBe(2);
  await Promise.all([other?.close(), third?.close()]);
  // The browser logs the expected 403 response as an error.
  faults.splice(0, Infinity, ...faults.filter(({ kind }) => kind !== "console error"));
});

test("the reason for a rejected password is shown in the language of the page", async () => {
  const { page, goto, projectId, faults } = await setUp();
  const refusal = async (language: "de" | "en", newPassword: string): Promise<string> => {
    const isGerman = language === "de";
    await goto(`/projects/${projectId}/settings/appearance`);
    await choose(page.getByLabel(/^(Language|Sprache)$/), isGerman ? "Deutsch" : "English");
    await goto(`/projects/${projectId}/settings/account`);
    await page.getByLabel(isGerman ? "Aktuelles Passwort" : "Current password").fill(owner.password);
    await page.getByLabel(isGerman ? "Neues Passwort" : "New password").fill(newPassword);
    await page.keyboard.press("Enter");
    return page.getByRole("alert").innerText();
  };
  expect(await refusal("en", "1q2w3e4r5t")).toContain("one of the most common ones");
  expect(await refusal("de", "1q2w3e4r5t")).toContain("ist eines der häufigsten");
  expect(await refusal("de", "Ada Threadline 2026")).toContain("enthält nur deinen Namen");
  expect(await refusal("de", "kurz")).toContain("mindestens 10 Zeichen");
  // The browser logs the expected 400 responses as errors.
  faults.splice(0, Infinity, ...faults.filter(({ kind }) => kind !== "console error"));
});

test("a wrong password, code or email is reported at its field, in both languages, and the focus moves there", async () => {
  const { page, goto, projectId, context, faults } = await setUp();
  const errorOf = (field: Locator): Promise<string> =>
    field.evaluate((input) => document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent ?? "");
  await goto(`/projects/${projectId}/settings/account`);
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("another long password");
  await page.keyboard.press("Enter");
  await expectSoon(() => errorOf(page.getByLabel("Current password"))).toBe("This password is wrong.");
  await page.getByLabel("Your password").fill("not the password");
  await page.keyboard.press("Enter");
  await expectSoon(() => errorOf(page.getByLabel("Your password"))).toBe("This password is wrong.");
  await expectAccessible(page);

  await goto(`/projects/${projectId}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("Email").fill("ada");
  await page.keyboard.press("Enter");
  await expectSoon(() => errorOf(page.getByLabel("Email"))).toContain("Enter an email address");
  await goto(`/projects/${projectId}/channels`);
  await page.getByRole("button", { name: "New channel" }).first().click();
  await page.getByLabel("Name").fill("A channel");
  await page.getByLabel("URL").fill("nonsense");
  await page.keyboard.press("Enter");
  await expectSoon(() => errorOf(page.getByLabel("URL"))).toMatch(/^Must be a URL/);
  await goto(`/projects/${projectId}/settings/appearance`);
  await choose(page.getByLabel("Language"), "Deutsch");
  await goto(`/projects/${projectId}/settings/project`);
  await page.getByLabel("Projektname").fill(" ");
  await page.keyboard.press("Enter");
  await expectSoon(() => errorOf(page.getByLabel("Projektname"))).toBe("Dieses Feld darf nicht leer sein.");

  await context.clearCookies();
  await goto("/login");
  for (let attempt = 0; attempt < 11; attempt += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    await page.getByLabel("E-Mail", { exact: true }).fill(owner.email);
    await page.getByLabel("Passwort", { exact: true }).fill("not the password");
    const answer = page.waitForResponse("**/api/session/sign-in");
    await page.getByRole("button", { name: "Anmelden" }).click();
    if ((await (await answer).finished()) === null && (await answer).status() === 429) break;
    await expectFocus(page.getByLabel("Passwort", { exact: true }));
    // oxlint-enable no-await-in-loop
  }
  await page.getByText(/^Zu viele Versuche\. Versuche es in \d+ Min\. wieder\.$/).waitFor();
  // The browser logs the expected 4xx responses as errors.
  faults.splice(0, Infinity, ...faults.filter(({ kind }) => kind !== "console error"));
});

test("an account of single sign-on sees that it has no password here, and no forms that need one", async () => {
  const { page, goto, projectId, context } = await setUp();
  await context.route("**/api/session", async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as { readonly account: object };
    const account = { ...session.account, hasPassword: false };
    return route.fulfill({ response, json: { ...session, sso: { name: "Example" }, account } });
  });
  await goto(`/projects/${projectId}/settings/account`);
  await page.getByText("You sign in with Example.").waitFor();
  await page.getByRole("heading", { name: "Sessions" }).waitFor();
  expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(["Name", "Single sign-on", "Sessions"]);
  expect(await page.locator("input[type=password]").count()).toBe(0);
  await expectAccessible(page);
});

test("an account changes its own name, which the user menu and the list of members show", async () => {
  const { page, goto, projectId } = await setUp();
  await goto(`/projects/${projectId}/settings/account`);
  await page.getByLabel("Your name").fill("Ada King");
  const form = page.locator("form").filter({ has: page.getByLabel("Your name") });
  const save = form.getByRole("button", { name: "Save", exact: true });
  await save.press("Enter");
  await page.getByRole("button", { name: "Ada King", exact: true }).waitFor();
  await form.getByRole("status").getByText("Name saved", { exact: true }).waitFor();
  await expectFocus(save);
  await expectAccessible(page);
  await goto(`/projects/${projectId}/settings/members`);
  await expectSoon(() => page.getByRole("row").nth(1).innerText()).toContain("Ada King");
});

test("language and theme are selected in the settings, and kept", async () => {
  const { page, goto, projectId } = await openUi({ path: null });
  await goto(`/projects/${projectId}/settings/appearance`);
  await choose(page.getByLabel("Language"), "Deutsch");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Einstellungen");
  await page.getByRole("group", { name: "Farbschema" }).getByRole("radio", { name: "Dunkel", exact: true }).check();
  await page.reload();
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Einstellungen");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  await expectAccessible(page);
});

test("by keyboard only, a project price is created; it takes precedence over the shipped one, and changes the cost of stored records", async () => {
  const { page, goto, projectId, graphql, ingest } = await openUi({ path: null });
  const generation = { provider: "house", model: "house-large", inputTokenCount: 1_000_000, outputTokenCount: 0 };
  await ingest([{ id: "s", type: "llm", generation: { type: "CHAT", ...generation } }]);
  await goto(`/projects/${projectId}/model-prices`);
  await page.getByRole("button", { name: "New price" }).press("Enter");
  await page.getByLabel("Pattern").fill("house-.*");
  await page.getByLabel("Input", { exact: true }).fill("2.5");
  await page.getByLabel("Output").fill("free");
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("dollar amount");
  await page.getByLabel("Output").fill("10");
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await page.getByRole("heading", { name: /^Project prices\s+1$/ }).waitFor();
  const prices = page.getByRole("region", { name: "Model prices", exact: true });
  await expect.poll(() => prices.getByRole("row", { name: /house-/ }).innerText()).toContain("$2.50");
  await expectAccessible(page);
  await expect.poll(() => graphql('{ step(id: "s") { cost } }')).toEqual({ step: { cost: 2.5 } });
});

test("a key for web pages has no other scope, and shows its origins", async () => {
  const { page, goto, projectId } = await setUp();
  await goto(`/projects/${projectId}/settings/keys`);
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("shop");
  await dialog.getByRole("checkbox", { name: /^browser / }).check();
  for (const scope of ["ingest", "read", "write"]) {
    const name = new RegExp(`^${scope} `, "u");
    expect(await dialog.getByRole("checkbox", { name, exact: false }).isChecked()).toBe(false);
  }
  await dialog.getByLabel("Allowed origins").fill("https://shop.example/cart");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await dialog.getByText("must be the origin of a page").waitFor();
  await dialog.getByLabel("Allowed origins").fill("https://shop.example, https://www.shop.example");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  const row = page.getByRole("row", { name: "shop" });
  await row.waitFor();
  expect(await row.innerText()).toContain("browser");
  expect(await row.innerText()).toContain("https://www.shop.example");

  await page.setViewportSize({ width: 390, height: 844 });
  const boxOf = (label: string) => row.locator(`td[data-label="${label}"]`).boundingBox();
  const [created, lastUsed] = [await boxOf("Created"), await boxOf("Last used")];
  expect((created?.x ?? 0) + (created?.width ?? 0)).toBeLessThan(lastUsed?.x ?? 0);
});

test("the audit log names the scopes of a key as the list of keys does, and the list of members marks the own account", async () => {
  const { page, goto, projectId } = await setUp();
  await goto(`/projects/${projectId}/settings/keys`);
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("reader");
  await dialog.getByRole("checkbox", { name: /^write / }).uncheck();
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await goto(`/projects/${projectId}/settings/audit`);
  const created = page.getByRole("row").filter({ hasText: "reader" });
  await created.getByText("Scopes: ingest, read", { exact: true }).waitFor();
  await goto(`/projects/${projectId}/settings/members`);
  await page.getByRole("row").filter({ hasText: owner.email }).getByText("You", { exact: true }).waitFor();
  await expectAccessible(page);
});

test("the settings show quota usage, retention and the audit log", async () => {
  const limits = { maxStepsPerDay: 10, maxStoredBytes: 5_000_000 };
  // Sets the clock to noon, so that the date does not change during the test.
  const untilNoon = day / 2 - (Date.now() % day);
  const ui = await setUp({ server: { limits, retentionDays: 30, now: () => Date.now() + untilNoon } });
  const { page, goto, projectId, graphql, ingest } = ui;
  await ingest([{ id: "a", output: "x" }, { id: "b" }]);
  await goto(`/projects/${projectId}/settings/usage`);
  const main = page.locator("main");
  await expectSoon(() => main.innerText()).toContain("2 of 10 (20%)");
  expect(await page.getByRole("progressbar", { name: "Steps today" }).getAttribute("value")).toBe("2");
  expect(await main.innerText()).toContain("Counts only steps sent while the quota is set");
  expect(await main.innerText()).toMatch(/of 5 MB/);
  expect(await main.innerText()).toContain("30 days");
  await expectAccessible(page);

  for (const thread of ["t0", "t1", "t2"]) {
    const shares = Array.from({ length: 18 }, (_, index) => `a${index}: shareThread(threadId: "${thread}") { id }`);
    // oxlint-disable-next-line no-await-in-loop -- the order of events is tested
    await graphql(`mutation { upsertThread(id: "${thread}") { id } ${shares.join(" ")} }`);
  }
  await page.getByRole("link", { name: "Audit log" }).press("Enter");
  const rows = page.getByRole("row");
  await expectSoon(() => rows.count()).toBe(51);
  expect(await rows.nth(1).innerText()).toMatch(/Thread shared\s+t2\s/);
  await page.getByRole("button", { name: "More", exact: true }).press("Enter");
  await expectSoon(() => rows.count()).toBeGreaterThan(55);
  await expectSoon(() => rows.filter({ hasText: "Account created" }).innerText()).toContain(owner.email);
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  const table = page.getByRole("region", { name: /^Sign-ins, changes to accounts/ });
  await expectSoon(() => table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  expect(await table.getByText("127.0.0.1").last().isVisible()).toBe(true);
});

test("shortcuts of a single key are disabled in the settings; other keys still work", async () => {
  const { page, goto, projectId } = await openUi({ path: null });
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);
  const pressSlash = async (): Promise<boolean> => {
    await goto(`/projects/${projectId}/logs`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await hasFocus()).toBe(false);
    await page.keyboard.press("/");
    return hasFocus();
  };
  expect(await pressSlash()).toBe(true);
  await goto(`/projects/${projectId}/settings/appearance`);
  const option = page.getByRole("checkbox", { name: "Shortcuts of a single key, such as J, K and /" });
  await option.uncheck();
  await expectAccessible(page);
  expect(await pressSlash()).toBe(false);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await goto(`/projects/${projectId}/settings/appearance`);
  await option.check();
  expect(await pressSlash()).toBe(true);
});
