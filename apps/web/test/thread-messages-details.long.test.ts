import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { openRich, section, copied } from "./open-rich-thread.ts";
import { inspector } from "./open-thread.ts";

test("text is copied over plain HTTP, where pages have no clipboard", async () => {
  const { page } = await openRich("?view=tree&currentStepId=answered");
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.reload();
  const message = section(page, "Input").locator("[data-role=user]").filter({ hasText: "How warm is it" });
  await message.getByRole("button", { name: "Copy link to this message", exact: true }).press("Enter");
  await page.getByRole("status").getByText("Link copied").waitFor();
  const search = page.getByRole("searchbox").first();
  await search.focus();
  await page.keyboard.press("Control+V");
  await expectSoon(() => search.inputValue()).toBe(page.url());
});

test("in the chat, a link to an earlier message opens its step", async () => {
  const { page } = await openRich("");
  const chat = page.getByRole("list", { name: "Chat" });
  const question = chat.locator("[data-role=user]").filter({ hasText: "And the mean" });
  await question.getByRole("button", { name: "Copy link to this message", exact: true }).press("Enter");
  await expectSoon(() => new URL(page.url()).hash).toBe("#messages.4");
  await expectSoon(() => section(page, "Input").locator("[data-linked]").innerText()).toContain("And the mean");
  await chat.getByRole("button", { name: "Copy link to this step", exact: true }).first().press("Enter");
  await expectSoon(() => new URL(page.url()).search).toContain("currentStepId=asked");
  await expectSoon(() => copied(page)).toBe(page.url());
  expect(new URL(page.url()).hash).toBe("");
});

test("by keyboard, JSON is searched, and its paths and values are copied", async () => {
  const { page } = await openRich("?view=tree&currentStepId=search");
  const input = section(page, "Input");
  await input.getByRole("button", { name: "JSON", exact: true }).press("Enter");
  const search = input.getByRole("searchbox", { name: "Search keys and values", exact: true });
  await search.fill("example.com/11");
  await expectSoon(() => input.getByRole("status").innerText()).toContain("1 of 11 matches");
  await search.press("Enter");
  await expectSoon(() => input.locator("[data-match=current]").innerText()).toBe('url: "https://example.com/110"');
  await search.fill("SNOW");
  await expectSoon(() => input.locator("[data-match=current]").innerText()).toBe("with snow: false");
  await search.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expectFocus(input.locator("[data-node]").first());
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  await page.keyboard.press("Tab");
  await expectFocus(input.getByRole("button", { name: "Copy path", exact: true }));
  await page.keyboard.press("Enter");
  await expectSoon(() => copied(page)).toBe("query.towns[0]");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectSoon(() => copied(page)).toBe("Berlin");
  await expectAccessible(page);
});

test("two steps are compared in lines and words", async () => {
  const { page, ingest } = await openRich("?view=tree&currentStepId=answered");
  await ingest([{ id: "elsewhere", threadId: "another", type: "tool", name: "lookup", input: "somewhere else" }]);
  await inspector(page).getByRole("button", { name: "More actions", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: "Compare with another step", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Compare steps", exact: true });
  // The step with the same name is suggested first.
  await expectSoon(() => dialog.getByRole("combobox").innerText()).toMatch(/^answer · /);
  const changes = dialog.getByRole("region", { name: "Differences between answer and answer", exact: true });
  await expectSoon(() => changes.innerText()).toContain("How warm is it in Berlin?");
  // The choices are in the order of time, and each has a preview.
  await dialog.getByRole("combobox").click();
  const labels = await page.getByRole("option").allInnerTexts();
  expect(labels.every((label) => label.split(" · ").length >= 2)).toBe(true);
  // Escape would also close the dialog.
  await page.keyboard.press("Enter");
  await expectSoon(() => dialog.locator("dl").first().innerText()).toMatch(/^Model\s/);
  await dialog.getByRole("button", { name: "Output", exact: true }).click();
  await expectSoon(() => changes.locator("ins, del").count()).toBeGreaterThan(0);
  await dialog.getByRole("button", { name: "Unified", exact: true }).click();
  await expectSoon(() => changes.locator("[data-kind=removed] del").count()).toBeGreaterThan(0);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  // Compares with a step of another thread that was opened earlier.
  await page.goto(page.url().replace("threads/rich", "threads/another").replace("=answered", "=elsewhere"));
  await inspector(page).getByRole("button", { name: "More actions", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: "Compare with another step", exact: true }).press("Enter");
  await expectSoon(() => dialog.getByRole("combobox").innerText()).toMatch(/^answer · another thread · /);
  await expectSoon(() => dialog.getByRole("region").innerText()).toContain("somewhere else");
});

test("the usage of two steps is compared only if both steps have a usage of their own or both a total", async () => {
  const { page, ingest, goto, projectId } = await openUi({ path: null });
  const time = (seconds: number): string => new Date(Date.UTC(2026, 2, 4, 12, 0, seconds)).toISOString();
  const steps = (threadId: string, tokenCount: number) => [
    { id: threadId, threadId, type: "run", name: "agent", startTime: time(0), endTime: time(tokenCount) },
    {
      id: `${threadId}-call`,
      threadId,
      parentId: threadId,
      type: "llm",
      name: "answer",
      startTime: time(0),
      endTime: time(1),
      generation: { model: "m", tokenCount },
    },
  ];
  await ingest([...steps("first", 20), ...steps("second", 40)]);
  const dialog = page.getByRole("dialog", { name: "Compare steps", exact: true });
  const open = async (threadId: string, stepId: string, heading: string): Promise<void> => {
    await goto(`/projects/${projectId}/logs/threads/${threadId}?view=tree&currentStepId=${stepId}`);
    await inspector(page).getByRole("heading", { name: heading }).waitFor();
  };
  const compareWith = async (option: string): Promise<void> => {
    await inspector(page).getByRole("button", { name: "More actions", exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: "Compare with another step", exact: true }).press("Enter");
    await choose(dialog.getByRole("combobox"), option);
  };
  const facts = (): Promise<string> => dialog.locator("dl").first().innerText();
  await open("first", "first", "agent");
  await open("first", "first-call", "answer");
  await open("second", "second-call", "answer");
  await compareWith("answer · another thread");
  await expectSoon(facts).toMatch(/tokens\s+20 → 40/i);
  await open("second", "second", "agent");
  await compareWith("agent · another thread");
  await expectSoon(facts).toMatch(/20 sec → 40 sec/);
  expect(await facts()).not.toMatch(/tokens/i);
});

test("by keyboard, images are enlarged one after the other", async () => {
  const { page } = await openRich("?view=tree&currentStepId=answered");
  const files = section(page, "Files");
  const first = files.getByRole("button", { name: "Enlarge sunrise.png", exact: true });
  await first.press("Enter");
  const dialog = page.getByRole("dialog");
  await page.getByRole("dialog", { name: "sunrise.png", exact: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("dialog", { name: "sea.png", exact: true }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("dialog", { name: "forest.png", exact: true }).waitFor();
  expect(await dialog.getByRole("status").innerText()).toBe("3 of 3");
  await dialog.getByRole("button", { name: "Actual size", exact: true }).click();
  await expectSoon(() => dialog.getByRole("img").evaluate((image) => image.clientWidth)).toBe(640);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expectFocus(first);
  // Keys and clicks in the dialog must not affect the page.
  expect(new URL(page.url()).searchParams.get("currentStepId")).toBe("answered");
});
