import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openLog, rows } from "./open-log.ts";

const score = (id: string, name: string, value: number, label: string): string =>
  `${id}: createScore(threadId: "thread-${id.slice(1)}", name: "${name}", type: HUMAN, value: ${value}, label: "${label}") { id }`;

test("the list shows errors and scores by name, its position, and all values of a facet", async () => {
  const { page, graphql, goto } = await openLog("logs/threads", { count: 60 });
  await graphql(`mutation { ${score("t59", "tone", 0.5, "fair")} ${score("t58", "tone", 1, "good")} }`);
  await goto("logs/threads?columns=%5B%22name%22%2C%22error%22%2C%22score.tone%22%5D");
  await rows(page).first().locator("[data-column=error]").getByText("Timeout: no answer").waitFor();
  await rows(page).first().locator("[data-column=score]").getByText("fair").waitFor();
  await page.getByRole("columnheader", { name: "tone", exact: true }).waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await expectSoon(() => page.getByRole("checkbox", { name: "tone", exact: true }).isChecked()).toBe(true);
  await page.keyboard.press("Escape");

  const pages = page.getByRole("navigation", { name: "Pages" });
  await pages.getByText("1–50 of 60").waitFor();
  await pages.getByRole("button", { name: "Next page" }).click();
  await pages.getByText("51–60 of 60").waitFor();
  await expectSoon(() => pages.getByRole("button", { name: "Next page" }).isDisabled()).toBe(true);
  await pages.getByRole("button", { name: "Previous page" }).click();
  await pages.getByText("1–50 of 60").waitFor();

  const facet = page.getByRole("complementary", { name: "Facets" }).getByRole("group", { name: "Name" });
  await facet.getByRole("button", { name: /52 more values/ }).click();
  await facet.getByRole("searchbox", { name: "Search values" }).fill("question 7");
  await expectSoon(() => facet.getByRole("listitem").count()).toBe(1);
  await expectAccessible(page);
  await facet.getByRole("button", { name: /^Question 7/ }).click();
  await expectSoon(() => rows(page).count()).toBe(1);

  await goto("logs/threads");
  const box = page.getByRole("searchbox", { name: "Search" }).first();
  await box.fill("modle:x");
  await page.getByText(/“modle:x” at character 1: This list has no field "modle"/).waitFor();
  await page.getByText("Results of the previous search", { exact: true }).waitFor();
  await box.fill("type:tool status:error");
  await page.getByText("Results of the previous search", { exact: true }).waitFor({ state: "detached" });
  await page.getByText("No results").waitFor();
});

test("the scores of a thread include those of its steps, and a truncated name leaves its value visible", async () => {
  const { page, graphql, goto } = await openLog("logs/threads");
  await graphql(`
    mutation {
      a: createScore(stepId: "thread-3-llm", name: "cites-all-of-its-sources", type: HUMAN, value: 0.25) {
        id
      }
      b: createScore(stepId: "thread-3-llm", name: "tone", type: HUMAN, value: 0.5) {
        id
      }
      c: createScore(threadId: "thread-3", name: "useful", type: HUMAN, value: 1) {
        id
      }
    }
  `);
  const filters = [{ field: "scoreValue", operator: "nis", value: null, path: "cites-all-of-its-sources" }];
  await goto(`logs/threads?filters=${encodeURIComponent(JSON.stringify(filters))}`);
  await expectSoon(() => rows(page).count()).toBe(1);
  const cell = rows(page).first().locator("[data-column=scores]");
  // The score of the filter comes first.
  await expectSoon(() => cell.innerText()).toMatch(/^cites-all-of-its-sources\s+0\.25\s/);
  await expectSoon(() => cell.innerText()).toMatch(/useful\s+1\b/);
  await expectSoon(() => cell.innerText()).toMatch(/tone\s+0\.5/);
  const [outer, inner] = [await cell.boundingBox(), await cell.getByText("0.25", { exact: true }).boundingBox()];
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
  await goto("logs/threads?columns=%5B%22name%22%2C%22score.tone%22%5D");
  await expectSoon(() => page.locator("[data-column=score]").getByText("0.5", { exact: true }).count()).toBe(1);
});

test("the list of threads shows the number of turns, and reads the scores of steps in the same request", async () => {
  const { page, ingest, goto } = await openLog("logs/threads", { count: 2 });
  await ingest([{ id: "again", threadId: "thread-0", type: "user_message", output: "And then?" }]);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.postData() ?? ""));
  await goto("logs/threads?columns=%5B%22name%22%2C%22turnCount%22%2C%22scores%22%5D");
  const turns = (name: string) => rows(page).filter({ hasText: name }).locator("[data-column=turnCount]").innerText();
  await expectSoon(() => turns("Question 0")).toBe("2");
  await expectSoon(() => turns("Question 1")).toBe("1");
  await expectSoon(() => rows(page).locator("[data-column=scores]").allInnerTexts()).toEqual([
    expect.stringMatching(/^helpful\s+1$/),
    expect.stringMatching(/^helpful\s+0$/),
  ]);
  expect(asked.filter((body) => body.includes("stepScores"))).toHaveLength(1);
  expect(asked.filter((body) => body.includes(":steps("))).toEqual([]);
});

test("truncated right-to-left text shows its beginning", async () => {
  const text = "أين طلبي رقم C-9446؟ أريد أن أعرف متى يصل الطلب إلى البيت ومن يحمله إلى الباب";
  const { page, ingest, goto } = await openLog("logs/threads", { count: 1 });
  await ingest([{ id: "answered", threadId: "asked", type: "run", name: text, input: text, output: text }]);
  await goto("logs/runs");
  const row = rows(page).filter({ hasText: "أين" });
  for (const column of ["name", "input", "output"]) {
    const cell = row.locator(`[data-column=${column}]`);
    // oxlint-disable-next-line no-await-in-loop -- one cell after the other
    const { first, box } = await cell.evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      range.setStart(walker.nextNode() ?? element, 0);
      range.setEnd(range.startContainer, 1);
      return { first: range.getBoundingClientRect(), box: element.getBoundingClientRect() };
    });
    expect([column, first.left > box.left && first.right < box.right]).toEqual([column, true]);
  }
});

test("scores that do not fit are counted, a tooltip lists them, and a wider column shows them", async () => {
  const scores = ["first", "second", "third"].map((name) => ({ name: `${name}-criterion`, value: 1, type: "AI" }));
  const columns = (width: number): string => encodeURIComponent(JSON.stringify(["name", `scores:${width}`]));
  const { page, goto } = await openLog(`logs/steps?columns=${columns(160)}`, {
    seed: ({ ingest }) => ingest([{ id: "s", type: "run", name: "answer", scores }]),
  });
  const cell = rows(page).first().locator('[data-column="scores"]');
  const rest = cell.getByTitle("second-criterion 1\nthird-criterion 1");
  await rest.waitFor();
  expect(await rest.innerText()).toBe("+2");
  expect(await cell.getByText("first-criterion").isVisible()).toBe(true);
  const edge = page.getByRole("separator", { name: "Width of Scores", exact: true });
  for (let step = 0; step < 8; step += 1) await edge.press("Shift+ArrowRight");
  await rest.waitFor({ state: "detached" });
  await cell.getByText("third-criterion", { exact: true }).waitFor();

  // A line that is displayed later than it is mounted is measured when it is displayed.
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-column="scores"] { display: none !important; }');
    document.adoptedStyleSheets = [sheet];
  });
  await goto(`logs/steps?columns=${columns(160)}&order=createdAt:ASC`);
  await cell.getByText("third-criterion").last().waitFor({ state: "attached" });
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  await expectSoon(() => rest.innerText()).toBe("+2");
  expect(await cell.getByText("first-criterion").isVisible()).toBe(true);
});
