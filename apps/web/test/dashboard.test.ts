import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { openDashboard, card, hour, tiles } from "./open-dashboard.ts";
import { createClock } from "./seed-log.ts";

test("figures show the change from the previous period, each chart has a text summary, and axe reports nothing", async () => {
  const { page } = await openDashboard();
  await expectSoon(() => tiles(page)).toMatch(
    /Threads\s+24[^]*Generations\s+24[^]*Active users\s+2[^]*Errors\s+12[^]*Step latency p95/,
  );
  await expectSoon(() => card(page, "Tokens").locator("figcaption").innerText()).toContain("Input: total 2,400");
  await expectSoon(() => card(page, "Cost by model").innerText()).toContain("gpt-4o");
  await expectSoon(() => card(page, "Average scores").innerText()).toMatch(/helpful\s+0.5/);
  await expectAccessible(page);
  // The project is less than a week old, so the default range is short.
  expect(await page.getByLabel("Time range", { exact: true }).innerText()).toBe("Last 24 hours");
  await choose(page.getByLabel("Time range", { exact: true }), "Last hour");
  await expectSoon(() => new URL(page.url()).searchParams.get("range")).toBe("1h");
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+1\s/);
  // A figure links to its records.
  await page.getByRole("link", { name: "Errors", exact: true }).click();
  await page.waitForURL("**/logs/steps?**");
  await expectSoon(() => page.getByRole("button", { name: /^Edit filter/ }).allInnerTexts()).toEqual(["Error is set"]);
});

test("Refresh reloads the figures and the rankings, also within the minute in which they were loaded", async () => {
  const { page, goto, projectId, ingest } = await openDashboard();
  // The page's clock stands still, so that the period stays the same. It is ahead of the service's clock, so that the
  // period includes what arrives later.
  await page.clock.setFixedTime(Date.now() + 120_000);
  await goto(`/projects/${projectId}/dashboard?range=24h`);
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+24/);
  await card(page, "Agents")
    .getByRole("row", { name: /^Agent 24 new / })
    .waitFor();
  await ingest([{ id: "later", threadId: "later", type: "run", name: "Later agent" }]);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+25/);
  await card(page, "Agents")
    .getByRole("row", { name: /^Later agent 1 new / })
    .waitFor();
});

test("by keyboard only, the agents, errors and users of a period are ranked, and open their records", async () => {
  const { page, projectId } = await openDashboard("dashboard?range=24h");
  const agent = card(page, "Agents").getByRole("row", { name: /^Agent 24 new 25% / });
  await expectSoon(() => agent.innerText()).toMatch(/1\.2\d? sec\s+\$\d/);
  await card(page, "Cost by user").getByRole("link", { name: /^ada / }).waitFor();
  const errors = card(page, "Most frequent errors");
  await expectSoon(() => errors.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringMatching(/^Timeout: no answer\s+12$/),
  ]);
  await expectAccessible(page);
  await errors.getByRole("link").press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/steps?**`);
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBe(12);
  await page.goBack();
  await agent.getByRole("link", { name: "25%", exact: true }).press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/runs?**`);
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBe(6);
});

test("the ranking of agents shows how their figures have changed since the previous period", async () => {
  const clock = createClock(Date.now() - 3 * hour);
  const { page, goto, projectId } = await openUi({
    server: { now: clock.now },
    path: null,
    seed: async ({ ingest }) => {
      const run = (id: string, seconds: number, error: string | null) => {
        const times = [0, seconds * 1000].map((after) => new Date(clock.now() + after).toISOString());
        const shared = { threadId: id, rootRunId: id, startTime: times[0], endTime: times[1] };
        const generation = { model: "gpt-4o", provider: "openai", inputTokenCount: 1000, outputTokenCount: 0 };
        return [
          { ...shared, id, type: "run", name: "planner", error },
          { ...shared, id: `${id}-llm`, parentId: id, type: "llm", generation },
        ];
      };
      await ingest(["a", "b", "c", "d"].flatMap((id) => run(id, 2, id === "a" ? "Timeout" : null)));
      clock.advance(2 * hour);
      await ingest([...run("e", 3, "Timeout"), ...run("f", 3, null), ...run("g", 3, null)]);
      await ingest([{ id: "h", threadId: "h", type: "run", name: "writer" }]);
      clock.release();
    },
  });
  const [from, to] = [-2 * hour, hour].map((after) => new Date(Date.now() + after).toISOString());
  await goto(`/projects/${projectId}/dashboard?${new URLSearchParams({ from: `"${from}"`, to: `"${to}"` })}`);
  const row = (name: string) => card(page, "Agents").getByRole("row", { name });
  await expectSoon(async () => (await row("planner").innerText()).replaceAll(/\s+/g, " ")).toBe(
    "planner 3 −25% 33.3% +33.3% 3 sec +50% $0.0075 −25%",
  );
  await expectSoon(async () => (await row("writer").innerText()).replaceAll(/\s+/g, " ")).toBe("writer 1 new 0% – –");
  const tones = row("planner").locator("[data-tone]");
  expect(await tones.evaluateAll((badges) => badges.map((badge) => badge.getAttribute("data-tone")))).toEqual([
    "worse",
    "worse",
    "better",
  ]);
  expect(await tones.first().getAttribute("title")).toBe("+33.3% vs. previous period");
  await expectAccessible(page);
});

test("by keyboard only, a chart is read as a table, whose values link to their records", async () => {
  const { page, projectId } = await openDashboard("dashboard?range=24h");
  const errors = card(page, "Errors");
  await errors.getByRole("button", { name: "Errors: Show as table" }).press("Enter");
  const link = errors.getByRole("table").getByRole("link").first();
  await expectSoon(() => link.innerText()).toBe("2");
  await expectAccessible(page);
  await link.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/steps?**`);
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBe(2);
  await expectSoon(() => page.getByRole("button", { name: /^Edit filter/ }).allInnerTexts()).toEqual(["Error is set"]);
});

test("scores with different scales have charts of their own, and scores of 0 or 1 are rates", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql, ingest }) => {
      const create = "mutation ($schema: ScoreSchemaInput!) { createScoreSchema(schema: $schema) { id } }";
      await graphql(create, { schema: { name: "stars", type: "CONTINUOUS", minimum: 0, maximum: 10 } });
      const categories = [
        { label: "Yes", value: 1 },
        { label: "No", value: 0 },
      ];
      await graphql(create, { schema: { name: "passed", type: "CATEGORICAL", categories } });
      const scores = [1, 0].map((passed) => [
        { name: "stars", type: "HUMAN", value: 7 },
        { name: "passed", type: "HUMAN", value: passed },
        { name: "exact", type: "HUMAN", value: 0.25 },
      ]);
      await ingest(scores.map((each, index) => ({ id: `s${index}`, threadId: "t", type: "run", scores: each })));
    },
  });
  await goto(`/projects/${projectId}/dashboard?range=24h`);
  const scores = card(page, "Average scores");
  await expectSoon(() => scores.getByRole("figure", { name: "Scale 0 to 10", exact: true }).innerText()).toMatch(
    /stars\s+7/,
  );
  expect(await scores.getByRole("figure", { name: "Rate", exact: true }).innerText()).toMatch(/passed\s+0\.5$/m);
  expect(await scores.getByRole("figure", { name: "Scale 0 to 1", exact: true }).innerText()).toMatch(/exact\s+0\.25/);
  await expectAccessible(page);
  // The charts of the scales are beside one another, so that no card is much higher than a single chart.
  const heightOf = async (name: string) => (await card(page, name).boundingBox())?.height ?? 0;
  for (const width of [1440, 1920]) {
    // oxlint-disable no-await-in-loop -- the widths share the page
    await page.setViewportSize({ width, height: 1080 });
    await expectSoon(() => heightOf("Average scores")).toBeLessThan(320);
    expect(await heightOf("Active users")).toBeLessThan(320);
    // oxlint-enable no-await-in-loop
  }
  // An average shows how many scores it is of.
  await scores.getByRole("button", { name: "Average scores: Show as table" }).click();
  await scores.getByRole("cell", { name: "0.5 · 2 scores", exact: true }).waitFor();
});
