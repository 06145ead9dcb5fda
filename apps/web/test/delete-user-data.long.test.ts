import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedImprovements, type Improvements } from "./seed-improvements.ts";

test("all data of a user is deleted after the identifier is typed, with a report to download", async () => {
  let made: Improvements | undefined;
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async (service) => {
      made = await seedImprovements(service);
    },
  });
  await goto(`/projects/${projectId}/users/${made?.userId}`);
  await page.getByRole("button", { name: "Delete all data" }).click();
  const dialog = page.getByRole("dialog");
  const action = dialog.getByRole("button", { name: "Delete all data" });
  expect(await action.isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill("ada@example.co");
  expect(await action.isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill("ada@example.com");
  await expectAccessible(page);
  await action.click();

  await dialog.getByRole("heading", { name: "Data of “ada@example.com” deleted" }).waitFor();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download report" }).click();
  const report = JSON.parse(await readFile(await (await download).path(), "utf8")) as {
    user: object;
    deleted: { threads: number };
  };
  expect(report.user).toEqual({ id: made?.userId, identifier: "ada@example.com" });
  expect(report.deleted.threads).toBeGreaterThan(0);
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await page.waitForURL("**/users");
  await page.getByRole("link", { name: "max@example.com" }).waitFor();
  expect(await page.getByRole("link", { name: "ada@example.com" }).count()).toBe(0);
  expect(await graphql('{ participant(identifier: "ada@example.com") { id } }')).toEqual({ participant: null });
});

test("the data of a user is only deleted by administrators", async () => {
  let made: Improvements | undefined;
  const { page, goto, projectId, context } = await openUi({
    path: null,
    seed: async (service) => {
      made = await seedImprovements(service);
    },
  });
  await context.route("**/api/graphql", async (route) => {
    if (!(route.request().postData() ?? "").includes("sessionProjects")) return route.fallback();
    const response = await route.fetch();
    const text = (await response.text()).replaceAll('"owner"', '"editor"');
    return route.fulfill({ response, body: text });
  });
  await goto(`/projects/${projectId}/users/${made?.userId}`);
  await page.getByRole("link", { name: "Chat 0" }).waitFor();
  expect(await page.getByRole("button", { name: "Delete all data" }).count()).toBe(0);
});
