import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";

test("the UI opens on the log of the project, and complies with its content security policy", async () => {
  const { page, projectId } = await openUi({
    seed: ({ ingest }) =>
      ingest([{ id: "a", type: "user_message", threadId: "t", name: "Ada", output: { content: "Hi" } }]),
  });
  await page.waitForURL(`**/projects/${projectId}/logs/threads*`);
  await expect.poll(() => page.locator("#root").innerText()).toContain("Thread");
  const [entry] = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((each): each is PerformanceResourceTiming => each instanceof PerformanceResourceTiming)
      .filter(({ name }) => /\/assets\/index-.*\.js$/u.test(name))
      .map(({ encodedBodySize, decodedBodySize }) => ({ sent: encodedBodySize, size: decodedBodySize })),
  );
  expect(entry?.size).toBeGreaterThan(100_000);
  expect(entry?.sent).toBeLessThan((entry?.size ?? 0) / 2);
});

test("by keyboard only, the commands open a page, and report missing results", async () => {
  const { page, projectId, goto } = await openUi({ path: null });
  await goto(`/projects/${projectId}/users`);
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  const commands = page.getByRole("dialog", { name: "Commands" });
  await page.keyboard.press("Control+k");
  const isFocused = () => commands.getByRole("combobox").evaluate((input) => input === document.activeElement);
  await expect.poll(isFocused).toBe(true);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await commands.waitFor({ state: "detached" });

  await page.keyboard.press("Control+k");
  await expect.poll(isFocused).toBe(true);
  await page.keyboard.type("datas");
  await expect
    .poll(() => commands.getByRole("option").allInnerTexts())
    .toEqual(["Datasets", "New dataset", "Search the input and output of threads for “datas”"]);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Datasets" }).waitFor();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("new dash");
  await expect.poll(() => commands.getByRole("option").first().innerText()).toBe("New dashboard");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "New dashboard" }).waitFor();
  await page.waitForURL(`**/projects/${projectId}/dashboard/list`);
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("new review");
  await expect.poll(() => commands.getByRole("option").first().innerText()).toBe("New review queue");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/review-queues/new`);

  await page.keyboard.press("Control+k");
  await expect.poll(isFocused).toBe(true);
  await page.keyboard.type("no such thing");
  await expect.poll(() => commands.innerText()).toContain("No results");
  await page.keyboard.press("Escape");
  await commands.waitFor({ state: "detached" });

  // Without a text, the recent pages come first, latest first.
  await page.keyboard.press("Control+k");
  const recent = commands.getByRole("group", { name: "Recent pages" }).getByRole("option");
  await expect
    .poll(async () => (await recent.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ")))
    .toEqual(["Dashboards Dashboard", "Datasets", "Users"]);
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/datasets`);
});
