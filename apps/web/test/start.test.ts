import { expect, test } from "vitest";
import { openUi } from "./browser/open-ui.ts";

test("the UI opens on the log of the project, within the rules of its policy", async () => {
  const { page, projectId } = await openUi({
    seed: ({ ingest }) =>
      ingest([{ id: "a", type: "user_message", threadId: "t", name: "Ada", output: { content: "Hi" } }]),
  });
  await page.waitForURL(`**/projects/${projectId}/logs/threads*`);
  await expect.poll(() => page.locator("#root").innerText()).toContain("Thread");
});

test("the UI opens under a base path", async () => {
  const { page, url, projectId } = await openUi({ server: { basePath: "/threadline" } });
  await page.waitForURL(`${url}/projects/${projectId}/**`);
  await expect.poll(() => page.locator("#root").innerText()).toContain("Thread");
});
