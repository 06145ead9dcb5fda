/**
 * Takes the pictures in the documentation. They show pages of the UI with the demo that `pnpm start` records. Needs
 * chromium.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { historyId } from "../apps/demo/src/history/history-id.ts";
import { findChromium } from "../apps/web/test/browser/find-chromium.ts";
import { root } from "./published-packages.ts";

interface Page {
  goto(url: string): Promise<unknown>;
  getByText(text: string): { first(): { waitFor(): Promise<void> } };
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  waitForTimeout(ms: number): Promise<void>;
  readonly keyboard: { press(key: string): Promise<void> };
  screenshot(options: { readonly path: string }): Promise<unknown>;
}

const { chromium } = createRequire(join(root, "apps/web/package.json"))("playwright-core") as {
  chromium: {
    launch(options: object): Promise<{ newPage(options: object): Promise<Page>; close(): Promise<void> }>;
  };
};
const folder = await mkdtemp(join(tmpdir(), "threadline-picture-"));
const start = spawn(
  process.execPath,
  ["--conditions=@threadline/source", join(root, "apps/demo/src/start.ts"), "--port", "4790", "--data-dir", folder],
  { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
);
try {
  let printed = "";
  for await (const chunk of start.stdout) {
    printed += String(chunk);
    if (printed.includes("Serving until")) break;
  }
  const url = /See it\s+(\S+)/.exec(printed)?.[1];
  if (url === undefined) throw new Error(`The demo printed no address:\n${printed}`);
  const browser = await chromium.launch({
    ...findChromium(),
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 760 }, colorScheme: "light" });
  const project = url.slice(0, url.indexOf("/logs/"));
  await page.goto(`${project}/logs/threads/${historyId(0, "travel/94")}`);
  await page.getByText("Weekend in Oslo").first().waitFor();
  // Selects the last output of a model in the first run of the tree.
  await page.keyboard.press("2");
  for (let row = 0; row < 12; row++) await page.keyboard.press("j");
  const take = async (name: string): Promise<void> => {
    // Waits until media, and parts of the page that load late, are visible.
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(root, `docs/${name}.png`) });
  };
  await take("thread");
  await page.setViewportSize({ width: 1440, height: 660 });
  await page.goto(`${project}/dashboard`);
  await page.getByText("Time to first token").first().waitFor();
  await take("dashboard");
  const [before, after] = ["2.3.1", "2.4.0"].map((release) => historyId(0, `trip-requests/travel-planner ${release}`));
  await page.setViewportSize({ width: 1440, height: 760 });
  await page.goto(`${project}/experiments/compare?ids=${before},${after}&regressions=true`);
  await page.getByText("travel-planner 2.4.0").first().waitFor();
  await take("comparison");
  await browser.close();
} finally {
  start.kill("SIGINT");
  await rm(folder, { recursive: true, force: true });
}
