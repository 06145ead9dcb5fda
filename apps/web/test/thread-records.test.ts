import { Threadline } from "@threadline/core";
import { expect, test } from "vitest";
import { openModel } from "../../demo/src/model-access.ts";
import { runDemo } from "../../demo/src/run-demo.ts";
import { openUi } from "./browser/open-ui.ts";
import { receivesChanges } from "./receives-changes.ts";

test("the demo's threads read as conversations of messages, tools and answers", async () => {
  const { page, goto, projectId, url, apiKey } = await openUi({ path: null });
  const client = new Threadline({ apiKey, url });
  const model = await openModel();
  const { threadIds } = await runDemo({ client, model });
  await model.close();
  const open = async (thread: number, search = ""): Promise<void> =>
    goto(`/projects/${projectId}/logs/threads/${threadIds[thread]}${search}`);

  await open(0);
  const articles = page.getByRole("list", { name: "Chat" }).getByRole("article");
  await articles.nth(2).waitFor();
  await expect.poll(() => articles.count()).toBe(3);
  await articles.nth(0).getByText("Where is my order A-1042?").waitFor();
  await articles.nth(1).getByText("look_up_order").first().waitFor();
  await articles.nth(2).getByText("It should reach you on Thursday.").waitFor();
  await page.getByRole("heading", { level: 1, name: "Parcel on its way?" }).waitFor();
  await page.getByRole("link", { name: "Newer thread" }).click();
  await page.getByRole("heading", { level: 1, name: "Boots and a tent" }).waitFor();
  await page.getByRole("button", { name: "Show PDF" }).click();
  expect(await page.locator("iframe").getAttribute("src")).toMatch(/^blob:/);

  await open(4, "?view=transcript");
  const transcript = page.getByRole("list", { name: "Run log" });
  await transcript.getByText("The Heron 2 sleeps two and costs 240 euros").first().waitFor();
  await expect.poll(() => transcript.innerText()).toContain("Subagent");
});

test("a thread updates live without moving the visible steps", async () => {
  const steps = Array.from({ length: 120 }, (_, number) => ({
    id: `step-${number}`,
    threadId: "long",
    type: "run",
    name: `step ${number}`,
    startTime: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
  }));
  const { page, goto, projectId, ingest } = await openUi({ path: null, seed: (service) => service.ingest(steps) });
  await goto(`/projects/${projectId}/logs/threads/long?view=tree`);
  await receivesChanges(page);
  const scroller = page.getByRole("tree");
  await page.getByText("step 0", { exact: true }).waitFor();
  await scroller.evaluate((element) => void (element.scrollTop = 60 * 30));
  const place = () =>
    page.getByText("step 65", { exact: true }).evaluate((element) => element.getBoundingClientRect().top);
  // The first rows are no longer rendered, so the page has scrolled.
  await page.getByText("step 0", { exact: true }).waitFor({ state: "detached" });
  const before = await place();
  await ingest([
    { id: "first", threadId: "long", parentId: "step-0", name: "came late", startTime: "2026-01-01T00:00:00.500Z" },
    { id: "last", threadId: "long", name: "came last", startTime: "2026-01-02T00:00:00Z" },
  ]);
  await expect.poll(() => scroller.getAttribute("data-rows")).toBe("122");
  await expect.poll(place).toBe(before);
  await scroller.evaluate((element) => void (element.scrollTop = element.scrollHeight));
  await page.getByText("came last").waitFor();
});

test("collapsed steps show the number of errors inside, which opens the first", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: ({ ingest }) =>
      ingest([
        { id: "agent", threadId: "t", type: "run", name: "planner" },
        { id: "sub", threadId: "t", parentId: "agent", type: "run", name: "check-plan" },
        ...Array.from({ length: 4 }, (_, at) => ({
          id: `try-${at}`,
          threadId: "t",
          parentId: "sub",
          type: "tool",
          name: `validate ${at}`,
          ...(at < 2 && { error: `Invalid plan ${at}` }),
        })),
        { id: "other", threadId: "t", parentId: "agent", type: "tool", name: "book" },
      ]),
  });
  await goto(`/projects/${projectId}/logs/threads/t?view=transcript`);
  await page.getByRole("button", { name: "2 errors inside" }).click();
  await page.waitForURL("**currentStepId=try-0**");
  await page.getByText("Invalid plan 1").first().waitFor();
  expect(await page.getByRole("button", { name: "2 errors inside" }).count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.closest("[data-step]") !== null)).toBe(true);

  await goto(`/projects/${projectId}/logs/threads/t?view=tree`);
  await page.getByRole("treeitem", { name: "Invalid plan 0" }).waitFor();
  await page.getByRole("button", { name: "Collapse all" }).click();
  await page.getByRole("treeitem", { name: "2 errors inside" }).waitFor();
});
