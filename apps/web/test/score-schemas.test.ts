import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

const addScores = `mutation ($at: DateTime!) {
  a: createScore(stepId: "s", name: "tone", type: HUMAN, value: 1, label: "kind") { id }
  b: createScore(stepId: "s", name: "tone", type: HUMAN, value: 0, label: "rude", createdAt: $at) { id }
  c: createScore(stepId: "s", name: "stars", type: HUMAN, value: 5) { id }
  d: createScore(stepId: "s", name: "stars", type: HUMAN, value: 3, createdAt: $at) { id }
}`;

test("scores without a schema are listed with their scale, and get a schema with their labels", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await graphql(addScores, { at: new Date(Date.now() - 3 * 86_400_000).toISOString() });
  await goto(`/projects/${projectId}/score-schemas`);
  await page.getByRole("heading", { name: "No score schemas yet" }).waitFor();
  const missing = page.getByRole("region", { name: "Scores without a schema" });
  await missing.getByRole("row", { name: /^tone 2 0\.5 0 to 1 Create schema for tone$/ }).waitFor();
  await missing.getByRole("row", { name: /^stars 2 4 0 to 5 Create schema for stars$/ }).waitFor();
  await expectAccessible(page);
  await missing.getByRole("button", { name: "Create schema for tone" }).click();
  const dialog = page.getByRole("dialog");
  await expectSoon(() => dialog.getByLabel("Name", { exact: true }).inputValue()).toBe("tone");
  expect(await dialog.getByLabel("Label of category 1").inputValue()).toBe("kind");
  expect(await dialog.getByLabel("Value of category 2").inputValue()).toBe("0");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("row", { name: /tone Categorical kind = 1 rude = 0 2 0\.5 0 to 1/ }).waitFor();
  await expectSoon(() => missing.getByRole("row").count()).toBe(2);
  await missing.getByRole("button", { name: "Create schema for stars" }).click();
  await dialog.getByLabel("Minimum value").waitFor();
  await dialog.getByLabel("Minimum value").fill("1");
  await dialog.getByLabel("Maximum value").fill("5");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("row", { name: /stars Continuous 1 to 5 2 4 1 to 5/ }).waitFor();
  await missing.waitFor({ state: "detached" });
});

test("a schema has an address, and its panel shows its direction, its users and its course", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await graphql(addScores, { at: new Date(Date.now() - 3 * 86_400_000).toISOString() });
  const made = (await graphql(`
    mutation {
      tone: createScoreSchema(
        schema: { name: "tone", type: CONTINUOUS, minimum: 0, maximum: 1, direction: LOWER_IS_BETTER }
      ) {
        id
      }
      stars: createScoreSchema(schema: { name: "stars", type: CONTINUOUS }) {
        id
      }
    }
  `)) as { readonly tone: { readonly id: string } };
  const { id } = made.tone;
  await graphql(
    `
      mutation ($queue: ReviewQueueInput!) {
        createReviewQueue(queue: $queue) {
          id
        }
      }
    `,
    { queue: { name: "Rude answers", target: "STEP", criteria: [{ scoreSchemaId: id }] } },
  );
  await goto(`/projects/${projectId}/score-schemas`);
  await page.getByRole("link", { name: "Show the scores of tone" }).click();
  const panel = page.getByRole("complementary", { name: "tone", exact: true });
  await panel.getByText("Lower is better").waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("schema")).toBe(id);
  await panel.getByRole("link", { name: "Rude answers" }).waitFor();
  await panel.getByRole("heading", { name: "Average over time" }).waitFor();
  await expectAccessible(page);
  await page.reload();
  await panel.getByText("Lower is better").waitFor();
  const other = page.getByRole("complementary", { name: "stars", exact: true });
  const [first, second] = (await page.getByRole("link", { name: /^Show the scores of/ }).allInnerTexts()).map((name) =>
    page.getByRole("complementary", { name, exact: true }),
  );
  await page
    .getByRole("link", { name: /^Show the scores of/ })
    .first()
    .click();
  await first?.getByRole("button", { name: "Next schema" }).click();
  await second?.waitFor();
  expect(await second?.getByRole("button", { name: "Next schema" }).isDisabled()).toBe(true);
  await second?.getByRole("button", { name: "Previous schema" }).click();
  await first?.waitFor();
  await page.getByRole("link", { name: "Show the scores of stars" }).click();
  await other.getByText("No evaluator, rule or review queue uses this schema.").waitFor();
  await page.goBack();
  await other.waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("");
});

test("on a phone, cards of schemas do not scroll sideways, and bars are as wide as the panel", async () => {
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    window: { viewport: { width: 390, height: 844 } },
  });
  await graphql(addScores, { at: new Date(Date.now() - 3 * 86_400_000).toISOString() });
  await graphql(
    'mutation { createScoreSchema(schema: { name: "tone", type: CONTINUOUS, minimum: 0, maximum: 1 }) { id } }',
  );
  await goto(`/projects/${projectId}/score-schemas`);
  const scale = page.getByText("0 to 1", { exact: true }).last();
  await scale.waitFor();
  const frame = page.getByRole("region", { name: "Score schemas", exact: true });
  await expectSoon(() => frame.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Show the scores of tone" }).click();
  const bars = page.getByRole("region", { name: "Distribution", exact: true });
  await bars.getByRole("link").first().waitFor();
  const track = bars.getByRole("link").first().locator("span > span").first().locator("..");
  expect((await track.boundingBox())?.width).toBeGreaterThan(300);
  await expectAccessible(page);
});

test("in a small window, the panel of a schema without scores scrolls by keyboard", async () => {
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    window: { viewport: { width: 320, height: 640 } },
  });
  const schema = { name: "tone", type: "CONTINUOUS", description: "How polite the answer is. ".repeat(40) };
  await graphql("mutation ($schema: ScoreSchemaInput!) { createScoreSchema(schema: $schema) { id } }", { schema });
  await goto(`/projects/${projectId}/score-schemas`);
  await page.getByRole("link", { name: "Show the scores of tone" }).click();
  const panel = page.getByRole("dialog", { name: "tone", exact: true });
  await panel.getByRole("heading", { name: "No scores with this name yet" }).waitFor();
  await expectAccessible(page);
  const end = panel.getByText("No evaluator, rule or review queue uses this schema.");
  const top = async (): Promise<number> => (await end.boundingBox())?.y ?? 0;
  const before = await top();
  await panel.getByRole("button", { name: "Close", exact: true }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("End");
  await expectSoon(async () => (await top()) < before).toBe(true);
});

test("with more than 50 names, a note says that only the most frequent ones have a trend", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const names = Array.from({ length: 51 }, (_, index) => `score-${index}`);
  for (const time of [null, at]) {
    for (const from of [0, 17, 34]) {
      const scores = names
        .slice(from, from + 17)
        .map(
          (name, index) =>
            `s${index}: createScore(stepId: "s", name: "${name}", type: CODE, value: 1, createdAt: $at) { id }`,
        );
      await graphql(`mutation ($at: DateTime) { ${scores.join("\n")} }`, { at: time });
    }
  }
  await goto(`/projects/${projectId}/score-schemas`);
  await page.getByText("Trends are shown only for the 50 names with the most scores in the last 14 days.").waitFor();
  const missing = page.getByRole("region", { name: "Scores without a schema" });
  expect(await missing.getByRole("row").count()).toBe(52);
  expect(await missing.getByText("0 to 1").count()).toBe(50);
});
