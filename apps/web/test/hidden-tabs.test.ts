import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

/** Makes a page believe that its tab was hidden or shown. A headless browser shows all tabs. */
async function setVisibility(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => visibility });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

// A browser opens at most six connections to a service with HTTP/1.1.
test("hidden tabs hold no connection, and show what has changed when they are visible again", async () => {
  const { context, projectId, graphql, url } = await openUi({ path: null });
  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${url}/projects/${projectId}/datasets`);
    await page.getByText("No datasets yet").waitFor();
    return page;
  };
  const tabs: Page[] = [];
  for (let index = 0; index < 7; index += 1) {
    // oxlint-disable no-await-in-loop -- one tab after the other
    const page = await open();
    await setVisibility(page, "hidden");
    tabs.push(page);
    // oxlint-enable no-await-in-loop
  }
  await graphql('mutation { createDataset(name: "Later", type: key_value) { id } }');
  const [first] = tabs;
  if (!first) throw new Error("no tab");
  expect(await first.getByText("Later").count()).toBe(0);
  await setVisibility(first, "visible");
  await first.getByRole("link", { name: "Later", exact: true }).waitFor();
});

test("eight visible tabs load, and each shows what has changed", async () => {
  const { context, projectId, graphql, url } = await openUi({ path: null });
  const tabs: Page[] = [];
  for (let index = 0; index < 8; index += 1) {
    // oxlint-disable no-await-in-loop -- one tab after the other
    const page = await context.newPage();
    await page.goto(`${url}/projects/${projectId}/datasets`);
    await page.getByText("No datasets yet").waitFor();
    tabs.push(page);
    // oxlint-enable no-await-in-loop
  }
  await graphql('mutation { createDataset(name: "Later", type: key_value) { id } }');
  await expectSoon(() =>
    Promise.all(tabs.map((page) => page.getByRole("link", { name: "Later", exact: true }).count())),
  ).toEqual(tabs.map(() => 1));
});

test("a visible tab gets the stream of a tab that closes", async () => {
  const { context, projectId, graphql, url } = await openUi({ path: null });
  const streams = new Map<Page, number>();
  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    page.on("request", (request) => {
      if (request.headers()["accept"]?.includes("text/event-stream")) streams.set(page, (streams.get(page) ?? 0) + 1);
    });
    await page.clock.install();
    await page.goto(`${url}/projects/${projectId}/datasets`);
    await page.getByText("No datasets yet").waitFor();
    return page;
  };
  const first = await open();
  await expectSoon(() => streams.get(first)).toBe(1);
  await open();
  await open();
  const last = await open();
  await expectSoon(() => streams.size).toBe(3);
  expect(streams.has(last)).toBe(false);
  await first.close();
  await last.clock.runFor(15_000);
  await expectSoon(() => streams.get(last)).toBe(1);
  await graphql('mutation { createDataset(name: "Later", type: key_value) { id } }');
  await last.clock.runFor(15_000);
  await last.getByRole("link", { name: "Later", exact: true }).waitFor();
});

test("a thread in a hidden tab shows the changes of its steps when it is visible again", async () => {
  const { page, goto, projectId, ingest } = await openUi({ path: null });
  const step = { id: "s", threadId: "t", type: "tool", name: "look up", startTime: new Date().toISOString() };
  await ingest([step]);
  await goto(`/projects/${projectId}/logs/threads/t?view=tree&currentStepId=s`);
  await page.getByRole("heading", { name: "look up" }).waitFor();
  await setVisibility(page, "hidden");
  await ingest([{ ...step, output: { content: "Found it" }, endTime: new Date().toISOString() }]);
  await setVisibility(page, "visible");
  await page.getByRole("region", { name: "Output", exact: true }).getByText("Found it").waitFor();
  await expectSoon(() => page.getByText("Running").count()).toBe(0);
});
