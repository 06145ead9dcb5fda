import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { tree } from "./open-thread.ts";

const begin = Date.UTC(2026, 2, 4, 12);
const at = (seconds: number): string => new Date(begin + seconds * 1_000).toISOString();
const turns = 40;

/** A conversation whose assistant answers each question with two model calls and a tool, which sometimes fails. */
const steps = Array.from({ length: turns }, (_, turn) => {
  const start = turn * 60;
  const call = (number: number) => ({
    id: `call-${turn}-${number}`,
    parentId: `run-${turn}`,
    type: "llm",
    name: "decide",
    startTime: at(start + number),
    endTime: at(start + number + 1),
    generation: { model: number === 1 ? "gpt-4o-mini" : "gpt-4o", inputTokenCount: 600, outputTokenCount: 100 },
  });
  return [
    { id: `asked-${turn}`, type: "user_message", name: "Ada", output: { content: `Q ${turn}` }, startTime: at(start) },
    { id: `run-${turn}`, type: "run", name: "agent", startTime: at(start + 1), endTime: at(start + 5) },
    call(1),
    {
      id: `tool-${turn}`,
      parentId: `run-${turn}`,
      type: "tool",
      name: "look_up",
      input: { order: `A-${turn}` },
      output: turn % 10 === 3 ? null : { status: "sent" },
      error: turn % 10 === 3 ? "The register is closed." : null,
      startTime: at(start + 2),
      endTime: at(start + 2.4),
    },
    call(3),
    {
      id: `answer-${turn}`,
      type: "assistant_message",
      name: "Bot",
      output: `Answer ${turn}`,
      startTime: at(start + 6),
    },
  ];
})
  .flat()
  .map((step) => ({ ...step, threadId: "t" }));

const seeded: Parameters<typeof openUi>[0] = { path: null, seed: ({ ingest }) => ingest(steps) };

test("the chat and the tree follow one selection", async () => {
  const { page, goto, projectId } = await openUi(seeded);
  await goto(`/projects/${projectId}/logs/threads/t?view=tree&currentStepId=run-30`);
  await tree(page).getByRole("treeitem", { selected: true }).waitFor();
  await page.keyboard.press("j");
  await page.waitForURL("**currentStepId=call-30-1**");
  await page.getByRole("button", { name: "Chat", exact: true }).click();
  const chat = page.getByRole("list", { name: "Chat" });
  const marked = chat.locator("article[data-selected]");
  await expectSoon(() => marked.innerText()).toContain("Answer 30");
  await expectSoon(async () => {
    const [inner, outer] = [await marked.boundingBox(), await chat.boundingBox()];
    return inner && outer && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height + 1;
  }).toBe(true);
  expect(new URL(page.url()).searchParams.get("currentStepId")).toBe("call-30-1");

  // The keys start from the marked message.
  await page.keyboard.press("k");
  await page.waitForURL("**currentStepId=tool-30**");
  await expectSoon(() => marked.innerText()).toContain("look_up");
  await chat.getByText("Q 30", { exact: true }).click();
  await page.waitForURL("**currentStepId=asked-30**");
  await page.getByRole("button", { name: "Tree", exact: true }).click();
  await expectSoon(() => tree(page).getByRole("treeitem", { selected: true }).getAttribute("id")).toBe(
    `step-${steps.findIndex(({ id }) => id === "asked-30")}`,
  );
});

test("a message shows its models, tokens and cost, and a tool call is one line that opens", async () => {
  const { page, goto, projectId } = await openUi(seeded);
  await goto(`/projects/${projectId}/logs/threads/t`);
  const chat = page.getByRole("list", { name: "Chat" });
  const answer = chat.getByRole("article").filter({ hasText: "Answer 0" });
  await expectSoon(() => answer.locator("header").innerText()).toMatch(/Bot · gpt-4o \+1\s+1.4K tokens\s+\$0\.0/u);
  const tool = chat.getByRole("article").filter({ hasText: "look_up" }).first();
  const line = tool.getByRole("button", { name: "order: A-0 → status: sent" });
  await line.waitFor();
  const [head, box] = [await tool.locator("header").boundingBox(), await tool.boundingBox()];
  expect((box?.height ?? 0) - (head?.height ?? 0)).toBeLessThan(16);
  expect(await tool.innerText()).toContain("400 ms");
  expect(await line.getAttribute("aria-expanded")).toBe("false");
  await line.press("Enter");
  expect(await line.getAttribute("aria-expanded")).toBe("true");
  await expectSoon(() => tool.innerText()).toMatch(/Arguments[^]*order[^]*A-0[^]*Result[^]*status/u);
  expect(new URL(page.url()).searchParams.get("currentStepId")).toBe(null);
  await expectAccessible(page);

  await goto(`/projects/${projectId}/logs/threads/t?currentStepId=tool-3`);
  const failed = chat.locator("article[data-selected]");
  await expectSoon(() => failed.innerText()).toMatch(/look_up[^]*failed[^]*The register is closed/u);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press("Escape");
  await expectAccessible(page);
});
