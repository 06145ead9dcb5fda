import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { choose } from "./browser/choose.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { createClock, seedLog } from "./seed-log.ts";
import { openDashboard, card, tiles, expectAllDrawn, hour } from "./open-dashboard.ts";
import { storedWidgets, button } from "./stored-widgets.ts";
import { seedDashboard } from "./seed-dashboard.ts";

/** Returns the points at a quarter and at half of the first chart's time axis. */
async function placesOnPlot(page: Page) {
  await expectAllDrawn(page);
  const plot = card(page, "Volume").locator(".u-over");
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (!box) throw new Error("The plot is not in the page.");
  const at = (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 });
  return [at(0.25), at(0.5)] as const;
}

test("the dashboard opens in a browser with an invalid language tag", async () => {
  const { page, context, goto, projectId } = await openUi({
    path: null,
    seed: (service) => seedLog(service, { count: 8 }),
  });
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "language", { get: () => "en-US@posix" });
    Object.defineProperty(navigator, "languages", { get: () => ["en-US@posix"] });
  });
  await goto(`/projects/${projectId}/dashboard`);
  await expectAllDrawn(page);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
});

test("by keyboard only, a tag filters the figures to its records, and links to them", async () => {
  const { page, projectId, graphql } = await openDashboard("dashboard?range=24h");
  await graphql(
    `mutation { ${["0", "2", "3"].map((index) => `a${index}: updateStep(id: "thread-${index}-llm", tags: ["gold"]) { id }`).join(" ")} }`,
  );
  await page.getByRole("button", { name: "Refresh" }).press("Enter");
  await page.reload();
  const choice = page.getByLabel("Tags", { exact: true });
  await expectSoon(() => choice.innerText()).toBe("Any tags");
  await choice.press("Enter");
  await expectSoon(() => page.getByRole("option").allInnerTexts()).toEqual(["gold", "vip"]);
  const search = page.getByRole("combobox", { name: "Search", exact: true });
  await expectFocus(search);
  await search.fill("go");
  await expectSoon(() => page.getByRole("option").allInnerTexts()).toEqual(["gold"]);
  await page.keyboard.press("Enter");
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+0[^]*Generations\s+3[^]*Errors\s+1/);
  expect(new URL(page.url()).searchParams.get("tags")).toBe('["gold"]');
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expectFocus(choice);
  await expectSoon(() => card(page, "Cost by model").locator("figcaption").innerText()).toContain("gpt-4o");
  await expectAccessible(page);
  await card(page, "Cost by model").getByRole("button", { name: "Cost by model: Show as table" }).press("Enter");
  await card(page, "Cost by model").getByRole("table").getByRole("link").first().press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/steps?**`);
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBeGreaterThan(0);
  await expectSoon(() => page.getByRole("button", { name: /^Edit filter/ }).allInnerTexts()).toContain(
    "Tags is one of gold",
  );
  await page.goBack();
  await expectSoon(() => choice.innerText()).toBe("gold");
  await choice.press("Enter");
  await page.getByRole("button", { name: "Clear selection", exact: true }).press("Enter");
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+2[34]/);
});

test("an environment filters all figures, and scores state that they have none", async () => {
  const { page } = await openDashboard();
  await expectSoon(() => tiles(page)).toMatch(/Generations\s+24/);
  await choose(page.getByLabel("Environment"), "dev");
  await expectSoon(() => tiles(page)).toMatch(/Generations\s+12/);
  await expectSoon(() => page.getByText("Scores have no environment, so their chart is hidden.").count()).toBe(1);
  expect(new URL(page.url()).searchParams.get("environment")).toBe("dev");
});

test("records of experiments are excluded by default, in figures and in the lists that they link to", async () => {
  const { page, ingest, graphql, projectId } = await openDashboard();
  await ingest([{ id: "tried", type: "run", name: "Experiment Run", environment: "experiment", error: "Wrong" }]);
  await graphql(`
    mutation {
      createScore(name: "same-answer", value: 0.5, type: CODE, datasetExperimentItemId: "item") {
        id
      }
    }
  `);
  await page.reload();
  const choice = page.getByLabel("Environment");
  await expectSoon(() => choice.innerText()).toBe("Exclude experiments");
  await expectSoon(() => tiles(page)).toMatch(/All runs\s+24/);
  await expectAllDrawn(page);
  const scores = card(page, "Average scores");
  await expectSoon(() => scores.innerText()).toContain("helpful");
  expect(await scores.innerText()).not.toContain("same-answer");
  await expectAccessible(page);
  await choose(choice, "All environments");
  await expectSoon(() => tiles(page)).toMatch(/All runs\s+25/);
  await expectSoon(() => scores.innerText()).toContain("same-answer");
  await page.goBack();
  await expectSoon(() => tiles(page)).toMatch(/All runs\s+24/);
  const errors = card(page, "Errors");
  await errors.getByRole("button", { name: "Errors: Show as table" }).press("Enter");
  await errors.getByRole("table").getByRole("link").first().press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/steps?**`);
  await expectSoon(() => page.getByRole("button", { name: /^Edit filter/ }).allInnerTexts()).toEqual([
    "Error is set",
    "Environment is not experiment",
  ]);
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBeGreaterThan(0);
  await page.goBack();
  await expectSoon(() => scores.innerText()).toContain("helpful");
  await scores.getByRole("button", { name: "Average scores: Show as table" }).press("Enter");
  await scores.getByRole("table").getByRole("link").first().press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/scores?**`);
  await expectSoon(() => page.getByRole("button", { name: /^Edit filter/ }).allInnerTexts()).toContain(
    "Experiment item ID is missing",
  );
});

test("charts use the colors of the theme", async () => {
  const { page } = await openDashboard();
  await expectAllDrawn(page);
  const canvas = card(page, "Volume").locator("canvas");
  const picture = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
  let light = "";
  await expectSoon(async () => {
    const before = light;
    light = await picture();
    return light === before;
  }).toBe(true);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectSoon(async () => (await picture()) === light).toBe(false);
  await page.emulateMedia({ colorScheme: "light" });
  await expectSoon(async () => (await picture()) === light).toBe(true);
});

test("the tooltip of a chart has the values at the pointer, and the legend keeps the totals", async () => {
  const { page } = await openDashboard("dashboard?range=24h");
  await expectAllDrawn(page);
  const volume = card(page, "Volume");
  await expectSoon(() => volume.innerText()).toMatch(/Threads\s+24/);
  await volume.locator(".u-over").hover();
  await expectSoon(() => volume.innerText()).toMatch(/\d\d(?: [AP]M)?\s+[^]*Threads\s+[01]\s[^]*Threads\s+24/);
  // The legends of the other charts have the values of the same time.
  await expectSoon(() => card(page, "Tokens").innerText()).toMatch(/Input\s+(0|100)\s/);
  await page.mouse.move(0, 0);
  await expectSoon(() => volume.innerText()).not.toMatch(/Threads\s+[01]\s/);
});

test("a dashboard of the last hours moves to the present when the user returns to its tab", async () => {
  const { page } = await openDashboard("dashboard?range=24h");
  await expectAllDrawn(page);
  await page.clock.install({ time: Date.now() + 10 * 60_000 });
  const renewed = page.waitForRequest((request) => request.postData()?.includes("query dashboardSeries") === true);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await renewed;
});

test("figures and their records agree in a range that starts within an interval of the charts", async () => {
  const { page, goto, projectId } = await openDashboard("dashboard?range=24h");
  // The threads 20.5 and 1.5 hours ago are just outside.
  const [from, to] = [Date.now() - 20.5 * hour + 1_000, Date.now() - 1.5 * hour - 300_000];
  const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
  await goto(`/projects/${projectId}/dashboard?${range}`);
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+18\s/);
  const link = page.getByRole("link", { name: "Threads", exact: true });
  await link.click();
  await page.waitForURL("**/logs/threads?**");
  const { searchParams } = new URL(page.url());
  expect([searchParams.get("from"), searchParams.get("to")]).toEqual(
    [from, to].map((at) => new Date(at).toISOString()),
  );
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBe(18);
});

test("on a narrow screen the page scrolls in its frame, and nothing is wider than the screen", async () => {
  const { page } = await openDashboard("dashboard", { width: 390, height: 844 });
  await expectAllDrawn(page);
  const sizes = () =>
    page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const frame = document.querySelector("main");
      return { window: scrollHeight - clientHeight, sideways: (frame?.scrollWidth ?? 0) - (frame?.clientWidth ?? 0) };
    });
  await expectSoon(sizes).toEqual({ window: 0, sideways: 0 });
});

test("on a narrow screen each option is legible", async () => {
  const { page } = await openDashboard("dashboard", { width: 390, height: 800 });
  const choices = page.getByRole("combobox");
  await expectSoon(() => choices.count()).toBeGreaterThan(2);
  const clipped = await choices.evaluateAll((all) =>
    all.flatMap((choice) => {
      const shown = choice.getBoundingClientRect().width;
      choice.style.width = "max-content";
      const wanted = choice.getBoundingClientRect().width;
      choice.style.width = "";
      return shown < wanted - 1 ? [choice.textContent] : [];
    }),
  );
  expect(clipped).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("each kind of chart is drawn, and its values open the records behind them", async () => {
  const ui = await openDashboard();
  const { page, projectId } = ui;
  const id = await seedDashboard(ui);
  await ui.goto(`/projects/${projectId}/dashboard/${id}?range=24h`);
  await expectSoon(() => page.locator("main figure canvas").count()).toBe(4);
  await expectSoon(() => card(page, "Spend").innerText()).toMatch(/\$\d[^]*No data in the previous period/);
  const costs = card(page, "Cost by model");
  await expectSoon(() => costs.getByRole("listitem").getByRole("link").count()).toBeGreaterThan(0);
  await expectSoon(() => card(page, "Runs, Step errors, Cost by user").getByRole("row").count()).toBeGreaterThan(1);
  await expectAccessible(page);
  const download = async (figure: Locator, title: string, item: string) => {
    await button(figure, `${title}: Download`).press("Enter");
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: item, exact: true }).press("Enter"),
    ]);
    await page.getByRole("menu").waitFor({ state: "detached" });
    return saved;
  };
  const file = await download(costs, "Cost by model", "Values as CSV");
  const picture = await download(card(page, "Failed tools"), "Failed tools", "Picture as PNG");
  const png = await readFile(await picture.path());
  const shown = await card(page, "Failed tools").boundingBox();
  // The header of the PNG contains its width.
  expect([png.toString("latin1", 1, 4), png.readUInt32BE(16)]).toEqual(["PNG", 2 * Math.ceil(shown?.width ?? 0)]);
  expect(await readFile(await file.path(), "utf8")).toMatch(/^\uFEFFGroup,Metric,Value\r\ngpt-4o[\w-]*,Cost,0\.\d+/);
  await costs
    .getByRole("link", { name: /gpt-4o/ })
    .first()
    .click();
  await page.waitForURL(`**/projects/${projectId}/logs/generations?**`);
  await expectSoon(() => page.getByRole("button", { name: /^Edit filter/ }).allInnerTexts()).toEqual([
    expect.stringMatching(/^Model is gpt-4o/),
  ]);
  await page.goBack();

  const failed = card(page, "Failed tools");
  await button(failed, "Failed tools: Show as table").press("Enter");
  await failed.getByRole("table").getByRole("link").first().press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/steps?**query=**`);
});

test("charts stay where they are while all figures, rankings and releases load one by one, and are refreshed", async () => {
  const releases = ["agent-1.0.0", "agent-1.1.0", "agent-1.2.0", "agent-1.3.0", "agent-1.4.0"];
  const { page, context, projectId, graphql, goto } = await openDashboard();
  for (const tag of releases) {
    // oxlint-disable-next-line no-await-in-loop -- the releases follow each other
    await graphql("mutation ($id: String!, $tags: [String!]) { upsertThread(id: $id, tags: $tags) { id } }", {
      id: tag,
      tags: [tag],
    });
  }
  // Records each position of the first chart in the page.
  await context.addInitScript(() => {
    const places = new Set<number>();
    Object.assign(globalThis, { places });
    const look = (): void => {
      const [chart, heading] = ['figure[aria-label="Volume"]', "h1"].map((part) => document.querySelector(part));
      if (chart && heading) {
        places.add(Math.round(chart.getBoundingClientRect().top - heading.getBoundingClientRect().top));
      }
      requestAnimationFrame(look);
    };
    look();
  });
  let last = Promise.resolve();
  await context.route(/\/api\/graphql$|\/assets\/rankings-/, (route) => {
    const before = last;
    last = (async () => {
      await before;
      await route.fulfill({ response: await route.fetch() });
      // A navigation ends the wait for the frames.
      await page
        .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        .catch(() => undefined);
    })();
    return last;
  });
  const places = () => page.evaluate(() => [...(globalThis as unknown as { readonly places: Set<number> }).places]);
  const marks = page.getByRole("region", { name: "Releases and prompt versions" }).getByRole("listitem");
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    /* oxlint-disable no-await-in-loop -- the widths share the page */
    await page.setViewportSize(viewport);
    await goto(`/projects/${projectId}/dashboard?range=24h`);
    await card(page, "Volume").waitFor();
    const [first] = await places();
    await expectAllDrawn(page);
    await page.getByRole("link", { name: /^agent-1\.4\.0/ }).waitFor();
    // In a wide window, all five fit.
    expect(await marks.count()).toBe(viewport.width === 1440 ? 5 : 3);
    expect({ ...viewport, places: await places() }).toEqual({ ...viewport, places: [first] });
    await page.getByRole("button", { name: "Refresh" }).click();
    await choose(page.getByLabel("Time range", { exact: true }), "Last 7 days");
    await expectAllDrawn(page);
    expect({ ...viewport, places: await places() }).toEqual({ ...viewport, places: [first] });
    /* oxlint-enable no-await-in-loop */
  }
  await page.getByRole("button", { name: "Show all 5" }).press("Enter");
  await expectSoon(() => marks.allInnerTexts()).toEqual(releases.map((tag) => expect.stringContaining(tag)));
  await expectAccessible(page);
});

test("releases and prompt versions of the period are marked, and link to their threads and their prompt", async () => {
  const { page, projectId, graphql, goto } = await openDashboard();
  await graphql('mutation { upsertThread(id: "released", name: "After", tags: ["agent-1.2.0", "vip"]) { id } }');
  const { createPromptLineage } = (await graphql('mutation { createPromptLineage(name: "reply") { id } }')) as {
    readonly createPromptLineage: { readonly id: string };
  };
  const version =
    "mutation ($id: String!, $messages: Json) { createPromptVersion(lineageId: $id, templateMessages: $messages) { id } }";
  await graphql(version, { id: createPromptLineage.id, messages: [{ role: "system", content: "Be brief" }] });
  await goto(`/projects/${projectId}/dashboard?range=24h`);
  const marks = page.getByRole("region", { name: "Releases and prompt versions" }).getByRole("link");
  await expectSoon(() => marks.filter({ hasText: /./ }).allInnerTexts()).toEqual([
    expect.stringMatching(/^agent-1\.2\.0/),
    expect.stringMatching(/^reply v0/),
  ]);
  await expectAccessible(page);
  await marks.filter({ hasText: "reply" }).press("Enter");
  await page.waitForURL(`**/projects/${projectId}/prompts/reply?version=0`);
  await page.goBack();
  await marks.first().press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/threads?**`);
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBe(1);
});

test("by keyboard, the runs before and after a release are compared, all or those of one agent", async () => {
  const minute = 60_000;
  const clock = createClock(Date.now() - 90 * minute);
  const { page, projectId, goto } = await openUi({
    server: { now: clock.now },
    path: null,
    window: { viewport: { width: 390, height: 844 } },
    seed: async ({ graphql, ingest }) => {
      const run = (id: string, { name, good, tokens }: { name: string; good: number; tokens: number }) => [
        {
          id,
          threadId: id,
          name,
          type: "run",
          startTime: new Date(clock.now()).toISOString(),
          endTime: new Date(clock.now() + 1000).toISOString(),
          error: good === 0 ? "No answer" : null,
          scores: [{ name: "good", type: "HUMAN", value: good }],
        },
        {
          id: `${id}-llm`,
          threadId: id,
          parentId: id,
          type: "llm",
          startTime: new Date(clock.now()).toISOString(),
          generation: { model: "gpt-4o", inputTokenCount: tokens },
        },
      ];
      await ingest([
        ...run("a", { name: "planner", good: 0, tokens: 1000 }),
        ...run("b", { name: "planner", good: 1, tokens: 1000 }),
      ]);
      // This run is in the minute of the release, but before it.
      clock.advance(minute * 30 - 1000);
      await ingest(run("c", { name: "support", good: 1, tokens: 400 }));
      clock.advance(1000);
      await graphql('mutation { upsertThread(id: "d", tags: ["agent-1.2.0"]) { id } }');
      await ingest(["d", "e"].flatMap((id) => run(id, { name: "planner", good: 1, tokens: 500 })));
      clock.release();
    },
  });
  await goto(`/projects/${projectId}/dashboard?range=24h`);
  await page.getByRole("link", { name: "Compare before and after agent-1.2.0" }).press("Enter");
  const section = page.getByRole("region", { name: "Before and after agent-1.2.0" }).first();
  const rows = section.getByRole("region", { name: "Metrics before and after agent-1.2.0" }).getByRole("row");
  const agent = section.getByRole("combobox", { name: "Agent", exact: true });
  // All runs of the release have this name, so it is selected.
  await expectSoon(() => agent.innerText()).toBe("planner");
  await expectSoon(() => rows.allInnerTexts()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Failed runs\s+50%\s+0%\s+too few values\s+−100% \(−\d[\d.]* points\)$/),
      expect.stringMatching(/^Tokens per run\s+1,000\s+500\s+too few values\s+−50% \(−500\)$/),
      expect.stringMatching(/^good\s+0\.5 × 2\s+1 × 2\s+too few values\s+\+100% \(\+0\.5\)$/),
    ]),
  );
  // A small phone shows the changes without scrolling to the side.
  await page.setViewportSize({ width: 320, height: 844 });
  const metrics = section.getByRole("region", { name: "Metrics before and after agent-1.2.0" });
  expect(await metrics.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await agent.press("Enter");
  await page.getByRole("option", { name: "All agents", exact: true }).press("Enter");
  await expectSoon(() => rows.allInnerTexts()).toEqual([
    expect.stringMatching(/^Figure/),
    expect.stringMatching(/^Failed runs\s+33\.3%\s+0%\s+too few values\s+−100% \(−\d[\d.]* points\)$/),
    expect.stringMatching(/^Run latency p50\s+1 sec\s+1 sec\s+too few values\s+0%$/),
    expect.stringMatching(/^Run latency p95\s+1 sec\s+1 sec\s+too few values\s+0%$/),
    expect.stringMatching(/^Cost per run\s+\$0\.002\s+\$0\.00125\s+too few values\s+−37\.5% \(−\$0\.00075\)$/),
    expect.stringMatching(/^Tokens per run\s+800\s+500\s+too few values\s+−37\.5% \(−300\)$/),
    expect.stringMatching(/^good\s+0\.67 × 3\s+1 × 2\s+too few values\s+\+50% \(\+0\.33\)$/),
  ]);
  expect(await section.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringMatching(/^Before:\s+3 runs/),
    expect.stringMatching(/^After:\s+2 runs/),
  ]);
  await expectSoon(() => section.getByRole("status").innerText()).toMatch(
    /^Too few runs to compare before and after agent-1\.2\.0/,
  );
  await section.getByText("Nested runs are not counted.").waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  expect(new URL(page.url()).searchParams.get("allAgents")).toBe("true");
  await agent.press("Enter");
  await page.getByRole("option", { name: "planner", exact: true }).press("Enter");
  await expectSoon(() => new URL(page.url()).searchParams.get("agent")).toBe("planner");
  await page.reload();
  await expectSoon(() => agent.innerText()).toBe("planner");
  await section.getByRole("link", { name: "2 runs" }).first().press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/runs?**`);
  await expectSoon(() => page.getByRole("button", { name: /^Edit filter/ }).allInnerTexts()).toContain(
    "Name is planner",
  );
  await page.goBack();
  await page.getByRole("button", { name: "Zoom out" }).click();
  await section.waitFor({ state: "detached" });
  expect([...new URL(page.url()).searchParams.keys()]).toEqual([]);
});

test("the verdict on a release names what changed clearly, and its figures and new errors open their records", async () => {
  const clock = createClock(Date.now() - 3 * hour);
  const { page, goto, projectId } = await openUi({
    server: { now: clock.now },
    path: null,
    seed: async ({ graphql, ingest }) => {
      const runs = (name: string, errorOf: (index: number) => string | null) =>
        Array.from({ length: 40 }, (_, index) => ({
          id: `${name}-${index}`,
          threadId: name,
          name: "planner",
          type: "run",
          startTime: new Date(clock.now()).toISOString(),
          endTime: new Date(clock.now() + 1000).toISOString(),
          error: errorOf(index),
          scores: [{ name: "good", type: "HUMAN", value: index % 2 }],
        }));
      await ingest(runs("before", (index) => (index < 2 ? "Timeout after 30 s" : null)));
      clock.advance(hour);
      await graphql('mutation { upsertThread(id: "after", tags: ["planner-2.0.0"]) { id } }');
      await ingest(runs("after", (index) => (index < 10 ? "No such tool" : index < 12 ? "Timeout after 31 s" : null)));
      clock.release();
    },
  });
  await goto(`/projects/${projectId}/dashboard?range=24h`);
  await page.getByRole("link", { name: "Compare before and after planner-2.0.0" }).click();
  const section = page.getByRole("region", { name: "Before and after planner-2.0.0" }).first();
  await expectSoon(() => section.getByRole("status").innerText()).toMatch(
    /^Failed runs got worse since planner-2\.0\.0\s+Failed runs: from 5% to 30%$/,
  );
  const rowOf = (name: RegExp) => section.getByRole("row", { name });
  await expectSoon(() => rowOf(/^Failed runs/).innerText()).toMatch(
    /^Failed runs\s+5%\s+30%\s+worse\s+\+500% \(\+25 points\)$/,
  );
  await expectSoon(() => rowOf(/^good/).innerText()).toMatch(/no clear change\s+0%$/);
  await expectSoon(() => rowOf(/^No such tool/).innerText()).toMatch(/new\s+0\s+10$/);
  await expectSoon(() => rowOf(/^Timeout/).innerText()).toMatch(/^Timeout after 31 s\s+2\s+2$/);
  await expectAccessible(page);
  await rowOf(/^No such tool/)
    .getByRole("link", { name: "10", exact: true })
    .press("Enter");
  await page.waitForURL("**/logs/steps?**");
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBe(10);
  await page.goBack();
  await rowOf(/^Failed runs/)
    .getByRole("link", { name: "5%", exact: true })
    .press("Enter");
  await page.waitForURL("**/logs/runs?**");
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBe(2);
});

test("the verdict on a release does not call it better without naming a figure that may be much worse", async () => {
  const clock = createClock(Date.now() - 3 * hour);
  const { page, goto, projectId } = await openUi({
    server: { now: clock.now },
    path: null,
    seed: async ({ graphql, ingest }) => {
      const runs = (name: string, { failed, slow }: { readonly failed: number; readonly slow: number }) =>
        Array.from({ length: 40 }, (_, index) => ({
          id: `${name}-${index}`,
          threadId: name,
          name: "planner",
          type: "run",
          startTime: new Date(clock.now()).toISOString(),
          endTime: new Date(clock.now() + (index >= 40 - slow ? 3000 : 1000)).toISOString(),
          error: index < failed ? "Timeout" : null,
        }));
      await ingest(runs("before", { failed: 16, slow: 0 }));
      clock.advance(hour);
      await graphql('mutation { upsertThread(id: "after", tags: ["planner-2.0.0"]) { id } }');
      await ingest(runs("after", { failed: 0, slow: 3 }));
      clock.release();
    },
  });
  await goto(`/projects/${projectId}/dashboard?range=24h`);
  await page.getByRole("link", { name: "Compare before and after planner-2.0.0" }).click();
  const status = page.getByRole("region", { name: "Before and after planner-2.0.0" }).first().getByRole("status");
  await expectSoon(() => status.innerText()).toMatch(
    /^Failed runs improved since planner-2\.0\.0\s+Failed runs: from 40% to 0%\s+Run latency p95: from 1 sec to 3 sec, but that is not certain$/,
  );
  // What is certain decides the color, and what only looks worse is marked.
  expect(await status.getAttribute("data-standing")).toBe("better");
  expect(await status.locator("svg").count()).toBe(2);
});

test("errors are not called new if there were no runs before the release", async () => {
  const clock = createClock(Date.now() - 3 * hour);
  const { page, goto, projectId } = await openUi({
    server: { now: clock.now },
    path: null,
    seed: async ({ graphql, ingest }) => {
      await graphql('mutation { upsertThread(id: "t", tags: ["planner-1.0.0"]) { id } }');
      await ingest([{ id: "s", threadId: "t", name: "planner", type: "run", error: "No such tool" }]);
      clock.release();
    },
  });
  await goto(`/projects/${projectId}/dashboard?range=24h`);
  await page.getByRole("link", { name: "Compare before and after planner-1.0.0" }).click();
  const section = page.getByRole("region", { name: "Before and after planner-1.0.0" }).first();
  await section.getByText("No runs before, so there is nothing to compare with.", { exact: true }).waitFor();
  expect(await section.getByRole("row", { name: /^No such tool/ }).innerText()).toMatch(/^No such tool\s+0\s+1$/);
});

test("a click on the mark of a release in a chart compares the figures before and after it", async () => {
  const clock = createClock(Date.now() - 90 * 60_000);
  const { page, projectId, goto } = await openUi({
    server: { now: clock.now },
    path: null,
    seed: async ({ graphql, ingest }) => {
      await ingest([{ id: "a", type: "run", threadId: "a" }]);
      clock.advance(30 * 60_000);
      await graphql('mutation { upsertThread(id: "b", tags: ["agent-1.2.0"]) { id } }');
      // The chart ends at the start of its last bucket.
      clock.advance(60 * 60_000 - 1_000);
      await graphql('mutation { upsertThread(id: "c", tags: ["agent-1.3.0"]) { id } }');
      clock.release();
    },
  });
  await goto(`/projects/${projectId}/dashboard?range=24h`);
  await card(page, "Volume").getByTitle("Compare before and after agent-1.3.0").waitFor();
  let isBroken = true;
  await page.route("**/api/graphql", (route) =>
    isBroken && route.request().postData()?.includes("query recordFacets")
      ? route.fulfill({ json: { errors: [{ message: "Not now", extensions: { code: "INTERNAL" } }] } })
      : route.fallback(),
  );
  await card(page, "Volume").getByTitle("Compare before and after agent-1.2.0").click();
  const section = page.getByRole("region", { name: "Before and after agent-1.2.0" }).first();
  await expectSoon(() => section.getByRole("alert").innerText()).toMatch(/Not now\s+Try again/);
  isBroken = false;
  await section.getByRole("button", { name: "Try again" }).click();
  await section.getByRole("alert").waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("mark")).toBe("agent-1.2.0");
});

test("a chart is dragged by its handle and resized by its corner", async () => {
  const ui = await openDashboard();
  const { page, projectId } = ui;
  const id = await seedDashboard(ui);
  await ui.goto(`/projects/${projectId}/dashboard/${id}?range=24h`);
  await button(page, "Edit").click();
  await page.locator(".react-grid-item").first().waitFor();
  const drag = async (from: Locator, byX: number, byY: number): Promise<void> => {
    let box = await from.boundingBox();
    // Charts move to their places when the page opens, and after each drag.
    await expectSoon(async () => {
      const last = box;
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      box = await from.boundingBox();
      return box?.x === last?.x && box?.y === last?.y;
    }).toBe(true);
    if (!box) throw new Error("The handle is not in the page.");
    const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x + byX / 2, start.y + byY / 2, { steps: 4 });
    await page.mouse.move(start.x + byX, start.y + byY, { steps: 4 });
    await page.mouse.up();
  };
  const spend = page.locator(".react-grid-item").filter({ has: card(page, "Spend") });
  const box = await spend.boundingBox();
  await drag(spend.locator("[data-drag]"), (box?.width ?? 0) + 12, 0);
  await expectSoon(async () => (await storedWidgets(ui))[0]).toMatchObject({ title: "Spend", column: 3 });
  await drag(spend.locator(".react-resizable-handle"), 0, 104);
  await expectSoon(async () => (await storedWidgets(ui))[0]).toMatchObject({ column: 3, width: 3, height: 5 });
});

test("keys that are pressed before the page shows the previous change are all applied", async () => {
  const ui = await openDashboard();
  const { page, projectId } = ui;
  const id = await seedDashboard(ui);
  await ui.goto(`/projects/${projectId}/dashboard/${id}?range=24h`);
  await button(page, "Edit").click();
  await page.locator(".react-grid-item").first().waitFor();
  const [before] = await storedWidgets(ui);
  if (!before) throw new Error("The dashboard has no widget.");
  await page.getByRole("button", { name: /^Move Spend/ }).evaluate((handle) => {
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) {
      handle.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: true, bubbles: true, cancelable: true }));
    }
  });
  const { width, height } = before;
  await expectSoon(async () => (await storedWidgets(ui))[0]).toMatchObject({ width: width + 1, height: height + 2 });
});

test("dragging zooms in, Back zooms out, and a click on a point opens the log of its time", async () => {
  const { page, projectId } = await openDashboard("dashboard?range=24h");
  const [quarter, half] = await placesOnPlot(page);
  await page.mouse.move(quarter.x, quarter.y);
  await page.mouse.down();
  await page.mouse.move(half.x, half.y, { steps: 5 });
  await page.mouse.up();
  await page.waitForURL("**/dashboard?**from=**");
  const { searchParams } = new URL(page.url());
  const length = Date.parse(searchParams.get("to") ?? "") - Date.parse(searchParams.get("from") ?? "");
  expect(length / hour).toBeGreaterThan(4);
  expect(length / hour).toBeLessThan(8);
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+[5-8]\s/);
  await page.goBack();
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+2[345]\s/);
  const [, point] = await placesOnPlot(page);
  await page.mouse.click(point.x, point.y);
  await page.waitForURL(`**/projects/${projectId}/logs/*?**from=**`);
});

test("a project without records has an empty state, an error has a retry, and a missing permission is named", async () => {
  const ui = await openUi({ path: null });
  await ui.goto(`/projects/${ui.projectId}/dashboard`);
  const { page, context } = ui;
  await expectSoon(() => page.getByRole("heading", { name: "No data in this period" }).count()).toBe(1);
  await expectAccessible(page);
  let code = "INTERNAL";
  await context.route("**/api/graphql", (route) =>
    route.request().postData()?.includes("dashboardSeries")
      ? route.fulfill({ json: { data: null, errors: [{ message: "Not now", extensions: { code } }] } })
      : route.fallback(),
  );
  await page.reload();
  await expectSoon(() => page.getByRole("alert").innerText()).toMatch(/Could not load\s+Not now\s+Try again/);
  code = "FORBIDDEN";
  await page.reload();
  await expectSoon(() => page.getByRole("alert").innerText()).toContain("You do not have permission to view this");
});

test("averages of scores of all names are shown by name, because their scales may differ", async () => {
  const ui = await openUi({ path: null });
  const { page, projectId } = ui;
  const scores = [
    { name: "stars", value: 4, type: "HUMAN" },
    { name: "right", value: 1, type: "HUMAN" },
  ];
  await ui.ingest([{ id: "s", type: "run", name: "answer", scores }]);
  const average = { chart: "number", metrics: ["scoreAverage"], row: 0, width: 3, height: 3 };
  const widgets = [
    { ...average, title: "All", column: 0 },
    { ...average, title: "Stars", resource: "scores", query: "name:stars", column: 3 },
    { ...average, title: "With cost", chart: "table", metrics: ["cost", "scoreAverage"], column: 6, width: 6 },
  ];
  const { createDashboard } = (await ui.graphql(
    "mutation ($dashboard: DashboardInput!) { createDashboard(dashboard: $dashboard) { id } }",
    { dashboard: { name: "Quality", widgets } },
  )) as { createDashboard: { id: string } };
  await ui.goto(`/projects/${projectId}/dashboard/${createDashboard.id}?range=24h`);
  const all = card(page, "All").getByRole("listitem");
  await expectSoon(() => all.filter({ hasText: "stars" }).getByRole("link").allInnerTexts()).toEqual(["4"]);
  await expectSoon(() => all.filter({ hasText: "right" }).getByRole("link").allInnerTexts()).toEqual(["1"]);
  const stars = card(page, "Stars");
  await expectSoon(() => stars.getByRole("link", { name: "4", exact: true }).count()).toBe(1);
  expect(await stars.getByRole("listitem").count()).toBe(0);
  await card(page, "With cost").getByText("scores hidden", { exact: true }).waitFor();
  await expectAccessible(page);
  await all.filter({ hasText: "stars" }).getByRole("link").click();
  await page.waitForURL("**/logs/scores?**stars**");
});
