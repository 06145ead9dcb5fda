import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { authenticatorCode, codeLife } from "../../../packages/server/test/accounts/authenticator.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi, type Ui } from "./browser/open-ui.ts";

const day = 86_400_000;
const owner = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

/** Starts a service with login, and creates its first account with the setup link. */
async function setUp(options: Parameters<typeof openUi>[0] = {}): Promise<Ui> {
  const ui = await openUi({ ...options, server: { noLogin: false, ...options.server }, path: null });
  const { setupPath } = await ui.server.ready;
  await ui.goto(setupPath ?? "");
  const { page } = ui;
  await page.getByLabel("Name").fill(owner.name);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("New password").fill(owner.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/logs/threads*");
  return ui;
}

async function signIn({ page }: Ui, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}

test("the setup link creates the owner, once; then email and password open the requested page", async () => {
  const ui = await setUp();
  const { page, projectId, url } = ui;
  await page.getByRole("button", { name: owner.name }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/login");
  await expectAccessible(page);

  await ui.goto(`/projects/${projectId}/users`);
  await page.waitForURL("**/login?next=*");
  await signIn(ui, owner.email, "not the password");
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("Wrong");
  await signIn(ui, owner.email, owner.password);
  await page.waitForURL(`${url}/projects/${projectId}/users`);

  const { setupPath } = await ui.server.ready;
  await ui.goto(setupPath ?? "");
  await expectSoon(() => page.getByRole("heading", { name: "This link is not valid" }).count()).toBe(1);
  expect(await page.getByRole("textbox").count()).toBe(0);
  await expectAccessible(page);
  // The browser logs the 401 and 404 responses, as expected.
  ui.faults.splice(0, Infinity, ...ui.faults.filter(({ kind }) => kind !== "console error"));
});

test("a wrong setup link is reported immediately, and the right one still creates the account", async () => {
  const ui = await openUi({ server: { noLogin: false }, path: null });
  const { page } = ui;
  await ui.goto("/setup?token=wrong");
  await expectSoon(() => page.getByRole("heading", { name: "This link is not valid" }).count()).toBe(1);
  expect(await page.getByRole("textbox").count()).toBe(0);
  const { setupPath } = await ui.server.ready;
  await ui.goto(setupPath ?? "");
  await expectSoon(() => page.getByLabel("Email").count()).toBe(1);
  // The browser logs the 404 response, as expected.
  ui.faults.splice(0, Infinity, ...ui.faults.filter(({ kind }) => kind !== "console error"));
});

test("signing in never leads to another origin", async () => {
  const ui = await setUp();
  await ui.context.clearCookies();
  await ui.goto("/login?next=https%3A%2F%2Fexample.com%2F");
  await signIn(ui, owner.email, owner.password);
  await expect.poll(() => ui.page.url()).toContain(`${ui.url}/projects/`);
  await ui.context.clearCookies();
  await ui.goto("/login?next=%2F%2Fexample.com%2F");
  await signIn(ui, owner.email, owner.password);
  await expect.poll(() => ui.page.url()).toContain(`${ui.url}/projects/`);
});

test("under a base path, signing in leads back to the page that was asked for", async () => {
  const ui = await setUp({ server: { basePath: "/threadline" } });
  await ui.context.clearCookies();
  await ui.goto(`/projects/${ui.projectId}/users?search=ada`);
  await ui.page.waitForURL("**/threadline/login?next=*");
  await signIn(ui, owner.email, owner.password);
  await expect.poll(() => ui.page.url()).toBe(`${ui.url}/projects/${ui.projectId}/users?search=ada`);
});

test("a key is made, shown once, works within its scopes, and is revoked", async () => {
  const { page, goto, projectId, url } = await setUp();
  await goto(`/projects/${projectId}/settings/keys`);
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("dashboards");
  await page.getByRole("checkbox", { name: "ingest" }).uncheck();
  await page.getByRole("checkbox", { name: "write" }).uncheck();
  await page.keyboard.press("Enter");
  const secret = await page.getByRole("dialog").locator("pre").innerText();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("row", { name: "dashboards" }).innerText()).toContain("read");
  expect(await page.locator("body").innerText()).not.toContain(secret);

  const ask = async (query: string): Promise<unknown> => {
    const headers = { "content-type": "application/json", "x-api-key": secret };
    return (await fetch(`${url}/api/graphql`, { method: "POST", headers, body: JSON.stringify({ query }) })).json();
  };
  expect(await ask("{ threads { totalCount } }")).toEqual({ data: { threads: { totalCount: 0 } } });
  expect(await ask('mutation { upsertThread(id: "t") { id } }')).toMatchObject({
    errors: [{ extensions: { code: "FORBIDDEN", permission: "ingest" } }],
  });

  await page.getByRole("button", { name: "Revoke key dashboards" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect.poll(() => page.getByRole("row", { name: "dashboards" }).innerText()).toContain("Revoked");
  await expect
    .poll(() => ask("{ threads { totalCount } }"))
    .toMatchObject({ errors: [{ extensions: { code: "UNAUTHENTICATED" } }] });
});

test("the settings show quota usage, retention and the audit log", async () => {
  const limits = { maxStepsPerDay: 10, maxStoredBytes: 5_000_000 };
  // No midnight comes between what is recorded and what is shown of today.
  const untilNoon = day / 2 - (Date.now() % day);
  const ui = await setUp({ server: { limits, retentionDays: 30, now: () => Date.now() + untilNoon } });
  const { page, goto, projectId, graphql, ingest } = ui;
  await ingest([{ id: "a", output: "x" }, { id: "b" }]);
  await goto(`/projects/${projectId}/settings/usage`);
  const main = page.locator("main");
  await expectSoon(() => main.innerText()).toContain("2 of 10 (20%)");
  expect(await page.getByRole("progressbar", { name: "Steps today" }).getAttribute("value")).toBe("2");
  expect(await main.innerText()).toMatch(/of 5 MB/);
  expect(await main.innerText()).toContain("30 days");
  await expectAccessible(page);

  for (const thread of ["t0", "t1", "t2"]) {
    const shares = Array.from({ length: 18 }, (_, index) => `a${index}: shareThread(threadId: "${thread}") { id }`);
    // oxlint-disable-next-line no-await-in-loop -- the order of the events is looked at
    await graphql(`mutation { upsertThread(id: "${thread}") { id } ${shares.join(" ")} }`);
  }
  await page.getByRole("link", { name: "Audit log" }).press("Enter");
  const rows = page.getByRole("row");
  await expectSoon(() => rows.count()).toBe(51);
  expect(await rows.nth(1).innerText()).toMatch(/Thread shared\s+t2\s/);
  await page.getByRole("button", { name: "More" }).press("Enter");
  await expectSoon(() => rows.count()).toBeGreaterThan(55);
  await expectSoon(() => rows.filter({ hasText: "Account created" }).innerText()).toContain(owner.email);
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  const table = page.getByRole("region", { name: /Changes to the accounts/ });
  await expectSoon(() => table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  expect(await table.getByText("127.0.0.1").last().isVisible()).toBe(true);
});

test("by keyboard alone a project is made and chosen, and signing out everywhere ends the other window's session", async () => {
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

test("by keyboard, another session is recognized by its device and revoked, and the page gets no token", async () => {
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
  await Promise.all([other?.close(), third?.close()]);
  // The browser logs the 403 response, as expected.
  faults.splice(0, Infinity, ...faults.filter(({ kind }) => kind !== "console error"));
});

test("an invited viewer joins by the link, sees the project, is offered nothing that a viewer may not, and is shown when disabled", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-members-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const ui = await setUp({ server: { dataDir } });
  const { page, goto, projectId, context, url, faults } = ui;
  await goto(`/projects/${projectId}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("Email").fill("vera@example.com");
  await page.getByRole("dialog").getByLabel("Role").selectOption("viewer");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByRole("dialog").locator("pre").innerText();
  await page.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => page.getByText("vera@example.com").count()).toBe(1);

  await context.clearCookies();
  await page.goto(link);
  await page.getByLabel("Name").fill("Vera");
  await page.getByLabel("New password").fill("another long password");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Join project" }).click();
  await page.waitForURL(`${url}/projects/${projectId}/logs/threads*`);
  await goto(`/projects/${projectId}/settings/members`);
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("not have permission");
  await goto(`/projects/${projectId}/settings/audit`);
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("not have permission");
  await goto(`/projects/${projectId}/settings/usage`);
  await expect.poll(() => page.locator("main").innerText()).toMatch(/No quota[^]*Unlimited/);
  expect(await page.locator("main pre").innerText()).toContain(`project quota ${projectId} --`);
  await goto(`/projects/${projectId}/score-schemas`);
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Score schemas");
  expect(await page.getByRole("button", { name: "New schema" }).count()).toBe(0);

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

test("the reason for a rejected password is shown in the language of the page", async () => {
  const { page, goto, projectId, faults } = await setUp();
  const refusal = async (language: "de" | "en", newPassword: string): Promise<string> => {
    const isGerman = language === "de";
    await goto(`/projects/${projectId}/settings/appearance`);
    await page.locator("select").first().waitFor();
    await page.getByLabel(/^(Language|Sprache)$/).selectOption(language);
    await goto(`/projects/${projectId}/settings/account`);
    await page.getByLabel(isGerman ? "Aktuelles Passwort" : "Current password").fill(owner.password);
    await page.getByLabel(isGerman ? "Neues Passwort" : "New password").fill(newPassword);
    await page.keyboard.press("Enter");
    return page.getByRole("alert").innerText();
  };
  expect(await refusal("en", "1q2w3e4r5t")).toContain("one of the most common ones");
  expect(await refusal("de", "1q2w3e4r5t")).toContain("ist eines der häufigsten");
  expect(await refusal("de", "Ada Threadline 2026")).toContain("besteht aus deinem Namen");
  expect(await refusal("de", "kurz")).toContain("mindestens 10 Zeichen");
  // The browser logs the 400 responses, as expected.
  faults.splice(0, Infinity, ...faults.filter(({ kind }) => kind !== "console error"));
});

test("by keyboard alone an authenticator is set up and asked for; a backup code does instead", async () => {
  const ui = await setUp();
  const { page, projectId, goto } = ui;
  await goto(`/projects/${projectId}/settings/account`);
  await page.getByLabel("Your password").fill(owner.password);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  await expectAccessible(page);
  const [secret = "", codes = ""] = await page.locator("pre").allInnerTexts();
  await page.getByLabel("Code from the app").fill(authenticatorCode(secret));
  await page.keyboard.press("Enter");
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
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("wrong or already used");
  await expectAccessible(page);
  // The code of this half minute was spent when it was set up.
  await enterCode(authenticatorCode(secret, Date.now() + codeLife));
  await page.waitForURL(`**/projects/${projectId}/**`);
  await enterCode(codes.split("\n")[0] ?? "");
  await page.waitForURL(`**/projects/${projectId}/**`);

  await goto(`/projects/${projectId}/settings/account`);
  await page.getByLabel("Your password").fill(owner.password);
  await page.getByRole("button", { name: "Disable" }).press("Enter");
  await expectSoon(() => page.getByRole("button", { name: "Set up" }).count()).toBe(1);
  ui.faults.splice(0, Infinity, ...ui.faults.filter(({ kind }) => kind !== "console error"));
});

test("language and theme are selected in the settings, and kept", async () => {
  const { page, goto, projectId } = await openUi({ path: null });
  await goto(`/projects/${projectId}/settings/appearance`);
  await page.getByLabel("Language").selectOption("de");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Einstellungen");
  await page.getByLabel("Farbschema").selectOption("dark");
  await page.reload();
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Einstellungen");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  await expectAccessible(page);
});

test("by keyboard alone a price of the project is made; it goes before the shipped one, and changes the cost of what is stored", async () => {
  const { page, goto, projectId, graphql, ingest } = await openUi({ path: null });
  const generation = { provider: "house", model: "house-large", inputTokenCount: 1_000_000, outputTokenCount: 0 };
  await ingest([{ id: "s", type: "llm", generation: { type: "CHAT", ...generation } }]);
  await goto(`/projects/${projectId}/model-prices`);
  await page.getByRole("button", { name: "New price" }).press("Enter");
  await page.getByLabel("Pattern").fill("house-.*");
  await page.getByLabel("Input", { exact: true }).fill("2.5");
  await page.getByLabel("Output").fill("free");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("dollar amount");
  await page.getByLabel("Output").fill("10");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await expect.poll(() => page.getByRole("row", { name: "house-" }).innerText()).toContain("$2.50");
  await expectAccessible(page);
  await expect.poll(() => graphql('{ step(id: "s") { cost } }')).toEqual({ step: { cost: 2.5 } });
});
