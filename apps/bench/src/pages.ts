import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../../web/test/browser/find-chromium.ts";
import type { SeededLog } from "./seed-log.ts";
import { postGraphQL, readGraphQL, startServerProcess } from "./server-process.ts";
import { percentile, type Row } from "./statistics.ts";

const rounds = 20;
const pageSize = 50;
const dashboardName = "twelve widgets";

const tile = (metric: string) => ({ chart: "number", metrics: [metric], width: 3, height: 2 });
const over = (chart: string, groupBy: string | null, ...metrics: string[]) => ({
  chart,
  metrics,
  groupBy,
  width: 3,
  height: 3,
});

/** Twelve charts of every kind, over metrics that most teams watch. */
const widgets = [
  tile("cost"),
  tile("errorCount"),
  tile("latencyP95"),
  tile("activeUserCount"),
  over("line", null, "latencyP50", "latencyP95", "latencyP99"),
  over("line", "model", "ttFirstTokenP95"),
  over("area", "model", "tokenCount"),
  over("area", "name", "errorCount"),
  over("bar", "participant", "cost"),
  over("bar", null, "activeUserCount"),
  over("table", "model", "generationCount", "tokenCount", "cost", "durationP95"),
  over("heatMap", "name", "stepCount"),
].map((widget, index) => ({ ...widget, column: (index % 4) * 3, row: Math.floor(index / 4) * 3 }));

/**
 * Measures how long a user waits for pages of a large log: for the list of threads and its next page, and for a
 * dashboard with twelve widgets. Each round uses another tab, so that the page has to request its records.
 */
export async function measurePages({ dataDir, flags, steps }: SeededLog): Promise<Row[]> {
  const server = await startServerProcess(dataDir, ["--no-login", ...flags]);
  let browser: Browser | undefined;
  try {
    const { projects } = await readGraphQL<{ projects: readonly { id: string }[] }>(server.url, "{ projects { id } }");
    const project = `${server.url}/projects/${projects[0]?.id}`;
    await postGraphQL(
      server.url,
      JSON.stringify({
        query: "mutation ($dashboard: DashboardInput!) { createDashboard(dashboard: $dashboard) { id } }",
        variables: { dashboard: { name: dashboardName, widgets } },
      }),
    );
    browser = await chromium.launch({ ...findChromium(), args: ["--disable-dev-shm-usage"] });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [lists, next, dashboards]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round <= rounds; round += 1) {
      const page = await context.newPage();
      await page.goto(`${project}/datasets`);
      const list = await clickUntil(page, page.getByRole("link", { name: "Logs", exact: true }), {
        shown: "[data-row]",
      });
      const following = await clickUntil(page, page.getByRole("button", { name: "Next page" }), {
        shown: "[data-row]",
        changed: '[data-row="0"]',
      });
      await page.goto(`${project}/dashboard/list`);
      const link = page.getByRole("link", { name: dashboardName, exact: true }).first();
      const dashboard = await clickUntil(page, link, {
        shown: "figure",
        count: widgets.length,
        absent: 'figure [role="status"]',
      });
      await page.close();
      // The first round fills the cache of the browser.
      if (round === 0) continue;
      lists.push(list);
      next.push(following);
      dashboards.push(dashboard);
    }
    const log = `${steps.toLocaleString("en")} steps`;
    return [
      rowOf(`${log}: from a click on Logs to the list of ${pageSize} threads`, lists, 300),
      rowOf(`${log}: from a click on Next page to its ${pageSize} threads`, next, 150),
      rowOf(`${log}: from a click on a dashboard to its ${widgets.length} charts`, dashboards, 300),
    ];
  } finally {
    await browser?.close();
    await server.stop();
  }
}

interface Wanted {
  /** Selector of elements that the page must show. */
  readonly shown: string;
  /** Minimum number of these elements. Default: 1. */
  readonly count?: number;
  /** Selector of elements that must be gone, such as skeletons. */
  readonly absent?: string;
  /** Selector of an element whose text must differ from that before the click. */
  readonly changed?: string;
}

/** Clicks, and resolves to the time from the click until the page has painted what is wanted, in milliseconds. */
async function clickUntil(page: Page, target: ReturnType<Page["getByRole"]>, wanted: Wanted): Promise<number> {
  await target.waitFor();
  const timed = page.evaluate(timeFromClick, wanted);
  await target.click();
  return timed;
}

/** Runs in the page. */
function timeFromClick({ shown, count = 1, absent, changed }: Wanted): Promise<number> {
  const text = (): string | null | undefined =>
    changed === undefined ? undefined : document.querySelector(changed)?.textContent;
  const before = text();
  const isDone = (): boolean =>
    document.querySelectorAll(shown).length >= count &&
    (absent === undefined || document.querySelector(absent) === null) &&
    (changed === undefined || text() !== before);
  return new Promise((resolve) => {
    const look = (timeStamp: number): void => {
      if (!isDone()) requestAnimationFrame(() => look(timeStamp));
      // The browser paints the elements before the next frame, so the time is read in that frame.
      else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
    };
    addEventListener("click", ({ timeStamp }) => look(timeStamp), { capture: true, once: true });
  });
}

function rowOf(what: string, samples: readonly number[], maxMs: number): Row {
  const worst = percentile(samples, 0.95);
  return {
    what,
    measured: `p50 ${percentile(samples, 0.5).toFixed(0)} ms, p95 ${worst.toFixed(0)} ms`,
    target: `p95 <= ${maxMs} ms`,
    met: worst <= maxMs,
  };
}
