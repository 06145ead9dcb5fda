import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { needs } from "../../../packages/server/test/requirements.ts";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { owner, setUp, signIn } from "./set-up-owner.ts";

test("the setup link creates the owner, once; then email and password open the requested page", async () => {
  const ui = await setUp();
  const { page, projectId, url } = ui;
  await page.getByRole("button", { name: owner.name, exact: true }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/login");
  await expectAccessible(page);

  await ui.goto(`/projects/${projectId}/users`);
  await page.waitForURL("**/login?next=*");
  await expectFocus(page.getByLabel("Email", { exact: true }));
  await page.getByLabel("Password").fill("shown");
  await page.getByRole("button", { name: "Show characters" }).click();
  expect(await page.getByLabel("Password").getAttribute("type")).toBe("text");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Hide characters" }).click();
  expect(await page.getByLabel("Password").getAttribute("type")).toBe("password");
  await page.getByRole("button", { name: "Show characters" }).click();
  await signIn(ui, owner.email, "not the password");
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("Wrong");
  expect(await page.getByLabel("Password").getAttribute("type")).toBe("password");
  await signIn(ui, owner.email, owner.password);
  await page.waitForURL(`${url}/projects/${projectId}/users`);

  const { setupPath } = await ui.server.ready;
  await ui.goto(setupPath ?? "");
  await expectSoon(() => page.getByRole("heading", { name: "This link is not valid" }).count()).toBe(1);
  expect(await page.getByRole("textbox").count()).toBe(0);
  await expectAccessible(page);
  // The browser logs the expected 401 and 404 responses as errors.
  ui.faults.splice(0, Infinity, ...ui.faults.filter(({ kind }) => kind !== "console error"));
});

test("without email, the sign-in page says who resets a password, and how, whether or not an account exists", async () => {
  const ui = await setUp();
  const { page, goto } = ui;
  await ui.context.clearCookies();
  await goto("/login");
  await page.getByText("Ask an owner or admin of your project for an invitation.").waitFor();
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.waitForURL("**/forgot-password");
  await page.getByText("threadline account reset-password you@example.com").waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await page.waitForURL("**/login");
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

test("a new key is shown whole, with code that contains it", needs("curl"), async () => {
  const { page, goto, projectId, url } = await setUp();
  await goto(`/projects/${projectId}/settings/keys`);
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("app");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New key created" });
  const secret = await dialog.locator("pre").first().innerText();
  const code = async (name: string): Promise<string> => {
    await dialog.getByRole("tab", { name, exact: true }).click();
    const shown = dialog.getByRole("tabpanel", { name, exact: true }).locator("pre");
    expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    return shown.innerText();
  };
  expect(await code("Environment variables")).toBe(`THREADLINE_URL=${url}\nTHREADLINE_API_KEY=${secret}`);
  expect(await code("OpenTelemetry")).toContain(`export OTEL_EXPORTER_OTLP_HEADERS="x-api-key=${secret}"`);
  expect(await code("TypeScript")).toContain(`apiKey: "${secret}"`);
  expect(await code("Python")).toContain(`api_key="${secret}"`);
  await expectAccessible(page);
  const { stdout } = await promisify(execFile)("sh", ["-c", await code("curl")], {
    env: { ...process.env, no_proxy: "*" },
  });
  expect(JSON.parse(stdout)).toEqual({ data: { ingestSteps: [{ ok: true, message: null }] } });
});

test("a key is created, shown once, works within its scopes, and is revoked", async () => {
  const { page, goto, projectId, url } = await setUp();
  await goto(`/projects/${projectId}/settings/keys`);
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("dashboards");
  await page.getByRole("checkbox", { name: "ingest" }).uncheck();
  await page.getByRole("checkbox", { name: /^write/u }).uncheck();
  await choose(page.getByLabel("Expires", { exact: true }), "After 30 days");
  await page.getByLabel("Name").press("Enter");
  const codes = page.getByRole("dialog").locator("pre");
  const secret = await codes.first().innerText();
  expect(await codes.nth(1).innerText()).toBe(`THREADLINE_URL=${url}\nTHREADLINE_API_KEY=${secret}`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("row", { name: "dashboards" }).innerText()).toContain("read");
  expect(await page.locator("body").innerText()).not.toContain(secret);
  const asked = await page.context().request.post(`${url}/api/graphql`, {
    headers: { origin: new URL(url).origin, "x-threadline-project": projectId },
    data: { query: "{ apiKeys { name expiresAt } }" },
  });
  const { apiKeys } = (
    (await asked.json()) as {
      readonly data: { readonly apiKeys: readonly { readonly name: string; readonly expiresAt: string | null }[] };
    }
  ).data;
  const expiresAt = Date.parse(apiKeys.find(({ name }) => name === "dashboards")?.expiresAt ?? "");
  expect(Math.round((expiresAt - Date.now()) / 86_400_000)).toBe(30);

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
