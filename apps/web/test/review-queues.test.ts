import { expect, test } from "vitest";
import { sendOpenAI, startModelServer } from "../../../packages/server/test/models/model-server.ts";
import { addConnection } from "./add-connection.ts";
import { choose } from "./browser/choose.ts";
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

const scores = "{ scores(first: 9) { edges { node { threadId name value label comment } } } }";

test("an item is reviewed with two keys, and the queue shows its progress", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1", "t2", "t3"]);
  await goto(`/projects/${projectId}/review-queues`);
  await page.getByText("No review queues yet").waitFor();
  await expectAccessible(page);
  const queueId = await seedReviewQueue({ graphql }, ["t1", "t2", "t3"]);
  await goto(`/projects/${projectId}/review-queues`);
  await page.getByRole("row", { name: /Answers to check Threads Added by hand 0 \/ 3 0 3/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Review: Answers to check" }).click();
  await page.getByRole("group", { name: "correct" }).waitFor();
  await page.getByRole("region", { name: "Record" }).getByText("Paris t1").first().waitFor();
  await expectAccessible(page);

  await page.keyboard.press("Enter");
  await page.getByText("Enter every score first.").waitFor();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Record" }).getByText("Paris t2").first().waitFor();
  await page.getByText("1 of 3 done · 2 for you").waitFor();
  expect(await graphql(scores)).toEqual({
    scores: { edges: [{ node: { threadId: "t1", name: "correct", value: 1, label: "yes", comment: null } }] },
  });

  await page.keyboard.press("?");
  await page.getByText("Submit and open the next item").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByText("Submit and open the next item").waitFor({ state: "detached" });
  await page.keyboard.press("f");
  await page.getByLabel("Reason").fill("Contains a name");
  await page.getByRole("dialog").getByRole("button", { name: "Flag", exact: true }).click();
  await page.getByRole("region", { name: "Record" }).getByText("Paris t3").first().waitFor();
  await page.keyboard.press("2");
  await page.keyboard.press("c");
  await page.keyboard.type("Wrong");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Nothing to review").waitFor();
  await expectAccessible(page);

  await goto(`/projects/${projectId}/review-queues/${queueId}`);
  const flagged = page.getByRole("row", { name: /t2 Contains a name/ });
  await flagged.waitFor();
  await expectAccessible(page);
  await flagged.getByRole("button", { name: "Actions: t2" }).click();
  await page.getByRole("menuitem", { name: "Reopen" }).click();
  await page.getByRole("row", { name: /t2 Waiting/ }).waitFor();
});

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
  await page.getByText("The item was deleted, or others completed its reviews.").waitFor();
  await record.getByText("Paris t2").first().waitFor();
  expect(await page.getByText("No scores yet").count()).toBe(0);
  await page.keyboard.press("s");
  await page.getByText("Nothing to review").waitFor();
});

test("a queue is created with a filter and changed, and its corrections become dataset items", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1"]);
  await seedReviewQueue({ graphql }, []);
  await graphql(`
    mutation {
      createDataset(name: "Golden", type: key_value) {
        id
      }
    }
  `);
  await goto(`/projects/${projectId}/review-queues/new`);
  await page.getByLabel("Name", { exact: true }).fill("Steps to check");
  await choose(page.getByLabel("Contains"), "Steps");
  await choose(page.getByLabel("Items", { exact: true }), "Matching records");
  const search = page.getByRole("searchbox");
  await search.fill("name:answer");
  await search.press("Enter");
  await page.getByRole("checkbox").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create queue" }).click();
  await page.getByRole("heading", { name: "Steps to check" }).waitFor();
  await page.getByRole("row", { name: /answer Waiting/ }).waitFor();
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await page.getByRole("group", { name: "correct" }).waitFor();
  await page.keyboard.press("2");
  await page.keyboard.press("e");
  await page.getByLabel("Corrected output").fill("Paris, of course");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("Nothing to review").waitFor();
  await page.getByRole("link", { name: "Steps to check" }).click();
  await page.getByRole("button", { name: "Add to dataset" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Add to dataset" }).click();
  await page.getByText("Added to dataset").waitFor();
  expect(
    await graphql(`
      {
        dataset(name: "Golden") {
          items {
            stepId
            expectedOutput
          }
        }
      }
    `),
  ).toEqual({
    dataset: { items: [{ stepId: "step-t1", expectedOutput: "Paris, of course" }] },
  });
  await page.getByLabel("Reviews per item").fill("x");
  await page.getByLabel("Reviews per item").press("Tab");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Reviews per item must be a number.").waitFor();
  await page.getByLabel("Reviews per item").fill("2");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Queue saved").waitFor();
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
  await page.getByText("1 added.").waitFor();
  await goto(`/projects/${projectId}/logs/threads/t1`);
  await page.getByRole("button", { name: "More actions", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Add to review queue" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText(/\d added\./).waitFor();
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

test("a review becomes an example for a judge with one click, and is removed in the editor", async () => {
  const provider = await startModelServer();
  provider.reply((response) => sendOpenAI(response, [JSON.stringify({ reasoning: "It is right.", label: "yes" })]));
  const ui = await openUi();
  const { page, goto, projectId, graphql } = ui;
  await ingestThreads({ graphql }, ["t1", "t2"]);
  await addConnection(ui, { name: "local", baseUrl: `${provider.origin}/v1` });
  const { modelConnections } = (await graphql("{ modelConnections { id } }")) as { modelConnections: { id: string }[] };
  const version = {
    kind: "LLM",
    target: "THREAD",
    scoreName: "correct answer",
    judge: {
      messages: [{ role: "user", content: "Is it right? {{output}}" }],
      inputs: [{ name: "output", path: "output" }],
      labels: [
        { label: "yes", value: 1 },
        { label: "no", value: 0 },
      ],
      connectionId: modelConnections[0]?.id,
      model: "m",
    },
  };
  const { createEvaluator } = (await graphql(
    `
      mutation ($version: EvaluatorVersionInput!) {
        createEvaluator(evaluator: { name: "Facts" }, version: $version) {
          id
        }
      }
    `,
    { version },
  )) as { createEvaluator: { id: string } };
  const queueId = await seedReviewedQueue({ graphql }, ["t1"]);
  await goto(`/projects/${projectId}/review-queues/${queueId}`);
  await page.getByRole("button", { name: "Add example to Facts", exact: true }).click();
  await page.getByText("Added to Facts as version 2", { exact: true }).waitFor();
  await expectAccessible(page);

  const { evaluator } = (await graphql("query ($id: String!) { evaluator(id: $id) { latestVersion { id } } }", {
    id: createEvaluator.id,
  })) as { evaluator: { latestVersion: { id: string } } };
  await graphql('mutation ($id: String!) { evaluate(versionId: $id, targetIds: ["t2"]) { label } }', {
    id: evaluator.latestVersion.id,
  });
  const sent = JSON.stringify(provider.requests.at(-1)?.body["messages"]);
  expect(sent).toContain("Paris t1");
  expect(sent).toContain("It was sent to the address of the account.");
  expect(sent.indexOf("Paris t1")).toBeLessThan(sent.indexOf("Is it right?"));

  await goto(`/projects/${projectId}/evaluators/${createEvaluator.id}`);
  const example = page.getByRole("region", { name: "Example 1", exact: true });
  await example.getByText("The order was sent to another address.", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove example 1", exact: true }).click();
  await example.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save as new version", exact: true }).click();
  const latest = () =>
    graphql("query ($id: String!) { evaluator(id: $id) { latestVersion { number judge { examples { label } } } } }", {
      id: createEvaluator.id,
    });
  await expectSoon(latest).toEqual({ evaluator: { latestVersion: { number: 3, judge: { examples: [] } } } });
});
