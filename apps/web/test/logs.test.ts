import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openLog, rows, names, chips } from "./open-log.ts";

test("each list shows its records, and filters carry over to the next list", async () => {
  const { page } = await openLog("logs/threads");
  await expectSoon(() => rows(page).count()).toBe(12);
  await expectSoon(() => names(page).then(([first]) => first)).toBe("Question 11");
  await expectAccessible(page);
  await page.getByRole("complementary", { name: "Facets" }).getByRole("button", { name: /^ada / }).click();
  await expectSoon(() => rows(page).count()).toBe(6);
  await page.getByRole("link", { name: "Generations" }).click();
  await expectSoon(() => rows(page).count()).toBe(6);
  expect(await chips(page)).toEqual(["User is one of ada"]);
  await page.getByRole("link", { name: "Scores" }).click();
  await expectSoon(() => rows(page).count()).toBe(6);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Steps", exact: true }).click();
  await expectSoon(() => page.getByText("24 records").count()).toBe(1);
});

test("the list is requested before the facets and statistics beside it", async () => {
  const { page } = await openLog("logs/threads");
  await rows(page).first().waitFor();
  const requested: string[] = [];
  page.on("request", (request) => {
    const [, name] = /query (\w+)/.exec(request.postData() ?? "") ?? [];
    if (name !== undefined) requested.push(name);
  });
  const beside = ["recordFacets", "recordStatistics"];
  const expectListFirst = async (list: string): Promise<void> => {
    await expectSoon(() => beside.every((name) => requested.includes(name))).toBe(true);
    expect(requested.find((name) => [list, ...beside].includes(name))).toBe(list);
  };
  await page.reload();
  await expectListFirst("threadsPage");
  requested.length = 0;
  await page.getByRole("link", { name: "Generations" }).click();
  await expectListFirst("generationsPage");
});

test("a filter is created by keyboard, is in the URL, and is removed by Back", async () => {
  const { page } = await openLog("logs/generations");
  await expectSoon(() => rows(page).count()).toBe(12);
  await page.keyboard.press("f");
  await page.getByLabel("Value", { exact: true }).fill("mistral-large");
  await page.keyboard.press("Enter");
  await expectSoon(() => rows(page).count()).toBe(6);
  expect(await chips(page)).toEqual(["Model is mistral-large"]);
  const { href } = new URL(page.url());
  await page.goBack();
  await expectSoon(() => rows(page).count()).toBe(12);
  await page.goto(href);
  await expectSoon(() => rows(page).count()).toBe(6);
  await page.getByRole("button", { name: "Remove filter Model is mistral-large" }).press("Enter");
  await expectSoon(() => rows(page).count()).toBe(12);
});

test("selected columns are remembered, and the sort order is in the URL", async () => {
  const { page } = await openLog("logs/generations");
  await expectSoon(() => rows(page).count()).toBe(12);
  await page.getByRole("button", { name: "Columns" }).click();
  // The dialog checks all visible columns, even those that do not fit.
  const ticked = () => page.getByRole("dialog").locator("label:has(:checked)").allInnerTexts();
  const shown = async () =>
    (await page.getByRole("columnheader").allInnerTexts()).filter((text) => text !== "").slice(1);
  await expectSoon(async () => (await ticked()).join() === (await shown()).join()).toBe(true);
  const [other = ""] = await page.getByRole("dialog").locator("label:not(:has(:checked))").allInnerTexts();
  await page.getByRole("checkbox", { name: other, exact: true }).click();
  await expectSoon(shown).toContain(other);
  expect(await ticked()).toEqual(await shown());
  await page.getByRole("button", { name: "Reset columns" }).click();
  await expectSoon(shown).not.toContain(other);
  await page.getByRole("checkbox", { name: "First token" }).click();
  await page.getByRole("checkbox", { name: "Input", exact: true }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: "First token" }).waitFor({ state: "detached" });
  await page.getByRole("columnheader", { name: "Latency" }).getByRole("button").click();
  await expectSoon(() => new URL(page.url()).searchParams.get("order")).toBe("duration:DESC");
  await page.reload();
  await expectSoon(() => rows(page).count()).toBe(12);
  const heads = await page.getByRole("columnheader").allInnerTexts();
  expect(heads).toContain("First token");
  expect(heads).not.toContain("Input");
  expect(await page.getByRole("columnheader", { name: "Latency" }).getAttribute("aria-sort")).toBe("descending");
});

test("labels are added to a selected range, and all matching records are deleted after a confirmation with their count", async () => {
  const { page, graphql } = await openLog("logs/threads");
  await expectSoon(() => rows(page).count()).toBe(12);
  const boxes = rows(page).getByRole("checkbox");
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ["Shift"] });
  await page.getByRole("button", { name: "Add tags" }).click();
  await page.getByLabel("Tags, comma-separated").fill("checked, late");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expectSoon(() => page.getByRole("dialog").count()).toBe(0);
  const read = async () =>
    (await graphql(`
      {
        threads(first: 100) {
          edges {
            node {
              id
              tags
            }
          }
        }
      }
    `)) as {
      threads: { edges: { node: { id: string; tags: string[] } }[] };
    };
  const tagged = (await read()).threads.edges.filter(({ node }) => node.tags?.includes("checked"));
  expect(tagged.map(({ node }) => node)).toEqual([
    { id: "thread-10", tags: ["vip", "checked", "late"] },
    { id: "thread-9", tags: ["checked", "late"] },
    { id: "thread-8", tags: ["vip", "checked", "late"] },
    { id: "thread-7", tags: ["checked", "late"] },
  ]);

  await page.getByRole("complementary", { name: "Facets" }).getByRole("button", { name: /^ada / }).click();
  await expectSoon(() => rows(page).count()).toBe(6);
  await boxes.first().click();
  await page.getByRole("button", { name: "Select all 6 matches" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog", { name: "Delete 6 records?" }).getByRole("button", { name: "Delete 6" }).click();
  await expectSoon(() => page.getByText("No results").count()).toBe(1);
  expect((await read()).threads.edges.map(({ node }) => node.id)).toEqual(
    [11, 9, 7, 5, 3, 1].map((index) => `thread-${index}`),
  );
});

test("all matching records are exported across pages, without formulas that a spreadsheet would compute", async () => {
  const { page } = await openLog("logs/runs", { count: 120 });
  await expectSoon(() => page.getByText("120 records").count()).toBe(1);
  const formats = { csv: "CSV (visible columns)", jsonl: "JSON Lines (full records)" };
  const exported = async (format: keyof typeof formats): Promise<string> => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await choose(page.getByLabel("Format"), formats[format]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^runs-.*\\.${format}$`));
    return readFile(await download.path(), "utf8");
  };
  const csv = (await exported("csv")).trimEnd().split("\r\n");
  expect(csv).toHaveLength(121);
  expect(csv[0]).toBe("\uFEFFname,createdAt,status,input,output,duration,tokenCount,cost,tags,scores,participant");
  expect(csv[1]).toMatch(/^Agent,[^,]+,error,/);
  expect(csv[1]).toContain('error,"{""question"":""Ask 119""}","{""answer"":""=SUM(119)""}"');
  const jsonl = (await exported("jsonl")).trim().split("\n");
  expect(jsonl).toHaveLength(120);
  expect(JSON.parse(jsonl[119] ?? "")).toMatchObject({ id: "thread-0-run", threadId: "thread-0", error: null });
});

test("new records appear at the top, and are held while the list is scrolled", async () => {
  const { page, ingest } = await openLog("logs/runs", { count: 60 });
  await expectSoon(() => page.getByText("60 records").count()).toBe(1);
  const opened = page.waitForResponse(
    (response) => response.headers()["content-type"]?.startsWith("text/event-stream") ?? false,
  );
  await page.getByRole("button", { name: "Live", exact: true }).click();
  await opened;
  await ingest([{ id: "fresh-1", type: "run", name: "Fresh 1", threadId: "fresh" }]);
  await expectSoon(() => names(page).then(([first]) => first)).toBe("Fresh 1");
  await page.locator('[data-scroll-restoration-id="log"]').evaluate((list) => list.scrollTo({ top: 600 }));
  // Waits until the page has handled the scrolling.
  await expectSoon(() => page.locator('[data-row="0"]').count()).toBe(0);
  await ingest([
    { id: "fresh-2", type: "run", name: "Fresh 2", threadId: "fresh" },
    { id: "fresh-3", type: "run", name: "Fresh 3", threadId: "fresh" },
  ]);
  await page.getByRole("button", { name: "2 new", exact: true }).click();
  await expectSoon(() => names(page).then((all) => all.slice(0, 3))).toEqual(["Fresh 3", "Fresh 2", "Fresh 1"]);
  await expectSoon(() => page.getByText("63 records").count()).toBe(1);
});
