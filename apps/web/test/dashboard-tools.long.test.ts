import { expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { card } from "./open-dashboard.ts";
import { seedDashboard } from "./seed-dashboard.ts";
import { button } from "./stored-widgets.ts";

const hour = 3_600_000;

/**
 * Calls of two tools. `search` is slow, and one of its four calls fails. `read` is fast, and one of its two calls
 * fails.
 */
function calls(): readonly Readonly<Record<string, unknown>>[] {
  const at = (hours: number, seconds = 0): string =>
    new Date(Date.now() - hours * hour + seconds * 1_000).toISOString();
  const call = (name: string, hours: number, seconds: number, error: string | null = null) => ({
    id: `${name}-${hours}`,
    threadId: "t",
    type: "tool",
    name,
    startTime: at(hours),
    endTime: at(hours, seconds),
    error,
  });
  return [
    call("search", 2, 8),
    call("search", 3, 8, "No connection"),
    call("search", 4, 8),
    call("search", 5, 8),
    call("read", 2, 1, "No such file"),
    call("read", 6, 1),
    { id: "answer", threadId: "t", type: "assistant_message", name: "Bot", output: "Done", startTime: at(1) },
  ];
}

const scoresOfScales = [
  { name: "answer-quality", value: 0.7 },
  { name: "names-a-figure", value: 0.3 },
  ...["user-feedback", "cites-lines", "request-met", "names-next-step"].map((name) => ({ name, value: 1 })),
  { name: "useful-review", value: 3 },
].map((score) => ({ ...score, type: "HUMAN" }));

async function createQuality(viewport: { readonly width: number; readonly height: number }): Promise<Page> {
  const { page, goto, projectId } = await openUi({
    path: null,
    window: { viewport },
    seed: async ({ graphql, ingest }) => {
      const create = "mutation ($schema: ScoreSchemaInput!) { createScoreSchema(schema: $schema) { id } }";
      await graphql(create, { schema: { name: "useful-review", type: "CONTINUOUS", minimum: 1, maximum: 5 } });
      const categories = [
        { label: "Yes", value: 1 },
        { label: "No", value: 0 },
      ];
      for (const name of ["user-feedback", "cites-lines", "request-met", "names-next-step"]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await graphql(create, { schema: { name, type: "CATEGORICAL", categories } });
      }
      const times = [1, 30, 31].map((hours) => new Date(Date.now() - hours * hour).toISOString());
      await ingest(
        times.map((startTime, index) => ({ id: `s${index}`, type: "run", startTime, scores: scoresOfScales })),
      );
    },
  });
  await goto(`/projects/${projectId}/dashboard/list`);
  await page.getByRole("button", { name: /^Quality/ }).click();
  await button(page, "Create").click();
  await page.getByRole("heading", { name: "Quality", level: 1 }).waitFor();
  await expectSoon(() => card(page, "Average score by name").locator("canvas").count()).toBe(3);
  await expectSoon(() => card(page, "Average score").getByRole("listitem").count()).toBe(7);
  return page;
}

test("in the template for quality, all scores are in view, and axes and trends are at the same height", async () => {
  const page = await createQuality({ width: 1280, height: 900 });
  const ends = (elements: Locator): Promise<number[]> =>
    elements.evaluateAll((all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().bottom)))]);
  const scales = card(page, "Average score by name").getByRole("figure");
  expect(await scales.count()).toBe(3);
  // The legends of the scales have one or two lines.
  await expectSoon(async () => (await ends(scales.locator(".u-over"))).length).toBe(1);
  const tiles = ["Scores", "Runs"].map((name) => card(page, name).locator("svg:has(polyline)"));
  const [one, other] = await Promise.all(tiles.map(ends));
  expect(one).toEqual(other);
  expect(await scrolledParts(page)).toEqual([]);
});

test("on a narrow screen, the template for quality has no parts that scroll by themselves", async () => {
  const page = await createQuality({ width: 390, height: 844 });
  await expectSoon(() => scrolledParts(page)).toEqual([]);
});

/** Returns the labels of the parts of charts that can be scrolled down. */
function scrolledParts(page: Page): Promise<string[]> {
  return page
    .locator("main figure :is(ul, [role=region])")
    .evaluateAll((all) =>
      all
        .filter((each) => getComputedStyle(each).overflowY === "auto" && each.scrollHeight > each.clientHeight + 1)
        .map((each) => (each as HTMLElement).innerText),
    );
}

test("the template for tools shows which tool fails most and which is slowest, and links to its calls", async () => {
  const { page, goto, projectId } = await openUi({ path: null, seed: ({ ingest }) => ingest(calls()) });
  await goto(`/projects/${projectId}/dashboard/list`);
  await button(page, "New dashboard").click();
  await choose(page.getByLabel("Template", { exact: true }), "Tools");
  await button(page, "Create").click();
  await page.getByRole("heading", { name: "Tools", level: 1 }).waitFor();
  await expectSoon(() => card(page, "Tool calls").innerText()).toContain("6");

  const table = card(page, "Tools").getByRole("table");
  const rows = (): Promise<string[]> =>
    table
      .locator("tbody tr")
      .evaluateAll((each) =>
        each.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText).join(" | ")),
      );
  await expectSoon(rows).toEqual([
    "search | 4 | 1 | 25% | 3 hr. ago | 8 sec | 8 sec",
    "read | 2 | 1 | 50% | 2 hr. ago | 1 sec | 1 sec",
  ]);
  await expectAccessible(page);
  const header = table.getByRole("columnheader", { name: "Error rate" });
  await header.getByRole("button").press("Enter");
  expect(await header.getAttribute("aria-sort")).toBe("descending");
  await expectSoon(async () => (await rows()).map((row) => row.split(" | ")[0])).toEqual(["read", "search"]);
  await table.getByRole("columnheader", { name: "Step latency p95" }).getByRole("button").click();
  await expectSoon(async () => (await rows()).map((row) => row.split(" | ")[0])).toEqual(["search", "read"]);

  const link = (name: string) => table.getByRole("link", { name, exact: true });
  expect(await link("3 hr. ago").getAttribute("href")).toContain("currentStepId=search-3");
  expect(await link("3 hr. ago").getAttribute("title")).toContain("No connection");
  await link("25%").click();
  const records = page.getByRole("grid").locator("[data-row]");
  await expectSoon(() => records.count()).toBe(1);
  await page.goBack();
  await link("search").click();
  await expectSoon(() => records.count()).toBe(4);
});

test("a chart by prompt can be downloaded once the names of its prompts are known", async () => {
  const ui = await openUi({ path: null });
  const { page, context, graphql, ingest, goto, projectId } = ui;
  const { lineage } = (await graphql('mutation { lineage: createPromptLineage(name: "greet") { id } }')) as {
    lineage: { id: string };
  };
  const { version } = (await graphql(
    `mutation { version: createPromptVersion(lineageId: "${lineage.id}", templateMessages: []) { id } }`,
  )) as { version: { id: string } };
  await ingest([{ id: "call", type: "llm", name: "call", generation: { model: "m", promptId: version.id } }]);
  const id = await seedDashboard(ui);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await context.route("**/api/graphql", async (route) => {
    if (route.request().postData()?.includes("query promptOfVersion")) await released;
    await route.fallback();
  });
  await Promise.all([
    page.waitForRequest((request) => request.postData()?.includes("query promptOfVersion") ?? false),
    goto(`/projects/${projectId}/dashboard/${id}?range=24h`),
  ]);
  const download = button(page, "Prompts: Download");
  await expectSoon(() => download.isDisabled()).toBe(true);
  release();
  await expectSoon(() => download.isDisabled()).toBe(false);
  await card(page, "Prompts").getByText("greet v0").waitFor();
});
