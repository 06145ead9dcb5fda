import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedDrift, seedJudge, seedLabels } from "./seed-judge.ts";
import { seedRule } from "./seed-rule.ts";

const addAlert = `
  mutation {
    createAlert(
      alert: {
        name: "Unkind"
        metric: scoreAverage
        resource: scores
        query: "name:tone"
        kind: BELOW
        threshold: 0.5
        period: HOUR
      }
    ) {
      id
    }
  }
`;

test("a judge is compared with people, labeled on the page, and marked until it is measured", async () => {
  const ui = await openUi({ server: { modelHosts: ["127.0.0.1"] } });
  const { page, goto, projectId, graphql } = ui;
  const id = await seedJudge(ui);
  await graphql(addAlert);
  const mark = page.getByText("Too few human labels: tone", { exact: true });
  await goto(`/projects/${projectId}/alerts`);
  await mark.waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Unkind", exact: true }).click();
  await page.getByRole("heading", { name: "Unkind", level: 1 }).waitFor();
  await mark.waitFor();
  await expectAccessible(page);
  await goto(`/projects/${projectId}/evaluators`);
  await page.getByRole("row", { name: /Tone Not measured/ }).waitFor();
  await page.getByRole("link", { name: "Tone", exact: true }).click();
  await page.getByRole("tab", { name: "Agreement" }).click();
  await page
    .getByText("40 more records of the last 90 days need a human label. Then this version counts as measured.")
    .waitFor();
  await expectAccessible(page);

  const next = page.getByRole("region", { name: "Records to label next" });
  await expect.poll(() => next.getByRole("listitem").count()).toBe(5);
  // Uses the last row, because the first two answers get a different label below. The rows are sorted by id.
  const last = (await next.getByRole("link").allTextContents()).at(-1) ?? "";
  // The judge's score is hidden until the record is labeled.
  await next.getByRole("link", { name: last, exact: true }).click();
  const unlabeled = page.getByRole("complementary", { name: last, exact: true });
  await unlabeled.getByText("No scores yet").waitFor();
  await unlabeled.getByRole("button", { name: "Close", exact: true }).click();
  await next.getByRole("button", { name: `Label ${last} as kind` }).click();
  await next.getByRole("link", { name: last, exact: true }).waitFor({ state: "detached" });
  const { scores } = (await graphql(
    '{ scores(query: "type:HUMAN", first: 9) { edges { node { stepId name value label evaluatorVersionId } } } }',
  )) as { scores: { edges: { node: object }[] } };
  expect(scores.edges.map(({ node }) => node)).toEqual([
    { stepId: last, name: "tone", value: 1, label: "kind", evaluatorVersionId: null },
  ]);
  await page.getByText("1 of 44").waitFor();

  await seedLabels(ui, 42);
  await goto(`/projects/${projectId}/evaluators/${id}?tab=agreement`);
  await page.getByText("Enough records of the last 90 days have a human label.").waitFor();
  const matrix = page.getByRole("region", { name: "Scores by the evaluator and by people" });
  await matrix.getByRole("row", { name: /Evaluator: kind/ }).waitFor();
  await expectAccessible(page);

  const disagreements = page.getByRole("region", { name: "Disagreements" });
  await disagreements.getByRole("link", { name: "answer-00" }).click();
  const panel = page.getByRole("complementary", { name: "answer-00" });
  await panel.getByText("May I?").first().waitFor();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Close", exact: true }).click();

  await choose(page.getByLabel("Period", { exact: true }), "Last 7 days");
  await page.getByRole("status").getByText("Measured", { exact: true }).waitFor();
  await goto(`/projects/${projectId}/evaluators`);
  await page.getByRole("row", { name: /^Tone Model as a judge/ }).waitFor();
  await goto(`/projects/${projectId}/alerts`);
  await page.getByRole("link", { name: "Unkind", exact: true }).waitFor();
  await mark.waitFor({ state: "detached" });
});

test("if too few records are scored, the page asks for scores, and says that rates are weighted", async () => {
  const ui = await openUi({ server: { modelHosts: ["127.0.0.1"] } });
  const { page, goto, projectId } = ui;
  const id = await seedJudge(ui, 5);
  await seedLabels(ui, 4);
  await goto(`/projects/${projectId}/evaluators/${id}?tab=agreement`);
  await page
    .getByText(
      "Human labels still needed: 36. Scored records without a label: 1. The evaluator must score at least 35 more records",
    )
    .waitFor();
  await page
    .getByRole("region", { name: "Agreement", exact: true })
    .getByText("are weighted by how many records the evaluator passed and failed")
    .waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Create rule" }).click();
  await page.getByLabel("Evaluator", { exact: true }).filter({ hasText: "Tone v1" }).waitFor();
});

test("lists of evaluators and rules, alerts, their form and charts show that a judge drifts", async () => {
  let skippedMs = 0;
  const now = (): number => Date.now() + skippedMs;
  const ui = await openUi({ server: { noLogin: true, modelHosts: ["127.0.0.1"], now } });
  const { page, goto, projectId, graphql } = ui;
  const id = await seedJudge(ui);
  skippedMs = 8 * 86_400_000;
  await seedDrift(ui);
  const { createAlert } = (await graphql(addAlert)) as { createAlert: { id: string } };
  await goto(`/projects/${projectId}/alerts/${createAlert.id}`);
  await page.getByRole("status").getByText("Drifting", { exact: true }).waitFor();
  await expectAccessible(page);
  const mark = page.getByText("Drifting judge: tone", { exact: true });
  await goto(`/projects/${projectId}/alerts`);
  await mark.waitFor();
  await goto(`/projects/${projectId}/alerts/new`);
  await choose(page.getByLabel("Metric", { exact: true }), "Average score");
  await mark.waitFor();
  await expectAccessible(page);
  await goto(`/projects/${projectId}/dashboard`);
  await page.getByRole("figure", { name: "Average scores", exact: true }).getByText("Drifting judge: tone").waitFor();
  await expectAccessible(page);
  await goto(`/projects/${projectId}/evaluators`);
  await page.getByRole("row", { name: /^Tone Not measured Drifting/ }).waitFor();
  await expectAccessible(page);
  await seedRule(ui, id);
  await goto(`/projects/${projectId}/evaluation-rules`);
  await page.getByRole("row", { name: /^Answers about Paris Not measured Drifting/ }).waitFor();
  await expectAccessible(page);
});
