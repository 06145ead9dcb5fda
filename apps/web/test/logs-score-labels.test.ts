import { test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { chips, openLog, rows } from "./open-log.ts";
import { seedLog } from "./seed-log.ts";

/**
 * Opens the list of threads. `feedback` has a schema with two labels, and its score of thread 2 has no label. `tone`
 * has labels without a schema, and `quality` has the numbers 0.2 and 0.8 of a range.
 */
const openThreads = () =>
  openLog("logs/threads", {
    seed: async (service) => {
      await seedLog(service, { count: 4 });
      const score = (name: string, thread: number, value: number, label: string | null): string =>
        `${name}${thread}: createScore(threadId: "thread-${thread}", name: "${name}", type: HUMAN, value: ${value}, label: ${JSON.stringify(label)}) { id }`;
      await service.graphql(`mutation {
        one: createScoreSchema(schema: { name: "feedback", type: CATEGORICAL, categories: [
          { label: "helpful", value: 1 }, { label: "not helpful", value: 0 }
        ] }) { id }
        other: createScoreSchema(schema: { name: "quality", type: CONTINUOUS, minimum: 0, maximum: 1 }) { id }
        ${score("feedback", 0, 1, "helpful")}
        ${score("feedback", 1, 0, "not helpful")}
        ${score("feedback", 2, 0, null)}
        ${score("tone", 0, 1, "kind, mostly")}
        ${score("tone", 1, 0.5, "cold")}
        ${score("quality", 0, 0.2, null)}
        ${score("quality", 1, 0.8, null)}
      }`);
    },
  });

test("the search box suggests the labels of a score, and comparisons of numbers with their range", async () => {
  const { page } = await openThreads();
  const box = page.getByRole("searchbox");
  const offers = page.locator("[id$=-offers]").getByRole("option");
  const type = async (text: string): Promise<void> => {
    await box.fill("");
    await box.pressSequentially(text);
  };
  await type("score.feedback:");
  await expectSoon(() => offers.allInnerTexts()).toEqual(["helpful", "not helpful"]);
  await expectAccessible(page);
  await offers.getByText("not helpful", { exact: true }).click();
  await expectSoon(() => box.inputValue()).toBe('score.feedback:"not helpful" ');
  await expectSoon(() => rows(page).count()).toBe(2);
  await type("score.tone:k");
  await expectSoon(() => offers.allInnerTexts()).toEqual(["kind, mostly"]);
  await type("score.quality:");
  await expectSoon(async () => (await offers.allInnerTexts()).map((text) => text.split(/\s*\n\s*/u))).toEqual([
    ["<", "0 to 1"],
    [">=", "0 to 1"],
  ]);
  await box.press("ArrowDown");
  await box.press("Enter");
  await box.pressSequentially("0.5");
  await expectSoon(() => rows(page).count()).toBe(1);
});

test("the facet of a score opens its labels, and ranges of a score with numbers, with counts", async () => {
  const { page } = await openThreads();
  const facet = page.getByRole("complementary", { name: "Facets" }).getByRole("group", { name: "Score", exact: true });
  const parts = facet.getByRole("listitem").getByRole("list");
  await facet.getByRole("button", { name: "Values of feedback", exact: true }).click();
  const values = () => parts.locator("[aria-pressed]").allInnerTexts();
  await expectSoon(values).toEqual(["helpful\n1", "not helpful\n2"]);
  await expectAccessible(page);
  await parts.getByRole("button", { name: "not helpful 2", exact: true }).click();
  await expectSoon(() => chips(page)).toEqual(["Score feedback is “not helpful”"]);
  await expectSoon(() => rows(page).count()).toBe(2);
  // The labels are counted without the condition on them, so that another one can be selected.
  await expectSoon(values).toEqual(["helpful\n1", "not helpful\n2"]);
  await parts.getByRole("button", { name: "helpful 1", exact: true }).click();
  await expectSoon(() => rows(page).count()).toBe(3);
  await expectSoon(() => chips(page)).toEqual(["Score feedback is one of “not helpful”, “helpful”"]);
  // The page with the query opens the score, too.
  await page.reload();
  await expectSoon(values).toEqual(["helpful\n1", "not helpful\n2"]);
  await parts.getByRole("button", { name: "not helpful 2", exact: true }).click();
  await parts.getByRole("button", { name: "helpful 1", exact: true }).click();
  await expectSoon(() => chips(page)).toEqual([]);

  await page.reload();
  await facet.getByRole("button", { name: "Values of quality", exact: true }).click();
  await expectSoon(values).toEqual(["< 0.5\n1", "≥ 0.5\n1"]);
  await parts.getByRole("button", { name: "≥ 0.5 1", exact: true }).click();
  await expectSoon(() => chips(page)).toEqual(["Score quality ≥ 0.5"]);
  await expectSoon(() => rows(page).count()).toBe(1);
  await expectSoon(values).toEqual(["< 0.5\n1", "≥ 0.5\n1"]);
});

test("a filter on a score offers its labels, and a chip shows the label", async () => {
  const { page } = await openThreads();
  await expectSoon(() => rows(page).count()).toBe(4);
  const dialog = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Apply", exact: true }) });
  const value = dialog.getByRole("combobox", { name: "Value", exact: true });
  const apply = dialog.getByRole("button", { name: "Apply", exact: true });
  const box = page.getByRole("searchbox");
  await box.fill('score.feedback:"not helpful"');
  // One of the two scores has no label, but the schema has one for its value.
  await expectSoon(() => rows(page).count()).toBe(2);
  await box.press("Enter");
  await expectSoon(() => chips(page)).toEqual(["Score feedback is “not helpful”"]);
  await page.getByRole("button", { name: "Edit filter Score feedback is “not helpful”" }).click();
  await expectSoon(() => dialog.getByRole("combobox", { name: "Field", exact: true }).innerText()).toBe("Score");
  await expectSoon(() => value.innerText()).toBe("not helpful");
  await choose(value, "helpful");
  await expectAccessible(page);
  await apply.click();
  await expectSoon(() => chips(page)).toEqual(["Score feedback is “helpful”"]);
  await expectSoon(() => rows(page).count()).toBe(1);
  await page.getByRole("button", { name: "Remove filter Score feedback is “helpful”" }).click();
  await expectSoon(() => rows(page).count()).toBe(4);

  await page.getByRole("button", { name: "Add filter", exact: true }).click();
  await choose(dialog.getByLabel("Field", { exact: true }), "Score");
  await dialog.getByLabel("Score name", { exact: true }).fill("tone");
  // Without a schema, the labels are those that occur.
  await choose(value, "kind, mostly");
  await choose(dialog.getByLabel("Condition", { exact: true }), "is one of");
  await dialog.getByLabel("Labels", { exact: true }).click();
  await page.getByRole("option", { name: "kind, mostly", exact: true }).click();
  await page.keyboard.press("Escape");
  await apply.click();
  await expectSoon(() => chips(page)).toEqual(["Score tone is one of “kind, mostly”"]);
  await expectSoon(() => rows(page).count()).toBe(1);
  await page.getByRole("button", { name: "Edit as text", exact: true }).click();
  await expectSoon(() => box.inputValue()).toBe('score.tone:"kind, mostly"');
  await box.fill("");
  await expectSoon(() => rows(page).count()).toBe(4);

  await page.getByRole("button", { name: "Add filter", exact: true }).click();
  await choose(dialog.getByLabel("Field", { exact: true }), "Score");
  await dialog.getByLabel("Score name", { exact: true }).fill("quality");
  await dialog.getByText("0 to 1", { exact: true }).waitFor();
  await choose(dialog.getByLabel("Condition", { exact: true }), "<");
  await dialog.getByLabel("Value", { exact: true }).fill("0.5");
  await apply.click();
  await expectSoon(() => chips(page)).toEqual(["Score quality < 0.5"]);
  await expectSoon(() => rows(page).count()).toBe(1);
});
