import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

const [runs, stepsOfRun] = [50, 99];
const count = runs * (stepsOfRun + 1);
const begin = Date.UTC(2026, 2, 4, 12);
/**
 * Maximum number of DOM elements. The visible rows of any view need fewer; all rows of the thread would need many more.
 */
const maxNodes = 3_000;

function stepsOf(run: number): Readonly<Record<string, unknown>>[] {
  const at = (index: number): string => new Date(begin + run * 1_000_000 + index * 1_000).toISOString();
  const shared = { threadId: "large", startTime: at(0) };
  const inRun = { ...shared, parentId: `run-${run}`, rootRunId: `run-${run}` };
  return [
    { ...shared, id: `run-${run}`, type: "run", name: `run ${run}`, endTime: at(stepsOfRun + 1) },
    ...Array.from({ length: stepsOfRun }, (_, index) => ({
      ...inRun,
      id: `step-${run}-${index}`,
      type: index % 3 === 0 ? "llm" : "tool",
      name: `step ${run}.${index}`,
      startTime: at(index + 1),
      endTime: at(index + 2),
      input: { question: `What is ${index}? `.repeat(20) },
      output: { answer: `It is ${index}. `.repeat(20) },
    })),
  ];
}

const nodes = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll("*").length);

test("a thread of 5,000 steps has few elements in every view, scrolls to its end, and is navigated by keyboard", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ ingest }) => {
      for (let run = 0; run < runs; run += 1) {
        // oxlint-disable-next-line no-await-in-loop -- the size of a document is limited
        await ingest(stepsOf(run));
      }
    },
  });
  const last = `step ${runs - 1}.${stepsOfRun - 1}`;
  for (const view of ["tree", "waterfall", "transcript", "chat"]) {
    await goto(`/projects/${projectId}/logs/threads/large?view=${view}`);
    const list = page.locator("[data-rows]");
    await list.waitFor();
    const rows = Number(await list.getAttribute("data-rows"));
    expect({ view, rows: view === "chat" || rows === count }).toEqual({ view, rows: true });
    expect({ view, isFew: (await nodes(page)) < maxNodes }).toEqual({ view, isFew: true });
    // Cards are measured when they appear, which moves the end of the list.
    const shown = list.getByText(view === "chat" ? /\d/ : last, { exact: view !== "chat" }).first();
    await expectSoon(async () => {
      await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return shown.isVisible();
    }).toBe(true);
    expect({ view, isFew: (await nodes(page)) < maxNodes }).toEqual({ view, isFew: true });
  }

  await goto(`/projects/${projectId}/logs/threads/large?view=tree`);
  const tree = page.getByRole("tree");
  const selected = tree.locator('[aria-selected="true"]');
  await tree.focus();
  await page.keyboard.press("End");
  await expectSoon(() => selected.innerText()).toContain(last);
  await page.keyboard.press("ArrowUp");
  await expectSoon(() => selected.innerText()).toContain(`step ${runs - 1}.${stepsOfRun - 2}`);
  await page.keyboard.press("Home");
  await expectSoon(() => selected.innerText()).toContain("run 0");
  for (let press = 0; press < 60; press += 1) await page.keyboard.press("j");
  await expectSoon(() => selected.innerText()).toContain("step 0.59");
  expect(await selected.isVisible()).toBe(true);
  expect(await nodes(page)).toBeLessThan(maxNodes);
  await page.getByRole("button", { name: "Collapse all" }).click();
  await expectSoon(() => tree.getAttribute("data-rows")).toBe(String(runs));
  await page.getByRole("button", { name: "Expand all" }).click();
  await expectSoon(() => tree.getAttribute("data-rows")).toBe(String(count));
  expect(await nodes(page)).toBeLessThan(maxNodes);
});
