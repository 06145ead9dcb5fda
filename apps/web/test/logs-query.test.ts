import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { chips, openLog, rows } from "./open-log.ts";
import { openThread } from "./open-thread.ts";

test("a query is typed with completion, searched, and divided into chips and text", async () => {
  const { page } = await openLog("logs/generations");
  await expectSoon(() => rows(page).count()).toBe(12);
  const box = page.getByRole("searchbox");
  // On German keyboards, the slash is Shift and 7.
  await page.locator("body").dispatchEvent("keydown", { key: "/", code: "Digit7", shiftKey: true, bubbles: true });
  await expectFocus(box);
  await box.blur();
  await page.keyboard.press("/");
  await expectFocus(box);
  // The rows are not marked as those of another search while a condition is incomplete.
  await box.fill("model:");
  await page.getByRole("option", { name: "mistral-large" }).waitFor();
  expect(await rows(page).count()).toBe(12);
  expect(await page.locator('[data-stale]:has([role="rowgroup"])').count()).toBe(0);
  await box.fill("");
  await page.keyboard.type("mod");
  await page.getByRole("option", { name: "model:" }).waitFor();
  await expectAccessible(page);
  await box.press("ArrowDown");
  await box.press("Enter");
  expect(await box.inputValue()).toBe("model:");
  // A text that is being completed is not reported as invalid.
  await page.getByRole("option", { name: "mistral-large" }).waitFor();
  await expectAccessible(page);
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.clock.install();
  await box.press("Escape");
  await page.getByRole("option", { name: "mistral-large" }).waitFor({ state: "detached" });
  // The pause after which the text is searched.
  await page.clock.runFor(3_000);
  await page.clock.resume();
  expect(await page.getByRole("alert").count()).toBe(0);
  // Only a query that is submitted is reported as unfinished.
  await box.press("Enter");
  await page.getByRole("alert").getByText("Write a value directly after").waitFor();
  await box.press("Backspace");
  await box.press(":");
  await page.getByRole("option", { name: "mistral-large" }).click();
  expect(await box.inputValue()).toBe("model:mistral-large ");
  await expectSoon(() => rows(page).count()).toBe(6);
  expect(new URL(page.url()).searchParams.get("query")).toBe("model:mistral-large");
  await box.press("Enter");
  await expectSoon(() => chips(page)).toEqual(["Model is mistral-large"]);
  expect(await box.inputValue()).toBe("");
  expect(new URL(page.url()).searchParams.get("query")).toBeNull();
  await page.getByRole("button", { name: "Edit as text", exact: true }).click();
  await expectSoon(() => box.inputValue()).toBe("model:mistral-large");
  expect(await chips(page)).toEqual([]);
  await expectSoon(() => rows(page).count()).toBe(6);
  // A new filter starts with the choice of its field.
  await page.getByRole("button", { name: "Add filter", exact: true }).click();
  await expectFocus(page.getByRole("dialog").getByRole("combobox", { name: "Field", exact: true }));
});

test("typing on the field of a new filter searches the fields for the whole text", async () => {
  const { page } = await openLog("logs/threads");
  await page.getByRole("button", { name: "Add filter", exact: true }).click();
  const field = page.getByRole("dialog").getByRole("combobox", { name: "Field", exact: true });
  await expectFocus(field);
  await page.keyboard.type("turns");
  const search = page.locator("[data-open]").getByPlaceholder("Search", { exact: true });
  await expectSoon(() => search.inputValue()).toBe("turns");
  const found = page.locator("[data-open]").getByRole("listbox").getByRole("option");
  await expectSoon(() => found.allInnerTexts()).toEqual(["Number of turns"]);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expectSoon(() => field.innerText()).toBe("Number of turns");
  // The same when the list is opened again.
  await field.focus();
  await page.keyboard.type("environ");
  await expectSoon(() => search.inputValue()).toBe("environ");
  await expectSoon(() => found.allInnerTexts()).toEqual(["Environment"]);
});

test("the names of tools are completed, and a name without results offers a search for a part", async () => {
  const { page } = await openThread("", { path: null });
  await page.getByRole("complementary", { name: "Step" }).waitFor();
  await page.goto(page.url().replace(/threads\/.*/u, "threads"));
  const box = page.getByRole("searchbox");
  await box.fill("tool:look");
  await box.press("End");
  await page.getByRole("option", { name: "look_up" }).waitFor();
  expect(await page.locator("[id$=-offers]").getByRole("option").allInnerTexts()).toEqual(["look_up"]);
  await box.press("Escape");
  await page.getByText("tool:look finds only the whole name.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Search for tool:*look*", exact: true }).click();
  await page.getByRole("grid").getByRole("link", { name: "support" }).waitFor();
  expect(new URL(page.url()).searchParams.get("query")).toBe("tool:*look*");
});

test("a filter on a number proposes a minimum, and says how to write OR", async () => {
  const { page } = await openLog("logs/threads");
  await page.getByRole("button", { name: "Add filter", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const condition = dialog.getByRole("combobox", { name: "Condition", exact: true });
  await choose(dialog.getByLabel("Field", { exact: true }), "Environment");
  await expectSoon(() => condition.innerText()).toBe("is");
  await choose(dialog.getByLabel("Field", { exact: true }), "Number of errors");
  await expectSoon(() => condition.innerText()).toBe("≥");
  await dialog.getByText("errors:>1 OR tools:>6").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Value", { exact: true }).fill("1");
  await dialog.getByRole("button", { name: "Apply", exact: true }).click();
  await expectSoon(() => chips(page)).toEqual(["Number of errors ≥ 1"]);
  await page.getByRole("searchbox").fill("tool");
  const offers = page.locator("[id$=-offers]").getByRole("option");
  await expectSoon(() => offers.allTextContents()).toEqual(["tools:Number of tool calls", "tool:Tool, by name"]);
});
