import { expect, test } from "vitest";
import { openUi } from "./browser/open-ui.ts";

test("signed-in users can use the explorer without a key", async () => {
  const { page } = await openUi({
    server: { basePath: "/threadline" },
    path: "/api/graphql",
    seed: ({ ingest }) => ingest([{ id: "a", type: "tool", threadId: "seeded-thread" }]),
  });
  await expect.poll(() => page.textContent("#state")).toContain("as you");
  await expect
    .poll(() => page.getByRole("tab").allInnerTexts())
    .toEqual(["Threads", "FailedSteps", "Scores", "AddScore"]);
  await page.locator(".graphiql-execute-button").click();
  await expect.poll(() => page.locator(".result-window").innerText()).toContain("seeded-thread");
});
