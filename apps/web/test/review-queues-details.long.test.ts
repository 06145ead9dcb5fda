import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi, type Service } from "./browser/open-ui.ts";
import { seedReviewedQueue, seedReviewQueue } from "./seed-review-queue.ts";

async function ingestThreads({ graphql }: Pick<Service, "graphql">, ids: readonly string[]): Promise<void> {
  await graphql(
    `
      mutation ($steps: [StepInput!]!) {
        ingestSteps(steps: $steps) {
          ok
        }
      }
    `,
    {
      steps: ids.map((id) => ({
        id: `step-${id}`,
        threadId: id,
        type: "run",
        name: "answer",
        input: "Capital?",
        output: `Paris ${id}`,
      })),
    },
  );
}

test("an item is free again when its reviewer goes to another page or closes it", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1"]);
  const queueId = await seedReviewQueue({ graphql }, ["t1"]);
  const inReview = async (): Promise<unknown> =>
    graphql("query ($id: String!) { reviewQueue(id: $id) { progress { inReviewCount } } }", { id: queueId });
  const countOf = (inReviewCount: number) => ({ reviewQueue: { progress: { inReviewCount } } });
  const released = () =>
    page.context().waitForEvent("requestfinished", {
      predicate: (request) => request.postData()?.includes("releaseReview") ?? false,
    });
  const record = page.getByRole("region", { name: "Record" });
  await goto(`/projects/${projectId}/review-queues/${queueId}/review`);
  await record.getByText("Paris t1").first().waitFor();
  expect(await inReview()).toEqual(countOf(1));
  await Promise.all([released(), page.getByRole("link", { name: "Review queues" }).first().click()]);
  expect(await inReview()).toEqual(countOf(0));
  await page.getByRole("link", { name: "Review: Answers to check" }).click();
  await record.getByText("Paris t1").first().waitFor();
  expect(await inReview()).toEqual(countOf(1));
  await page.goto("about:blank");
  await expectSoon(inReview).toEqual(countOf(0));
});

test("on a narrow screen, the reviewed step is marked, and opens only when it is tapped", async () => {
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    window: { viewport: { width: 390, height: 844 } },
  });
  await ingestThreads({ graphql }, ["t1"]);
  const queueId = await seedReviewQueue({ graphql }, ["step-t1"], { target: "STEP" });
  await goto(`/projects/${projectId}/review-queues/${queueId}/review`);
  await page.getByRole("group", { name: "correct" }).waitFor();
  const step = page.getByRole("region", { name: "Record" }).getByText("Paris t1").first();
  await step.waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await step.click();
  await page.getByRole("dialog").getByText("Paris t1").first().waitFor();
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("group", { name: "correct" }).waitFor();
  await step.click();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("group", { name: "correct" }).waitFor();
});

test("without shortcuts of a single key, no such keys are named", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1"]);
  const queueId = await seedReviewQueue({ graphql }, ["t1"]);
  const keys = page.locator("kbd").filter({ hasText: /^(.|1–9|J K)$/ });
  await goto(`/projects/${projectId}/review-queues/${queueId}/review`);
  await page.getByRole("group", { name: "correct" }).locator("kbd").first().waitFor();
  expect(await keys.count()).toBeGreaterThan(5);
  await page.evaluate(() => localStorage.setItem("threadline.characterKeys", "off"));
  await page.reload();
  await page.getByRole("button", { name: "Submit" }).locator("kbd").waitFor();
  expect(await keys.allInnerTexts()).toEqual([]);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await dialog.getByText("Enter", { exact: true }).waitFor();
  expect(await keys.allInnerTexts()).toEqual([]);

  await goto(`/projects/${projectId}/threads/t1`);
  await page.getByText("Paris t1").first().waitFor();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await dialog.getByText("Enter", { exact: true }).waitFor();
  expect(await keys.allInnerTexts()).toEqual([]);
  await page.keyboard.press("Escape");

  await goto(`/projects/${projectId}/logs?peek=t1`);
  await page.getByRole("button", { name: "Next record", exact: true }).waitFor();
  expect(await keys.allInnerTexts()).toEqual([]);
});

test("on a phone, the record scrolls with the page, and no keys are named", async () => {
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    window: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  });
  await graphql("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", {
    steps: [
      {
        id: "step-long",
        threadId: "long",
        type: "run",
        name: "answer",
        tags: ["one", "two", "three"],
        input: "Which capitals?",
        output: Array.from({ length: 40 }, (_, index) => `- Capital ${index}`).join("\n"),
      },
    ],
  });
  const queueId = await seedReviewQueue({ graphql }, ["long"]);
  await goto(`/projects/${projectId}/review-queues/${queueId}/review`);
  const cards = page.getByRole("region", { name: "Record" }).getByRole("list").first();
  await cards.getByText("Capital 39").waitFor();
  await expectSoon(() => cards.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
  await cards.getByText("Which capitals?").waitFor();
  expect(await page.getByText("Keyboard shortcuts").isVisible()).toBe(false);
  expect(await page.locator("fieldset kbd").first().isVisible()).toBe(false);
  await expectAccessible(page);

  // The buttons are visible wherever the page is scrolled to, and cover neither the last field nor a message.
  const submit = page.getByRole("button", { name: "Submit" });
  const footer = async () => (await submit.locator("..").boundingBox())?.y ?? 0;
  expect(await submit.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await submit.tap();
  const missing = page.getByText("Enter every score first.", { exact: true });
  await missing.waitFor();
  await missing.scrollIntoViewIfNeeded();
  const box = await missing.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(await footer());
  await page.getByRole("radio", { name: "yes" }).check();
  await submit.tap();
  await page.getByText("Nothing to review").waitFor();
});

test("a skip is taken back, and a submitted review is changed, with one key", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1", "t2"]);
  const queueId = await seedReviewQueue({ graphql }, ["t1", "t2"]);
  await goto(`/projects/${projectId}/review-queues/${queueId}/review`);
  const record = page.getByRole("region", { name: "Record" });
  await record.getByText("Paris t1").first().waitFor();
  await page.keyboard.press("s");
  await record.getByText("Paris t2").first().waitFor();
  await page.getByText("Skipped: t1", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("u");
  await record.getByText("Paris t1").first().waitFor();
  await page.keyboard.press("2");
  await page.keyboard.press("c");
  await page.keyboard.type("Not sure");
  await page.keyboard.press("Control+Enter");
  await record.getByText("Paris t2").first().waitFor();
  await page.getByText("Submitted: t1", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("You are changing your submitted review.", { exact: true }).waitFor();
  await record.getByText("Paris t1").first().waitFor();
  expect(await page.getByRole("radio", { name: "no" }).isChecked()).toBe(true);
  expect(await page.getByLabel("Comment", { exact: true }).inputValue()).toBe("Not sure");
  await expectAccessible(page);
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await record.getByText("Paris t2").first().waitFor();
  await page.getByText("Submitted: t1", { exact: true }).waitFor();
  const scores = "{ scores(first: 9) { edges { node { threadId label comment } } } }";
  expect(await graphql(scores)).toEqual({
    scores: { edges: [{ node: { threadId: "t1", label: "yes", comment: "Not sure" } }] },
  });
  await page.keyboard.press("s");
  await page.getByText("Nothing to review").waitFor();
  await page.getByText("Skipped: t2", { exact: true }).waitFor();
  await page.keyboard.press("u");
  await record.getByText("Paris t2").first().waitFor();
});

test("a decision is taken back only when it has been sent, and unsent content is kept", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1", "t2", "t3"]);
  const queueId = await seedReviewQueue({ graphql }, ["t1", "t2", "t3"]);
  await goto(`/projects/${projectId}/review-queues/${queueId}/review`);
  const record = page.getByRole("region", { name: "Record" });
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  const comment = page.getByLabel("Comment", { exact: true });
  const skipped = page.getByText("Skipped: t1", { exact: true });
  await record.getByText("Paris t1").first().waitFor();
  await page.keyboard.press("s");
  await record.getByText("Paris t2").first().waitFor();
  await comment.fill("Half of a comment");

  // Without a connection, the skip can still be taken back later.
  await page.route("**/api/graphql*", (route) =>
    route.request().postData()?.includes('retakesSkipped":true') ? route.abort() : route.fallback(),
  );
  const [failed] = await Promise.all([page.waitForEvent("requestfailed"), undo.click()]);
  expect(failed.postData()).toContain("takeReview");
  await skipped.waitFor();
  expect(await comment.inputValue()).toBe("Half of a comment");
  await page.unroute("**/api/graphql*");

  await undo.click();
  await record.getByText("Paris t1").first().waitFor();
  await page.keyboard.press("s");
  await record.getByText("Paris t2").first().waitFor();
  expect(await comment.inputValue()).toBe("Half of a comment");

  const sent = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/graphql*", async (route) => {
    if (!route.request().postData()?.includes("submitReview")) return route.fallback();
    sent.resolve();
    await answered.promise;
    return route.continue();
  });
  await page.getByRole("radio", { name: "yes" }).check();
  await page.keyboard.press("Enter");
  await sent.promise;
  await skipped.waitFor();
  expect(await undo.isDisabled()).toBe(true);
  await page.keyboard.press("u");
  answered.resolve();
  await record.getByText("Paris t3").first().waitFor();
  await page.getByText("Submitted: t2", { exact: true }).waitFor();
  const scores = "{ scores(first: 9) { edges { node { threadId label comment } } } }";
  expect(await graphql(scores)).toEqual({
    scores: { edges: [{ node: { threadId: "t2", label: "yes", comment: "Half of a comment" } }] },
  });
});

test("the last review of a blind item is not offered for a change", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1", "t2"]);
  const queueId = await seedReviewedQueue({ graphql }, ["t1", "t2"], { isBlind: true, reviewsPerItem: 2 });
  await goto(`/projects/${projectId}/review-queues/${queueId}/review`);
  const record = page.getByRole("region", { name: "Record" });
  await record.getByText("Paris t1").first().waitFor();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await record.getByText("Paris t2").first().waitFor();
  expect(await page.getByText("Submitted: t1", { exact: true }).count()).toBe(0);
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await page.getByText("Submitted: t2", { exact: true }).waitFor();
});

test("the items of a queue are found by a text, which the URL keeps", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1", "t2"]);
  const queueId = await seedReviewQueue({ graphql }, ["t1", "t2"]);
  await goto(`/projects/${projectId}/review-queues/${queueId}`);
  const rows = page.getByRole("region", { name: "Items of the queue" }).locator("tbody tr");
  await expectSoon(() => rows.count()).toBe(2);
  await page.getByRole("searchbox").fill("paris T2");
  await expectSoon(() => rows.allInnerTexts()).toEqual([expect.stringContaining("t2")]);
  await expectAccessible(page);
  await page.reload();
  await expectSoon(() => rows.allInnerTexts()).toEqual([expect.stringContaining("t2")]);
  await page.getByRole("searchbox").fill("berlin");
  await page.getByText("No item matches", { exact: true }).waitFor();
});

test("the next item follows a deleted one", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1", "t2"]);
  const queueId = await seedReviewQueue({ graphql }, ["t1", "t2"], { isBlind: true });
  await goto(`/projects/${projectId}/review-queues/${queueId}/review`);
  const record = page.getByRole("region", { name: "Record" });
  await record.getByText("Paris t1").first().waitFor();
  await graphql(`
    mutation {
      deleteThread(id: "t1") {
        id
      }
    }
  `);
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await page.getByText("The previous item was deleted, or others completed it.").waitFor();
  await record.getByText("Paris t2").first().waitFor();
  expect(await page.getByText("No scores yet").count()).toBe(0);
  await page.keyboard.press("s");
  await page.getByText("Nothing to review").waitFor();
});

test("threads are added from the list and from their page", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1", "t2"]);
  await seedReviewQueue({ graphql }, []);
  await goto(`/projects/${projectId}/logs/threads`);
  await page.getByRole("checkbox").nth(1).check();
  await page.getByRole("button", { name: "Add to review queue" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Records added: 1.").waitFor();
  await goto(`/projects/${projectId}/logs/threads/t1`);
  await page.getByRole("button", { name: "More actions", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Add to review queue" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText(/^Records added: \d/).waitFor();
  expect(await graphql("{ reviewQueues { progress { totalCount } } }")).toEqual({
    reviewQueues: [{ progress: { totalCount: expect.any(Number) as number } }],
  });
});

test("the expected output and the corrections of others are beside the record", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1"]);
  const queueId = await seedReviewedQueue({ graphql }, ["t1"], { reviewsPerItem: 2 });
  const { createDataset } = (await graphql(`
    mutation {
      createDataset(name: "Golden", type: key_value) {
        id
      }
    }
  `)) as { createDataset: { id: string } };
  const { createDatasetItem } = (await graphql(
    `
      mutation ($datasetId: String!) {
        createDatasetItem(datasetId: $datasetId, input: "Capital?", expectedOutput: "Paris, France") {
          id
        }
        createDatasetExperiment(id: "first", name: "First", datasetId: $datasetId) {
          id
        }
      }
    `,
    { datasetId: createDataset.id },
  )) as { createDatasetItem: { id: string } };
  await graphql(
    `
      mutation ($itemId: String!) {
        createDatasetExperimentItem(datasetExperimentId: "first", datasetItemId: $itemId, experimentRunId: "step-t1") {
          id
        }
      }
    `,
    { itemId: createDatasetItem.id },
  );
  await goto(`/projects/${projectId}/review-queues/${queueId}/review`);
  const expected = page.getByRole("region", { name: "Expected output", exact: true });
  await expected.getByText("Paris, France", { exact: true }).waitFor();
  const corrected = page.getByRole("region", { name: /^Corrected by / });
  await corrected.getByText("It was sent to the address of the account.", { exact: true }).waitFor();
  const record = page.getByRole("region", { name: "Record", exact: true });
  await record.getByText("Paris t1").first().waitFor();
  const boxes = await Promise.all([record, expected, corrected].map((each) => each.boundingBox()));
  const [left, ...right] = boxes.map((box) => box ?? { x: 0, width: 0 });
  for (const { x, width } of right) {
    expect(x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0));
    expect(x + width).toBeLessThanOrEqual(1440);
  }
  await expectAccessible(page);
});

test("a step that the chat shows is not repeated beside it, its scores name their kind, and keys scroll the record", async () => {
  const { page, goto, projectId, graphql, ingest } = await openUi({ path: null });
  const output = `Paris. ${"It is on the Seine. ".repeat(400)}`;
  await ingest([
    { id: "question", threadId: "t", type: "user_message", name: "Ada", output: "Capital?" },
    { id: "run", threadId: "t", type: "run", name: "answer", input: "Capital?", output },
    { id: "look-up", threadId: "t", type: "tool", parentId: "run", rootRunId: "run", name: "look up", output: "Paris" },
    { id: "reply", threadId: "t", type: "assistant_message", name: "Bot", output },
  ]);
  await graphql('mutation { createScore(stepId: "run", name: "polite", type: HUMAN, value: 1) { id } }');
  const queueId = await seedReviewQueue({ graphql }, ["run", "look-up"], { target: "STEP" });
  await goto(`/projects/${projectId}/review-queues/${queueId}/review`);
  const record = page.getByRole("region", { name: "Record" });
  await record.getByText("It is on the Seine.").first().waitFor();
  const inspector = record.getByRole("complementary", { name: "Step", exact: true });
  expect(await inspector.count()).toBe(0);
  const top = () =>
    record
      .getByText("Capital?")
      .first()
      .evaluate((each) => each.getBoundingClientRect().top);
  for (const [key, isAbove] of [
    ["PageDown", true],
    ["PageUp", false],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await page.keyboard.press(key);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await page.keyboard.press(key);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expectSoon(async () => (await top()) < 0).toBe(isAbove);
  }
  await expectAccessible(page);
  const details = record.getByRole("button", { name: "Step details", exact: true });
  expect(await details.getAttribute("aria-expanded")).toBe("false");
  await details.click();
  await inspector.getByRole("heading", { name: "answer", exact: true }).waitFor();
  await inspector.getByText(/^Human · /).waitFor();
  expect(await details.getAttribute("aria-expanded")).toBe("true");
  expect(await details.evaluate((button) => button === document.activeElement)).toBe(true);
  await details.press("Enter");
  await inspector.waitFor({ state: "detached" });
  await details.press("Enter");
  await inspector.getByRole("heading", { name: "answer", exact: true }).waitFor();
  // A focused button handles Enter itself.
  await details.blur();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  // The chat shows only the beginning of a tool call, so its details are open.
  await inspector.getByRole("heading", { name: "look up", exact: true }).waitFor();
});
