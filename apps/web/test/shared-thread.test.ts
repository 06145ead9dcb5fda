import { expect, test } from "vitest";
import { openUi } from "./browser/open-ui.ts";

test("a share link shows the thread without an account, until it is revoked", async () => {
  const { page, graphql, ingest, goto } = await openUi({
    server: { noLogin: false, basePath: "/threadline" },
    path: null,
  });
  await ingest([
    { id: "question", type: "user_message", threadId: "t", name: "Ada", output: { content: "Is it open today?" } },
    { id: "answer", type: "assistant_message", threadId: "t", name: "Bot", output: { content: "Until **six**." } },
    { id: "elsewhere", type: "user_message", threadId: "u", output: { content: "CANARY" } },
  ]);
  await graphql(`
    mutation {
      person: createScore(threadId: "t", name: "resolved", type: HUMAN, value: 1, comment: "CANARY") {
        id
      }
      judge: createScore(threadId: "t", name: "polite", type: AI, value: 1, comment: "Answers kindly") {
        id
      }
    }
  `);
  await graphql(
    'mutation { a: createScore(stepId: "answer", name: "helpful", type: AI, value: 1) { id } b: createScore(stepId: "question", name: "helpful", type: AI, value: 0.5) { id } }',
  );
  const { shareThread } = (await graphql('mutation { shareThread(threadId: "t") { id url token } }')) as {
    shareThread: { id: string; url: string; token: string };
  };
  expect(new URL(shareThread.url).pathname).toBe(`/threadline/shared/${shareThread.token}`);
  await goto(`/shared/${shareThread.token}`);
  await expect.poll(() => page.locator("body").innerText()).toContain("Is it open today?");
  await expect.poll(() => page.locator("body").innerText()).toContain("Until **six**.");
  await expect.poll(() => page.getByText("resolved").count()).toBe(1);
  // A judge's reason is shown. The comment of a person is not.
  await page.getByText("Answers kindly").waitFor();
  expect(await page.locator("body").innerText()).not.toContain("CANARY");
  await page.getByText(/helpful.*0\.75/).waitFor();

  await graphql("mutation ($id: String!) { unshareThread(id: $id) { id } }", { id: shareThread.id });
  await page.reload();
  await expect.poll(() => page.locator("body").innerText()).not.toContain("Is it open today?");
});
