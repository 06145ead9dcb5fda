import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi, type Service } from "./browser/open-ui.ts";

const count = 60;
const numbers = Array.from({ length: count }, (_, index) => String(index).padStart(2, "0"));

async function seedLists({ graphql, ingest }: Service): Promise<string> {
  const many = async (fields: (number: string) => string): Promise<Record<string, { id: string }>> => {
    let all: Record<string, { id: string }> = {};
    for (let start = 0; start < count; start += 20) {
      const part = numbers.slice(start, start + 20).map((number) => `n${number}: ${fields(number)}`);
      // oxlint-disable-next-line no-await-in-loop -- the size of a document is limited
      all = { ...all, ...((await graphql(`mutation { ${part.join(" ")} }`)) as typeof all) };
    }
    return all;
  };
  await many(
    (number) => `upsertThread(id: "t${number}", name: "thread ${number}", participantId: "user-${number}") { id }`,
  );
  const { n00: first } = await many((number) => `createDataset(name: "dataset ${number}", type: key_value) { id }`);
  const datasetId = first?.id ?? "";
  await many((number) => `createPromptLineage(name: "prompt ${number}") { id }`);
  await many(
    (number) => `createDatasetExperiment(name: "experiment ${number}", datasetId: "${datasetId}", params: {}) { id }`,
  );
  await many((number) => `createModelPrice(price: { match: "model-${number}", inputPrice: 1, outputPrice: 1 }) { id }`);
  await many((number) => `shareThread(threadId: "t${number}") { id }`);
  const items = Array.from({ length: 250 }, (_, index) => ({ input: { index }, expectedOutput: null, metadata: {} }));
  await graphql(
    "mutation ($id: String!, $items: [NewDatasetItemInput!]!) { createDatasetItems(datasetId: $id, items: $items) { id } }",
    { id: datasetId, items },
  );
  await ingest(
    numbers.map((number) => ({
      id: `s${number}`,
      threadId: "t00",
      type: "run",
      name: `run ${number}`,
      startTime: new Date().toISOString(),
      endTime: new Date().toISOString(),
      scores: [{ id: `score${number}`, name: "helpful", type: "HUMAN", value: 1 }],
    })),
  );
  return datasetId;
}

/** Delays all responses until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/graphql", async (route) => {
    await released;
    await route.fallback();
  });
  return async () => {
    release();
    await page.unroute("**/api/graphql");
  };
}

/** Matches elements of a list that has loaded. */
const content = "main td, main canvas, main [role=gridcell]";
const updating = (page: Page) => page.getByRole("status").filter({ hasText: "Updating" });

/** For each list, an action that reloads it. */
const searches: readonly (readonly [path: string, change: (page: Page) => Promise<unknown>])[] = [
  ...["users", "datasets", "prompts", "experiments", "model-prices?all=true"].map(
    (path) => [path, (page: Page) => page.locator("main").getByRole("searchbox").fill("1")] as const,
  ),
  ["users", (page) => choose(page.getByLabel("Sort by", { exact: true }), "Newest first")],
  ["dashboard", (page) => choose(page.getByLabel("Time range", { exact: true }), "Last 30 days")],
  ...["threads", "scores"].map(
    (resource) => [`logs/${resource}`, (page: Page) => page.getByRole("searchbox").first().fill("1")] as const,
  ),
];

test("while a search, a sort order or a period loads, every list marks its rows as stale", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async (service) => void (await seedLists(service)),
  });
  for (const [path, change] of searches) {
    await goto(`/projects/${projectId}/${path}`);
    await page.locator(content).first().waitFor();
    expect({ path, early: await updating(page).count() }).toEqual({ path, early: 0 });
    const release = await holdAnswers(page);
    await change(page);
    await expectSoon(async () => ({ path, signs: await updating(page).count() })).toEqual({ path, signs: 1 });
    const busy = page.locator("[aria-busy=true]", { has: page.locator(content.replaceAll("main ", "")) });
    await expectSoon(async () => ({ path, busy: (await busy.count()) > 0 })).toEqual({ path, busy: true });
    expect(await updating(page).isVisible()).toBe(true);
    await release();
    await expectSoon(async () => ({ path, signs: await updating(page).count() })).toEqual({ path, signs: 0 });
  }
});

test("every list shows that its next page is loading or has failed", async () => {
  let datasetId = "";
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async (service) => {
      datasetId = await seedLists(service);
    },
  });
  for (const path of ["users", "datasets", "prompts", "experiments", "model-prices?all=true", "settings/audit"]) {
    await goto(`/projects/${projectId}/${path}`);
    const more = page.getByRole("button", { name: "More", exact: true });
    await more.waitFor();
    const rows = await page.locator("main tbody tr").count();
    await page.route("**/api/graphql", (route) =>
      route.fulfill({ json: { errors: [{ message: "refused by the test" }] } }),
    );
    await more.click();
    await page.getByRole("alert").filter({ hasText: "Could not load more" }).waitFor();
    await page.unroute("**/api/graphql");
    const release = await holdAnswers(page);
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await expectSoon(async () => ({
      path,
      busy: (await page.locator("main [aria-busy=true] td").count()) > 0,
    })).toEqual({
      path,
      busy: true,
    });
    await page.getByRole("status").filter({ hasText: "Loading more" }).waitFor();
    await release();
    await expectSoon(() => page.locator("main tbody tr").count()).toBeGreaterThan(rows);
  }

  await goto(`/projects/${projectId}/datasets/${datasetId}`);
  await page.locator("td").first().waitFor();
  const release = await holdAnswers(page);
  await page.getByRole("region", { name: "Items" }).evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await page.getByRole("status").filter({ hasText: "Loading more" }).waitFor();
  await release();
  await expectSoon(() => page.getByRole("status").filter({ hasText: "Loading more" }).count()).toBe(0);
});

test("a change while the next page loads does not cancel it", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async (service) => void (await seedLists(service)),
  });
  await page.clock.install();
  const stream = page.waitForResponse(
    (answer) => answer.headers()["content-type"]?.startsWith("text/event-stream") === true,
  );
  await goto(`/projects/${projectId}/users`);
  await stream;
  const rows = page.locator("main tbody tr");
  const more = page.getByRole("button", { name: "More", exact: true });
  await more.waitFor();
  await expectSoon(() => rows.count()).toBe(50);
  const release = await holdAnswers(page);
  await more.click();
  await page.getByRole("status").filter({ hasText: "Loading more" }).waitFor();
  // A reload waits for a second after the stream opens, and for requests in progress.
  await page.clock.runFor(5_000);
  await release();
  await expectSoon(() => rows.count()).toBe(count);
});

test("a search without results keeps its field when it is cleared", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql }) =>
      void (await graphql('mutation { createDataset(name: "one", type: key_value) { id } }')),
  });
  await goto(`/projects/${projectId}/datasets`);
  await page.getByRole("link", { name: "one", exact: true }).waitFor();
  const field = page.locator("main").getByRole("searchbox");
  await field.fill("absent");
  await page.getByRole("heading", { name: /absent/ }).waitFor();
  const release = await holdAnswers(page);
  await field.fill("");
  await expectSoon(() => page.locator("main [role=status]").count()).toBe(1);
  expect(await page.getByText("No datasets yet").count()).toBe(0);
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await release();
  await page.getByRole("link", { name: "one", exact: true }).waitFor();
});
