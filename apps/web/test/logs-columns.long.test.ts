import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openLog, rows } from "./open-log.ts";

const head = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });
const heads = async (page: Page): Promise<string[]> =>
  (await page.getByRole("columnheader").allInnerTexts()).map((text) => text.trim()).filter((text) => text !== "");
const widthOf = async (page: Page, name: string): Promise<number> =>
  Math.round((await head(page, name).boundingBox())?.width ?? 0);
const edge = (page: Page, name: string) => page.getByRole("separator", { name: `Width of ${name}`, exact: true });

test("columns are resized by keyboard and pointer, and reset by a double click", async () => {
  const { page } = await openLog("logs/generations");
  await expectSoon(() => rows(page).count()).toBe(12);
  const initial = await widthOf(page, "Latency");
  await edge(page, "Latency").press("ArrowRight");
  await expectSoon(() => widthOf(page, "Latency")).toBe(initial + 16);
  const box = (await edge(page, "Latency").boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(box.x, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 4, { steps: 3 });
  await page.mouse.up();
  await expectSoon(() => widthOf(page, "Latency")).toBe(initial + 56);
  expect(new URL(page.url()).searchParams.get("order")).toBeNull();
  await expectAccessible(page);
  await page.reload();
  await expectSoon(() => widthOf(page, "Latency")).toBe(initial + 56);
  const cell = await rows(page).first().locator("[data-column=duration]").boundingBox();
  expect(Math.round(cell?.width ?? 0)).toBe(initial + 56);
  await edge(page, "Latency").dblclick();
  await expectSoon(() => widthOf(page, "Latency")).toBe(initial);
});

test("columns are reordered by pointer and keyboard, and a view keeps order and widths", async () => {
  const { page } = await openLog("logs/threads");
  await expectSoon(() => rows(page).count()).toBe(12);
  await head(page, "Cost").getByText("Cost").dragTo(head(page, "Created"));
  await expectSoon(() => heads(page).then((all) => all.slice(0, 3))).toEqual(["Name", "Cost", "Created"]);
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("button", { name: "Move Output up", exact: true }).press("Enter");
  await expectSoon(() => heads(page).then((all) => all.slice(0, 5))).toEqual([
    "Name",
    "Cost",
    "Created",
    "Output",
    "Input",
  ]);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  const initial = await widthOf(page, "Cost");
  await edge(page, "Cost").press("Shift+ArrowRight");
  const width = initial + 64;
  await expectSoon(() => widthOf(page, "Cost")).toBe(width);
  const order = await heads(page);
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByLabel("View name").fill("Costs");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("View name").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("button", { name: "Reset columns" }).click();
  await expectSoon(() => heads(page).then((all) => all[1])).toBe("Created");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Views: Costs (changed)", exact: true }).click();
  await page.getByRole("button", { name: "Costs Changed", exact: true }).click();
  await expectSoon(() => heads(page)).toEqual(order);
  await expectSoon(() => widthOf(page, "Cost")).toBe(width);
});

test("the first column stays while the others scroll", async () => {
  const columns = encodeURIComponent(
    JSON.stringify(["name", "createdAt", "input:600", "output:600", "id:300", "metadata"]),
  );
  const { page } = await openLog(`logs/threads?columns=${columns}`);
  await expectSoon(() => rows(page).count()).toBe(12);
  const list = page.locator('[data-scroll-restoration-id="log"]');
  const left = async (column: string) =>
    (await rows(page).first().locator(`[data-column=${column}]`).boundingBox())?.x ?? 0;
  const [name, created] = [await left("name"), await left("createdAt")];
  await list.evaluate((element) => element.scrollTo({ left: 400 }));
  await expectSoon(() => left("createdAt")).toBe(created - 400);
  expect(await left("name")).toBe(name);
});
