import { expect, test } from "vitest";
import { rolePermissions } from "../src/api/role-permissions.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { supportThread } from "./thread-seed.ts";

const password = "a long enough password";

/** Opens a project with a thread as its owner. `become` signs in a new member. */
async function openProject() {
  const ui = await openUi({ server: { noLogin: false }, seed: ({ ingest }) => ingest(supportThread), path: null });
  const { context, url, projectId } = ui;
  const post = async (path: string, data: object): Promise<unknown> => {
    const headers = { origin: url, "x-threadline-project": projectId };
    const response = await context.request.post(`${url}${path}`, { data, headers });
    expect({ path, status: response.status() }).toEqual({ path, status: 200 });
    return response.json();
  };
  const ask = async (query: string, variables: object = {}): Promise<Record<string, unknown>> =>
    ((await post("/api/graphql", { query, variables })) as { data: Record<string, unknown> }).data;
  const { setupPath } = await ui.server.ready;
  const setupToken = new URL(setupPath ?? "", url).searchParams.get("token");
  await post("/api/session/setup", { token: setupToken, email: "ada@example.com", name: "Ada", password });
  const inviting =
    "mutation ($email: String!, $role: ProjectRole!) { inviteMember(email: $email, role: $role) { url } }";
  const become = async (role: string): Promise<void> => {
    await context.clearCookies();
    await post("/api/session/sign-in", { email: "ada@example.com", password });
    const { inviteMember } = await ask(inviting, { email: `${role}@example.com`, role });
    const token = new URL((inviteMember as { url: string }).url).searchParams.get("token");
    await context.clearCookies();
    await post("/api/session/accept-invitation", { token, name: role, password });
  };
  return { ...ui, ask, become };
}

test("a thread offers each role its permitted actions only", async () => {
  const { page, goto, projectId, ask, become } = await openProject();
  const offered = async (): Promise<Record<string, string>> => {
    await goto(`/projects/${projectId}/logs/threads/support?currentStepId=plan`);
    const inspector = page.getByRole("complementary", { name: "Step" });
    await inspector.getByText("gpt-4o-mini").first().waitFor();
    // The actions appear after the content.
    await expectSoon(() => page.getByRole("button", { name: "More actions" }).count()).toBe(2);
    const menu = async (index: number): Promise<string> => {
      await page.getByRole("button", { name: "More actions" }).nth(index).press("Enter");
      await page.getByRole("menu").waitFor();
      const items = await page.getByRole("menuitem").allInnerTexts();
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
      return items.join(", ");
    };
    const buttons: string[] = [];
    for (const name of ["Share", "Add to dataset", "Add score"]) {
      if ((await page.getByRole("button", { name, exact: true }).count()) > 0) buttons.push(name);
    }
    if ((await inspector.getByRole("textbox", { name: "Add tag" }).count()) > 0) buttons.push("tags");
    return { buttons: buttons.join(", "), thread: await menu(0), step: await menu(1) };
  };
  const copies = "Copy as JSON, Copy as curl, Copy ID";
  const queue = "Add to review queue";
  const [compareThread, compareStep] = ["Compare with another thread", "Compare with another step"];
  const everything = {
    buttons: "Share, Add to dataset, Add score, tags",
    thread: `${compareThread}, ${queue}, ${copies}, Delete thread`,
    step: `${compareStep}, ${queue}, ${copies}, Copy link, Delete step`,
  };
  const expected = {
    viewer: {
      buttons: "",
      thread: `${compareThread}, ${copies}`,
      step: `${compareStep}, ${copies}, Copy link`,
    },
    annotator: {
      buttons: "Add score, tags",
      thread: `${compareThread}, ${queue}, ${copies}`,
      step: `${compareStep}, ${queue}, ${copies}, Copy link`,
    },
    editor: everything,
  };
  for (const [role, what] of Object.entries(expected)) {
    await become(role);
    expect({ role, ...(await offered()) }).toEqual({ role, ...what });
  }
  for (const role of Object.keys(rolePermissions).filter((each) => each !== "owner")) {
    if (role === "admin") await become(role);
    else {
      await page.context().clearCookies();
      await page.request.post(new URL("/api/session/sign-in", page.url()).href, {
        data: { email: `${role}@example.com`, password },
        headers: { origin: new URL(page.url()).origin },
      });
    }
    const { viewer } = await ask("{ viewer { permissions } }");
    expect({ role, ...(viewer as object) }).toEqual({ role, permissions: rolePermissions[role] });
  }
  await expectAccessible(page);
});

test("by keyboard only, an owner deletes a project by typing its name, and another project opens", async () => {
  const { page, goto, projectId, ask, faults } = await openProject();
  await page.context().clearCookies();
  await goto("/login");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/logs/threads*");
  const settings = `/projects/${projectId}/settings/project`;
  await goto(settings);
  await page.getByRole("button", { name: "New project" }).waitFor();
  // The only project of an installation cannot be deleted.
  expect(await page.getByRole("button", { name: "Delete project" }).count()).toBe(0);
  const { createProject } = await ask('mutation { createProject(name: "second") { id } }');
  const { id } = createProject as { id: string };
  await page.reload();
  await page.getByRole("button", { name: "Delete project" }).press("Enter");
  const dialog = page.getByRole("dialog");
  const name = dialog.getByLabel("Type “default” to confirm");
  await expectSoon(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await page.keyboard.type("defaul");
  await page.keyboard.press("Enter");
  expect(await dialog.getByRole("button", { name: "Delete project" }).isDisabled()).toBe(true);
  await page.keyboard.type("t");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${id}/logs/threads*`);
  await page.getByRole("button", { name: /Project: second/ }).waitFor();
  await goto(settings);
  await page.getByText("Project not found").waitFor();
  faults.splice(0, Infinity, ...faults.filter(({ kind }) => kind !== "console error"));
});
