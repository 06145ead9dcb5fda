import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openComparison, rows, row } from "./open-comparison.ts";

test("two selected threads are compared step by step, and the URL opens the same comparison", async () => {
  const { page, goto, projectId } = await openComparison();
  await goto(`/projects/${projectId}/logs/threads`);
  const boxes = page.getByRole("grid").getByRole("checkbox");
  await boxes.nth(1).check();
  expect(await page.getByRole("link", { name: "Compare", exact: true }).count()).toBe(0);
  await boxes.nth(2).check();
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await expect.poll(() => rows(page).count()).toBe(5);
  const search = new URL(page.url()).searchParams;
  expect([search.get("before"), search.get("after")]).toEqual(["monday", "tuesday"]);
  await expect.poll(() => row(page, "send_mail").innerText()).toContain("Removed");
  await expect.poll(() => row(page, "check_stock").innerText()).toContain("Added");
  await expect.poll(() => row(page, "answer").innerText()).toMatch(/Output[^]*\+400[^]*\+4 s/);
  await page.getByText("Steps: 3 matched, 1 removed, 1 added").waitFor();
  await expect
    .poll(() => page.getByRole("region", { name: "Totals" }).innerText())
    .toMatch(/520\s+[^]*920\s+[^]*\+400/);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Show only differences" }).click();
  // The root step is the same, but is shown because its children differ.
  await expect.poll(() => rows(page).count()).toBe(4);
  await page.getByRole("listbox").focus();
  await page.keyboard.press("End");
  const diff = page.getByRole("region", { name: "Differences between answer and answer" });
  await expect.poll(() => diff.locator("del").innerText()).toBe("Thursday");
  await expect.poll(() => diff.locator("ins").innerText()).toBe("Friday");
  expect(await diff.innerText()).not.toContain("Line 5");
  await expectAccessible(page);
  await page.reload();
  await diff.getByRole("button", { name: "17 unchanged lines" }).click();
  await expect.poll(() => diff.innerText()).toContain("Line 5");
  await expect.poll(() => rows(page).count()).toBe(4);
});

test("between different agents no difference is better or worse, and an empty side says why", async () => {
  const run = { type: "run", startTime: "2026-03-04T12:00:00.000Z", input: "A-1042" };
  const { page, goto, projectId } = await openComparison({
    seed: ({ ingest }) =>
      ingest([
        { ...run, id: "a", threadId: "a", name: "planner", endTime: "2026-03-04T12:00:09.000Z", error: "No plan" },
        { ...run, id: "b", threadId: "b", name: "support", endTime: "2026-03-04T12:00:02.000Z", output: "Thursday" },
      ]),
  });
  await goto(`/projects/${projectId}/logs/compare?before=a&after=b`);
  await expect.poll(() => row(page, "planner").innerText()).toContain("−7 s");
  expect(await page.locator("[data-tone=better], [data-tone=worse]").count()).toBe(0);
  await page.getByText("Before: No output (failed)").waitFor();
  await expectAccessible(page);
});

test("a pair opens at the content that differs", async () => {
  const run = { type: "run", startTime: "2026-03-04T12:00:00.000Z", name: "search_hotels" };
  const { page, goto, projectId } = await openComparison({
    seed: ({ ingest }) =>
      ingest([
        { ...run, id: "a", threadId: "a", input: "Cologne", output: "Three hotels" },
        { ...run, id: "b", threadId: "b", input: "Bonn", output: "Three hotels" },
      ]),
  });
  await goto(`/projects/${projectId}/logs/compare?before=a&after=b`);
  const diff = page.getByRole("region", { name: "Differences between search_hotels and search_hotels" });
  await expect.poll(() => diff.locator("del").innerText()).toBe("Cologne");
  const part = (name: string) =>
    page.getByRole("group", { name: "Compared content" }).getByRole("button", { name, exact: true });
  expect(await part("Input").getAttribute("aria-pressed")).toBe("true");
  // The other content stays open if the user selects it.
  await part("Output").click();
  await expect.poll(() => part("Output").getAttribute("aria-pressed")).toBe("true");
  await row(page, "search_hotels").click();
  await expect.poll(() => part("Input").getAttribute("aria-pressed")).toBe("true");
});
