import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { chips, names, openLog, rows } from "./open-log.ts";

test("a query is typed with completion, searched, and divided into chips and text", async () => {
  const { page } = await openLog("logs/generations");
  await expectSoon(() => rows(page).count()).toBe(12);
  const box = page.getByRole("searchbox");
  await box.pressSequentially("mod");
  await page.getByRole("option", { name: "model:" }).waitFor();
  await expectAccessible(page);
  await box.press("ArrowDown");
  await box.press("Enter");
  expect(await box.inputValue()).toBe("model:");
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
});

test("alternatives stay text, in the URL, in figures and facets, and on the other tabs", async () => {
  const { page, goto } = await openLog("logs/threads");
  const query = 'name:"Question 1" OR name:"Question 7"';
  await goto(`logs/threads?query=${encodeURIComponent(query)}`);
  await expectSoon(() => names(page)).toEqual(["Question 7", "Question 1"]);
  const box = page.getByRole("searchbox");
  expect(await box.inputValue()).toBe(query);
  await box.press("Enter");
  await expectSoon(() => page.getByText("2 records").count()).toBe(1);
  expect(await chips(page)).toEqual([]);
  await page.getByRole("link", { name: "Steps", exact: true }).click();
  await expectSoon(() => page.getByRole("heading", { name: "No results" }).count()).toBe(1);
  expect(await box.inputValue()).toBe(query);
});

test("the box says what is wrong with a query, in the language of the reader", async () => {
  const { page, goto } = await openLog("logs/threads", { window: { locale: "de-DE" } });
  const box = page.getByRole("searchbox");
  await box.fill("latency:fast");
  await page.getByText("„latency“ ist eine Zahl: schreibe einen Wert wie 2s, 500ms, 1.5 statt „fast“.").waitFor();
  await expectSoon(() => rows(page).count()).toBe(12);
  await expectAccessible(page);
  await box.fill("latency:>1000h");
  await expectSoon(() => rows(page).count()).toBe(0);
  await goto("logs/threads?query=model%3A");
  await page.getByText("Schreibe einen Wert direkt hinter „model:“.").waitFor();
});
