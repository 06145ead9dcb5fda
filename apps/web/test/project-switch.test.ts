import { expect, test } from "vitest";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

test("the settings do not keep what was typed for another project", async () => {
  const { page, goto, projectId } = await openUi({ path: null });
  await goto(`/projects/${projectId}/settings/project`);
  await page.getByRole("button", { name: "New project", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Project name").fill("second");
  await page.keyboard.press("Enter");
  const chosen = (project: string) => page.getByRole("button", { name: `Project: ${project}`, exact: true });
  await chosen("second").waitFor();

  await goto(`/projects/${projectId}/settings/project`);
  const name = page.getByRole("textbox", { name: "Project name" });
  await name.fill("draft");
  await chosen("default").click();
  await page.getByRole("menuitem", { name: "second", exact: true }).click();
  await chosen("second").waitFor();
  await expectSoon(() => name.inputValue()).toBe("second");
  expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);

  await chosen("second").click();
  await page.getByRole("menuitem", { name: "New project", exact: true }).click();
  await page.getByRole("dialog", { name: "New project", exact: true }).waitFor();
});

test("a new project is created from the settings of a project that does not lack a second factor", async () => {
  const { page, goto, projectId } = await openUi({ path: null });
  await goto(`/projects/${projectId}/settings/project`);
  await page.getByRole("button", { name: "New project", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Project name").fill("second");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Project: second", exact: true }).waitFor();

  await page.route("**/api/graphql", async (route) => {
    if (!route.request().postData()?.includes("query sessionProjects")) return route.fallback();
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { projects: { id: string }[] } };
    const projects = data.projects.map((each) => ({ ...each, lacksSecondFactor: each.id === projectId }));
    return route.fulfill({ response, json: { data: { ...data, projects } } });
  });
  await goto(`/projects/${projectId}/logs/threads`);
  await page.getByRole("button", { name: "Project: default", exact: true }).click();
  await page.getByRole("menuitem", { name: "New project", exact: true }).click();
  await page.getByRole("dialog", { name: "New project", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).not.toContain(projectId);
});

test("a menu whose code loads late does not open after the user has moved on", async () => {
  const { page, goto, projectId } = await openUi({ path: null });
  const late = Promise.withResolvers<void>();
  let address = "";
  await page.route(/account-items-[^/]*\.js/, async (route) => {
    address = route.request().url();
    await late.promise;
    await route.continue();
  });
  await goto(`/projects/${projectId}/users`);
  const trigger = page.getByRole("button", { name: "Account", exact: true });
  await trigger.click();
  await expectSoon(() => address).not.toBe("");
  await page.keyboard.press("Tab");
  late.resolve();
  await page.evaluate(async (url) => {
    await import(url);
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, address);
  expect(await page.getByRole("menu").count()).toBe(0);
  await trigger.click();
  await page.getByRole("menu").waitFor();
});
