import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { supportThread } from "./thread-seed.ts";
import { receivesChanges } from "./receives-changes.ts";

test("a run outside any thread updates live, with its scores", async () => {
  const { page, goto, projectId, ingest, graphql } = await openUi({
    path: null,
    seed: ({ ingest: store }) => store(supportThread.map(({ threadId: _threadId, ...step }) => step)),
  });
  await goto(`/projects/${projectId}/logs/steps/agent`);
  const tree = page.getByRole("tree");
  await expectSoon(() => tree.getByRole("treeitem").count()).toBe(4);
  await receivesChanges(page);
  await ingest([
    { id: "late", parentId: "agent", rootRunId: "agent", type: "tool", name: "came late" },
    { id: "elsewhere", rootRunId: "another", type: "tool", name: "of another run" },
  ]);
  await tree.getByText("came late").waitFor();
  expect(await tree.getByRole("treeitem").count()).toBe(5);
  const inspector = page.getByRole("complementary", { name: "Step" });
  await inspector.getByRole("region", { name: "Scores" }).waitFor();
  await graphql('mutation { createScore(stepId: "agent", name: "helpful", type: HUMAN, value: 1) { id } }');
  await inspector.getByText("helpful").waitFor();
});

test("a shared thread updates live for a reader without an account, and shows tokens by kind", async () => {
  const { page, graphql, ingest, goto } = await openUi({
    server: { noLogin: false, basePath: "/threadline" },
    path: null,
  });
  const at = { threadId: "t", type: "user_message" };
  const metadata = { cachedTokenCount: 80, reasoningTokenCount: 5 };
  const generation = { provider: "openai", model: "gpt-4o", inputTokenCount: 100, outputTokenCount: 20, metadata };
  await ingest([
    { ...at, id: "question", name: "Ada", output: { content: "Is it open today?" } },
    { id: "call", threadId: "t", type: "llm", name: "answer", generation },
  ]);
  const { shareThread } = (await graphql('mutation { shareThread(threadId: "t") { token } }')) as {
    shareThread: { token: string };
  };
  await goto(`/shared/${shareThread.token}`);
  await page.getByText("Is it open today?").waitFor();
  const inspector = page.getByRole("complementary", { name: "Step" });
  const facts = inspector.getByRole("region", { name: "Overview" });
  await expectSoon(() => facts.innerText()).toMatch(
    /Input tokens\s+100 · \$[\d.]+\s+Cached input tokens\s+80 · \$[\d.]+\s+Output tokens\s+20 · \$[\d.]+\s+Reasoning tokens\s+5 · /,
  );
  await receivesChanges(page);
  await ingest([{ ...at, id: "more", name: "Ada", output: { content: "And on Sunday?" } }]);
  await page.getByText("And on Sunday?").waitFor();
  await ingest([{ id: "call", threadId: "t", generation: { ...generation, metadata: { cachedTokenCount: 60 } } }]);
  await ingest([{ id: "call-2", threadId: "t", type: "llm", generation }]);
  await expectSoon(() => facts.innerText()).toMatch(/Cached input tokens\s+140/);
});

test("each of many threads of the same millisecond links to its neighbors", async () => {
  const names = Array.from({ length: 9 }, (_, index) => `thread-${index}`);
  let isStill = true;
  const now = Date.now();
  const { page, goto, projectId } = await openUi({
    server: { now: () => (isStill ? now : Date.now()) },
    path: null,
    seed: async ({ ingest }) => {
      await ingest(names.map((threadId) => ({ id: `step of ${threadId}`, threadId, name: `step of ${threadId}` })));
      isStill = false;
    },
  });
  await goto(`/projects/${projectId}/logs/threads/thread-0?view=tree`);
  expect(await page.getByRole("link", { name: "Older thread" }).count()).toBe(0);
  for (const name of names.slice(1)) {
    await page.getByRole("link", { name: "Newer thread" }).click();
    await page.waitForURL(`**/logs/threads/${name}?view=tree`);
  }
  for (const name of names.toReversed().slice(1)) {
    await page.getByRole("link", { name: "Older thread" }).click();
    await page.waitForURL(`**/logs/threads/${name}?view=tree`);
  }
});

test.each([
  ["running", 0, "light"],
  ["not ended", 60 * 60_000, "dark"],
] as const)("steps without an end are %s, in every view and in the list", async (state, age, colorScheme) => {
  const now = Date.now() - age;
  const time = (before: number): string => new Date(now - before).toISOString();
  const { page, goto, ingest, projectId } = await openUi({
    path: null,
    window: { colorScheme },
    seed: ({ ingest: send }) =>
      send([
        {
          id: "asked",
          threadId: "t",
          type: "user_message",
          startTime: time(9_000),
          output: { content: "Where is it?" },
        },
        { id: "run", threadId: "t", type: "run", name: "agent", startTime: time(8_000) },
        { id: "call", threadId: "t", parentId: "run", type: "tool", name: "look up", startTime: time(5_000) },
        {
          id: "done",
          threadId: "t",
          parentId: "run",
          type: "tool",
          name: "plan",
          startTime: time(8_000),
          endTime: time(6_000),
        },
      ]),
  });
  for (const view of ["tree", "waterfall"]) {
    await goto(`/projects/${projectId}/logs/threads/t?view=${view}`);
    await expectSoon(() => page.getByRole("treeitem").count()).toBe(4);
    await expectSoon(() => page.getByRole("treeitem").filter({ hasText: state }).count()).toBe(2);
    await expectAccessible(page);
  }
  // Only a thread with recent activity is called live. The page of any thread shows changes as they arrive.
  await receivesChanges(page);
  expect(await page.getByText("Live", { exact: true }).count()).toBe(state === "running" ? 1 : 0);
  expect(await page.getByText("Auto-refresh").count()).toBe(0);
  for (const id of ["run", "call"]) {
    await page.getByRole("button", { name: `2 ${state}` }).click();
    await expectSoon(() => new URL(page.url()).searchParams.get("currentStepId")).toBe(id);
  }
  const inspector = page.getByRole("complementary", { name: "Step" });
  await expectSoon(() => inspector.innerText()).toContain(state);
  await ingest([{ id: "call", threadId: "t", endTime: time(1_000), output: "found" }]);
  await expectSoon(() => inspector.innerText()).toContain("found");
  await expectSoon(() => page.getByRole("button", { name: `1 ${state}` }).count()).toBe(1);

  await goto(`/projects/${projectId}/logs/steps`);
  const badge = state === "running" ? "Running" : "Not ended";
  await expectSoon(() => page.getByRole("row").filter({ hasText: badge }).count()).toBe(1);
});

test("new steps do not undo a scroll that the page has not processed yet", async () => {
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
  await expect.poll(() => scroller.getAttribute("data-rows")).toBe("120");
  // Stops scroll events, as if the page were too busy to handle them yet.
  await page.evaluate(() => window.addEventListener("scroll", (event) => event.stopImmediatePropagation(), true));
  await scroller.evaluate((element) => void (element.scrollTop = 600));
  await ingest([{ id: "last", threadId: "long", name: "came last", startTime: "2026-01-02T00:00:00Z" }]);
  await expect.poll(() => scroller.getAttribute("data-rows")).toBe("121");
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(600);
});
