import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedImprovements, type Improvements } from "./seed-improvements.ts";

test("a user is found by part of the identifier, and has metadata and threads", async () => {
  let made: Improvements | undefined;
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async (service) => {
      made = await seedImprovements(service);
    },
  });
  await goto(`/projects/${projectId}/users`);
  await page.getByRole("link", { name: "max@example.com" }).waitFor();
  await page.getByRole("searchbox").fill("ADA");
  await page.getByRole("link", { name: "max@example.com" }).waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).search).toBe("?search=ADA");
  await expectAccessible(page);
  await page.getByRole("region", { name: "Users" }).focus();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/users/${made?.userId}`);
  const metadata = page.getByRole("region", { name: "Metadata" });
  await expect.poll(() => metadata.innerText()).toMatch(/plan\s+pro/);
  await page.getByRole("link", { name: "Chat 0" }).waitFor();
  await expect.poll(() => page.title()).toBe("ada@example.com · Threadline");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Chat 0" }).click();
  await page.waitForURL("**/logs/threads/chat-0*");
});

test("users are found by their metadata, and those with a thread in a period by the period", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await graphql(
    `
      mutation ($metadata: Json) {
        a: createParticipant(identifier: "u-1", metadata: $metadata) {
          id
        }
        b: upsertThread(id: "new", participantId: "u-2") {
          id
        }
      }
    `,
    { metadata: { name: "Layla Haddad" } },
  );
  await goto(`/projects/${projectId}/users`);
  const [layla, other] = ["u-1", "u-2"].map((name) => page.getByRole("link", { name, exact: true }));
  await other?.waitFor();
  await page.getByRole("searchbox").fill("layla had");
  await other?.waitFor({ state: "detached" });
  await layla?.waitFor();
  const row = page.getByRole("row").filter({ hasText: "u-1" });
  await row.getByText("name: Layla Haddad", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole("searchbox").fill("u-");
  await other?.waitFor();
  await expect.poll(() => row.getByText("Layla").count()).toBe(0);
  await page.getByRole("searchbox").fill("");
  await other?.waitFor();
  await choose(page.getByLabel("Time range", { exact: true }), "Last 7 days");
  await layla?.waitFor({ state: "detached" });
  await other?.waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("?range=7d");
  await expectAccessible(page);
  await page.getByRole("searchbox").fill("unknown person");
  await page.getByText("No user with a thread in this period matches “unknown person”").waitFor();
  await choose(page.getByLabel("Time range", { exact: true }), "All time");
  await page.getByText("No user’s identifier or metadata contains “unknown person”").waitFor();
  await page.getByRole("searchbox").fill("");
  await layla?.waitFor();
});

test("by keyboard, score schemas are created, changed and deleted, and rejected values are explained", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await goto(`/projects/${projectId}/score-schemas`);
  await page.getByRole("heading", { name: "No score schemas yet" }).waitFor();
  const dialog = page.getByRole("dialog");
  const press = async (name: string, within: Page | Locator = page): Promise<void> => {
    await within.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await press("New schema");
  const name = dialog.getByLabel("Name");
  await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
  await name.fill("helpfulness");
  await dialog.getByLabel("Value of category 1").fill("many");
  await press("Save", dialog);
  await dialog.getByText("“many” is not a number").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Value of category 1").fill("2");
  await press("Save", dialog);
  await page.getByRole("row", { name: /helpfulness.*yes = 2.*no = 0/ }).waitFor();
  await expectAccessible(page);

  await press("New schema");
  await dialog.getByLabel("Name").fill("helpfulness");
  await choose(dialog.getByLabel("Type"), "Continuous");
  await dialog.getByLabel("Maximum value").fill("10");
  await press("Save", dialog);
  await dialog.getByText("This name is taken. Choose another one.").waitFor();
  await dialog.getByLabel("Name").fill("accuracy");
  await press("Save", dialog);
  await page.getByRole("row", { name: /accuracy.*Continuous.*to 10/ }).waitFor();

  await page.getByRole("link", { name: "Show the scores of accuracy", exact: true }).press("Enter");
  const panel = page.getByRole("complementary", { name: "accuracy", exact: true });
  await panel.getByText("to 10", { exact: true }).waitFor();
  expect(await page.getByRole("row", { name: /accuracy/ }).getAttribute("aria-current")).toBe("true");
  await expectAccessible(page);
  await press("Edit accuracy", panel);
  await dialog.getByLabel("Minimum value").fill("-1.5");
  await press("Save", dialog);
  await page.getByRole("row", { name: /accuracy.*−1.5 to 10/ }).waitFor();
  await panel.getByText("−1.5 to 10", { exact: true }).waitFor();
  await press("Close", panel);
  await press("Delete helpfulness");
  await press("Delete", dialog);
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row", { name: /helpfulness/ }).waitFor({ state: "detached" });
  expect(await graphql("{ scoreSchemas { name minimum maximum } }")).toEqual({
    scoreSchemas: [{ name: "accuracy", minimum: -1.5, maximum: 10 }],
  });
});
