import { type NewEvaluatorVersion, Threadline } from "@threadline/core";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { findChromium } from "../../web/test/browser/find-chromium.ts";
import { defineAfterPaint, type PaintedPage } from "./after-paint.ts";
import { benchKey, readGraphQL, startServerProcess } from "./server-process.ts";
import { connectModel, startModel } from "./simulated-model.ts";
import { percentile, type Row } from "./statistics.ts";

const concurrency = 20;
const modelMs = 1_000;
const clickMs = 250;
/**
 * Maximum time from storing a score until the page shows the new number of scores, in milliseconds. The page polls
 * every second.
 */
const lagTarget = 2_000;
/**
 * Maximum time from a click until its effect is painted, in milliseconds. Google rates an interaction as good if this
 * time is at most 200 ms.
 */
const clickTarget = 200;

const target = "EXPERIMENT_ITEM";
const evaluators: readonly NewEvaluatorVersion[] = [
  { target, scoreName: "exact", kind: "BUILT_IN", builtIn: { scorer: "exactMatch" } },
  { target, scoreName: "contains", kind: "BUILT_IN", builtIn: { scorer: "contains", options: { texts: ["Oslo"] } } },
  { target, scoreName: "json", kind: "BUILT_IN", builtIn: { scorer: "validJson" } },
  { target, scoreName: "length", kind: "CODE", code: { source: "export default () => ({ value: 1 })" } },
];

/**
 * Opens the page of an experiment while the service runs the experiment with four evaluators. Measures two delays: from
 * storing a score until the page counts the score, and from a click until the next paint.
 */
export async function measureExperimentPage(items: number): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  const model = await startModel(modelMs);
  const server = await startServerProcess(dataDir, ["--no-login", "--model-hosts", "127.0.0.1"]);
  let browser: Browser | undefined;
  try {
    const { api } = new Threadline({ url: server.url, apiKey: benchKey });
    const connectionId = await connectModel(server.url, { baseUrl: model.baseUrl, concurrency });
    const dataset = await api.createDataset({ name: "capitals" });
    await api.createDatasetItems(
      dataset.id,
      Array.from({ length: items }, (_, index) => ({
        input: { country: `country ${index}` },
        expectedOutput: { content: "Oslo" },
      })),
    );
    const versionIds: string[] = [];
    for (const version of evaluators) {
      // oxlint-disable-next-line no-await-in-loop -- few
      const { latestVersion } = await api.createEvaluator({ name: version.scoreName }, version);
      versionIds.push(latestVersion.id);
    }
    browser = await chromium.launch({ ...findChromium(), args: ["--disable-dev-shm-usage"] });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(defineAfterPaint);
    await page.addInitScript(watchPage);
    const [experiment] = await api.startExperiments({
      name: "bench",
      datasetId: dataset.id,
      messages: [{ role: "user", content: "What is the capital of {{country}}?" }],
      models: [{ connectionId, model: "even" }],
      evaluatorVersionIds: versionIds,
      concurrency,
    });
    const id = experiment?.id ?? "";
    const { projects } = await readGraphQL<{ projects: readonly { id: string }[] }>(server.url, "{ projects { id } }");
    await page.goto(`${server.url}/projects/${projects[0]?.id}/experiments/compare?ids=${id}`);
    const doneCount = items * (1 + evaluators.length);
    await clickUntil(page, page.locator(`[role="progressbar"][aria-valuenow="${doneCount}"]`));
    const { counts, clicks } = await page.evaluate(() => (globalThis as Watched).watched);
    const lags = lagsOf(await readScoreTimes(server.url), counts, items);
    const what = `page of an experiment of ${items} items with ${evaluators.length} evaluators, ${concurrency} at a time`;
    return [
      rowOf(`${what}: from a stored score to the count on the page`, lags, lagTarget),
      rowOf(`${what}: from a click to its paint, ${clicks.length} clicks`, clicks, clickTarget),
    ];
  } finally {
    await browser?.close();
    await server.stop();
    model.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function rowOf(what: string, samples: readonly number[], maxMs: number): Row {
  const worst = percentile(samples, 0.98);
  return {
    what,
    measured: `p50 ${percentile(samples, 0.5).toFixed(0)} ms, p98 ${worst.toFixed(0)} ms`,
    target: `p98 <= ${maxMs.toLocaleString("en")} ms`,
    met: worst <= maxMs,
  };
}

async function clickUntil(page: Page, done: Locator): Promise<void> {
  const button = page.getByRole("button", { name: "Details", exact: true });
  for (;;) {
    // oxlint-disable no-await-in-loop -- one click after the other
    const box = await button.boundingBox({ timeout: 30_000 });
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await pause(clickMs);
    if ((await done.count()) > 0) return;
    // oxlint-enable no-await-in-loop
  }
}

/** A change of the number of scores on the page. `at` is in epoch milliseconds. */
interface ShownCount {
  readonly at: number;
  readonly count: number;
}

type Watched = typeof globalThis & { watched: { readonly counts: ShownCount[]; readonly clicks: number[] } };

/**
 * Runs in the page. Records when the page shows a new number of scores, and when the effect of each click is painted.
 */
function watchPage(): void {
  const watched: Watched["watched"] = { counts: [], clicks: [] };
  (globalThis as Watched).watched = watched;
  const { afterPaint } = globalThis as PaintedPage;
  let shown = 0;
  const look = (): void => {
    const text = document.querySelector('[role="progressbar"] + span')?.textContent ?? "";
    const count = Number(/([\d,]+) of [\d,]+ scores/.exec(text)?.[1]?.replaceAll(",", "") ?? 0);
    if (count === shown) return;
    shown = count;
    afterPaint((now) => void watched.counts.push({ at: performance.timeOrigin + now, count }));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  const onClick = ({ timeStamp }: Event): void => afterPaint((now) => void watched.clicks.push(now - timeStamp));
  addEventListener("click", onClick, { capture: true });
}

/** Returns the times when the scores were created, in ascending order, in epoch milliseconds. */
async function readScoreTimes(url: string): Promise<number[]> {
  const times: number[] = [];
  let after = "";
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { scores } = await readGraphQL<{
      readonly scores: {
        readonly edges: readonly { readonly node: { readonly createdAt: string } }[];
        readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
      };
    }>(url, `{ scores(first: 100${after}) { edges { node { createdAt } } pageInfo { hasNextPage endCursor } } }`);
    times.push(...scores.edges.map(({ node }) => Date.parse(node.createdAt)));
    if (!scores.pageInfo.hasNextPage) return times.toSorted((one, other) => one - other);
    after = `, after: ${JSON.stringify(scores.pageInfo.endCursor)}`;
  }
}

/**
 * Returns the delay of each score, in milliseconds: the time from its creation until the page shows a count that
 * includes the score. Throws if the page never shows such a count.
 */
function lagsOf(created: readonly number[], counts: readonly ShownCount[], items: number): number[] {
  const expected = items * evaluators.length;
  if (created.length !== expected) throw new Error(`${created.length} of ${expected} scores were stored`);
  const opened = counts[0]?.count ?? 0;
  // When the page opened, it already counted the first `opened` scores. They have no delay, so they are skipped.
  return created.flatMap((time, index) => {
    if (index < opened) return [];
    const shown = counts.find(({ count }) => count > index);
    if (shown === undefined) throw new Error(`The page did not count ${expected - index} scores`);
    return [Math.max(0, shown.at - time)];
  });
}
