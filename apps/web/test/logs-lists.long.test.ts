import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { expectSoon } from "./browser/expect-soon.ts";
import { chips, names, openLog, rows } from "./open-log.ts";

test("the tabs carry a name only to lists where it means the same", async () => {
  const { page } = await openLog("logs/runs");
  const rail = page.getByRole("complementary", { name: "Facets" });
  await rail.getByRole("button", { name: /^Agent / }).click();
  await expectSoon(() => chips(page)).toEqual(["Name is Agent"]);
  await page.getByRole("link", { name: "Threads", exact: true }).click();
  await expectSoon(() => chips(page)).toEqual(["Step name is Agent"]);
  await expectSoon(() => rows(page).count()).toBe(12);
  await page.getByRole("link", { name: "Generations", exact: true }).click();
  await expectSoon(() => rows(page).count()).toBe(12);
  expect(await chips(page)).toEqual([]);
});

test("the statistics of runs have the cost of their descendants, and fit into the page", async () => {
  const { page } = await openLog("logs/runs", { count: 1, window: { viewport: { width: 1100, height: 800 } } });
  const statistics = page.getByRole("complementary", { name: "Statistics" });
  await expectSoon(() => statistics.innerText()).toMatch(/Tokens\s+120\s+Cost\s+\$0\.00045/);
  await page.getByRole("link", { name: "Generations", exact: true }).click();
  await expectSoon(() => statistics.innerText()).toMatch(/First token[\s\S]*p99/);
  expect(await statistics.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test("a model call without a name of its own is titled by its prompt, else by the step around it", async () => {
  const { page, graphql, ingest } = await openLog("logs/generations", { count: 1 });
  const { lineage } = (await graphql('mutation { lineage: createPromptLineage(name: "greet") { id } }')) as {
    lineage: { id: string };
  };
  const { version } = (await graphql(
    `mutation { version: createPromptVersion(lineageId: "${lineage.id}", templateMessages: []) { id } }`,
  )) as { version: { id: string } };
  const call = (id: string, name: string | null, promptId: string | null) => ({
    id,
    type: "llm",
    name,
    parentId: "thread-0-run",
    threadId: "thread-0",
    generation: { model: "gpt-4o", promptId },
  });
  await ingest([
    call("named", "summarize", version.id),
    call("prompted", "gpt-4o", version.id),
    call("inside", "gpt-4o", null),
    call("unnamed", null, null),
    { id: "alone", type: "llm", name: "gpt-4o", generation: { model: "gpt-4o" } },
  ]);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expectSoon(async () => (await names(page)).toSorted()).toEqual([
    "Agent",
    "Agent",
    "answer",
    "gpt-4o",
    "greet v0",
    "summarize",
  ]);
});

test("a narrow window shows the records first, and opens the facets by a button", async () => {
  const { page } = await openLog("logs/threads");
  await page.getByRole("complementary", { name: "Facets" }).waitFor();
  await page.getByRole("button", { name: "Statistics", exact: true }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expectSoon(() => rows(page).count()).toBeGreaterThan(3);
  expect((await rows(page).first().boundingBox())?.y).toBeLessThan(400);
  const facets = page.getByRole("complementary", { name: "Facets" });
  expect(await facets.count()).toBe(0);
  await page.getByRole("button", { name: "More tools" }).click();
  await page.getByRole("button", { name: "Facets" }).click();
  await facets.getByRole("button", { name: /^ada / }).click();
  await expectSoon(() => page.getByText("6 records").count()).toBe(1);
  await page.reload();
  await expectSoon(() => rows(page).count()).toBeGreaterThan(3);
  expect(await facets.count()).toBe(0);
});

test("in a narrow German window, the filter button is beside the search box", async () => {
  const { page } = await openLog("logs/threads", {
    count: 1,
    window: { viewport: { width: 390, height: 844 }, locale: "de-DE" },
  });
  const topOf = async (element: Locator) => (await element.boundingBox())?.y;
  const button = page.getByRole("button", { name: "Filter hinzufügen" });
  await expectSoon(async () => (await topOf(button)) === (await topOf(page.getByRole("searchbox")))).toBe(true);
});
