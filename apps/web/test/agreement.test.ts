import { expect, test } from "vitest";
import { sendOpenAI, startModelServer } from "../../../packages/server/test/models/model-server.ts";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi, type Service } from "./browser/open-ui.ts";

/** Creates a judge that passes answers with "yes", and lets it judge 44 answers, half of them with "yes". */
async function seedJudge({ graphql, ingest }: Service): Promise<string> {
  const provider = await startModelServer();
  provider.reply((response, { body }) => {
    const label = JSON.stringify(body["messages"]).includes("yes") ? "kind" : "rude";
    sendOpenAI(response, [JSON.stringify({ reasoning: `It is ${label}.`, label })]);
  });
  const { createModelConnection } = (await graphql(
    "mutation ($connection: ModelConnectionInput!) { createModelConnection(connection: $connection) { id } }",
    { connection: { name: "local", kind: "openaiCompatible", baseUrl: `${provider.origin}/v1` } },
  )) as { createModelConnection: { id: string } };
  const { createEvaluator } = (await graphql(
    `
      mutation ($version: EvaluatorVersionInput!) {
        createEvaluator(evaluator: { name: "Tone" }, version: $version) {
          id
          latestVersion {
            id
          }
        }
      }
    `,
    {
      version: {
        kind: "LLM",
        target: "STEP",
        scoreName: "tone",
        judge: {
          messages: [{ role: "user", content: "Is it kind? {{output}}" }],
          inputs: [{ name: "output", path: "output" }],
          labels: [
            { label: "kind", value: 1 },
            { label: "rude", value: 0 },
          ],
          connectionId: createModelConnection.id,
          model: "m",
        },
      },
    },
  )) as { createEvaluator: { id: string; latestVersion: { id: string } } };
  const ids = Array.from({ length: 44 }, (_, index) => `answer-${String(index).padStart(2, "0")}`);
  await ingest(
    ids.map((id, index) => ({
      id,
      type: "run",
      name: id,
      input: { question: "May I?" },
      output: index % 2 === 0 ? "yes" : "no",
    })),
  );
  for (let start = 0; start < ids.length; start += 20) {
    // oxlint-disable-next-line no-await-in-loop -- at most 20 targets in a request
    await graphql(
      "mutation ($version: String!, $ids: [String!]!) { evaluate(versionId: $version, targetIds: $ids) { value } }",
      { version: createEvaluator.latestVersion.id, ids: ids.slice(start, start + 20) },
    );
  }
  return createEvaluator.id;
}

/** Labels answers as the judge did, except for the first two. */
async function seedLabels({ graphql }: Service, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const value = index < 2 ? ((index + 1) % 2 === 0 ? 1 : 0) : (index + 1) % 2;
    // oxlint-disable-next-line no-await-in-loop -- one score in a request
    await graphql(
      `
        mutation ($stepId: String!, $value: Float!) {
          createScore(stepId: $stepId, name: "tone", type: HUMAN, scorer: "Ada", value: $value) {
            id
          }
        }
      `,
      { stepId: `answer-${String(index).padStart(2, "0")}`, value },
    );
  }
}

test("a judge is compared with people, labeled on the page, and marked until it is measured", async () => {
  const ui = await openUi({ path: null, server: { modelHosts: ["127.0.0.1"] } });
  const { page, goto, projectId, graphql } = ui;
  const id = await seedJudge(ui);
  await goto(`/projects/${projectId}/evaluators`);
  await page.getByRole("row", { name: /Tone Not measured/ }).waitFor();
  await page.getByRole("link", { name: "Tone" }).click();
  await page.getByRole("tab", { name: "Agreement" }).click();
  await page.getByText("40 more labels of records of the last 90 days are needed").waitFor();
  await expectAccessible(page);

  const next = page.getByRole("region", { name: "Records to label next" });
  await expect.poll(() => next.getByRole("listitem").count()).toBe(5);
  const [first] = await next.getByRole("link").allTextContents();
  await next.getByRole("button", { name: `Label ${first} as kind` }).click();
  await next.getByRole("link", { name: first ?? "" }).waitFor({ state: "detached" });
  const { scores } = (await graphql(
    '{ scores(query: "type:HUMAN", first: 9) { edges { node { stepId name value label evaluatorVersionId } } } }',
  )) as { scores: { edges: { node: object }[] } };
  expect(scores.edges.map(({ node }) => node)).toEqual([
    { stepId: first, name: "tone", value: 1, label: "kind", evaluatorVersionId: null },
  ]);
  await page.getByText("1 of 44").waitFor();

  await seedLabels(ui, 42);
  await goto(`/projects/${projectId}/evaluators/${id}?tab=agreement`);
  await page.getByText("Enough records of the last 90 days have a label.").waitFor();
  const matrix = page.getByRole("region", { name: "Scores of the judge and of people" });
  await matrix.getByRole("row", { name: /Judge: kind/ }).waitFor();
  await expectAccessible(page);

  const disagreements = page.getByRole("region", { name: "Disagreements" });
  await disagreements.getByRole("link", { name: "answer-00" }).click();
  const panel = page.getByRole("complementary", { name: "answer-00" });
  await panel.getByText("May I?").first().waitFor();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Close" }).click();

  await choose(page.getByLabel("Scores of"), "The last 7 days");
  await page.getByRole("status").getByText("Measured", { exact: true }).waitFor();
  await goto(`/projects/${projectId}/evaluators`);
  await page.getByRole("row", { name: /^Tone Model as a judge/ }).waitFor();
});
