import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { inspector, openThread, tree } from "./open-thread.ts";

const row = (page: Page, name: string) =>
  tree(page)
    .getByRole("treeitem")
    .filter({ has: page.locator("[data-name]", { hasText: new RegExp(`^${name}$`) }) });
const current = (page: Page): string | null => new URL(page.url()).searchParams.get("currentStepId");

test("rows preview messages and arguments, and have bars relative to the largest figure", async () => {
  const { page } = await openThread("?view=tree");
  await expect.poll(() => row(page, "look_up").innerText()).toContain("A-1042");
  await expect.poll(() => row(page, "Assistant").innerText()).toContain("It arrives on");
  const widths = (name: string) =>
    row(page, name)
      .locator("[data-share]")
      .evaluateAll((bars) => bars.map((bar) => Math.round(Number.parseFloat((bar as HTMLElement).style.width))));
  await expect.poll(() => widths("support-agent")).toEqual([100, 100, 100]);
  await expect.poll(() => widths("look_up")).toEqual([13]);
  const duration = (name: string) => row(page, name).locator("[title*='duration']");
  expect(await duration("plan").innerText()).toBe("1.2 sec · 31%");
  expect(await duration("plan").getAttribute("title")).toBe("31% of support-agent’s duration");
  expect(await duration("support-agent").getAttribute("title")).toBe("98% of the thread’s duration");
  await row(page, "plan").click();
  await expectSoon(() => inspector(page).innerText()).toContain("1.2 sec · 31%");
  await expectAccessible(page);
});

test("the panel of a step does not scroll, only its content does", async () => {
  const { page } = await openThread("?view=tree&currentStepId=plan");
  await inspector(page).getByRole("heading", { name: "plan" }).waitFor();
  const overflowOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).overflowY);
  expect(await overflowOf("#inspector > div")).toBe("hidden");
  expect(await overflowOf("#inspector [data-step]")).toBe("auto");
});

test("a long name of a score is truncated, its value is visible, and scores that do not fit are counted", async () => {
  const { page, graphql, goto, projectId } = await openThread("", { path: null });
  await graphql(`
    mutation {
      a: createScore(stepId: "plan", name: "cites-all-of-its-sources-in-full", type: HUMAN, value: 0.25) {
        id
      }
      b: createScore(stepId: "plan", name: "answers-every-question", type: HUMAN, value: 0.75) {
        id
      }
    }
  `);
  for (const view of ["tree", "waterfall"]) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await goto(`/projects/${projectId}/logs/threads/support?view=${view}`);
    const label = row(page, "plan").locator("span").first();
    for (const text of ["0.25", "+1"]) {
      const shown = row(page, "plan").getByText(text, { exact: true });
      // oxlint-disable-next-line no-await-in-loop -- one text after the other
      await expectSoon(() => shown.count()).toBe(1);
      // oxlint-disable-next-line no-await-in-loop -- one text after the other
      const [outer, inner] = [await label.boundingBox(), await shown.boundingBox()];
      expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
    }
  }
});

test("the tree is limited to types of steps, and keys jump to the next error, slowest and most expensive step", async () => {
  const { page } = await openThread("?view=tree");
  await expect.poll(() => tree(page).getByRole("treeitem").count()).toBe(6);
  for (const [key, step] of [
    ["e", "failed"],
    ["s", "agent"],
    ["s", "plan"],
    ["s", "tool"],
    ["c", "plan"],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => current(page)).toBe(step);
  }
  await page.getByRole("button", { name: "Next error (E)" }).click();
  await expect.poll(() => current(page)).toBe("failed");
  const types = page.getByLabel("Types", { exact: true });
  await types.click();
  await page.getByRole("option", { name: "tool", exact: true }).click();
  await page.waitForURL("**types=tool**");
  await page.keyboard.press("Escape");
  await expect.poll(() => tree(page).getByRole("treeitem").allInnerTexts()).toHaveLength(2);
  await expectAccessible(page);
  await page.reload();
  await expect.poll(() => tree(page).getByRole("treeitem").count()).toBe(2);
  await page.getByRole("button", { name: "Waterfall" }).click();
  await expect.poll(() => page.getByRole("tree").getByRole("treeitem").count()).toBe(2);
});

test("keys that are pressed before the page shows the previous selection are all applied", async () => {
  const { page } = await openThread("?view=tree&currentStepId=");
  await expect.poll(() => tree(page).getByRole("treeitem").count()).toBe(6);
  const press = (keys: readonly string[]) =>
    page.evaluate((pressed) => {
      for (const key of pressed) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }, keys);
  await press(["j", "j", "j", "j", "k"]);
  const selected = () =>
    tree(page)
      .getByRole("treeitem")
      .evaluateAll((rows) => rows.findIndex((each) => each.ariaSelected === "true"));
  await expect.poll(selected).toBe(2);
});

test("the widths of the name column and of the step panel are remembered", async () => {
  const { page } = await openThread("?view=tree");
  const nameWidth = () =>
    row(page, "look_up")
      .locator("span")
      .first()
      .evaluate((label) => Math.round(label.getBoundingClientRect().width));
  const before = await nameWidth();
  for (const name of ["Column width", "Step panel width"]) {
    const separator = page.getByRole("separator", { name });
    const position = () => separator.getAttribute("aria-valuenow");
    await separator.focus();
    for (let press = 0; press < 3; press += 1) {
      const start = await position();
      await page.keyboard.press("ArrowLeft");
      await expect.poll(position).not.toBe(start);
    }
  }
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const after = await nameWidth();
  expect(after).toBeLessThan(before - 20);
  await page.reload();
  await expect.poll(nameWidth).toBe(after);
  await page.getByRole("button", { name: "Waterfall" }).click();
  await page.getByRole("separator", { name: "Column width" }).focus();
  const waterfall = await nameWidth();
  await page.keyboard.press("ArrowRight");
  await expect.poll(nameWidth).toBeGreaterThan(waterfall);
});

test("a selected row is shown before its step", async () => {
  const { page } = await openThread("?view=tree");
  // Both steps are loaded before, so that neither has to be requested.
  for (const [name, id] of [
    ["plan", "plan"],
    ["look_up", "tool"],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await row(page, name).click();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await page.locator(`[data-step="${id}"]`).waitFor();
  }
  await page.evaluate(() => {
    const seen: unknown[] = [];
    Object.assign(globalThis, { seen });
    const note = () => seen.push(document.querySelector("[data-step]")?.getAttribute("data-step"));
    const selected = document.querySelector('[role="treeitem"][aria-selected="true"]') ?? document.body;
    new MutationObserver(note).observe(selected, { attributeFilter: ["aria-selected"] });
  });
  await row(page, "plan").click();
  await page.locator('[data-step="plan"]').waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as { seen: unknown[] }).seen)).toEqual(["tool"]);
});
