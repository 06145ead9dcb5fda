import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { names, openLog, rows } from "./open-log.ts";
import { panel, parameter } from "./side-panel.ts";

test("a thread opens beside the list, the keys of the list still work, and Escape returns to its row", async () => {
  const { page, projectId } = await openLog("logs/threads");
  await expectSoon(() => rows(page).count()).toBe(12);
  const [first = "", second = "", third = ""] = await names(page);
  await rows(page).first().locator("[data-column=createdAt]").click();
  await panel(page).getByRole("heading", { name: first, exact: true }).waitFor();
  await panel(page).getByText("Ask 11", { exact: true }).first().waitFor();
  expect(parameter(page, "peek")).toBe("thread-11");
  // The position and the keys are visible.
  await panel(page).getByText("1 of 12", { exact: true }).waitFor();
  await panel(page).getByText("J", { exact: true }).waitFor();
  // The list has space for the columns that identify records, and for the input.
  const facets = page.getByRole("complementary", { name: "Facets", exact: true });
  await facets.waitFor({ state: "detached" });
  expect(await rows(page).first().locator("[data-column=input]").isVisible()).toBe(true);
  await expectAccessible(page);
  // The row still has the focus, so an arrow key selects the next row.
  await page.keyboard.press("ArrowDown");
  await panel(page).getByRole("heading", { name: second, exact: true }).waitFor();
  await page.keyboard.press("j");
  await panel(page).getByRole("heading", { name: third, exact: true }).waitFor();
  await panel(page).getByText("Ask 9", { exact: true }).first().waitFor();
  expect(await rows(page).nth(2).getAttribute("aria-current")).toBe("true");
  // The keys also work in the panel, which keeps the focus.
  const previous = panel(page).getByRole("button", { name: /^Previous record/ });
  await previous.focus();
  await page.keyboard.press("k");
  await panel(page).getByRole("heading", { name: second, exact: true }).waitFor();
  await expectFocus(previous);
  await previous.press("Enter");
  await panel(page).getByRole("heading", { name: first, exact: true }).waitFor();
  await expectSoon(() => previous.isDisabled()).toBe(true);
  await panel(page).getByRole("button", { name: "Tree", exact: true }).click();
  await expectSoon(() => parameter(page, "view")).toBe("tree");
  await page.reload();
  await panel(page).getByRole("heading", { name: first, exact: true }).waitFor();
  await panel(page).getByRole("button", { name: "Tree", exact: true, pressed: true }).waitFor();
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "detached" });
  await expectFocus(rows(page).first());
  await facets.waitFor();
  expect([parameter(page, "peek"), parameter(page, "view")]).toEqual([null, null]);

  await page.keyboard.press("Enter");
  await panel(page).getByRole("heading", { name: first, exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/threads/thread-11`);
  await panel(page).waitFor({ state: "detached" });
  await page.getByText("1 of 12", { exact: true }).waitFor();
  await page.goBack();
  await panel(page).getByRole("heading", { name: first, exact: true }).waitFor();
});

test("a record shows the same position and total in the side panel and on its own page", async () => {
  const { page } = await openLog("logs/threads", { count: 60 });
  await page.getByText("60 records", { exact: true }).waitFor();
  await rows(page).nth(1).locator("[data-column=createdAt]").click();
  await panel(page).getByText("2 of 60", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await panel(page).waitFor({ state: "detached" });
  await expectSoon(() => page.getByText("2 of 60", { exact: true }).count()).toBe(1);
});
