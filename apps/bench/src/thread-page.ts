import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { findChromium } from "../../web/test/browser/find-chromium.ts";
import { defineAfterPaint, type PaintedPage } from "./after-paint.ts";
import { makeConversation } from "./conversation.ts";
import { postGraphQL, readGraphQL, startServerProcess } from "./server-process.ts";
import type { Row } from "./statistics.ts";
import { median, percentile } from "./statistics.ts";
import { ingestStepsBody } from "./workload.ts";

const views = ["tree", "waterfall", "transcript", "chat"] as const;
const rounds = 5;
const openTarget = 1_500;
const frameTarget = 50;
/** Maximum time from an input to the next paint, in milliseconds. */
const inputTarget = 100;

/** Measures how fast the page of a long thread shows its first rows and scrolls, with an empty browser cache. */
export async function measureThreadPage(size: number): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  const server = await startServerProcess(dataDir, ["--no-login"]);
  let browser: Browser | undefined;
  try {
    const threadId = "long";
    const steps = makeConversation(threadId, size);
    for (let at = 0; at < size; at += 500) await postGraphQL(server.url, ingestStepsBody(steps.slice(at, at + 500)));
    const projects = await readGraphQL<{ projects: readonly { id: string }[] }>(server.url, "{ projects { id } }");
    const address = `${server.url}/projects/${projects.projects[0]?.id}/logs/threads/${threadId}`;
    browser = await chromium.launch({ ...findChromium(), args: ["--disable-dev-shm-usage"] });
    const rows: Row[] = [];
    for (const view of views) rows.push(...(await measureView(browser, { address, view, size })));
    return [...rows, await measureInput(browser, { address, size })];
  } finally {
    await browser?.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureView(
  browser: Browser,
  { address, view, size }: { readonly address: string; readonly view: string; readonly size: number },
): Promise<Row[]> {
  const opened: number[] = [];
  const openWork: number[] = [];
  const scrolls: Scroll[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // A new context has an empty cache.
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(watchFirstRows);
    const readWork = await watchWork(page);
    await page.goto(`${address}?view=${view}`);
    opened.push(await readRowsAfter(page));
    const before = await readWork();
    openWork.push(before);
    const { frames, framesPerSecond, worst } = await scroll(page);
    scrolls.push({ framesPerSecond, worst, work: ((await readWork()) - before) / frames });
    await context.close();
  }
  const openMs = median(opened);
  const framesPerSecond = median(scrolls.map((each) => each.framesPerSecond));
  const worst = median(scrolls.map((each) => each.worst));
  const work = median(scrolls.map((each) => each.work));
  return [
    {
      what: `${view}: ${size.toLocaleString("en")} steps, navigation to first rows`,
      measured: `${openMs.toFixed(0)} ms (${median(openWork).toFixed(0)} ms of work in the page)`,
      target: `<= ${openTarget.toLocaleString("en")} ms`,
      met: openMs <= openTarget,
    },
    {
      what: `${view}: scrolled at 3,000 px/s`,
      measured: `${framesPerSecond.toFixed(0)} frames/s (longest ${worst.toFixed(0)} ms, ${work.toFixed(1)} ms of work each)`,
      target: `>= ${frameTarget} frames/s`,
      met: framesPerSecond >= frameTarget,
    },
  ];
}

async function readRowsAfter(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => (globalThis as Watched).rowsAfter);
  return (await handle.jsonValue()) ?? Number.NaN;
}

type Watched = typeof globalThis & { rowsAfter?: number; inputs?: number[] };

/** Runs in the page. Measures when the first rows are painted, in milliseconds since the start of the navigation. */
function watchFirstRows(): void {
  const look = (): void => {
    if (document.querySelector('[role="treeitem"], [role="listitem"] article') === null) requestAnimationFrame(look);
    // The rows exist, but are not painted yet. The browser paints them before the next frame, so the time is read in
    // that frame.
    else requestAnimationFrame(() => void ((globalThis as Watched).rowsAfter = performance.now()));
  };
  requestAnimationFrame(look);
}

interface Scroll {
  readonly framesPerSecond: number;
  /** Duration of the longest frame, in milliseconds. */
  readonly worst: number;
  /** CPU time of the page's main thread per frame, in milliseconds. */
  readonly work: number;
}

/**
 * Returns a function that reads the CPU time of the page's main thread, in milliseconds. Unlike elapsed time, this CPU
 * time does not include other programs.
 */
async function watchWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
  };
}

/**
 * Uses the tree as a reader would, and measures the time from each input to the next paint: 100 arrow keys, 60 clicks
 * on steps, 20 keys that collapse or expand a step, and a word in the search field.
 */
async function measureInput(
  browser: Browser,
  { address, size }: { readonly address: string; readonly size: number },
): Promise<Row> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watchFirstRows);
  await page.addInitScript(defineAfterPaint);
  await page.addInitScript(watchInputs);
  await page.goto(`${address}?view=tree`);
  await readRowsAfter(page);
  const rows = page.getByRole("treeitem");
  for (let round = 0; round < 20; round += 1) {
    // oxlint-disable no-await-in-loop -- one input after the other
    for (const place of [3, 9, 6]) await rows.nth(place).click();
    for (let count = 0; count < 5; count += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press(round % 2 === 0 ? "ArrowLeft" : "ArrowRight");
    // oxlint-enable no-await-in-loop
  }
  await page.keyboard.press("/");
  await page.keyboard.type("refund", { delay: 50 });
  const times = await page.evaluate(() => (globalThis as Watched).inputs ?? []);
  await page.close();
  const worst = percentile(times, 0.98);
  return {
    what: `tree: ${size.toLocaleString("en")} steps, from an input to the next paint (${times.length} keys and clicks)`,
    measured: `p50 ${percentile(times, 0.5).toFixed(0)} ms, p98 ${worst.toFixed(0)} ms`,
    target: `p98 <= ${inputTarget} ms`,
    met: worst <= inputTarget,
  };
}

/** Runs in the page. Measures the time from each key and click to the paint after it, in milliseconds. */
function watchInputs(): void {
  const inputs: number[] = [];
  (globalThis as Watched).inputs = inputs;
  const note = ({ timeStamp }: Event): void =>
    (globalThis as PaintedPage).afterPaint((now) => void inputs.push(now - timeStamp));
  addEventListener("keydown", note, { capture: true });
  addEventListener("click", note, { capture: true });
}

/** Scrolls frame by frame for three seconds, and counts the frames. */
function scroll(page: Page): Promise<{ frames: number; framesPerSecond: number; worst: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const scroller = document.querySelector("[data-rows]");
        if (!scroller) throw new Error("no scrollable element found");
        const begin = performance.now();
        let [frames, last, worst] = [0, begin, 0];
        const step = (now: number): void => {
          worst = Math.max(worst, now - last);
          scroller.scrollTop += (3 * (now - last)) | 0;
          last = now;
          frames += 1;
          if (now - begin < 3_000) requestAnimationFrame(step);
          else resolve({ frames, framesPerSecond: (frames * 1_000) / (now - begin), worst });
        };
        requestAnimationFrame(step);
      }),
  );
}
