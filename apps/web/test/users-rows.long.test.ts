import { expect, test } from "vitest";
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
  await expectSoon(() => row.innerText()).toMatch(/4\s+25%\s+1/u);
  await expectAccessible(page);
  await row.getByRole("link", { name: "4", exact: true }).click();
  await page.waitForURL("**/logs/threads?*");
  await expectSoon(() => page.locator("[role=row][data-row]").count()).toBe(4);
  await goto(`/projects/${projectId}/users`);
  await row.getByRole("link", { name: "ada", exact: true }).click();
  const failed = page.getByRole("row").filter({ has: page.getByRole("img", { name: "1 error", exact: true }) });
  await expectSoon(() => failed.allInnerTexts()).toEqual([expect.stringContaining("Trip 2")]);
  await expectAccessible(page);
});
