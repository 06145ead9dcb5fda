import { expect, test } from "vitest";
import { openUi } from "./browser/open-ui.ts";

test("signed-in users can use the explorer without a key", async () => {
  const { page } = await openUi({
    server: { basePath: "/threadline" },
    path: "/api/graphql",
    seed: ({ ingest }) =>
      ingest([
        {
          id: "a",
          type: "tool",
          threadId: "seeded-thread",
          error: "seeded error",
          scores: [{ name: "seeded score", type: "HUMAN", value: 1 }],
        },
      ]),
  });
  await expect.poll(() => page.textContent("#state")).toContain("as you");
  await expect
    .poll(() => page.getByRole("tab").allInnerTexts())
    .toEqual(["Threads", "FailedSteps", "Scores", "AddScore"]);
  for (const [example, answer] of [
    ["Threads", "seeded-thread"],
    ["FailedSteps", "seeded error"],
    ["Scores", "seeded score"],
    // The example needs a thread, so that running it unchanged stores nothing.
    ["AddScore", "threadId: is required"],
  ] as const) {
    // oxlint-disable no-await-in-loop -- the examples share the page
    await page.getByRole("tab").filter({ hasText: example }).click();
    const run = async (): Promise<string> => {
      await page.locator(".graphiql-execute-button").click();
      return page.locator(".result-window").innerText();
    };
    // Shortly after a change of tabs, GraphiQL still sends the name of the previous operation.
    await expect.poll(run, { interval: 500 }).toContain(answer);
    // oxlint-enable no-await-in-loop
  }
});
