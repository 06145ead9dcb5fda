import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, listen } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { builtUi } from "./built-ui.ts";
import { expectSoon } from "./expect-soon.ts";
import { openUi } from "./open-ui.ts";

/** Copies the built UI. Renames its entry and its prompts page, so that it looks like another build. */
async function otherBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-upgraded-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(await builtUi(), folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const assets = join(folder, "assets");
  const parts = (await readdir(assets)).filter((name) => /^(index|prompts-page)-/.test(name));
  const renamed = new Map(parts.map((name) => [name, name.replace("-", "-new")]));
  await Promise.all([...renamed].map(([name, other]) => rename(join(assets, name), join(assets, other))));
  const texts = (await readdir(folder, { recursive: true })).filter((name) => /\.(html|js)$/.test(name));
  await Promise.all(
    texts.map(async (name) => {
      let text = await readFile(join(folder, name), "utf8");
      for (const [before, after] of renamed) text = text.replaceAll(before, after);
      await writeFile(join(folder, name), text);
    }),
  );
  return folder;
}

test("a page that was open during an upgrade continues with the new build", async () => {
  const { page, projectId, goto, url, faults } = await openUi({ path: null });
  const upgraded = createServer({ noLogin: true, webDir: await otherBuild() });
  const listener = await listen(upgraded, { port: 0, closeTimeout: 1_000 });
  onTestFinished(async () => {
    // Leaves the page, which ends its requests to preload chunks.
    await page.goto("about:blank");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await listener.close();
    await upgraded.close();
  });
  const entry = (): Promise<string | null> => page.locator('script[type="module"]').getAttribute("src");

  await goto(`/projects/${projectId}/settings/appearance`);
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  expect(await entry()).toMatch(/assets\/index-(?!new)/);
  await page.route(
    (asked) => asked.origin === url && !asked.pathname.startsWith("/api/"),
    async (route) => {
      const response = await route.fetch({ url: route.request().url().replace(url, listener.url) });
      await route.fulfill({ response });
    },
  );
  await page.getByRole("link", { name: "Prompts" }).click();
  await page.getByRole("heading", { level: 1, name: "Prompts" }).waitFor();
  expect(await entry()).toContain("assets/index-new");
  // The browser logs the expected missing chunks as errors.
  faults.splice(0, Infinity, ...faults.filter(({ kind }) => kind !== "console error"));
});

test("a page reports a part that cannot be loaded, and continues once the service is back", async () => {
  const { page, projectId, goto, faults } = await openUi({ path: null });
  await goto(`/projects/${projectId}/settings/appearance`);
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await page.context().setOffline(true);
  const link = page.getByRole("link", { name: "Prompts" });
  // Hovering preloads the page's code, so the click is the second attempt.
  await Promise.all([page.waitForEvent("requestfailed"), link.hover()]);
  await link.click();
  await expectSoon(() => page.getByRole("alert").innerText()).toContain("Part of this page could not be loaded");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Prompts" }).waitFor();
  faults.splice(0, Infinity, ...faults.filter(({ kind }) => kind !== "console error"));
});
