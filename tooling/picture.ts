/** Takes the picture of the README: the demo's first thread in the UI, as shown by `pnpm start`. Needs chromium. */
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { findChromium } from "../apps/web/test/browser/find-chromium.ts";
import { root } from "./published-packages.ts";

interface Page {
  goto(url: string): Promise<unknown>;
  getByText(text: string): { first(): { waitFor(): Promise<void> } };
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
  await page.goto(url);
  await page.getByText("Parcel on its way?").first().waitFor();
  // Selects the model output in the tree.
  for (const key of ["2", "j", "j", "j", "j", "j"]) await page.keyboard.press(key);
  // Waits for media and late parts.
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(root, "docs/thread.png") });
  await browser.close();
} finally {
  start.kill("SIGINT");
  await rm(folder, { recursive: true, force: true });
}
