import { test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { evaluate, seedJudge } from "./seed-judge.ts";

test("a score shows its superseded judgments, each with its reason and the call of its judge", async () => {
  const ui = await openUi();
  const { page, goto, projectId, graphql, ingest } = ui;
  const evaluatorId = await seedJudge(ui, 2);
  await ingest([{ id: "answer-00", type: "run", name: "answer-00", output: "no" }]);
  const { evaluator } = (await graphql("query ($id: String!) { evaluator(id: $id) { latestVersion { id } } }", {
    id: evaluatorId,
  })) as { evaluator: { latestVersion: { id: string } } };
  await evaluate(ui, evaluator.latestVersion.id, ["answer-00"]);

  await goto(`/projects/${projectId}/logs/steps/answer-00?currentStepId=answer-00`);
  const scores = page.getByRole("region", { name: "Scores", exact: true });
  await scores.getByText("rude (0)", { exact: true }).waitFor();
  await scores.getByText("1 superseded judgment", { exact: true }).click();
  const superseded = page.getByRole("list", { name: "Superseded judgments of tone", exact: true });
  await superseded.getByText("It is kind.", { exact: true }).waitFor();
  await expectAccessible(page);
  await superseded.getByRole("link", { name: "Judge’s call for tone", exact: true }).click();
  await page.getByRole("heading", { name: "m", level: 1, exact: true }).waitFor();
  await page.getByText("It is kind.").first().waitFor();

  await goto(`/projects/${projectId}/evaluators/${evaluatorId}`);
  await page.getByRole("tab", { name: "Results" }).click();
  const results = page.getByRole("region", { name: "Last results", exact: true });
  await results.getByText("1 superseded judgment", { exact: true }).click();
  await superseded.getByText("It is kind.", { exact: true }).waitFor();
  await expectAccessible(page);
});
