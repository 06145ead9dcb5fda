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

interface Tab {
  readonly path: string;
  /** Text that the page shows when it is loaded. */
  readonly text: string;
  readonly onRequest?: (body: string) => void;
}

/**
 * Opens tabs, and counts their streams of changes. Without `init`, the clock of a tab runs ahead when the test says so.
 * With it, the script runs first; there is no clock then, because that hides the entries of `performance`.
 */
async function openTabs(init?: () => void) {
  const ui = await openUi({ path: null });
  const streams = new Map<Page, number>();
  const datasets: Tab = { path: `/projects/${ui.projectId}/datasets`, text: "No datasets yet" };
  const open = async ({ path, text, onRequest }: Tab = datasets): Promise<Page> => {
    const page = await ui.context.newPage();
    page.on("request", (request) => {
      if (request.headers()["accept"]?.includes("text/event-stream")) streams.set(page, (streams.get(page) ?? 0) + 1);
      else onRequest?.(request.postData() ?? "");
    });
    await (init ? page.addInitScript(init) : page.clock.install());
    await page.goto(`${ui.url}${path}`);
    await page.getByText(text, { exact: true }).first().waitFor();
    return page;
  };
  const openStreaming = async (): Promise<Page> => {
    const page = await open();
    await expectSoon(() => streams.get(page)).toBe(1);
    return page;
  };
  return { ...ui, streams, open, openStreaming };
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
  const { open, graphql } = await openTabs();
  const tabs: Page[] = [];
  for (let index = 0; index < 8; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one tab after the other
    tabs.push(await open());
  }
  await graphql('mutation { createDataset(name: "Later", type: key_value) { id } }');
  await Promise.all(tabs.map((page) => page.clock.runFor(15_000)));
  await expectSoon(() =>
    Promise.all(tabs.map((page) => page.getByRole("link", { name: "Later", exact: true }).count())),
  ).toEqual(tabs.map(() => 1));
});

test("a visible tab gets the stream of a tab that closes", async () => {
  const { open, openStreaming, streams, graphql } = await openTabs();
  const first = await openStreaming();
  await openStreaming();
  await openStreaming();
  const last = await open();
  await last.clock.runFor(15_000);
  expect(streams.has(last)).toBe(false);
  await first.close();
  await last.clock.runFor(15_000);
  await expectSoon(() => streams.get(last)).toBe(1);
  await graphql('mutation { createDataset(name: "Later", type: key_value) { id } }');
  await last.clock.runFor(15_000);
  await last.getByRole("link", { name: "Later", exact: true }).waitFor();
});

test("with HTTP/2, each visible tab has a stream", async () => {
  const { openStreaming, streams } = await openTabs(() => {
    Object.defineProperty(PerformanceResourceTiming.prototype, "nextHopProtocol", { get: () => "h2" });
  });
  await openStreaming();
  await openStreaming();
  await openStreaming();
  await openStreaming();
  expect(streams.size).toBe(4);
});

test("a page that may not use locks has a stream", async () => {
  const { openStreaming, streams } = await openTabs(() => {
    navigator.locks.request = () => Promise.reject(new DOMException("Denied", "SecurityError"));
  });
  await openStreaming();
  expect(streams.size).toBe(1);
});

test("a visible tab without a stream reloads a long thread only if it has new steps", async () => {
  const { openStreaming, open, projectId, ingest } = await openTabs();
  const startTime = new Date().toISOString();
  const step = { threadId: "t", type: "tool", startTime, endTime: startTime };
  const names = Array.from({ length: 2_001 }, (_, index) => `step-${index}`);
  await ingest(names.slice(0, 1_000).map((id) => ({ ...step, id, name: id })));
  await ingest(names.slice(1_000, 2_000).map((id) => ({ ...step, id, name: id })));
  await ingest(names.slice(2_000).map((id) => ({ ...step, id, name: id })));
  await openStreaming();
  await openStreaming();
  await openStreaming();
  const reads = { threadOutline: 0, stepPayloads: 0, newestStep: 0 };
  const page = await open({
    path: `/projects/${projectId}/logs/threads/t?view=tree&currentStepId=step-0`,
    text: "step-1",
    onRequest(text) {
      for (const name of ["threadOutline", "stepPayloads", "newestStep"] as const) {
        if (text.includes(`query ${name}(`)) reads[name] += 1;
      }
    },
  });
  await expectSoon(() => reads).toEqual({ threadOutline: 1, stepPayloads: 1, newestStep: 1 });
  expect(await page.getByText("Live", { exact: true }).count()).toBe(0);
  for (let poll = 2; poll <= 4; poll += 1) {
    // oxlint-disable no-await-in-loop -- one poll after the other
    await page.clock.runFor(10_000);
    await expectSoon(() => reads.newestStep).toBe(poll);
    // oxlint-enable no-await-in-loop
  }
  await page.clock.runFor(5_000);
  expect(reads).toEqual({ threadOutline: 1, stepPayloads: 1, newestStep: 4 });
  await ingest([{ ...step, id: "late", name: "came late" }]);
  await page.clock.runFor(5_000);
  await expectSoon(() => reads.newestStep).toBe(5);
  await expectSoon(async () => {
    await page.clock.runFor(1_000);
    return reads;
  }).toMatchObject({ threadOutline: 2, stepPayloads: 2 });
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
