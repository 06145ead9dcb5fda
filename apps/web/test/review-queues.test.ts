import { expect, test } from "vitest";
import { sendOpenAI, startModelServer } from "../../../packages/server/test/models/model-server.ts";
import { addConnection } from "./add-connection.ts";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
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
  await page.getByRole("row", { name: /Answers to check Threads · Added by hand 0 \/ 3 not started 0 3/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Review: Answers to check" }).click();
  await page.getByRole("group", { name: "correct" }).waitFor();
  await page.getByRole("region", { name: "Record" }).getByText("Paris t1").first().waitFor();
  await page.getByRole("heading", { name: "t1", exact: true }).waitFor();
  await expectAccessible(page);

  await page.keyboard.press("Enter");
  await page.getByText("Enter every score first.").waitFor();
  await expectFocus(page.getByRole("radio", { name: "yes", exact: true }));
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Record" }).getByText("Paris t2").first().waitFor();
  await page.getByText("1 of 3 done · 2 left for you").waitFor();
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
  const submit = page.getByRole("button", { name: "Submit" });
  await submit.getByText("Ctrl+Enter").waitFor();
  await page.keyboard.press("Escape");
  await submit.getByText("Enter", { exact: true }).waitFor();
  await page.keyboard.press("1");
  expect(await page.getByRole("radio", { name: "yes", exact: true }).isChecked()).toBe(true);
  expect(await page.getByLabel("Comment").inputValue()).toBe("Wrong");
  await page.keyboard.press("c");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Nothing to review").waitFor();
  await expectAccessible(page);

  await goto(`/projects/${projectId}/review-queues/${queueId}`);
  const flagged = page.getByRole("row", { name: /t2 Input: Capital\? Output: Paris t2 Contains a name/ });
  await flagged.waitFor();
  await expectAccessible(page);
  await flagged.getByRole("button", { name: "Actions: t2" }).click();
  await page.getByRole("menuitem", { name: "Reopen" }).click();
  await page.getByRole("row", { name: /t2 Input: Capital\? Output: Paris t2 Waiting/ }).waitFor();
});

test("a number is entered with keys, and a thread has the whole width until a step is selected", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1", "t2"]);
  const { createScoreSchema } = (await graphql(
    'mutation { createScoreSchema(schema: { name: "quality", type: CONTINUOUS, minimum: 0, maximum: 10 }) { id } }',
  )) as { createScoreSchema: { id: string } };
  const queueId = await seedReviewQueue({ graphql }, ["t1", "t2"], { scoreName: "correct answer" });
  const { reviewQueue } = (await graphql(
    "query ($id: String!) { reviewQueue(id: $id) { name target criteria { scoreSchemaId } } }",
    { id: queueId },
  )) as { reviewQueue: { criteria: { scoreSchemaId: string }[] } };
  await graphql(
    "mutation ($id: String!, $queue: ReviewQueueInput!) { updateReviewQueue(id: $id, queue: $queue) { id } }",
    {
      id: queueId,
      queue: { ...reviewQueue, criteria: [{ scoreSchemaId: createScoreSchema.id }, ...reviewQueue.criteria] },
    },
  );
  await goto(`/projects/${projectId}/review-queues/${queueId}/review`);
  const record = page.getByRole("region", { name: "Record" });
  const step = record.getByText("Paris t1").first();
  await step.waitFor();
  const inspector = record.getByRole("complementary", { name: "Step", exact: true });
  expect(await inspector.count()).toBe(0);
  await step.click();
  await inspector.getByText("Paris t1").first().waitFor();

  await page.keyboard.press("Escape");
  const quality = page.getByRole("textbox", { name: "quality", exact: true });
  await page.keyboard.type("7.5");
  expect(await quality.inputValue()).toBe("7.5");
  await page.keyboard.press("j");
  await page.keyboard.press("2");
  await page.keyboard.press("k");
  await page.keyboard.type("10");
  expect(await quality.inputValue()).toBe("10");
  await page.keyboard.press("Enter");
  await record.getByText("Paris t2").first().waitFor();
  expect(await graphql("{ scores(first: 9) { edges { node { name value } } } }")).toEqual({
    scores: {
      edges: expect.arrayContaining([
        { node: { name: "quality", value: 10 } },
        { node: { name: "correct answer", value: 0 } },
      ]),
    },
  });
});

test("digits select labels of the active score, and never replace a number", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1", "t2"]);
  const create = (schema: object) =>
    graphql("mutation ($schema: ScoreSchemaInput!) { createScoreSchema(schema: $schema) { id } }", { schema });
  const { createScoreSchema: number } = (await create({
    name: "quality",
    type: "CONTINUOUS",
    minimum: 0,
    maximum: 1,
  })) as { createScoreSchema: { id: string } };
  const { createScoreSchema: labels } = (await create({
    name: "polite",
    type: "CATEGORICAL",
    categories: [
      { label: "polite", value: 1 },
      { label: "rude", value: 0 },
    ],
  })) as { createScoreSchema: { id: string } };
  const criteria = [number, labels].map(({ id }) => ({ scoreSchemaId: id }));
  const queueId = await seedReviewQueue({ graphql }, ["t1", "t2"], { criteria });
  await goto(`/projects/${projectId}/review-queues/${queueId}/review`);
  const record = page.getByRole("region", { name: "Record" });
  await record.getByText("Paris t1").first().waitFor();
  const quality = page.getByRole("textbox", { name: "quality", exact: true });
  const [first, second] = [page.getByRole("group", { name: "quality" }), page.getByRole("group", { name: "polite" })];
  const polite = page.getByRole("radio", { name: "polite", exact: true });
  const rude = page.getByRole("radio", { name: "rude", exact: true });
  const digits = () => second.locator("kbd").evaluateAll((keys) => keys.map((key) => getComputedStyle(key).visibility));
  expect(await first.getAttribute("aria-current")).toBe("true");
  expect(await digits()).toEqual(["hidden", "hidden"]);

  // Leaving a number makes the next score the active one.
  await quality.fill("0.4");
  await page.getByRole("heading", { name: "Answers to check" }).click();
  await expectSoon(() => second.getAttribute("aria-current")).toBe("true");
  await expectSoon(digits).toEqual(["visible", "visible"]);
  await page.keyboard.press("2");
  expect(await rude.isChecked()).toBe(true);
  expect(await quality.inputValue()).toBe("0.4");

  // A number that cannot be used stays active. A digit outside its field changes nothing.
  await quality.fill("7");
  await page.getByRole("heading", { name: "Answers to check" }).click();
  await page.keyboard.press("1");
  expect(await quality.inputValue()).toBe("7");
  // Submitting moves the focus to the number, whose field reports what is wrong with it.
  await rude.focus();
  await page.keyboard.press("Enter");
  await expectFocus(quality);
  expect(await page.getByText("Enter every score first.").count()).toBe(0);
  expect(await rude.isChecked()).toBe(true);

  // A number is replaced in its field, which the keys for the next and the previous score reach.
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expectFocus(quality);
  await page.keyboard.type("0.5");
  expect(await quality.inputValue()).toBe("0.5");
  await page.keyboard.press("Tab");
  await expectFocus(rude);
  await page.keyboard.press("1");
  expect(await polite.isChecked()).toBe(true);
  await expectFocus(polite);
  await page.keyboard.press("k");
  await page.keyboard.press("s");
  await record.getByText("Paris t2").first().waitFor();
});

test("the judge's scores of the rubric are hidden until the review is submitted", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await ingestThreads({ graphql }, ["t1"]);
  const score = `mutation ($name: String!, $type: ScoreType!, $scorer: String!, $stepId: String, $threadId: String) {
    createScore(name: $name, type: $type, scorer: $scorer, value: 0, label: "no", stepId: $stepId, threadId: $threadId) { id }
  }`;
  await graphql(score, { name: "correct", type: "AI", scorer: "Facts v1", threadId: "t1" });
  await graphql(score, { name: "correct", type: "AI", scorer: "Facts v2", stepId: "step-t1" });
  await graphql(score, { name: "correct", type: "HUMAN", scorer: "Ada", threadId: "t1" });
  await graphql(score, { name: "polite", type: "AI", scorer: "Tone v1", threadId: "t1" });
  const queueId = await seedReviewQueue({ graphql }, ["t1"]);
  await goto(`/projects/${projectId}/review-queues/${queueId}`);
  await page.getByRole("row", { name: /t1 Input: Capital\? Output: Paris t1 polite no Waiting/ }).waitFor();
  expect(await page.getByText("Facts v1").count()).toBe(0);
  await page.getByRole("link", { name: "Review", exact: true }).click();
  const record = page.getByRole("region", { name: "Record" });
  const overview = record.getByRole("button", { name: "Overview", exact: true });
  expect(await overview.getAttribute("aria-expanded")).toBe("false");
  await overview.click();
  await record.getByText("Tone v1").waitFor();
  expect(await overview.getAttribute("aria-expanded")).toBe("true");
  await record.getByText("Ada").waitFor();
  expect(await record.getByText(/Facts v\d|correct/).allTextContents()).toEqual(["correct"]);
  await record.getByText("Paris t1").first().click();
  await record.getByRole("heading", { name: "answer", exact: true }).waitFor();
  const ofThread = record.getByText("Scores of the whole thread", { exact: true }).locator("..");
  await expectSoon(() => ofThread.innerText()).toMatch(/polite/);
  expect((await ofThread.innerText()).match(/correct/g)).toEqual(["correct"]);
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await page.getByText("Nothing to review").waitFor();
  await page.getByRole("link", { name: "Answers to check" }).click();
  await page.getByText("Facts v1: correct no", { exact: true }).waitFor();
  await page.getByText("Anonymous: correct yes", { exact: true }).waitFor();
  await page.getByText("Who may review: Everyone who may score", { exact: true }).waitFor();
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
  await choose(page.getByLabel("Item type"), "Steps");
  await choose(page.getByLabel("Item source", { exact: true }), "Matching records");
  const search = page.getByLabel("Search input and output");
  await search.fill("name:answer");
  await search.press("Enter");
  await page
    .getByRole("region", { name: "Matching records", exact: true })
    .getByText("1 record matches.", { exact: true })
    .waitFor();
  await page.getByRole("checkbox").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create queue" }).click();
  await page.getByRole("heading", { name: "Steps to check" }).waitFor();
  await page.getByRole("row", { name: /answer Input: Capital\? Output: Paris t1 Waiting/ }).waitFor();
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
  const dialog = page.getByRole("dialog");
  const add = dialog.getByRole("button", { name: "Add to dataset" });
  await expectSoon(() => dialog.getByLabel("Dataset", { exact: true }).innerText()).toBe("Select a dataset");
  expect(await add.isDisabled()).toBe(true);
  await choose(dialog.getByLabel("Dataset", { exact: true }), "Golden");
  await add.click();
  await page.getByText("1 item added to Golden").waitFor();
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
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Reviews per item").fill("x");
  await page.getByLabel("Reviews per item").press("Tab");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Reviews per item must be a number.").waitFor();
  await page.getByLabel("Reviews per item").fill("2");
  await page.getByRole("tab", { name: "Items", exact: true }).click();
  await page.getByRole("row", { name: /answer Input: Capital\? Output: Paris t1 Done/ }).waitFor();
  await page.getByRole("tab", { name: "Settings", exact: true }).click();
  expect(await page.getByLabel("Reviews per item").inputValue()).toBe("2");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Queue saved").waitFor();
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
