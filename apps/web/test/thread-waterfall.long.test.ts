import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { openThread } from "./open-thread.ts";

const begin = Date.UTC(2026, 2, 4, 12);
const at = (seconds: number): string => new Date(begin + seconds * 1_000).toISOString();

test("the critical path highlights the steps that the end of the thread waited for, also after a reload", async () => {
  const { page } = await openThread("?view=waterfall");
  const bar = (name: string) =>
    page
      .getByRole("treeitem")
      .filter({ has: page.locator("[data-name]", { hasText: new RegExp(`^${name}$`) }) })
      .locator("[data-kind]")
      .last();
  await bar("plan").waitFor();
  expect(await bar("plan").getAttribute("data-critical")).toBeNull();
  await page.getByRole("button", { name: "Critical path" }).click();
  for (const name of ["support-agent", "plan", "look_up", "notify"])
    await expect.poll(() => bar(name).getAttribute("data-critical")).toBe("true");
  expect(await bar("Ada").getAttribute("data-critical")).toBe("false");
  await expectAccessible(page);
  await page.reload();
  await expect.poll(() => bar("plan").getAttribute("data-critical")).toBe("true");
});

test("the overview of a long waterfall scrolls to a row, and selects a time range", async () => {
  const count = 400;
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: ({ ingest }) =>
      ingest(
        Array.from({ length: count }, (_, step) => ({
          id: `step-${step}`,
          threadId: "long",
          type: step % 3 === 0 ? "llm" : "tool",
          name: `step ${step}`,
          startTime: at(step),
          endTime: at(step + 1),
          ...(step === 300 && { error: "No connection" }),
        })),
      ),
  });
  await goto(`/projects/${projectId}/logs/threads/long?view=waterfall&currentStepId=`);
  const strip = page.getByTitle("Click to scroll, drag to zoom");
  await strip.waitFor();
  expect(await strip.locator("path").count()).toBe(3);
  const box = (await strip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.75);
  await page.getByText("step 300", { exact: true }).waitFor();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.75, box.y + 10, { steps: 4 });
  await page.mouse.up();
  const tick = (place: string) => page.locator(`[data-at="${place}"]`).innerText();
  await expect.poll(() => tick("0")).toBe("3m 20s");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Reset zoom" }).click();
  await expect.poll(() => tick("1")).toBe("6m 40s");
});
