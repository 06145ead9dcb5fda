import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus, expectFocusWithin } from "./browser/expect-focus.ts";
import { openThread, tree, inspector } from "./open-thread.ts";

test("a thread reads as a conversation, and each view shows the same steps", async () => {
  const { page } = await openThread();
  const chat = page.getByRole("list", { name: "Chat" });
  await expect.poll(() => chat.getByRole("article").count()).toBe(4);
  const article = (index: number) => chat.getByRole("article").nth(index);
  await expect.poll(() => article(0).locator("strong").innerText()).toBe("order");
  await expect.poll(() => article(1).innerText()).toContain("order: A-1042 → status: with the carrier");
  await expect.poll(() => article(2).innerText()).toContain("The warehouse did not answer.");
  await expect.poll(() => article(3).innerText()).toContain("It arrives on *Thursday*.");
  await expect.poll(() => page.title()).toContain("support");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Tree", exact: true }).click();
  await page.waitForURL("**view=tree");
  await expect.poll(() => tree(page).getByRole("treeitem").count()).toBe(6);
  expect(await tree(page).getByRole("treeitem").nth(1).innerText()).toMatch(/support-agent[^]*150 tokens[^]*3.9 s/);
  expect(await tree(page).getByRole("treeitem").nth(2).getAttribute("aria-level")).toBe("2");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Waterfall" }).click();
  await expect.poll(() => page.getByTitle("First token after 300 ms").count()).toBe(1);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Run log" }).click();
  const transcript = page.getByRole("list", { name: "Run log" });
  await expect.poll(() => transcript.getByRole("article").count()).toBe(6);
  await expect.poll(() => transcript.innerText()).toContain("It arrives on *Thursday*.");
  await expectAccessible(page);
});

test("by keyboard, a conversation is played back as its user saw it, with the position in the URL", async () => {
  const { page } = await openThread();
  await page.getByRole("button", { name: "Playback", exact: true }).click();
  const shown = page.getByRole("list", { name: "Playback" });
  const position = (): string | null => new URL(page.url()).searchParams.get("play");
  const state = async () => [position(), await shown.getByRole("article").count()];
  await expect.poll(state).toEqual(["1", 1]);
  await page.keyboard.press("ArrowRight");
  await expect.poll(state).toEqual(["2", 2]);
  await shown.getByText("2 sec later").waitFor();
  expect(await page.getByRole("group", { name: "Playback" }).innerText()).toMatch(/2 of 4\n2 sec \(\+2 sec\) \/ \d+/);
  await page.getByRole("button", { name: "Speed: 1×" }).click();
  await page.getByRole("button", { name: "Speed: 2×" }).waitFor();
  await page.keyboard.press("End");
  await expect.poll(state).toEqual(["4", 4]);
  await expect.poll(() => shown.getByRole("article").last().innerText()).toContain("It arrives on *Thursday*.");
  await expectAccessible(page);
  await page.keyboard.press("k");
  await expect.poll(state).toEqual(["3", 3]);
  await page.keyboard.press("Escape");
  await expect.poll(position).toBeNull();
  await expect.poll(() => page.getByRole("list", { name: "Chat" }).getByRole("article").count()).toBe(4);
});

test("the side panel follows the playback, and does not show the error of a later step", async () => {
  const { page } = await openThread("?currentStepId=failed");
  const heading = inspector(page).getByRole("heading").first();
  await inspector(page).getByRole("alert").waitFor();
  await page.getByRole("button", { name: "Playback", exact: true }).click();
  await page.getByRole("list", { name: "Playback" }).getByRole("article").waitFor();
  await inspector(page).getByRole("alert").waitFor({ state: "detached" });
  await expect.poll(() => heading.innerText()).toBe("Ada");
  await page.keyboard.press("End");
  await expect.poll(() => heading.innerText()).toBe("Assistant");
  await page.keyboard.press("Home");
  await expect.poll(() => heading.innerText()).toBe("Ada");
  await page.getByRole("button", { name: "1 failed step" }).click();
  await inspector(page).getByRole("alert").waitFor();
  expect(new URL(page.url()).searchParams.get("play")).toBeNull();
});

test("by keyboard only, steps are navigated, collapsed and searched, and views are switched", async () => {
  const { page } = await openThread("?currentStepId=");
  await page.getByRole("list", { name: "Chat" }).getByRole("article").first().waitFor();
  await page.keyboard.press("2");
  await page.waitForURL("**view=tree");
  const current = (): string | null => new URL(page.url()).searchParams.get("currentStepId");
  for (const [key, step] of [
    ["j", "question"],
    ["j", "agent"],
    ["j", "plan"],
    ["k", "agent"],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(current).toBe(step);
  }
  await page.keyboard.press("h");
  await expect.poll(() => tree(page).getByRole("treeitem").count()).toBe(3);
  await page.keyboard.press("j");
  await expect.poll(current).toBe("answer");
  await page.keyboard.press("k");
  await expect.poll(current).toBe("agent");
  await page.keyboard.press("l");
  await expect.poll(() => tree(page).getByRole("treeitem").count()).toBe(6);
  await tree(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(current).toBe("plan");

  await page.keyboard.press("/");
  const isSearching = () => page.getByRole("searchbox").evaluate((field) => field === document.activeElement);
  await expect.poll(isSearching).toBe(true);
  await page.keyboard.type("carrier");
  await expect.poll(() => page.getByRole("search").innerText()).toContain("of 1 match");
  await page.keyboard.press("Enter");
  await expect.poll(current).toBe("tool");
  await page.keyboard.press("Escape");
  await expect.poll(isSearching).toBe(false);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await expect.poll(current).toBeNull();
});

test("by keyboard, a step is scored, tagged, added to a dataset, shared and deleted", async () => {
  const { page, graphql } = await openThread("?view=tree&currentStepId=answer");
  const press = (name: string) => inspector(page).getByRole("button", { name, exact: true }).first().press("Enter");
  const field = (label: string) => page.getByLabel(label, { exact: true });
  // A toast is a dialog too.
  const dialog = page.getByRole("dialog").filter({ hasNot: page.getByRole("link", { name: "Open dataset" }) });
  await press("Add score");
  await expectFocus(field("Name"));
  for (const text of ["right", "1"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("Short");
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(() => graphql('{ step(id: "answer") { scores { name value comment } } }'))
    .toEqual({ step: { scores: [{ name: "right", value: 1, comment: "Short" }] } });
  // The form closes and loses the focus once the score is stored.
  await page.getByRole("button", { name: "Delete score right" }).waitFor();
  await inspector(page).getByLabel("Add tag").focus();
  await page.keyboard.type("checked");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove tag checked" }).waitFor();
  await press("Add to dataset");
  await expectFocus(field("Name of the new dataset"));
  await page.keyboard.type("golden");
  await page.keyboard.press("Enter");
  await page.getByText("1 item added to golden").waitFor();
  // Closing a dialog restores the focus.
  await dialog.waitFor({ state: "detached" });
  await expectFocus(inspector(page).getByRole("button", { name: "Add to dataset" }));
  const share = page.getByRole("button", { name: "Share", exact: true }).first();
  await share.press("Enter");
  await expectFocusWithin(dialog);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expectFocus(share);
  await press("More actions");
  await expectFocusWithin(page.getByRole("menu"));
  await page.getByRole("menuitem", { name: "Delete step" }).press("Enter");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await expectFocusWithin(dialog);
  await dialog.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await expect.poll(() => graphql('{ step(id: "answer") { id } }')).toEqual({ step: null });
});
