import { expect, test } from "vitest";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { supportThread } from "./thread-seed.ts";

test("a run outside any thread grows while somebody watches, with its scores", async () => {
  const { page, goto, projectId, ingest, graphql } = await openUi({
    path: null,
    seed: ({ ingest: store }) => store(supportThread.map(({ threadId: _threadId, ...step }) => step)),
  });
  await goto(`/projects/${projectId}/logs/steps/agent`);
  const tree = page.getByRole("tree");
  await expectSoon(() => tree.getByRole("treeitem").count()).toBe(4);
  await page.getByText("Follows changes", { exact: true }).waitFor();
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

test("a shared thread grows while a reader without an account watches, and tells the kinds of its tokens", async () => {
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
    /Input tokens\s+100 · \$[\d.]+\s+Of these from the cache\s+80 · \$[\d.]+\s+Output tokens\s+20 · \$[\d.]+\s+Of these reasoning\s+5 · /,
  );
  await page.getByText("Follows changes", { exact: true }).waitFor();
  await ingest([{ ...at, id: "more", name: "Ada", output: { content: "And on Sunday?" } }]);
  await page.getByText("And on Sunday?").waitFor();
  await ingest([{ id: "call", threadId: "t", generation: { ...generation, metadata: { cachedTokenCount: 60 } } }]);
  await ingest([{ id: "call-2", threadId: "t", type: "llm", generation }]);
  await expectSoon(() => facts.innerText()).toMatch(/Of these from the cache\s+140/);
});

test("each of many threads of one millisecond leads to its neighbours", async () => {
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
