import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openLog } from "./open-log.ts";
import { seedLog } from "./seed-log.ts";
import { panel } from "./side-panel.ts";

test("a thread and a step are scored with one click, on the page and beside the list, and a second click undoes it", async () => {
  const { page, graphql, goto } = await openLog("logs/threads/thread-1", { count: 2 });
  const scores = async (): Promise<unknown> =>
    graphql(`
      {
        threadDetail(id: "thread-1") {
          scores {
            name
            value
            label
            type
            scorer
          }
        }
      }
    `);
  const stored = (value: number, label: string) => ({
    threadDetail: { scores: [{ name: "thumbs", value, label, type: "HUMAN", scorer: "local" }] },
  });
  const header = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
  const thumb = (name: "Thumbs up" | "Thumbs down") => header.getByRole("button", { name, exact: true });
  await thumb("Thumbs up").click();
  await expectSoon(() => thumb("Thumbs up").getAttribute("aria-pressed")).toBe("true");
  expect(await scores()).toEqual(stored(1, "up"));
  await expectAccessible(page);
  await thumb("Thumbs down").click();
  await expectSoon(() => thumb("Thumbs down").getAttribute("aria-pressed")).toBe("true");
  await expectSoon(() => thumb("Thumbs up").getAttribute("aria-pressed")).toBe("false");
  expect(await scores()).toEqual(stored(0, "down"));
  await thumb("Thumbs down").click();
  await expectSoon(scores).toEqual({ threadDetail: { scores: [] } });

  await goto("logs/threads?peek=thread-1&currentStepId=thread-1-llm");
  const up = panel(page).getByRole("complementary").getByRole("button", { name: "Thumbs up", exact: true });
  await up.click();
  await expectSoon(() => up.getAttribute("aria-pressed")).toBe("true");
  expect(
    await graphql(`
      {
        step(id: "thread-1-llm") {
          scores {
            name
            value
          }
        }
      }
    `),
  ).toEqual({
    step: { scores: [{ name: "thumbs", value: 1 }] },
  });
});

test("after a thumb, the user can add a comment, and the panel of a step shows the thread's score at once", async () => {
  const { page, graphql } = await openLog("logs/threads/thread-1?currentStepId=thread-1-llm", { count: 2 });
  const inspector = page.locator("[data-step]");
  await inspector.getByText("No scores yet").waitFor();
  const header = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
  await header.getByRole("button", { name: "Thumbs down", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Comment on your thumb" });
  const reason = dialog.getByRole("textbox", { name: "Why?", exact: true });
  await reason.fill("It answered another question.");
  await expectAccessible(page);
  // A comment that was not saved is kept while the form is closed.
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await header.getByRole("button", { name: "Comment on your thumb" }).click();
  expect(await reason.inputValue()).toBe("It answered another question.");
  await dialog.getByRole("button", { name: "Save comment" }).click();
  await dialog.waitFor({ state: "hidden" });
  await inspector.getByText("It answered another question.").waitFor();
  expect(await inspector.getByText("No scores yet").count()).toBe(0);
  expect(
    await graphql(`
      {
        threadDetail(id: "thread-1") {
          scores {
            name
            value
            comment
          }
        }
      }
    `),
  ).toEqual({ threadDetail: { scores: [{ name: "thumbs", value: 0, comment: "It answered another question." }] } });
});

test("a thumb that is switched keeps its comment, and asks for another one only when it is stored", async () => {
  const { page, graphql } = await openLog("logs/threads/thread-1", { count: 2 });
  const header = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
  const dialog = page.getByRole("dialog", { name: "Comment on your thumb" });
  const comment = dialog.getByRole("textbox", { name: "Why?", exact: true });
  await header.getByRole("button", { name: "Thumbs up", exact: true }).click();
  await comment.fill("It is short.");
  await dialog.getByRole("button", { name: "Save comment" }).click();
  await dialog.waitFor({ state: "hidden" });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/graphql*", async (route) => {
    if (route.request().postData()?.includes("createScore")) await released;
    await route.continue();
  });
  const down = header.getByRole("button", { name: "Thumbs down", exact: true });
  await down.click();
  await expectSoon(() => down.isDisabled()).toBe(true);
  expect(await dialog.count()).toBe(0);
  release();
  await comment.waitFor();
  expect(await down.getAttribute("aria-pressed")).toBe("true");
  expect(await comment.inputValue()).toBe("It is short.");
  await comment.fill("It is too short.");
  await dialog.getByRole("button", { name: "Save comment" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await graphql('{ threadDetail(id: "thread-1") { scores { value comment } } }')).toEqual({
    threadDetail: { scores: [{ value: 0, comment: "It is too short." }] },
  });
});

test("a thread's own scores are shown once, and a thumb as a thumb", async () => {
  const { page, goto } = await openLog("logs", {
    count: 2,
    seed: async (service) => {
      await seedLog(service, { count: 2 });
      for (const score of ['name: "resolved", value: 0.5', 'name: "thumbs", value: 0']) {
        // oxlint-disable-next-line no-await-in-loop -- two requests
        await service.graphql(`mutation { createScore(threadId: "thread-1", type: HUMAN, ${score}) { id } }`);
      }
    },
  });
  const scores = page.getByRole("region", { name: "Scores" });
  await goto("logs/threads/thread-1?currentStepId=");
  await scores.getByRole("button", { name: "Delete score thumbs" }).waitFor();
  await scores.getByText("down", { exact: true }).waitFor();
  // The averages of the steps' scores have loaded.
  await scores.getByText("helpful", { exact: true }).waitFor();
  for (const name of ["resolved", "thumbs"]) {
    expect(await scores.getByText(name, { exact: true }).count()).toBe(1);
  }
  await goto("logs/threads/thread-1?currentStepId=thread-1-llm");
  await page.locator("[data-step]").getByText("down", { exact: true }).waitFor();
});
