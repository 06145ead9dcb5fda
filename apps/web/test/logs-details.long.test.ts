import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { needs } from "../../../packages/server/test/requirements.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { choose } from "./browser/choose.ts";
import { seedLog } from "./seed-log.ts";
import { quickRanges } from "../src/pages/logs/log-search.ts";
import { openLog, rows, names, chips } from "./open-log.ts";

test("each list previews input and output, without horizontal scrolling", async () => {
  const { page, goto } = await openLog("logs/threads");
  const first = (column: string) => page.locator(`[data-row="0"] [data-column="${column}"]`);
  for (const list of ["threads", "runs", "generations", "steps", "scores"]) {
    await goto(`logs/${list}`);
    await expectSoon(() => page.getByRole("complementary").count()).toBe(2);
    await expectSoon(() => first("createdAt").count()).toBe(1);
    expect(await first("output").innerText()).not.toBe("");
    const box = page.locator('[data-scroll-restoration-id="log"]');
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
  await goto("logs/threads");
  // Every fourth thread has failed steps.
  await expectSoon(() => page.getByRole("img", { name: /steps? failed$/ }).count()).toBe(3);
  await expectSoon(() => first("input").innerText()).toBe("Ask 11");
  await expectSoon(() => first("output").innerText()).toBe("=SUM(11)");
});

test("a run shows the usage of its descendants", async () => {
  const { page, ingest } = await openLog(
    "logs/runs?columns=%5B%22tokenCount%22%2C%22inputTokenCount%22%2C%22cost%22%5D",
    {
      count: 1,
    },
  );
  const first = (column: string) => page.locator(`[data-row="0"] [data-column="${column}"]`);
  await expectSoon(() => first("tokenCount").innerText()).toBe("120");
  await expectSoon(() => first("inputTokenCount").innerText()).toBe("100");
  await expectSoon(() => first("cost").innerText()).toBe("$0.00045");
  await ingest([
    {
      id: "part",
      threadId: "thread-0",
      rootRunId: "thread-0-run",
      parentId: "thread-0-run",
      type: "run",
      name: "Part",
    },
    {
      id: "deep",
      threadId: "thread-0",
      parentId: "part",
      type: "llm",
      generation: { inputTokenCount: 7, outputTokenCount: 1 },
    },
  ]);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expectSoon(() => page.locator('[data-column="tokenCount"]').allInnerTexts()).toEqual(["Tokens", "128"]);
  await page.getByRole("button", { name: "All runs" }).click();
  await expectSoon(() => page.locator('[data-column="tokenCount"]').allInnerTexts()).toEqual(["Tokens", "8", "128"]);
});

test("scores of a thread are in the list of threads, and open their thread from the list of scores", async () => {
  const { page, graphql, goto } = await openLog("logs/threads", { count: 2 });
  await page.setViewportSize({ width: 2_200, height: 900 });
  await expectSoon(() => rows(page).count()).toBe(2);
  await graphql('mutation { createScore(threadId: "thread-0", name: "resolved", type: HUMAN, value: 1) { id } }');
  await goto("logs/threads");
  const scored = rows(page).filter({ hasText: "Question 0" }).locator('[data-column="scores"]');
  // The score of the thread comes before the score of its step.
  await expectSoon(() => scored.allInnerTexts()).toEqual(["resolved\n1\nhelpful\n0"]);
  await goto("logs/scores?query=name%3Aresolved");
  await expectSoon(() => names(page)).toEqual(["resolved"]);
  await expectSoon(() => rows(page).locator('[data-column="participant"]').allInnerTexts()).toEqual(["ada"]);
  await rows(page).locator('[data-column="name"] a').click({ modifiers: [] });
  await expectSoon(() => page.url()).toContain("thread-0");
});

test("the list of runs, its count, facets and statistics include only root runs by default", async () => {
  const { page, goto, ingest } = await openLog("logs/runs", { count: 2 });
  const inside = { threadId: "thread-1", type: "run", rootRunId: "thread-1-run", parentId: "thread-1-run" };
  await ingest([
    ...["plan", "act"].map((name) => ({ ...inside, id: name, name })),
    // `leaf` has no `rootRunId`, but its parent is a run, so it is a nested run. `reply` is a root run, because its
    // parent is a message.
    { id: "leaf", threadId: "thread-1", type: "run", name: "leaf", parentId: "act" },
    { id: "reply", threadId: "thread-1", type: "run", name: "reply", parentId: "thread-1-user" },
  ]);
  await goto("logs/runs");
  const facets = page.getByRole("complementary", { name: "Facets" });
  const count = async (): Promise<string[]> =>
    (await page.locator("dl dd").allInnerTexts()).slice(0, 1).concat(await facets.getByRole("button").allInnerTexts());
  await expectSoon(() => names(page)).toEqual(["reply", "Agent", "Agent"]);
  await expectSoon(() => page.getByText("3 records").count()).toBe(1);
  await expectSoon(async () => (await count())[0]).toBe("3");
  // A root run includes the steps of its nested runs, so each step is counted once.
  const statistics = page.locator("dl").filter({ hasText: "Records" });
  expect(await statistics.innerText()).toMatch(/Tokens\s+\d+\s+Cost\s+\$/);
  expect((await count()).some((text) => text.startsWith("leaf"))).toBe(false);
  expect(await chips(page)).toEqual([]);
  const all = page.getByRole("button", { name: "All runs" });
  expect(await all.getAttribute("aria-pressed")).toBe("false");
  await all.click();
  await page.waitForURL("**/logs/runs?all=true");
  await expectSoon(async () => (await names(page)).toSorted()).toEqual([
    "Agent",
    "Agent",
    "act",
    "leaf",
    "plan",
    "reply",
  ]);
  await expectSoon(async () => (await count())[0]).toBe("6");
  expect(await statistics.innerText()).not.toContain("Tokens");
  expect(await all.getAttribute("aria-pressed")).toBe("true");
  await expectAccessible(page);
  await all.click();
  await page.waitForURL("**/logs/runs");
  await expectSoon(() => page.getByText("3 records").count()).toBe(1);
});

test("the list of runs excludes runs of experiments, unless the user wants them", async () => {
  const { page, goto, ingest } = await openLog("logs/runs", { count: 1 });
  await ingest([{ id: "tried", type: "run", name: "Experiment Run", environment: "experiment" }]);
  await goto("logs/runs");
  await expectSoon(() => names(page)).toEqual(["Agent"]);
  await expectSoon(() => page.getByText("1 record", { exact: true }).count()).toBe(1);
  // The facets count what the list shows.
  const facets = page.getByRole("complementary", { name: "Facets" });
  const ofExperiments = facets.getByRole("button", { name: /^experiment/ });
  await facets.getByRole("button", { name: /^Agent/ }).waitFor();
  expect(await ofExperiments.count()).toBe(0);
  const experiments = page.getByRole("button", { name: "Include runs of experiments" });
  await experiments.click();
  await page.waitForURL("**/logs/runs?experiments=true");
  await expectSoon(() => names(page)).toEqual(["Experiment Run", "Agent"]);
  await expectAccessible(page);
  await ofExperiments.click();
  await expectSoon(() => names(page)).toEqual(["Experiment Run"]);
  await experiments.click();
  await experiments.waitFor({ state: "detached" });
  await expectSoon(() => names(page)).toEqual(["Experiment Run"]);
  await page.getByRole("button", { name: /^Remove filter/ }).click();
  await expectSoon(() => names(page)).toEqual(["Agent"]);
  await goto("logs/runs?query=env%3Aexperiment");
  await expectSoon(() => names(page)).toEqual(["Experiment Run"]);
  await goto("logs/runs?all=true");
  await expectSoon(() => names(page)).toEqual(["Experiment Run", "Agent"]);
});

test("search matches are highlighted, and their step is opened", async () => {
  const { page, projectId, ingest } = await openLog("logs/threads");
  await ingest([
    {
      id: "deep",
      threadId: "thread-3",
      parentId: "thread-3-run",
      type: "tool",
      output: { text: `${"much before it ".repeat(50)} the Lost\n Umbrella, and after` },
    },
  ]);
  const marks = page.locator('[data-row="0"] mark');
  await page.getByRole("searchbox").fill("lost umbrella");
  await expectSoon(() => names(page)).toEqual([]);
  await page.getByRole("searchbox").fill("umbrella");
  await expectSoon(() => names(page)).toEqual(["Question 3"]);
  await expectSoon(() => marks.allInnerTexts()).toEqual(["Umbrella"]);
  const [mark, list] = [
    await marks.boundingBox(),
    await page.locator('[data-scroll-restoration-id="log"]').boundingBox(),
  ];
  expect((mark?.x ?? 0) + (mark?.width ?? Infinity)).toBeLessThanOrEqual((list?.x ?? 0) + (list?.width ?? 0));
  await expectAccessible(page);
  await page.locator('[data-row="0"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/logs/threads?q=umbrella&peek=thread-3&currentStepId=deep");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/threads/thread-3?currentStepId=deep&q=umbrella`);
  await expectSoon(() => page.getByRole("searchbox", { name: "Search in this thread" }).inputValue()).toBe("umbrella");
  await page.getByText("1 of 1 match").waitFor();
});

test("two values of a facet are selected, and both keep their counts", async () => {
  const { page, goto, ingest } = await openLog("logs/generations");
  const rail = page.getByRole("complementary", { name: "Facets" });
  await rail.getByRole("button", { name: "gpt-4o 6" }).click();
  await expectSoon(() => rows(page).count()).toBe(6);
  await rail.getByRole("button", { name: "mistral-large 6" }).click();
  await expectSoon(() => rows(page).count()).toBe(12);
  expect(await chips(page)).toEqual(["Model is one of gpt-4o, mistral-large"]);
  const only = rail.getByRole("button", { name: "Only gpt-4o", exact: true });
  expect(await only.count()).toBe(0);
  await rail.getByRole("button", { name: "gpt-4o 6" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectSoon(() => chips(page)).toEqual(["Model is gpt-4o"]);
  await expectSoon(() => rows(page).count()).toBe(6);
  await rail.getByRole("button", { name: "mistral-large 6" }).click();
  await expectSoon(() => rows(page).count()).toBe(12);
  const statistics = page.getByRole("complementary", { name: "Statistics" });
  await statistics.getByRole("link", { name: "3", exact: true }).press("Enter");
  await expectSoon(() => rows(page).count()).toBe(3);
  await page.goBack();
  await expectSoon(() => rows(page).count()).toBe(12);
  await rail.getByRole("button", { name: "Error 3" }).click();
  await expectSoon(() => rows(page).count()).toBe(3);
  await expectSoon(() => statistics.innerText()).toMatch(/Records\s+3\s+Errors\s+3\s+100%/);

  // In the API, an embedding differs from a completion only in the type of its step.
  await ingest([{ id: "vectors", type: "embedding", generation: { type: "COMPLETION", model: "small", prompt: "x" } }]);
  await goto(`logs/generations?columns=${encodeURIComponent('["name","type"]')}`);
  await rail.getByRole("button", { name: "embedding 1" }).click();
  await expectSoon(() => rows(page).count()).toBe(1);
  expect(await rows(page).first().innerText()).toMatch(/embedding$/);
});

test("steps are filtered by the model and provider of their generation", async () => {
  const { page } = await openLog("logs/steps");
  const rail = page.getByRole("complementary", { name: "Facets" });
  await rail.getByRole("button", { name: "gpt-4o 6" }).click();
  await expectSoon(() => rows(page).count()).toBe(6);
  expect(await chips(page)).toEqual(["Model is gpt-4o"]);
  await rail.getByRole("button", { name: /^openai / }).click();
  await expectSoon(() => chips(page)).toEqual(["Model is gpt-4o", "Provider is openai"]);
  await page.getByRole("link", { name: "Generations" }).click();
  await expectSoon(() => rows(page).count()).toBe(6);
});

test("on a phone the list is sorted by a select, and the tools are in a menu", async () => {
  const { page } = await openLog("logs/scores", { window: { viewport: { width: 390, height: 800 } } });
  await expectSoon(() => rows(page).count()).toBe(12);
  const tab = await page.getByRole("link", { name: "Scores" }).boundingBox();
  expect((tab?.x ?? 0) + (tab?.width ?? 999)).toBeLessThanOrEqual(390);
  const menu = page.getByRole("button", { name: "More tools" });
  const tops = async () =>
    Promise.all(
      [page.getByRole("combobox", { name: "Sort by" }), page.getByText("12 records"), menu].map(async (part) => {
        const box = await part.boundingBox();
        return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
      }),
    );
  // Parts of the page that still load may move the buttons.
  await expectSoon(async () => new Set(await tops()).size).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await menu.click();
  const tools = page.getByRole("dialog", { name: "More tools" });
  await expectSoon(() => tools.getByRole("button").allInnerTexts()).toEqual([
    "Facets",
    "Live",
    "Views",
    "Columns",
    "Refresh",
    "Export",
    "Histogram",
    "Statistics",
  ]);
  await expectAccessible(page);
  await tools.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("dialog", { name: "Columns" }).getByText("Value").waitFor();
  await page.keyboard.press("Escape");
  await tools.getByRole("button", { name: "Statistics" }).click();
  await page.getByRole("complementary", { name: "Statistics" }).waitFor();
  await expectSoon(() => tools.count()).toBe(0);
});

test.each([
  ["threads", "duration", "Slowest first"],
  ["runs", "duration", "Slowest first"],
  ["generations", "tokenCount", "Most tokens first"],
  ["steps", "cost", "Highest cost first"],
  ["scores", "value", "Highest value first"],
] as const)("on a phone %s are sorted by %s", async (resource, column, name) => {
  const { page } = await openLog(`logs/${resource}`, { window: { viewport: { width: 390, height: 800 } } });
  await expectSoon(() => rows(page).count()).toBeGreaterThan(2);
  await page.getByRole("combobox", { name: "Sort by" }).click();
  await page.getByRole("option", { name, exact: true }).click();
  await page.waitForURL(`**?order=${column}%3ADESC`);
  await expectSoon(() => rows(page).count()).toBeGreaterThan(2);
});

test("a link with an unknown sort order opens the list in its default order", async () => {
  const { page } = await openLog("logs/scores?order=bogus:DESC");
  await expectSoon(() => rows(page).count()).toBe(12);
  const created = page.getByRole("columnheader", { name: "Created" });
  expect(await created.getAttribute("aria-sort")).toBe("descending");
});

test("a click anywhere in a column header sorts", async () => {
  const { page } = await openLog("logs/threads");
  await expectSoon(() => rows(page).count()).toBe(12);
  const created = page.getByRole("columnheader", { name: "Created" });
  const box = await created.boundingBox();
  await created.click({ position: { x: (box?.width ?? 0) - 12, y: (box?.height ?? 0) / 2 } });
  await expectSoon(() => created.getAttribute("aria-sort")).toBe("ascending");
});

test("rows are navigated, selected and opened by keyboard, and Back restores the position", async () => {
  const { page, projectId } = await openLog("logs/runs", { count: 130 });
  await expectSoon(() => page.getByText("130 records").count()).toBe(1);
  await expectSoon(() => page.locator('[data-row="20"]').count()).toBe(1);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-row"));
  for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
  await expectSoon(focused).toBe("1");
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expectSoon(() => page.getByText("3 selected").count()).toBe(1);
  await page.keyboard.press("Escape");
  await expectSoon(() => page.getByText("3 selected").count()).toBe(0);
  await page.keyboard.press("End");
  await expectSoon(focused).toBe("49");
  await expectSoon(() => page.locator('[data-row="55"]').count()).toBe(1);
  await page.keyboard.press("PageDown");
  await expectSoon(focused).toBe("64");
  const id = `thread-${129 - 64}`;
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/logs/runs?peek=${id}-run&currentStepId=${id}-run`);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/threads/${id}?currentStepId=${id}-run&view=tree`);
  await page.goBack();
  await expectSoon(() => page.locator('[data-row="64"]').isVisible()).toBe(true);
});

test("threads, runs and steps are ordered by tokens and cost, and by latency", async () => {
  const { page, goto, ingest } = await openLog("logs/threads", { count: 3 });
  const at = { threadId: "thread-1", startTime: new Date().toISOString() };
  const call = (id: string, parentId: string, inputTokenCount: number) => ({
    ...at,
    id,
    parentId,
    type: "llm",
    generation: { model: "gpt-4o", provider: "openai", inputTokenCount },
  });
  await ingest([
    { ...at, id: "large", type: "run", name: "Large" },
    { ...at, id: "part", type: "tool", name: "Part", parentId: "large" },
    call("one", "part", 700),
    call("two", "part", 200),
  ]);
  const sort = async (name: string, order: string): Promise<void> => {
    await page.getByRole("columnheader", { name }).getByRole("button").click();
    await expectSoon(() => new URL(page.url()).searchParams.get("order")).toBe(order);
  };
  const tokens = async () =>
    (await page.locator('[data-row] [data-column="tokenCount"]').allInnerTexts()).map((text) =>
      Number(text.replace(",", "")),
    );
  for (const [list, expected] of [
    ["threads", [1020, 120, 120]],
    ["runs", [900, 120, 120, 120]],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one list after the other, here and below
    await goto(`logs/${list}`);
    for (const [name, column] of [
      ["Tokens", "tokenCount"],
      ["Cost", "cost"],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      await sort(name, `${column}:DESC`);
      // oxlint-disable-next-line no-await-in-loop
      await expectSoon(async () => (await tokens())[0]).toBe(expected[0]);
    }
    // oxlint-disable-next-line no-await-in-loop
    await sort("Tokens", "tokenCount:DESC");
    // oxlint-disable-next-line no-await-in-loop
    await expectSoon(tokens).toEqual([...expected]);
    // oxlint-disable-next-line no-await-in-loop
    await sort("Tokens", "tokenCount:ASC");
    // oxlint-disable-next-line no-await-in-loop
    await expectSoon(tokens).toEqual(expected.toReversed());
  }
  await goto("logs/steps?order=tokenCount:DESC");
  await expectSoon(async () => (await tokens()).slice(0, 4)).toEqual([900, 900, 700, 200]);
  expect((await names(page)).slice(0, 2)).toEqual(["Part", "Large"]);
});

test("a view is saved, opened and deleted", async () => {
  const { page } = await openLog(
    "logs/threads?filters=%5B%7B%22field%22%3A%22tags%22%2C%22operator%22%3A%22in%22%2C%22value%22%3A%5B%22vip%22%5D%7D%5D",
  );
  await expectSoon(() => rows(page).count()).toBe(6);
  const heads = page.getByRole("columnheader");
  const shown = await heads.allInnerTexts();
  const views = (name: string) => page.getByRole("button", { name, exact: true });
  await views("Views").click();
  await page.getByLabel("View name").fill("Important");
  await page.getByLabel("Share with all project members").check();
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("View name").waitFor({ state: "detached" });
  // The saved view is open. Its name is part of the name of the button.
  await views("Views: Important").waitFor();
  await page.getByRole("button", { name: /^Remove filter/ }).click();
  await expectSoon(() => rows(page).count()).toBe(12);
  // The view stays open after a change.
  await views("Views: Important (changed)").click();
  await page.getByRole("button", { name: "Important Shared Changed" }).waitFor();
  await expectAccessible(page);
  await page.getByLabel("View name").fill("Important");
  await page.getByRole("button", { name: "Save view" }).click();
  const taken = page.getByText("You have a view with this name.");
  await taken.waitFor();
  await page.getByLabel("View name").fill("Other");
  await taken.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Important Shared Changed" }).click();
  await expectSoon(() => rows(page).count()).toBe(6);
  expect(await chips(page)).toEqual(["Tags is one of vip"]);
  // Columns that did not fit when the view was saved are not shown now.
  expect(await heads.allInnerTexts()).toEqual(shown);
  expect(await views("Views: Important").innerText()).toBe("Important");
  await views("Views: Important").click();
  await page.getByRole("button", { name: "Delete Important" }).click();
  await page.getByRole("button", { name: "Delete Important" }).waitFor({ state: "detached" });
  await views("Views").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("View Important deleted").waitFor({ state: "detached" });
  await page.getByLabel("View name").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Views/ }).click();
  await page.getByRole("button", { name: "Important Shared" }).click();
  await expectSoon(() => rows(page).count()).toBe(6);
});

test("a view keeps a query, is updated after a change, renamed, and left for the whole list", async () => {
  const query = "id:thread-1 OR id:thread-2";
  const { page, graphql } = await openLog(`logs/threads?query=${encodeURIComponent(query)}`);
  await expectSoon(() => rows(page).count()).toBe(2);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const stored = async () => ((await graphql("{ views { name query } }")) as { views: object[] }).views;
  await button("Views").click();
  expect(await button("All threads").getAttribute("aria-current")).toBeNull();
  await page.getByLabel("View name").fill("Two");
  await page.getByLabel("Share with all project members").check();
  await button("Save view").click();
  await button("Views: Two").waitFor();
  expect(await stored()).toEqual([{ name: "Two", query }]);
  // A change keeps the view open. One click updates it, and Undo restores its content.
  await page.getByLabel("Search input and output").fill("id:thread-3 OR id:thread-4");
  await button("Views: Two (changed)").waitFor();
  await page.reload();
  await button("Update Two with the current view").click();
  await button("Views: Two").waitFor();
  await page.getByText("View Two updated").waitFor();
  expect(await stored()).toEqual([{ name: "Two", query: "id:thread-3 OR id:thread-4" }]);
  await button("Undo").click();
  await button("Views: Two (changed)").waitFor();
  expect(await stored()).toEqual([{ name: "Two", query }]);
  await button("Views: Two (changed)").click();
  await button("Rename or share Two").click();
  const name = page.getByLabel("View name").first();
  await expectSoon(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await expectSoon(() => button("Rename or share Two").evaluate((element) => element === document.activeElement)).toBe(
    true,
  );
  await button("Rename or share Two").click();
  await expectAccessible(page);
  await name.fill("Both");
  await button("Save").click();
  await page.getByRole("button", { name: "Both Shared Changed" }).click();
  await expectSoon(() => rows(page).count()).toBe(2);
  expect(await stored()).toEqual([{ name: "Both", query }]);
  await button("Views: Both").click();
  await button("All threads").click();
  await expectSoon(() => rows(page).count()).toBe(12);
  await expectSoon(() => new URL(page.url()).search).toBe("");
  await button("Views").click();
  await expectSoon(() => button("All threads").getAttribute("aria-current")).toBe("true");
});

test("renaming a view keeps what another member has changed in it since the menu was loaded", async () => {
  const { page, graphql } = await openLog("logs/threads");
  const view = { name: "Two", resource: "threads", isShared: true };
  const { createView } = (await graphql("mutation ($view: ViewInput!) { createView(view: $view) { id } }", {
    view: { ...view, query: "id:thread-1" },
  })) as { createView: { id: string } };
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await button("Views").click();
  await button("Rename or share Two").click();
  await graphql("mutation ($id: String!, $view: ViewInput!) { updateView(id: $id, view: $view) { id } }", {
    id: createView.id,
    view: { ...view, query: "id:thread-2" },
  });
  await page.getByLabel("View name").first().fill("Second");
  await button("Save").click();
  await button("Rename or share Second").waitFor();
  expect(await graphql("{ views { name query isShared } }")).toEqual({
    views: [{ name: "Second", query: "id:thread-2", isShared: true }],
  });
});

test("the views open with their entries before the saved ones are loaded", async () => {
  const { page } = await openLog("logs/threads");
  const held = Promise.withResolvers<void>();
  await page.route("**/api/graphql", async (route) => {
    if (route.request().postData()?.includes("savedViews")) await held.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("button", { name: "All threads", exact: true }).waitFor();
  const loading = page.getByRole("dialog", { name: "Views" }).getByRole("status");
  await loading.waitFor();
  expect(await loading.evaluate((element) => getComputedStyle(element).animationName)).toBe("none");
  held.resolve();
  await loading.waitFor({ state: "detached" });
});

test("a view restores its time range", async () => {
  const { page, graphql } = await openLog("logs/threads?range=7d&q=7");
  const views = (name: string) => page.getByRole("button", { name, exact: true });
  await views("Views").click();
  await page.getByLabel("View name").fill("Week");
  await page.getByLabel("Share with all project members").check();
  await page.getByRole("button", { name: "Save view" }).click();
  await views("Views: Week").waitFor();
  await page.waitForURL(/savedView=/);
  expect(await graphql("{ views { timeRange { last from to } } }")).toEqual({
    views: [{ timeRange: { last: "7d", from: null, to: null } }],
  });
  await page.goto(page.url().replace("range=7d", "range=90d"));
  await views("Views: Week (changed)").click();
  await page.getByRole("button", { name: "Week Shared Changed" }).click();
  await page.waitForURL(/range=7d/);
  await views("Views: Week").waitFor();
  // The service accepts each range that the list offers.
  const save = "mutation ($view: ViewInput!) { createView(view: $view) { timeRange { last } } }";
  const saved = quickRanges.map((last) =>
    graphql(save, { view: { name: last, resource: "threads", isShared: true, timeRange: { last } } }),
  );
  expect(await Promise.all(saved)).toEqual(quickRanges.map((last) => ({ createView: { timeRange: { last } } })));
});

test("on a phone, the button of the views shows the open view each time the tools are opened", async () => {
  const { page } = await openLog("logs/threads?q=7", { window: { viewport: { width: 390, height: 844 } } });
  const openTools = () => page.getByRole("button", { name: "More tools", exact: true }).click();
  await openTools();
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByLabel("View name").fill("Sevens");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("View name").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Views: Sevens" }).waitFor({ state: "detached" });
  await openTools();
  await expectSoon(() => page.getByRole("button", { name: "Views: Sevens", exact: true }).count()).toBe(1);
});

test("generations are added to a dataset as reviewed", async () => {
  const { page, graphql } = await openLog("logs/generations", {
    count: 4,
    seed: async (service) => {
      await seedLog(service, { count: 4 });
      await service.graphql(`mutation { createDataset(name: "Hard cases", type: generation) { id } }`);
    },
  });
  await expectSoon(() => rows(page).count()).toBe(4);
  await page.getByRole("checkbox", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Add to dataset" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to dataset" });
  await expectSoon(() => dialog.getByRole("group").count()).toBe(4);
  const takes = (index: number) =>
    dialog.getByRole("group").nth(index).getByRole("checkbox", { name: "Use the output as expected output" });
  // The newest step failed, so its output is not selected.
  expect(await Promise.all([0, 1, 2, 3].map((index) => takes(index).isChecked()))).toEqual([false, true, true, true]);
  await expectAccessible(page);
  await expectSoon(() => dialog.getByLabel("Dataset", { exact: true }).innerText()).toBe("Select a dataset");
  expect(await dialog.getByRole("button", { name: "Add 4 items" }).isDisabled()).toBe(true);
  await choose(dialog.getByLabel("Dataset", { exact: true }), "Hard cases");
  const edited = dialog.getByRole("group").nth(1).getByRole("textbox");
  await edited.fill("no JSON");
  await expectSoon(() => dialog.getByRole("button", { name: "Add 4 items" }).isEnabled()).toBe(false);
  expect(await takes(1).isChecked()).toBe(false);
  await edited.fill('{ "content": "better" }');
  await dialog.getByRole("group").nth(2).getByRole("checkbox").first().focus();
  await page.keyboard.press("Space");
  await dialog.getByRole("button", { name: "Add 3 items" }).waitFor();
  await edited.focus();
  await page.keyboard.press("Control+Enter");
  await expectSoon(() => dialog.count()).toBe(0);
  const { datasets } = (await graphql(`
    {
      datasets {
        edges {
          node {
            items {
              stepId
              expectedOutput
            }
          }
        }
      }
    }
  `)) as {
    datasets: { edges: { node: { items: { stepId: string; expectedOutput: unknown }[] } }[] };
  };
  const items = datasets.edges[0]?.node.items ?? [];
  expect(Object.fromEntries(items.map(({ stepId, expectedOutput }) => [stepId, expectedOutput]))).toEqual({
    "thread-0-llm": { role: "assistant", content: "Answer 0" },
    "thread-2-llm": { content: "better" },
    "thread-3-llm": null,
  });
});

test("a dataset is created while records are added, and the confirmation links to it", async () => {
  const { page, graphql } = await openLog("logs/steps", {
    count: 1,
    seed: async (service) => {
      await seedLog(service, { count: 1 });
      await service.graphql(`mutation { createDataset(name: "Other") { id } }`);
    },
  });
  await page.getByRole("checkbox", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Add to dataset" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to dataset" });
  await choose(dialog.getByLabel("Dataset", { exact: true }), "New dataset");
  const name = dialog.getByLabel("Name of the new dataset");
  await expectFocus(name);
  expect(await dialog.getByRole("button", { name: /^Add \d items?$/ }).isDisabled()).toBe(true);
  await page.keyboard.type("worst-week");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByText(/^\d items? added to worst-week$/).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open dataset" }).click();
  await page.getByRole("heading", { name: "worst-week" }).waitFor();
  await page.getByText(/items? added to worst-week/).waitFor({ state: "detached" });
  const { datasets } = (await graphql("{ datasets { edges { node { name itemCount } } } }")) as {
    datasets: { edges: { node: { name: string; itemCount: number } }[] };
  };
  const counts = Object.fromEntries(datasets.edges.map(({ node }) => [node.name, node.itemCount]));
  expect(counts["Other"]).toBe(0);
  expect(counts["worst-week"]).toBeGreaterThan(0);
});

test("the counts of a live list include the last record", async () => {
  const { page, goto, ingest } = await openLog("logs/runs", { count: 3 });
  const opened = page.waitForResponse(
    (response) => response.headers()["content-type"]?.startsWith("text/event-stream") ?? false,
  );
  await goto("logs/runs?live=true");
  await opened;
  const statistics = page.getByRole("complementary", { name: "Statistics" });
  const facets = page.getByRole("complementary", { name: "Facets" });
  const records = () =>
    statistics.getByText("Records", { exact: true }).locator("xpath=following-sibling::dd").innerText();
  await expectSoon(records).toBe("3");
  await ingest([{ id: "first", type: "run", name: "First", tags: ["fresh"] }]);
  await expectSoon(() => page.getByText("4 records").count()).toBe(1);
  // This record arrives before the counts reload.
  await ingest([{ id: "last", type: "run", name: "Last", tags: ["fresh"] }]);
  await expectSoon(records).toBe("5");
  const bars = page.getByRole("region", { name: "Histogram" }).getByRole("option");
  await expectSoon(() =>
    bars.evaluateAll((all) =>
      all.reduce((sum, bar) => sum + Number(/: (\d+) records?/.exec(bar.getAttribute("aria-label") ?? "")?.[1]), 0),
    ),
  ).toBe(5);
  await expectSoon(() => facets.getByRole("button", { name: "fresh 2" }).count()).toBe(1);
});

test("a broken stream is reported and reopened", async () => {
  const { page, context, goto, ingest } = await openLog("logs/runs", { count: 3 });
  const breakStreams = (route: Route): Promise<void> =>
    route.request().headers()["accept"]?.includes("text/event-stream") ? route.abort() : route.fallback();
  await context.route("**/api/graphql", breakStreams);
  await goto("logs/runs?live=true");
  await expectSoon(() => page.getByText("Live updates disconnected").count()).toBe(1);
  await context.unroute("**/api/graphql", breakStreams);
  await ingest([{ id: "late", type: "run", name: "While away" }]);
  await expectSoon(() => names(page).then(([first]) => first)).toBe("While away");
  await expectSoon(() => page.getByText("Live updates disconnected").count()).toBe(0);
});

test("an empty list shows example code, and becomes live with the first record", needs("curl"), async () => {
  const { page, apiKey, url } = await openLog("logs/threads", { count: 0 });
  await expectSoon(() => page.getByRole("heading", { name: "No threads yet" }).count()).toBe(1);
  await expectAccessible(page);
  await page.getByRole("tab", { name: "curl", exact: true }).click();
  const command = await page.getByRole("tabpanel", { name: "curl", exact: true }).locator("pre").innerText();
  expect(command).toContain(`${url}/api/graphql`);
  const { stdout } = await promisify(execFile)("sh", ["-c", command], {
    env: { ...process.env, THREADLINE_API_KEY: apiKey, no_proxy: "*" },
  });
  expect(JSON.parse(stdout)).toEqual({ data: { ingestSteps: [{ ok: true, message: null }] } });
  await expectSoon(() => rows(page).count()).toBe(1);
  await page.getByText("The first thread has arrived", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Next steps", exact: true }).click();
  await page.waitForURL("**/start");
});

test("the page for the first steps counts the records, and follows them live", async () => {
  const { page, goto, ingest, graphql } = await openLog("logs/threads", { count: 0 });
  await goto("start");
  await page.getByText("0 of 8 done", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "No threads yet" }).waitFor();
  await expectAccessible(page);
  await graphql('mutation { upsertThread(id: "t") { id } }');
  await page.getByRole("heading", { name: "No threads yet" }).waitFor({ state: "detached" });
  await ingest([{ id: "first", type: "run", threadId: "t", name: "First" }]);
  await page.getByText("1 of 8 done", { exact: true }).waitFor();
  const done = page.getByRole("group").filter({ hasText: "Features in use" });
  await done.getByText("Features in use (1)", { exact: true }).click();
  const send = done.getByRole("listitem").filter({ hasText: "Send records" });
  await send.getByRole("img", { name: "done" }).waitFor();
  await send.getByText("1 in this project", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Set an alert or a budget" }).click();
  await page.waitForURL("**/alerts");
});

test("a key that was created for the first record stays on the page when the record arrives", async () => {
  const { page, goto, ingest } = await openLog("logs/threads", { count: 0 });
  await goto("start");
  await page.getByRole("button", { name: "Create API key" }).click();
  const key = page.getByRole("status").locator("code");
  const secret = await key.innerText();
  await ingest([{ id: "first", type: "run", threadId: "t", name: "First" }]);
  await page.getByRole("region", { name: "Latest threads" }).waitFor();
  const more = page.getByRole("group").filter({ hasText: "Code to send more records" });
  expect(await more.getByRole("status").locator("code").innerText()).toBe(secret);
  expect(await more.getByRole("tabpanel").locator("pre").innerText()).toContain(secret);
  await expectAccessible(page);
});

test("the page for the first steps of a project with records shows its threads, and keeps the code to send more", async () => {
  const { page, goto, ingest } = await openLog("logs/threads", { count: 0 });
  await ingest([
    { id: "r", type: "run", threadId: "t", name: "First", input: { content: "Is it late?" }, error: "It broke" },
  ]);
  await goto("start");
  const latest = page.getByRole("region", { name: "Latest threads" });
  const thread = latest.getByRole("listitem");
  await thread.getByText("Is it late?").waitFor();
  await thread.getByRole("img", { name: "1 error" }).waitFor();
  // The code takes one line until it is opened.
  expect(await page.getByRole("tab", { name: "curl", exact: true }).isVisible()).toBe(false);
  await page.getByText("Code to send more records", { exact: true }).click();
  await page.getByRole("button", { name: "Create API key" }).click();
  const secret = await page.getByRole("status").locator("code").innerText();
  await page.getByRole("tab", { name: "curl", exact: true }).click();
  expect(await page.getByRole("tabpanel", { name: "curl" }).locator("pre").innerText()).toContain(secret);
  await expectAccessible(page);
  await page
    .getByRole("region", { name: "Records of this project" })
    .getByRole("link", { name: "Threads: 1", exact: true })
    .click();
  await page.waitForURL("**/logs/threads");
});

test("an empty list of threads links to a step that belongs to none", async () => {
  const { page, ingest } = await openLog("logs/threads", { count: 0 });
  await page.getByText("Waiting for the first record …").waitFor();
  await ingest([{ id: "alone", type: "run", name: "Alone" }]);
  await page.getByText("This list is empty, but the project has other records.").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "View all steps", exact: true }).click();
  await expectSoon(() => rows(page).count()).toBe(1);
});

test("an empty list creates a key, and inserts it into its example code", needs("curl"), async () => {
  const { page, projectId } = await openLog("logs/threads", { count: 0 });
  await page.getByRole("button", { name: "Create API key" }).press("Enter");
  const key = page.getByRole("status").locator("code");
  await expectSoon(() => key.count()).toBe(1);
  await expectAccessible(page);
  const secret = await key.innerText();
  for (const name of ["TypeScript", "OpenAI", "LangChain", "Python", "curl"]) {
    await page.getByRole("tab", { name, exact: true }).click();
    // The previous panel may not have been removed yet.
    const panel = page.getByRole("tabpanel", { name });
    expect(await panel.locator("pre").innerText()).toContain(`"${secret}"`.slice(1));
  }
  const command = await page.getByRole("tabpanel", { name: "curl" }).locator("pre").innerText();
  await promisify(execFile)("sh", ["-c", command], { env: { ...process.env, no_proxy: "*" } });
  await page.waitForURL(`**/projects/${projectId}/logs/threads*`);
  await expectSoon(() => rows(page).count()).toBe(1);
  await page.goto(page.url().replace(/logs.*/, "settings/keys"));
  await expectSoon(() => page.getByRole("row", { name: /Send records/ }).innerText()).toMatch(/ingest\s*read/);
  expect(await page.content()).not.toContain(secret);
});

test("a further page that fails to load is reported, and can be retried", async () => {
  const { page, context } = await openLog("logs/runs", { count: 60 });
  await expectSoon(() => page.getByText("60 records").count()).toBe(1);
  await expectSoon(() => page.locator('[data-row="20"]').count()).toBe(1);
  const fail = (route: Route): Promise<void> =>
    route.request().postData()?.includes('"after"')
      ? route.fulfill({ json: { data: null, errors: [{ message: "Not now", extensions: { code: "INTERNAL" } }] } })
      : route.fallback();
  await context.route("**/api/graphql", fail);
  const list = page.locator('[data-scroll-restoration-id="log"]');
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expectSoon(() => page.getByText("Could not load more: Not now").count()).toBe(1);
  await context.unroute("**/api/graphql", fail);
  await page.getByRole("button", { name: "Try again" }).click();
  await expectSoon(() => page.getByText("Could not load more").count()).toBe(0);
  await expectSoon(async () => {
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    return page.locator('[data-row="59"]').count();
  }).toBe(1);
});

test("a user who may only read sees no other actions", async () => {
  const ui = await openUi({
    server: { noLogin: false },
    path: null,
    seed: (service) => seedLog(service, { count: 3 }),
  });
  const { page, context, projectId, url, goto } = ui;
  const { setupPath } = await ui.server.ready;
  const send = (path: string, data: object) =>
    context.request.post(`${url}/${path}`, { data, headers: { origin: url } });
  await goto(setupPath ?? "");
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("New password").fill("correct horse battery");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/logs/threads*");
  const invitation = await send("api/graphql", {
    query: `mutation { inviteMember(email: "eve@example.com", role: viewer) { url } }`,
  });
  const { data } = (await invitation.json()) as { data: { inviteMember: { url: string } } };
  await context.clearCookies();
  await page.goto(data.inviteMember.url);
  await page.getByLabel("Name").fill("Eve");
  await page.getByLabel("New password").fill("correct horse battery");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/projects/**");
  await goto(`/projects/${projectId}/logs/runs`);
  await expectSoon(() => rows(page).count()).toBe(3);
  await page.getByRole("checkbox", { name: "Select all shown" }).click();
  const tools = page.getByRole("group", { name: "3 selected" });
  await expectSoon(() => tools.getByRole("button").allInnerTexts()).toEqual(["Export", ""]);
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await expectSoon(() => page.getByLabel("View name").count()).toBe(1);
  expect(await page.getByLabel("Share with all project members").count()).toBe(0);
});

test("a text found only in names leads to threads and users with that name, and JSON keys do not match", async () => {
  const { page } = await openLog("logs/threads");
  // The word is a key in every run's input, and part of every thread's name.
  await page.getByRole("searchbox").fill("question");
  await expectSoon(() => rows(page).count()).toBe(12);
  await expectSoon(() => page.locator('[data-row="0"] [data-column="input"]').innerText()).toContain('"question"');
  expect(await page.locator("mark").count()).toBe(0);
  await page.getByRole("searchbox").fill("question 7");
  await expectSoon(() => page.getByRole("heading", { name: "No results" }).count()).toBe(1);
  await page.getByRole("button", { name: "1 thread with this name" }).press("Enter");
  await expectSoon(() => names(page)).toEqual(["Question 7"]);
  expect(await chips(page)).toEqual(["Name contains question 7"]);
  await page.getByRole("button", { name: "Remove filter Name contains question 7" }).press("Enter");
  await page.getByRole("searchbox").fill("AD");
  await page.getByRole("button", { name: "Threads of ada" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Threads of ada" }).press("Enter");
  await expectSoon(() => rows(page).count()).toBe(6);
});

test("words that do not follow each other are searched for with one click", async () => {
  const { page } = await openLog("logs/threads");
  const box = page.getByRole("searchbox");
  await box.fill("7 ask");
  await page.getByRole("heading", { name: "No results" }).waitFor();
  await page.getByText("The search finds these words only next to each other.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Search for all of these words" }).click();
  await expectSoon(() => names(page)).toEqual(["Question 7"]);
  await expectSoon(() => box.inputValue()).toBe("7 AND ask");
  await box.fill("nothing");
  await page.getByRole("heading", { name: "No results" }).waitFor();
  expect(await page.getByRole("button", { name: "Search for all of these words" }).count()).toBe(0);
});

test("if a search without results has two offers, only the first is the primary button", async () => {
  const { page } = await openLog(`logs/threads?query=${encodeURIComponent('name:absent "two words"')}`);
  const offers = ["Search for all of these words", "Search for name:*absent*"].map((name) =>
    page.getByRole("button", { name, exact: true }),
  );
  await expectSoon(() => Promise.all(offers.map((offer) => offer.count()))).toEqual([1, 1]);
  const colors = await Promise.all(
    offers.map((offer) => offer.evaluate((element) => getComputedStyle(element).backgroundColor)),
  );
  expect(new Set(colors).size).toBe(2);
});

test("lists are filtered by metadata, numbers and text in input and output", async () => {
  const { page } = await openLog("logs/threads");
  await page.getByRole("button", { name: "Add filter", exact: true }).click();
  await choose(page.getByLabel("Field", { exact: true }), "Metadata");
  await page.getByLabel("JSON path (a.b.c)").fill("seats");
  await choose(page.getByLabel("Condition"), "≥");
  await page.getByLabel("Value", { exact: true }).fill("10");
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expectSoon(() => names(page)).toEqual(["Question 11", "Question 10"]);
  await page.getByRole("searchbox").fill("ask 12");
  await expectSoon(() => page.getByText("No results").count()).toBe(1);
  await page.getByRole("searchbox").fill("ask 10");
  await expectSoon(() => names(page)).toEqual(["Question 10"]);
  await page.getByRole("button", { name: /^Remove filter/ }).click();
  await choose(page.getByLabel("Time range", { exact: true }), "Last hour");
  await expectSoon(() => names(page)).toEqual(["Question 10"]);
  expect(new URL(page.url()).searchParams.get("q")).toBe("ask 10");
});

test("a record links to the next record of its list, and back to the list", async () => {
  const { page, goto } = await openLog("logs/threads");
  await page.getByRole("complementary", { name: "Facets" }).getByRole("button", { name: /^ada / }).click();
  await expectSoon(() => rows(page).count()).toBe(6);
  const list = page.url();
  const [first = "", second = "", third = ""] = await names(page);
  const isShown = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  await rows(page).nth(1).getByRole("link").first().click();
  await isShown(second);
  await page.getByText("2 of 6", { exact: true }).waitFor();
  await page.keyboard.press("n");
  await isShown(third);
  await expectAccessible(page);
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  await isShown(first);
  await expectSoon(() => page.getByRole("button", { name: /^Previous in list/ }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Back to the list" }).press("Enter");
  await page.waitForURL(list);
  await expectSoon(() => names(page)).toContain(third);

  // With an open step, the keys select the list's next step, even in the same thread.
  await goto("logs/generations");
  await rows(page).first().getByRole("link").click();
  await page.getByText(/^1 of \d+$/).waitFor();
  const step = new URL(page.url()).searchParams.get("currentStepId");
  await page.getByRole("button", { name: /^Next in list/ }).press("Enter");
  await expectSoon(() => new URL(page.url()).searchParams.get("currentStepId")).not.toBe(step);
  await page.getByText(/^2 of \d+$/).waitFor();
});

test("an error is shown with a retry, and a missing permission is named", async () => {
  const { page, context } = await openLog("logs/threads", { count: 2 });
  await expectSoon(() => rows(page).count()).toBe(2);
  let isForbidden = false;
  await context.route("**/api/graphql", (route) => {
    if (!route.request().postData()?.includes("threadsPage")) return route.fallback();
    const code = isForbidden ? "FORBIDDEN" : "INTERNAL";
    return route.fulfill({ json: { data: null, errors: [{ message: "Not now", extensions: { code } }] } });
  });
  await page.reload();
  await expectSoon(() => page.getByRole("alert").first().innerText()).toMatch(/Could not load\s+Not now\s+Try again/);
  isForbidden = true;
  await page.reload();
  await expectSoon(() => page.getByText("You do not have permission to view this").count()).toBeGreaterThan(0);
  await expectAccessible(page);
});

test("a query with alternatives stays text, and applies to the other tabs if it means the same there", async () => {
  const { page, goto } = await openLog("logs/threads");
  const query = "user:ada OR user:zoe";
  const openSteps = () => page.getByRole("link", { name: "Steps", exact: true }).click();
  await goto(`logs/threads?query=${encodeURIComponent(query)}`);
  await expectSoon(() => page.getByText("6 records").count()).toBe(1);
  const box = page.getByRole("searchbox");
  expect(await box.inputValue()).toBe(query);
  await box.press("Enter");
  expect(await chips(page)).toEqual([]);
  await openSteps();
  await expectSoon(() => page.getByText("24 records").count()).toBe(1);
  expect(await box.inputValue()).toBe(query);

  await goto(`logs/threads?query=${encodeURIComponent('name:"Question 1" OR name:"Question 7"')}`);
  await expectSoon(() => names(page)).toEqual(["Question 7", "Question 1"]);
  await openSteps();
  await expectSoon(() => page.getByText("48 records").count()).toBe(1);
  expect(await box.inputValue()).toBe("");
});

test("the search box explains the error of a query in the user's language", async () => {
  const { page, goto } = await openLog("logs/threads", { window: { locale: "de-DE" } });
  const box = page.getByRole("searchbox");
  await box.fill("latency:fast");
  await page.getByText("„latency“ ist eine Zahl: schreibe einen Wert wie 2s, 500ms, 1.5 statt „fast“.").waitFor();
  await expectSoon(() => rows(page).count()).toBe(12);
  // The rows of the previous search are still shown.
  await expectSoon(() => page.locator("[data-stale]").count()).toBe(1);
  await box.fill("latency:>1000h");
  await expectSoon(() => rows(page).count()).toBe(0);
  await goto("logs/threads?query=model%3A");
  await page.getByText("Schreibe einen Wert direkt hinter „model:“.").waitFor();
  await expectAccessible(page);
  // The panels must not repeat the list's error.
  const retry = page.getByRole("button", { name: "Erneut versuchen", exact: true });
  await expectSoon(() => retry.count()).toBe(1);
  await page.getByRole("region", { name: "Histogramm" }).waitFor({ state: "detached" });
});
