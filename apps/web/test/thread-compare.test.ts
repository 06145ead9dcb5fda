import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi, type Ui } from "./browser/open-ui.ts";

const begin = Date.UTC(2026, 2, 4, 12);

interface Answer {
  readonly id: string;
  readonly day: number;
  readonly seconds: number;
  readonly tools: readonly string[];
  readonly text: string;
}

/** An agent that calls tools, and a model that answers. */
function answerThread({ id, day, seconds, tools, text }: Answer): Readonly<Record<string, unknown>>[] {
  const at = (offset: number): string => new Date(begin + day * 86_400_000 + offset * 1_000).toISOString();
  const inAgent = { threadId: id, parentId: `${id}-agent`, rootRunId: `${id}-agent` };
  return [
    { id: `${id}-agent`, threadId: id, type: "run", name: "support", startTime: at(0), endTime: at(seconds) },
    ...tools.map((name, index) => ({
      ...inAgent,
      id: `${id}-${name}`,
      type: "tool",
      name,
      startTime: at(index),
      endTime: at(index + 1),
      input: { order: "A-1042" },
      output: { result: `${name} is done` },
    })),
    {
      ...inAgent,
      id: `${id}-answer`,
      type: "llm",
      name: "answer",
      startTime: at(tools.length),
      endTime: at(seconds),
      output: [...Array.from({ length: 20 }, (_, line) => `Line ${line}`), text].join("\n"),
      generation: { model: "gpt-4o-mini", inputTokenCount: 100 * seconds, outputTokenCount: 20 },
    },
  ];
}

const before = answerThread({
  id: "monday",
  day: 0,
  seconds: 5,
  tools: ["look_up", "send_mail"],
  text: "It arrives on Thursday.",
});
const after = answerThread({
  id: "tuesday",
  day: 1,
  seconds: 9,
  tools: ["look_up", "check_stock"],
  text: "It arrives on Friday.",
});

async function openLog(options: Parameters<typeof openUi>[0] = {}): Promise<Ui> {
  return openUi({
    path: null,
    seed: async ({ ingest }) => {
      await ingest(before);
      await ingest(after);
    },
    ...options,
  });
}

const rows = (page: Page) => page.getByRole("listbox", { name: "Aligned steps" }).getByRole("option");
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

test("two selected threads are compared step by step, and the URL opens the same comparison", async () => {
  const { page, goto, projectId } = await openLog();
  await goto(`/projects/${projectId}/logs/threads`);
  const boxes = page.getByRole("grid").getByRole("checkbox");
  await boxes.nth(1).check();
  expect(await page.getByRole("link", { name: "Compare", exact: true }).count()).toBe(0);
  await boxes.nth(2).check();
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await expect.poll(() => rows(page).count()).toBe(5);
  const search = new URL(page.url()).searchParams;
  expect([search.get("before"), search.get("after")]).toEqual(["monday", "tuesday"]);
  await expect.poll(() => row(page, "send_mail").innerText()).toContain("Only before");
  await expect.poll(() => row(page, "check_stock").innerText()).toContain("Only after");
  await expect.poll(() => row(page, "answer").innerText()).toMatch(/Output[^]*\+400[^]*\+4 s/);
  await page.getByText("3 aligned, 1 only before, 1 only after").waitFor();
  await expect
    .poll(() => page.getByRole("region", { name: "Totals" }).innerText())
    .toMatch(/520\s+[^]*920\s+[^]*\+400/);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Only differences" }).click();
  // The root is equal but for its children.
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

test("a thread is compared with another one by its name or URL", async () => {
  const { page, goto, projectId, graphql, url } = await openLog();
  await graphql('mutation { upsertThread(id: "monday", name: "Order on Monday") { id } }');
  await goto(`/projects/${projectId}/logs/threads/tuesday`);
  await page.getByRole("button", { name: "More actions" }).first().click();
  await page.getByRole("menuitem", { name: "Compare with another thread" }).click();
  await page.getByText("Select two threads").waitFor();
  const field = page.getByLabel("Before", { exact: true });
  await field.click();
  await page.getByPlaceholder("Name, ID or URL of a thread").fill("monday");
  await page.getByRole("option", { name: "Order on Monday" }).click();
  await expect.poll(() => rows(page).count()).toBe(5);
  await page.getByRole("button", { name: "Swap threads" }).click();
  await expect.poll(() => row(page, "send_mail").innerText()).toContain("Only after");
  await page.getByLabel("After", { exact: true }).click();
  await page
    .getByPlaceholder("Name, ID or URL of a thread")
    .fill(`${url}/projects/${projectId}/logs/threads/tuesday?view=tree`);
  await page.getByRole("option", { name: "tuesday" }).click();
  await page.getByText("4 aligned, 0 only before, 0 only after").waitFor();
  await page.getByRole("button", { name: "Only differences" }).click();
  await page.getByText("No differences found").waitFor();
  await goto(`/projects/${projectId}/logs/compare?before=monday&after=unknown`);
  await page.getByRole("alert").filter({ hasText: "Thread not found" }).waitFor();
  await expectAccessible(page);
});

test("on a narrow screen aligned steps have one name, and their comparison opens as a sheet", async () => {
  const { page, goto, projectId } = await openLog({
    window: { viewport: { width: 390, height: 800 }, colorScheme: "dark" },
  });
  await goto(`/projects/${projectId}/logs/compare?before=monday&after=tuesday`);
  await expect.poll(() => rows(page).count()).toBe(5);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await row(page, "answer").click();
  await expect.poll(() => page.getByRole("dialog").locator("ins").first().innerText()).toBe("Friday");
  await expectAccessible(page);
});
