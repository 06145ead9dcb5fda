import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedEvaluator } from "./seed-evaluator.ts";
import { seedReviewQueue } from "./seed-review-queue.ts";
import { seedRule } from "./seed-rule.ts";
import { seedImprovements } from "./seed-improvements.ts";

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();
const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("the cells of every table do not overlap", async () => {
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async (service) => {
      await seedImprovements(service);
      await seedRule(service, await seedEvaluator(service));
      await seedReviewQueue(service, []);
    },
  });
  await graphql('mutation { upsertThread(id: "t", name: "shared") { id } shareThread(threadId: "t") { id } }');
  for (const path of [
    "settings/audit",
    "users",
    "datasets",
    "prompts",
    "experiments",
    "model-prices",
    "score-schemas",
    "evaluators",
    "evaluation-rules",
    "review-queues",
  ]) {
    await goto(`/projects/${projectId}/${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("td").first().waitFor();
    const broken = await page.evaluate(
      () =>
        [...document.querySelectorAll("td, th")].filter((cell) => getComputedStyle(cell).display !== "table-cell")
          .length,
    );
    expect({ path, broken }).toEqual({ path, broken: 0 });
  }
});

test.each([
  ["wide", 1440],
  ["narrow", 390],
])("the waterfall shows step names at any depth, %s", async (_name, width) => {
  const depth = 40;
  const { page, goto, projectId } = await openUi({
    path: null,
    window: { viewport: { width, height: 1_400 } },
    seed: ({ ingest }) =>
      ingest(
        Array.from({ length: depth }, (_, index) => ({
          id: `step-${index}`,
          threadId: "deep",
          parentId: index === 0 ? null : `step-${index - 1}`,
          type: "tool",
          name: `step ${index} of the agent`,
          scores: [{ name: "a score of which the name is long", type: "HUMAN", value: 0.5, label: "rather helpful" }],
          startTime: at(index),
          endTime: at(100 - index),
        })),
      ),
  });
  for (const view of ["waterfall", "tree"]) {
    await goto(`/projects/${projectId}/logs/threads/deep?view=${view}`);
    await expectSoon(() => page.getByRole("treeitem").count()).toBe(depth);
    await page.getByRole("treeitem").first().getByText("rather helpful").first().waitFor({ state: "attached" });
    const widths = await page
      .getByRole("treeitem")
      .evaluateAll((rows) => rows.map((row) => row.querySelector("[data-name]")?.getBoundingClientRect().width ?? 0));
    expect(Math.min(...widths)).toBeGreaterThan(60);
  }
});

test("many files of a step are tiles, one page at a time", async () => {
  const count = 190;
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: ({ ingest }) =>
      ingest([
        {
          id: "many",
          threadId: "t",
          type: "tool",
          name: "screenshots",
          output: { done: true },
          attachments: Array.from({ length: count }, (_, index) => ({
            id: `file-${index}`,
            name: `screenshot ${index}.png`,
            mime: "image/png",
            url: picture,
          })),
        },
      ]),
  });
  await goto(`/projects/${projectId}/logs/threads/t?view=tree&currentStepId=many`);
  const inspector = page.getByRole("complementary", { name: "Step" });
  await expectSoon(() => inspector.getByRole("figure").count()).toBe(24);
  const height = await inspector.evaluate((each) =>
    Math.max(...[each, ...each.querySelectorAll("*")].map((part) => part.scrollHeight)),
  );
  expect(height).toBeLessThan(4_000);
  const columns = await inspector
    .getByRole("figure")
    .evaluateAll((figures) => new Set(figures.map((figure) => figure.getBoundingClientRect().left)).size);
  expect(columns).toBeGreaterThan(1);
  await expectAccessible(page);
  await inspector.getByRole("figure").first().scrollIntoViewIfNeeded();
  for (let shown = 24; shown < count; shown = Math.min(shown * 4, count)) {
    await inspector.getByRole("button", { name: /^Show .* more entr/ }).click();
    await expectSoon(() => inspector.getByRole("figure").count()).toBe(Math.min(shown * 4, count));
  }
});

test("until the results of a search arrive, the list marks its rows as stale", async () => {
  const { page, context, goto, projectId } = await openUi({
    path: null,
    seed: ({ ingest }) =>
      ingest([
        { id: "s", threadId: "t", type: "user_message", name: "Ada", output: { content: "a needle in the hay" } },
      ]),
  });
  await goto(`/projects/${projectId}/logs/steps`);
  await expectSoon(() => page.getByRole("grid").getByRole("row").count()).toBe(2);
  let answer = (): void => undefined;
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await context.route("**/api/graphql", async (route) => {
    await mayAnswer;
    await route.fallback();
  });
  await page.getByRole("searchbox").first().fill("absent");
  await expectSoon(() => page.getByRole("status").filter({ hasText: "Updating" }).count()).toBe(1);
  await expectSoon(() => page.locator("[aria-busy=true] [role=grid]").count()).toBe(1);
  answer();
  await page.getByRole("heading", { name: "No results" }).waitFor();
  expect(await page.getByRole("status").filter({ hasText: "Updating" }).count()).toBe(0);
});

test("short URLs open the right pages", async () => {
  const { page, goto, projectId } = await openUi({ path: null, server: { basePath: "/threadline" } });
  const base = `**/threadline/projects/${projectId}`;
  for (const [short, long] of [
    ["/logs", "/logs/threads"],
    ["/logs/scores?q=x", "/logs/scores?q=x"],
    ["/threads", "/logs/threads"],
    ["/threads/t-1?currentStepId=s", "/logs/threads/t-1?currentStepId=s"],
    ["/runs", "/logs/runs"],
    ["/steps/s-1", "/logs/steps/s-1"],
    ["/projects", "/logs/threads"],
    ["/dashboard", "/dashboard"],
    ["/prompts/greeting", "/prompts/greeting"],
    ["/datasets", "/datasets"],
    ["/experiments/compare?ids=a", "/experiments/compare?ids=a"],
    ["/settings", "/settings/project"],
    ["/settings/keys", "/settings/keys"],
    [`/projects/${projectId}/logs`, "/logs/threads"],
    [`/projects/${projectId}/threads/t-1`, "/logs/threads/t-1"],
    [`/projects/${projectId}/generations`, "/logs/generations"],
  ] as const) {
    await goto(short);
    await page.waitForURL(`${base}${long}`);
  }
  await goto("/nothing/like/this");
  await expectSoon(() => page.getByRole("heading", { name: "Page not found" }).count()).toBe(1);
  await page.getByText("There is no page at /nothing/like/this.", { exact: false }).waitFor();
  await expectAccessible(page);
  await goto("/projects/unknown/logs/threads");
  await page.getByText("Your projects:", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("listitem").getByRole("link").click();
  await page.waitForURL(`${base}/logs/threads`);
});
