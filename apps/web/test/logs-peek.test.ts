import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus, expectFocusWithin } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { names, openLog, rows } from "./open-log.ts";

const panel = (page: Page) => page.locator("[data-side-panel]");
const parameter = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);

test("a thread opens beside the list, the keys go on, and Escape returns to its row", async () => {
  const { page, projectId } = await openLog("logs/threads");
  await expectSoon(() => rows(page).count()).toBe(12);
  const [first = "", second = "", third = ""] = await names(page);
  await rows(page).first().locator("[data-column=createdAt]").click();
  await panel(page).getByRole("heading", { name: first, exact: true }).waitFor();
  await panel(page).getByText("Ask 11", { exact: true }).first().waitFor();
  expect(parameter(page, "peek")).toBe("thread-11");
  // The list keeps room for what identifies its records, and for their input.
  const facets = page.getByRole("complementary", { name: "Facets", exact: true });
  await facets.waitFor({ state: "detached" });
  expect(await rows(page).first().locator("[data-column=input]").isVisible()).toBe(true);
  await expectAccessible(page);
  // The row has the focus, so arrows go on.
  await page.keyboard.press("ArrowDown");
  await panel(page).getByRole("heading", { name: second, exact: true }).waitFor();
  await page.keyboard.press("j");
  await panel(page).getByRole("heading", { name: third, exact: true }).waitFor();
  await panel(page).getByText("Ask 9", { exact: true }).first().waitFor();
  expect(await rows(page).nth(2).getAttribute("aria-current")).toBe("true");
  // The keys work from the panel, too, and leave the focus there.
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
  await page.getByText("1 of 12", { exact: true }).waitFor();
  await page.goBack();
  await panel(page).getByRole("heading", { name: first, exact: true }).waitFor();
});

test("a step opens in its thread or run, and a link shows a record that the list has not loaded", async () => {
  const { page, goto, ingest, projectId } = await openLog("logs/generations", { count: 60 });
  await ingest([
    { id: "lone", type: "run", name: "Lone run" },
    {
      id: "lone-call",
      type: "llm",
      name: "Lone call",
      parentId: "lone",
      rootRunId: "lone",
      generation: { model: "m" },
    },
  ]);
  await goto("logs/generations");
  await rows(page).first().locator("[data-column=createdAt]").click();
  await expectSoon(() => parameter(page, "currentStepId")).toBe("lone-call");
  await panel(page).getByRole("heading", { name: "Lone call" }).first().waitFor();
  await panel(page).getByRole("link", { name: "Open page" }).click();
  await page.waitForURL(`**/projects/${projectId}/logs/steps/lone?currentStepId=lone-call`);
  await goto("logs/generations?peek=thread-0-llm&currentStepId=thread-0-llm");
  await panel(page).getByText("Answer 0", { exact: true }).first().waitFor();
  expect(await rows(page).locator("[aria-current]").count()).toBe(0);
  await goto("logs/scores?peek=none");
  await panel(page).getByText("Record not found").waitFor();
});

test("a thread is deleted from the panel, and the filtered list stays", async () => {
  const { page } = await openLog("logs/threads?query=tag:vip&peek=thread-4");
  await expectSoon(() => rows(page).count()).toBe(6);
  await panel(page).getByText("Ask 4", { exact: true }).first().waitFor();
  await panel(page).getByRole("button", { name: "More actions", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Delete thread" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete thread" });
  // The keys of the list do not apply in a dialog.
  await expectFocusWithin(dialog);
  await page.keyboard.press("j");
  expect(parameter(page, "peek")).toBe("thread-4");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await panel(page).waitFor({ state: "detached" });
  await expectSoon(() => rows(page).count()).toBe(5);
  expect([parameter(page, "peek"), parameter(page, "query")]).toEqual([null, "tag:vip"]);
});

test("the panel is resized by keyboard and pointer, and its width is remembered", async () => {
  const { page } = await openLog("logs/threads?peek=thread-3");
  const edge = panel(page).getByRole("separator", { name: "Panel width", exact: true });
  await edge.waitFor();
  const width = async (): Promise<number> => Math.round((await panel(page).boundingBox())?.width ?? 0);
  const initial = await width();
  await edge.press("ArrowLeft");
  await expectSoon(width).toBe(initial + 16);
  const box = (await edge.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.move(box.x, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, box.y + 200, { steps: 3 });
  await page.mouse.up();
  await expectSoon(width).toBe(initial - 84);
  await page.reload();
  await edge.waitFor();
  expect(await width()).toBe(initial - 84);
  // What identifies the records stays beside it.
  expect(await rows(page).first().locator("[data-column=createdAt]").isVisible()).toBe(true);
});

test("on a narrow screen the panel covers the list, and returns the focus", async () => {
  const { page } = await openLog("logs/threads", { window: { viewport: { width: 390, height: 800 } } });
  await rows(page).nth(1).locator("[data-column=createdAt]").click();
  const covering = page.getByRole("dialog", { name: "Question 10" });
  await covering.getByText("Ask 10", { exact: true }).first().waitFor();
  await expectFocusWithin(covering);
  expect((await covering.boundingBox())?.width).toBe(390);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await covering.waitFor({ state: "detached" });
  await expectFocus(rows(page).nth(1));
});
