import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

test("the list of users shows the share of failed threads and links to all threads, and a user's failed threads are marked", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    async seed({ graphql, ingest }) {
      const threads = [0, 1, 2, 3].map(
        (at) => `t${at}: upsertThread(id: "t${at}", name: "Trip ${at}", participantId: "ada") { id }`,
      );
      await graphql(`mutation { ${threads.join(" ")} }`);
      await ingest(
        [0, 1, 2, 3].map((at) => ({
          id: `run-${at}`,
          threadId: `t${at}`,
          type: "run",
          name: "agent",
          error: at === 2 ? "No trains" : null,
        })),
      );
    },
  });
  await goto(`/projects/${projectId}/users`);
  const row = page.getByRole("row").filter({ hasText: "ada" });
  await expectSoon(() => row.innerText()).toMatch(/4\s+1\s+25%/u);
  await expectAccessible(page);
  await row.getByRole("link", { name: "4", exact: true }).click();
  await page.waitForURL("**/logs/threads?*");
  await expectSoon(() => page.locator("[role=row][data-row]").count()).toBe(4);
  await goto(`/projects/${projectId}/users`);
  await row.getByRole("link", { name: "ada", exact: true }).click();
  const failed = page.getByRole("row").filter({ has: page.getByRole("img", { name: "1 error", exact: true }) });
  await expectSoon(() => failed.allInnerTexts()).toEqual([expect.stringContaining("Trip 2")]);
  await expectAccessible(page);
  // On a phone, the threads are cards.
  await page.setViewportSize({ width: 390, height: 844 });
  const threads = page.getByRole("region", { name: "Threads", exact: true });
  await expectSoon(() => threads.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
});

test("users are sorted by threads with errors and by first activity, and take a few lines on a phone", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    async seed({ graphql, ingest }) {
      const users = ["ada", "bob", "eve", "ada", "bob"];
      const threads = users.map((user, at) => `t${at}: upsertThread(id: "t${at}", participantId: "${user}") { id }`);
      await graphql(`mutation { ${threads.join(" ")} }`);
      const failed = ["t1", "t4", "t2"].map((threadId) => ({ id: `of-${threadId}`, threadId, error: "No trains" }));
      // A user is first seen when the application created the first thread, and not when the service stored it.
      const early = { id: "early", threadId: "t2", startTime: "2020-01-01T00:00:00Z" };
      await ingest([...failed, early].map((step) => ({ type: "run", name: "agent", ...step })));
    },
  });
  await goto(`/projects/${projectId}/users`);
  const region = page.getByRole("region", { name: "Users" });
  const names = () => region.locator("a[data-row]").allInnerTexts();
  await page.getByRole("button", { name: "Threads with errors" }).click();
  await expectSoon(names).toEqual(["bob", "eve", "ada"]);
  expect(await region.getByRole("row").nth(1).innerText()).toMatch(/bob.*2\s+100%/su);
  await page.getByRole("button", { name: "First seen" }).click();
  await page.getByRole("button", { name: "First seen" }).click();
  await expectSoon(names).toEqual(["eve", "ada", "bob"]);
  await page.setViewportSize({ width: 390, height: 844 });
  const rowHeights = () =>
    region.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  await expectSoon(async () => Math.max(...(await rowHeights()))).toBeLessThan(110);
  await expectAccessible(page);
});

test("the list of users shows the figures of a period, and links to the threads of the period", async () => {
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    async seed({ graphql: run, ingest }) {
      await run(
        `mutation { ${["ada", "ada", "bob"].map((user, at) => `t${at}: upsertThread(id: "t${at}", participantId: "${user}") { id }`).join(" ")} }`,
      );
      const old = { startTime: "2020-01-01T00:00:00Z", endTime: "2020-01-01T00:00:01Z" };
      await ingest([
        { id: "old", threadId: "t0", type: "llm", generation: { outputTokenCount: 500 }, ...old },
        { id: "new", threadId: "t1", type: "llm", generation: { outputTokenCount: 7 }, error: "No trains" },
        { id: "older", threadId: "t2", type: "llm", ...old },
      ]);
    },
  });
  await graphql('mutation { createScore(threadId: "t0", name: "good", type: HUMAN, value: 1) { id } }');
  await goto(`/projects/${projectId}/users`);
  const row = page.getByRole("row").filter({ hasText: "ada" });
  await expectSoon(() => row.innerText()).toMatch(/2\s+1\s+50%\s+507/u);
  await page.getByText("2 · all-time figures", { exact: true }).waitFor();
  await choose(page.getByLabel("Time range", { exact: true }), "Last 7 days");
  await expectSoon(() => row.innerText()).toMatch(/1\s+1\s+100%\s+7/u);
  await page.getByRole("link", { name: "bob", exact: true }).waitFor({ state: "detached" });
  await page.getByText("1 · figures of the threads created in this period", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.reload();
  await expectSoon(() => row.innerText()).toMatch(/1\s+1\s+100%\s+7/u);
  await row.getByRole("link", { name: "1", exact: true }).first().click();
  await page.waitForURL("**/logs/threads?*range=7d*");
  await expectSoon(() => page.locator("[role=row][data-row]").count()).toBe(1);
});

test("a table shades the edge beyond which columns are hidden", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await graphql(`mutation { upsertThread(id: "t", participantId: "${"long.".repeat(20)}") { id } }`);
  await page.setViewportSize({ width: 660, height: 800 });
  await goto(`/projects/${projectId}/users`);
  const table = page.getByRole("region", { name: "Users" });
  const hidden = () =>
    table.evaluate((frame) => [frame.hasAttribute("data-hidden-before"), frame.hasAttribute("data-hidden-after")]);
  await table.waitFor();
  await expectSoon(hidden).toEqual([false, true]);
  await table.evaluate((frame) => frame.scrollTo({ left: 10 }));
  await expectSoon(hidden).toEqual([true, true]);
  await table.evaluate((frame) => frame.scrollTo({ left: frame.scrollWidth }));
  await expectSoon(hidden).toEqual([true, false]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectSoon(hidden).toEqual([false, false]);
});

test("the list of users shows the average of a score after its column is chosen", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  const threads = ["ada", "bob"].map(
    (user) => `${user}: upsertThread(id: "${user}", name: "Trip", participantId: "${user}") { id }`,
  );
  await graphql(`mutation { ${threads.join(" ")} }`);
  const scores = [1, 0, 0].map(
    (value, at) => `s${at}: createScore(threadId: "ada", name: "useful: yes", type: HUMAN, value: ${value}) { id }`,
  );
  await graphql(`mutation { ${scores.join(" ")} }`);
  await goto(`/projects/${projectId}/users`);
  const rows = page.getByRole("region", { name: "Users" }).getByRole("row");
  await rows.filter({ hasText: "ada" }).waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByLabel("useful: yes", { exact: true }).check();
  await page.getByLabel("Tokens", { exact: true }).uncheck();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  const heads = [
    "Identifier",
    "Last active",
    "First seen",
    "Threads",
    "Threads with errors",
    "Error rate",
    "Cost",
    "useful: yes",
  ];
  await expectSoon(() => page.getByRole("columnheader").allInnerTexts()).toEqual(heads);
  await expectSoon(() => rows.filter({ hasText: "ada" }).innerText()).toMatch(/0\.33/u);
  await expectSoon(() => rows.filter({ hasText: "bob" }).getByRole("cell").nth(7).innerText()).toBe("–");
  await page.reload();
  await expectSoon(() => page.getByRole("columnheader").allInnerTexts()).toEqual(heads);
  // A change reloads the list, also if it changes the order. Averages are reloaded only once a minute.
  await expectSoon(() => rows.filter({ hasText: "ada" }).innerText()).toMatch(/0\.33/u);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.postData() ?? ""));
  await graphql('mutation { upsertThread(id: "another", participantId: "ada") { id } }');
  await rows.filter({ hasText: "ada" }).getByRole("link", { name: "2", exact: true }).waitFor();
  expect(requested.filter((body) => body.includes("scoreStatistics"))).toEqual([]);
  expect(await rows.filter({ hasText: "ada" }).innerText()).toMatch(/0\.33/u);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Reset columns" }).click();
  await page.getByRole("columnheader", { name: "Tokens" }).waitFor();
  await page.keyboard.press("Escape");
  await rows.getByRole("link", { name: "ada", exact: true }).click();
  await page.getByText("First seen").waitFor();
  await page.getByRole("link", { name: "View in logs" }).click();
  await page.waitForURL("**/logs/threads?*");
});
