import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { receivesChanges } from "./receives-changes.ts";

const begin = Date.UTC(2026, 2, 4, 12);
const at = (seconds: number): string => new Date(begin + seconds * 1_000).toISOString();

/** A question, five calls of one tool, one call of another, and an answer. */
const steps = [
  { id: "asked", type: "user_message", name: "Ada", output: { content: "Where is it?" }, startTime: at(0) },
  { id: "agent", type: "run", name: "Agent", startTime: at(1), endTime: at(9) },
  ...[1, 2, 3, 4, 5].map((number) => ({
    id: `search-${number}`,
    parentId: "agent",
    type: "tool",
    name: "search",
    input: { query: `attempt ${number}` },
    output: { found: number },
    error: number === 4 ? "No connection" : null,
    startTime: at(1 + number),
    endTime: at(2 + number),
  })),
  { id: "read", parentId: "agent", type: "tool", name: "read", input: {}, startTime: at(7), endTime: at(8) },
  { id: "answered", type: "assistant_message", name: "Bot", output: { content: "In Berlin." }, startTime: at(9) },
].map((step) => ({ ...step, threadId: "t" }));

const seeded: Parameters<typeof openUi>[0] = { path: null, seed: ({ ingest }) => ingest(steps) };

test("runs of equal tool calls are folded, and open by a click or for a selected call", async () => {
  const { page, goto, projectId, ingest } = await openUi(seeded);
  await goto(`/projects/${projectId}/logs/threads/t?currentStepId=`);
  const chat = page.getByRole("list", { name: "Chat" });
  const run = chat.getByRole("button", { name: /5 calls to search/u });
  await run.waitFor();
  expect(await chat.locator("article").count()).toBe(3);
  await expectAccessible(page);
  await chat.getByRole("button", { name: "1 error", exact: true }).press("Enter");
  await page.waitForURL("**currentStepId=search-4");
  await expectSoon(() => chat.locator("article").count()).toBe(8);
  await run.click();
  await expectSoon(() => chat.locator("article").count()).toBe(3);
  await run.click();
  await expectSoon(() => chat.locator("article").count()).toBe(8);
  expect(await run.getAttribute("aria-expanded")).toBe("true");
  await run.click();
  await expectSoon(() => chat.locator("article").count()).toBe(3);

  await goto(`/projects/${projectId}/logs/threads/t?view=transcript&currentStepId=search-3`);
  const transcript = page.getByRole("list", { name: "Run log" });
  await transcript.locator("[data-step=search-3][data-selected]").waitFor();
  await transcript.getByRole("button", { name: /5 calls to search/u }).click();
  await transcript.locator("[data-step=search-3]").waitFor({ state: "detached" });
  // New steps do not expand the collapsed calls again.
  await receivesChanges(page);
  await ingest([{ id: "more", threadId: "t", type: "user_message", name: "Ada", input: { content: "And Bonn?" } }]);
  await transcript.getByText("And Bonn?").waitFor();
  expect(await transcript.locator("[data-step=search-3]").count()).toBe(0);
});

test("many steps between a question and its answer are one line, which opens, and a button shows all steps", async () => {
  const tool = (number: number) => ({
    id: `tool-${number}`,
    threadId: "many",
    parentId: "run",
    type: "tool",
    name: `tool ${number}`,
    error: number === 12 ? "No connection" : number === 60 ? "No answer" : null,
    startTime: at(1 + number),
    endTime: at(2 + number),
  });
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: ({ ingest }) =>
      ingest([
        { id: "asked", threadId: "many", type: "user_message", output: { content: "Where is it?" }, startTime: at(0) },
        {
          id: "run",
          threadId: "many",
          type: "run",
          name: "Agent",
          error: "AgentError: gave up",
          startTime: at(1),
          endTime: at(70),
        },
        ...Array.from({ length: 60 }, (_, index) => tool(index + 1)),
        { id: "done", threadId: "many", type: "assistant_message", output: { content: "Sorry." }, startTime: at(71) },
      ]),
  });
  await goto(`/projects/${projectId}/logs/threads/many`);
  const chat = page.getByRole("list", { name: "Chat" });
  const fold = chat.getByRole("button", { name: "60 steps: 60 tool calls", exact: true });
  await fold.waitFor();
  // The thread opens at its question, although the step that explains the failure is selected.
  await page.getByRole("complementary", { name: "Step" }).getByRole("heading", { name: "tool 60" }).waitFor();
  await chat.getByText("AgentError: gave up").waitFor();
  expect(await chat.locator("article").count()).toBe(3);
  expect(await fold.getAttribute("aria-expanded")).toBe("false");
  await expectAccessible(page);

  // The errors are one click away.
  await chat.getByRole("button", { name: "2 errors", exact: true }).click();
  await page.waitForURL("**currentStepId=tool-12");
  await chat.locator("article[data-selected]").filter({ hasText: "tool 12" }).waitFor();
  await chat.getByRole("listitem").first().scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Show all steps", exact: true }).click();
  await fold.waitFor({ state: "detached" });
  await goto(`/projects/${projectId}/logs/threads/many`);
  await chat.locator("article").filter({ hasText: "tool 1" }).first().waitFor();
  expect(await fold.count()).toBe(0);
  await expectSoon(() => chat.evaluate((list) => list.scrollTop)).toBe(0);
  await page.getByRole("button", { name: "Show all steps", exact: true }).click();
  await fold.waitFor();
});

test("the errors of collapsed steps expand them, also if the thread opened at the only error or the first step has it", async () => {
  const stepsOf = (threadId: string, failed: number) => [
    { id: `${threadId}-asked`, threadId, type: "user_message", output: { content: "Where is it?" }, startTime: at(0) },
    ...Array.from({ length: 30 }, (_, index) => ({
      id: `${threadId}-${index}`,
      threadId,
      type: "tool",
      name: `tool ${index}`,
      error: index === failed ? "No connection" : null,
      startTime: at(1 + index),
      endTime: at(2 + index),
    })),
    { id: `${threadId}-done`, threadId, type: "assistant_message", output: { content: "Sorry." }, startTime: at(71) },
  ];
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: ({ ingest }) => ingest([...stepsOf("inside", 12), ...stepsOf("first", 0)]),
  });
  const chat = page.getByRole("list", { name: "Chat" });
  const details = page.getByRole("complementary", { name: "Step" });
  for (const [threadId, name] of [
    ["inside", "tool 12"],
    ["first", "tool 0"],
  ] as const) {
    await goto(`/projects/${projectId}/logs/threads/${threadId}`);
    await details.getByRole("heading", { name, exact: true }).waitFor();
    const fold = chat.getByRole("button", { name: "30 steps: 30 tool calls", exact: true });
    expect(await fold.getAttribute("aria-expanded")).toBe("false");
    const errors = chat.getByRole("button", { name: "1 error", exact: true });
    await errors.click();
    await chat.locator("article[data-selected]").filter({ hasText: name }).waitFor();
    expect(await fold.getAttribute("aria-expanded")).toBe("true");
    await fold.click();
    await chat.locator("article[data-selected]").waitFor({ state: "detached" });
    await errors.click();
    await chat.locator("article[data-selected]").filter({ hasText: name }).waitFor();
  }
});

test("collapsed steps without tools count no tool calls, and other threads have no button", async () => {
  const step = (threadId: string, id: string, seconds: number) => ({
    id: `${threadId}-${id}`,
    threadId,
    startTime: at(seconds),
    endTime: at(seconds),
  });
  const stepsOf = (threadId: string, inside: readonly object[]) => [
    { ...step(threadId, "asked", 0), type: "user_message", output: { content: "Where is it?" } },
    { ...step(threadId, "run", 1), type: "run", name: "Agent" },
    ...inside.map((each, index) => ({ ...step(threadId, `${index}`, 2), parentId: `${threadId}-run`, ...each })),
    { ...step(threadId, "done", 3), type: "assistant_message", output: { content: "Sorry." } },
  ];
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: ({ ingest }) =>
      ingest([
        ...stepsOf(
          "failed",
          Array.from({ length: 4 }, () => ({ type: "retrieval", error: "No connection" })),
        ),
        ...stepsOf("short", [{ type: "tool", name: "search" }]),
      ]),
  });
  const chat = page.getByRole("list", { name: "Chat" });
  const showsAll = page.getByRole("button", { name: "Show all steps", exact: true });
  await goto(`/projects/${projectId}/logs/threads/failed`);
  await chat.getByRole("button", { name: "4 steps", exact: true }).waitFor();
  await showsAll.click();
  await expectSoon(() => showsAll.getAttribute("aria-pressed")).toBe("true");
  await goto(`/projects/${projectId}/logs/threads/short`);
  await chat.getByText("Sorry.").waitFor();
  expect(await showsAll.count()).toBe(0);
});

test("an agent that grows stays expanded while one of its steps is selected", async () => {
  const step = (id: string, parentId?: string, type = "tool") => ({ id, threadId: "t", parentId, type, name: id });
  const { page, goto, projectId, ingest } = await openUi({
    path: null,
    seed: (service) =>
      service.ingest([
        step("main", undefined, "run"),
        step("plan", "main", "llm"),
        step("helper", "main", "run"),
        step("first", "helper"),
      ]),
  });
  await goto(`/projects/${projectId}/logs/threads/t?view=transcript&currentStepId=first`);
  const transcript = page.getByRole("list", { name: "Run log" });
  await transcript.locator("[data-step=first][data-selected]").waitFor();
  await receivesChanges(page);
  await ingest(["second", "third", "fourth", "fifth"].map((id) => step(id, "helper")));
  await transcript.locator("[data-step=fifth]").waitFor();
  expect(await transcript.locator("[data-step=first][data-selected]").count()).toBe(1);
});

test("steps that could not be loaded are reported, and loaded by a retry", async () => {
  const { page, goto, projectId } = await openUi(seeded);
  let isBroken = true;
  await page.route("**/api/graphql", (route) =>
    isBroken && /stepPayloads|stepPreviews/u.test(route.request().postData() ?? "")
      ? route.fulfill({ contentType: "application/json", body: '{"data":null,"errors":[{"message":"Broken"}]}' })
      : route.fallback(),
  );
  await goto(`/projects/${projectId}/logs/threads/t`);
  const failure = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await failure.waitFor();
  await expectAccessible(page);
  const cards = page.getByRole("article").filter({ hasText: "Could not load: Broken" });
  const count = await cards.count();
  isBroken = false;
  await cards.first().getByRole("button", { name: "Try again", exact: true }).click();
  await expectSoon(() => cards.count()).toBe(count - 1);
  await failure.getByRole("button", { name: "Try again" }).click();
  await failure.waitFor({ state: "detached" });
  await page.getByText("In Berlin.").waitFor();

  isBroken = true;
  await goto(`/projects/${projectId}/logs/threads/t?view=tree`);
  const retry = page.getByRole("treeitem").getByRole("button", { name: "Could not load. Try again", exact: true });
  await retry.first().waitFor();
  await expectAccessible(page);
  const rowCount = await retry.count();
  isBroken = false;
  await retry.first().press("Enter");
  await expectSoon(() => retry.count()).toBe(rowCount - 1);
});

test("the text of the graph has at least 11 pixels before the user zooms", async () => {
  const { page, goto, projectId } = await openUi(seeded);
  await page.setViewportSize({ width: 1280, height: 800 });
  await goto(`/projects/${projectId}/logs/threads/t?view=graph`);
  const node = page.getByRole("button", { name: /search/u }).first();
  await node.waitFor();
  const smallest = await node.evaluate((element) => {
    const scale = element.getBoundingClientRect().width / (element as HTMLElement).offsetWidth;
    return Math.min(
      ...[...element.querySelectorAll("span")].map((each) => parseFloat(getComputedStyle(each).fontSize) * scale),
    );
  });
  expect(smallest).toBeGreaterThanOrEqual(10.99);
});
