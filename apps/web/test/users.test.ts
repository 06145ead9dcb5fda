import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedImprovements, type Improvements } from "./seed-improvements.ts";

test("a user is found by a part of the identifier, and leads to metadata and threads", async () => {
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
  await page.getByText('"plan": "pro"').waitFor();
  await page.getByRole("link", { name: "Chat 0" }).waitFor();
  await expect.poll(() => page.title()).toBe("ada@example.com · Threadline");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Chat 0" }).click();
  await page.waitForURL("**/logs/threads/chat-0*");
});

test("by keyboard, users are sorted by last activity or creation", async () => {
  const thread = (id: string, user: string) => `${id}: upsertThread(id: "${id}", participantId: "${user}") { id }`;
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async ({ graphql: ask }) => {
      for (const user of ["ada", "bob", "eve"]) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await ask(`mutation { ${thread(`of_${user}`, user)} }`);
      }
    },
  });
  const names = () => page.getByRole("region", { name: "Users" }).getByRole("link").allInnerTexts();
  await goto(`/projects/${projectId}/users`);
  await expect.poll(names).toEqual(["eve", "bob", "ada"]);
  await graphql(`mutation { ${thread("again", "ada")} }`);
  await expect.poll(names).toEqual(["ada", "eve", "bob"]);
  const order = page.getByLabel("Sort by", { exact: true });
  await order.focus();
  await order.press("ArrowDown");
  await expect.poll(names).toEqual(["eve", "bob", "ada"]);
  await expect.poll(() => new URL(page.url()).search).toBe("?order=createdAt");
  await expectAccessible(page);
});

test("score schemas are made, changed and deleted by keyboard, and what is refused is said", async () => {
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
  await dialog.getByLabel("Type").selectOption("Continuous");
  await dialog.getByLabel("Maximum value").fill("10");
  await press("Save", dialog);
  await dialog.getByText("A score schema named").waitFor();
  await dialog.getByLabel("Name").fill("accuracy");
  await press("Save", dialog);
  await page.getByRole("row", { name: /accuracy.*Continuous.*to 10/ }).waitFor();

  await press("Edit accuracy");
  await dialog.getByLabel("Minimum value").fill("-1.5");
  await press("Save", dialog);
  await page.getByRole("row", { name: /accuracy.*-1.5 to 10/ }).waitFor();
  await press("Delete helpfulness");
  await press("Delete", dialog);
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row", { name: /helpfulness/ }).waitFor({ state: "detached" });
  expect(await graphql("{ scoreSchemas { name minimum maximum } }")).toEqual({
    scoreSchemas: [{ name: "accuracy", minimum: -1.5, maximum: 10 }],
  });
});

test.each(["users", "datasets", "experiments", "prompts", "score-schemas", "playground"])(
  "the page %s shows what strangers wrote as text, in German and narrow",
  async (path) => {
    const payload = '<img src=x onerror="alert(1)">{{constructor}}';
    const { page, goto, projectId } = await openUi({
      path: null,
      window: { viewport: { width: 390, height: 800 }, locale: "de-DE", colorScheme: "dark" },
      seed: async ({ graphql }) => {
        await graphql(
          `
            mutation ($text: String!, $json: Json) {
              createParticipant(identifier: $text) {
                id
              }
              createDataset(name: $text, description: $text) {
                id
              }
              createDatasetExperiment(name: $text, params: $json) {
                id
              }
              createPromptLineage(name: $text, description: $text) {
                id
              }
              createScoreSchema(schema: { name: $text, description: $text, type: CONTINUOUS }) {
                id
              }
            }
          `,
          { text: payload, json: { [payload]: payload } },
        );
      },
    });
    await goto(`/projects/${projectId}/${path}?name=${encodeURIComponent(payload)}`);
    await page.getByText(payload).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  },
);
