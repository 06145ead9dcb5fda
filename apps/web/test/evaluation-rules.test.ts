import { expect, test } from "vitest";
import { choose, chooseByKeyboard } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedJudge } from "./seed-judge.ts";

test("a rule is created with a condition, judges what arrives, is backfilled, changed and deleted", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await graphql(`
    mutation {
      ingestSteps(
        steps: [
          { id: "past", type: run, name: "answer", output: "Paris" }
          { id: "other", type: run, name: "question", output: "Paris" }
        ]
      ) {
        ok
      }
    }
  `);
  await goto(`/projects/${projectId}/evaluation-rules`);
  await page.getByText("No rules yet").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "New rule" }).click();
  await page.getByText("First create an evaluator for steps, runs or threads").waitFor();
  await graphql(`
    mutation {
      createEvaluator(
        evaluator: { name: "Names Paris" }
        version: {
          kind: BUILT_IN
          target: STEP
          scoreName: "names-paris"
          builtIn: { scorer: "contains", options: { texts: ["Paris"] } }
        }
      ) {
        id
      }
    }
  `);
  await goto(`/projects/${projectId}/evaluation-rules/new`);
  await page.getByLabel("Name", { exact: true }).fill("Answers");
  await page.getByText("In the last 24 hours, 2 of 2 targets matched. The rule would have judged 2 of them.").waitFor();
  const matching = page.getByRole("region", { name: "Matching records" });
  await matching.getByText("2 records match.").waitFor();
  const search = page.getByLabel("Search input and output");
  await search.fill("name:answer");
  await search.press("Enter");
  await page.getByText("In the last 24 hours, 1 of 2 targets matched. The rule would have judged 1 of them.").waitFor();
  await matching.getByText("1 record matches.").waitFor();
  expect(await matching.getByRole("listitem").allInnerTexts()).toEqual([expect.stringMatching(/^answer/)]);
  // A number that is not complete yet hides the records, and the field keeps the focus.
  const limit = page.getByLabel("Daily spend limit", { exact: true });
  await limit.focus();
  await page.keyboard.type(".5");
  expect(await limit.inputValue()).toBe(".5");
  await limit.fill("");
  await choose(page.getByLabel("Mode", { exact: true }), "On");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create rule" }).click();
  await page.getByRole("heading", { name: "Answers" }).waitFor();
  const save = page.getByRole("button", { name: "Save", exact: true });
  await page.setViewportSize({ width: 1440, height: 600 });
  await expectSoon(async () => (await save.boundingBox())?.y ?? Infinity).toBeLessThan(600);
  await page.setViewportSize({ width: 1440, height: 900 });
  const { evaluationRules } = (await graphql("{ evaluationRules { filters { field value } quietSeconds mode } }")) as {
    evaluationRules: unknown[];
  };
  expect(evaluationRules).toEqual([{ filters: [{ field: "name", value: "answer" }], quietSeconds: 10, mode: "ON" }]);

  await page.getByRole("button", { name: "Judge past targets" }).click();
  await page.getByText("The backfill will judge 1 of 1 matching targets.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Start backfill" }).click();
  await expect
    .poll(() => graphql("{ scores(first: 9) { edges { node { stepId value } } } }"), { timeout: 15_000 })
    .toEqual({ scores: { edges: [{ node: { stepId: "past", value: 1 } }] } });
  // The figures, the chart and the latest results update without a reload.
  await page
    .getByRole("region", { name: "By day" })
    .getByRole("row", { name: /^[A-Z][a-z]{2} \d{1,2}, \d{4} 1 0 0/ })
    .waitFor();
  await page
    .getByRole("region", { name: "Last results", exact: true })
    .getByRole("row", { name: /^answer/ })
    .waitFor();
  await page.getByText("names-paris: total 1", { exact: false }).waitFor();
  await expectAccessible(page);

  await page.getByLabel("Sample rate").fill("x");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Sample rate must be a number.").waitFor();
  await page.getByLabel("Sample rate").fill("25");
  await choose(page.getByLabel("Mode", { exact: true }), "Off");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Rule saved").waitFor();
  await goto(`/projects/${projectId}/evaluation-rules`);
  await page.getByRole("row", { name: /Answers Mode of Answers Names Paris v1 1 Step 25% 0 .* 0 1/ }).waitFor();
  expect(await page.getByLabel("Mode of Answers", { exact: true }).innerText()).toBe("Off");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Answers" }).click();
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No rules yet").waitFor();
});

test("an estimate that fails says why, and can be retried", async () => {
  const { page, goto, projectId, graphql, ingest } = await openUi({ path: null });
  await ingest([{ id: "past", type: "run", name: "answer", output: "Paris" }]);
  await graphql(
    `
      mutation ($version: EvaluatorVersionInput!) {
        createEvaluator(evaluator: { name: "Names Paris" }, version: $version) {
          id
        }
      }
    `,
    {
      version: {
        kind: "BUILT_IN",
        target: "STEP",
        scoreName: "names-paris",
        builtIn: { scorer: "contains", options: { texts: ["Paris"] } },
      },
    },
  );
  let isBroken = true;
  await page.route("**/api/graphql", async (route) => {
    if (!isBroken || !route.request().postData()?.includes("ruleEstimate")) return route.fallback();
    return route.fulfill({ json: { errors: [{ message: "Counting failed.", extensions: { code: "INTERNAL" } }] } });
  });
  await goto(`/projects/${projectId}/evaluation-rules/new`);
  const failure = page.getByRole("alert").filter({ hasText: "Counting failed." });
  await failure.waitFor();
  expect(await page.getByText("Counting …").count()).toBe(0);
  await expectAccessible(page);
  isBroken = false;
  await failure.getByRole("button", { name: "Try again" }).click();
  await page.getByText("In the last 24 hours, 1 of 1 targets matched. The rule would have judged 1 of them.").waitFor();
  expect(await failure.count()).toBe(0);
});

test("by keyboard, the mode is changed in the list, and changes of the rule since the list was loaded stay", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  const { createEvaluator } = (await graphql(
    `
      mutation ($version: EvaluatorVersionInput!) {
        createEvaluator(evaluator: { name: "Names Paris" }, version: $version) {
          latestVersion {
            id
          }
        }
      }
    `,
    {
      version: {
        kind: "BUILT_IN",
        target: "STEP",
        scoreName: "names-paris",
        builtIn: { scorer: "contains", options: { texts: ["Paris"] } },
      },
    },
  )) as { createEvaluator: { latestVersion: { id: string } } };
  const rule = { name: "Answers", evaluatorVersionId: createEvaluator.latestVersion.id, sampleRate: 1, mode: "ON" };
  const { createEvaluationRule } = (await graphql(
    "mutation ($rule: EvaluationRuleInput!) { createEvaluationRule(rule: $rule) { id } }",
    { rule },
  )) as { createEvaluationRule: { id: string } };
  await goto(`/projects/${projectId}/evaluation-rules`);
  const mode = page.getByLabel("Mode of Answers", { exact: true });
  await mode.waitFor();
  const filters = [{ field: "name", operator: "eq", value: "answer" }];
  await graphql(
    "mutation ($id: String!, $rule: EvaluationRuleInput!) { updateEvaluationRule(id: $id, rule: $rule) { id } }",
    {
      id: createEvaluationRule.id,
      rule: { ...rule, name: "Renamed", sampleRate: 0.5, dailySpendLimit: 2, filters },
    },
  );
  await chooseByKeyboard(mode, "End", "Off");
  await expectSoon(() =>
    graphql("{ evaluationRules { name mode sampleRate dailySpendLimit filters { field operator value } } }"),
  ).toEqual({ evaluationRules: [{ name: "Renamed", mode: "OFF", sampleRate: 0.5, dailySpendLimit: 2, filters }] });
  await expectFocus(page.getByLabel("Mode of Renamed", { exact: true }));
  await expectAccessible(page);

  await graphql("mutation ($id: String!) { deleteEvaluationRule(id: $id) { id } }", { id: createEvaluationRule.id });
  await chooseByKeyboard(page.getByLabel("Mode of Renamed", { exact: true }), "Home", "On");
  await page.getByText("Rule not found").waitFor();
});

test("the cost of judgments is unknown while the model has no price", async () => {
  const ui = await openUi();
  const { page, goto, projectId, graphql, ingest } = ui;
  await seedJudge(ui, 1);
  const { evaluators } = (await graphql("{ evaluators { latestVersion { id } } }")) as {
    evaluators: readonly { latestVersion: { id: string } }[];
  };
  const version = evaluators[0]?.latestVersion.id;
  const { createEvaluationRule: rule } = (await graphql(
    "mutation ($rule: EvaluationRuleInput!) { createEvaluationRule(rule: $rule) { id } }",
    { rule: { name: "Tone of answers", evaluatorVersionId: version, quietSeconds: 0, mode: "ON" } },
  )) as { createEvaluationRule: { id: string } };
  await goto(`/projects/${projectId}/evaluation-rules/${rule.id}`);
  const state = page.getByRole("region", { name: "State", exact: true });
  await state.getByText("$0.00", { exact: true }).waitFor();
  await state.getByText("Sample rate").waitFor();
  await ingest([{ id: "new", type: "run", name: "new", output: "yes" }]);
  await state.getByText("No cost recorded. The model may have no price.").waitFor();
  expect(await page.getByText("$0.00", { exact: true }).count()).toBe(0);
  await expectAccessible(page);
  await goto(`/projects/${projectId}/evaluation-rules`);
  const row = page.getByRole("row", { name: /Tone of answers/ });
  await row.getByText("No cost recorded. The model may have no price.").waitFor();
});

test("a rule that is off shows its earlier scores, and its form wraps a long query", async () => {
  const { page, goto, projectId, graphql, ingest } = await openUi({ path: null });
  const { createEvaluator } = (await graphql(
    'mutation ($version: EvaluatorVersionInput!) { createEvaluator(evaluator: { name: "Names Paris" }, version: $version) { latestVersion { id } } }',
    {
      version: {
        kind: "BUILT_IN",
        target: "STEP",
        scoreName: "names-paris",
        builtIn: { scorer: "contains", options: { texts: ["Paris"] } },
      },
    },
  )) as { createEvaluator: { latestVersion: { id: string } } };
  const names = Array.from({ length: 12 }, (_, index) => `name:"answer number ${index}"`);
  const rule = {
    name: "Answers",
    evaluatorVersionId: createEvaluator.latestVersion.id,
    query: names.join(" OR "),
    quietSeconds: 0,
    mode: "ON",
  };
  const { createEvaluationRule } = (await graphql(
    "mutation ($rule: EvaluationRuleInput!) { createEvaluationRule(rule: $rule) { id } }",
    { rule },
  )) as { createEvaluationRule: { id: string } };
  const { id } = createEvaluationRule;
  await ingest([
    { id: "judged", type: "run", name: "answer number 1", output: "Paris" },
    { id: "other", type: "run", name: "question", output: "Paris" },
  ]);
  await expect
    .poll(() => graphql("{ scores(first: 9) { edges { node { stepId evaluationRuleId } } } }"), { timeout: 15_000 })
    .toEqual({ scores: { edges: [{ node: { stepId: "judged", evaluationRuleId: id } }] } });
  await graphql('mutation ($id: String!) { evaluate(versionId: $id, targetIds: ["other"]) { value } }', {
    id: createEvaluator.latestVersion.id,
  });
  await graphql(
    "mutation ($id: String!, $rule: EvaluationRuleInput!) { updateEvaluationRule(id: $id, rule: $rule) { id } }",
    { id, rule: { ...rule, mode: "OFF" } },
  );
  // Ten weeks later, no day with judgments is among the last 30 days.
  await page.clock.setFixedTime(Date.now() + 70 * 86_400_000);
  await goto(`/projects/${projectId}/evaluation-rules/${id}`);
  const results = page.getByRole("region", { name: "Last results", exact: true });
  await results.getByRole("row", { name: /^answer number 1/ }).waitFor();
  expect(await results.getByRole("row").count()).toBe(2);
  const count = page.getByRole("figure", { name: "Scores", exact: true });
  await expectSoon(() => count.innerText()).toMatch(/Scores\s+1\b/);
  const query = page.getByLabel("Search input and output");
  expect(await query.inputValue()).toBe(rule.query);
  expect(await query.evaluate((field) => field.scrollWidth <= field.clientWidth && field.clientHeight > 60)).toBe(true);
  await expectAccessible(page);
  await page.getByRole("link", { name: "View scores" }).click();
  await page.getByRole("row", { name: /answer number 1/ }).waitFor();
  expect(await page.getByRole("row", { name: /question/ }).count()).toBe(0);
});

test("the form of a rule for runs shows what it matches by type, and restricts it to a type", async () => {
  const { page, goto, projectId, graphql, ingest } = await openUi({ path: null });
  await graphql(
    'mutation ($version: EvaluatorVersionInput!) { createEvaluator(evaluator: { name: "Names Paris" }, version: $version) { id } }',
    {
      version: {
        kind: "BUILT_IN",
        target: "RUN",
        scoreName: "names-paris",
        builtIn: { scorer: "contains", options: { texts: ["Paris"] } },
      },
    },
  );
  await ingest([
    { id: "run", type: "run", name: "answer", output: "Paris" },
    { id: "call", type: "llm", parentId: "run", rootRunId: "run", name: "model" },
    { id: "question", type: "user_message", name: "user", output: "Where?" },
    { id: "reply", type: "user_message", name: "user", output: "Thanks" },
  ]);
  await goto(`/projects/${projectId}/evaluation-rules/new`);
  await page.getByText("A run is any step without a parent step. Messages and model calls match too").waitFor();
  // A rule for runs starts with the condition that leaves other steps out.
  await page.getByText("1 record matches.").waitFor();
  await page.getByRole("button", { name: /^Edit filter.*Type is run/ }).waitFor();
  await page.getByRole("button", { name: /^Remove filter/ }).click();
  await page.getByText("3 records match.").waitFor();
  const types = page.getByRole("list", { name: "Matching records by type" });
  await expectSoon(() => types.getByRole("listitem").allInnerTexts()).toEqual(["user_message 2", "run 1"]);
  await expectAccessible(page);
  const runs = types.getByRole("button", { name: "run 1", exact: true });
  await runs.click();
  await page.getByText("1 record matches.").waitFor();
  await page.getByText("In the last 24 hours, 1 of 3 targets matched.").waitFor();
  expect(await runs.getAttribute("aria-pressed")).toBe("true");
  expect(await runs.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByText("3 records match.").waitFor();
  expect(await runs.getAttribute("aria-pressed")).toBe("false");
  // A second click removes the restriction even if the list does not show it yet.
  await runs.dblclick();
  expect(await runs.getAttribute("aria-pressed")).toBe("false");
  await page.getByRole("button", { name: /^Edit filter.*Type is run/ }).waitFor({ state: "detached" });
});

test("the charts of a rule show a new score within the minute in which they were loaded", async () => {
  const { page, goto, projectId, graphql, ingest } = await openUi({ path: null });
  const { createEvaluator } = (await graphql(
    `
      mutation ($version: EvaluatorVersionInput!) {
        createEvaluator(evaluator: { name: "Names Paris" }, version: $version) {
          latestVersion {
            id
          }
        }
      }
    `,
    {
      version: {
        kind: "BUILT_IN",
        target: "STEP",
        scoreName: "names-paris",
        builtIn: { scorer: "contains", options: { texts: ["Paris"] } },
      },
    },
  )) as { createEvaluator: { latestVersion: { id: string } } };
  const { createEvaluationRule: rule } = (await graphql(
    "mutation ($rule: EvaluationRuleInput!) { createEvaluationRule(rule: $rule) { id } }",
    {
      rule: {
        name: "Answers",
        evaluatorVersionId: createEvaluator.latestVersion.id,
        quietSeconds: 0,
        mode: "ON",
      },
    },
  )) as { createEvaluationRule: { id: string } };
  // The page's clock stands still, so that the period stays the same. It is ahead of the service's clock, so that the
  // charts include what arrives later.
  await page.clock.setFixedTime(Date.now() + 120_000);
  await goto(`/projects/${projectId}/evaluation-rules/${rule.id}`);
  const count = page.getByRole("figure", { name: "Scores", exact: true });
  await expectSoon(() => count.innerText()).toMatch(/Scores\s+0\b/);
  await ingest([{ id: "new", type: "run", name: "answer", output: "Paris" }]);
  await expectSoon(() => count.innerText()).toMatch(/Scores\s+1\b/);
  await page.getByText("names-paris: total 1", { exact: false }).waitFor();

  // With a schema, the average is a percentage everywhere. Its chart has no color of the names before it.
  for (const name of ["a", "b", "c", "d", "names-paris"]) {
    // oxlint-disable-next-line no-await-in-loop -- the schemas are few
    await graphql("mutation ($schema: ScoreSchemaInput!) { createScoreSchema(schema: $schema) { id } }", {
      schema: {
        name,
        type: "CATEGORICAL",
        categories: [
          { label: "no", value: 0 },
          { label: "yes", value: 1 },
        ],
      },
    });
  }
  await page.reload();
  const average = page.getByRole("figure", { name: "Average score", exact: true });
  await expectSoon(() => average.innerText()).toMatch(/100%/);
  await page.getByRole("figure", { name: "Average score over time", exact: true }).waitFor();
  const chart = page.getByRole("figure", { name: "Rate", exact: true });
  await chart.locator('[style*="--step-message"]').waitFor();
  await goto(`/projects/${projectId}/evaluation-rules`);
  await page.locator('td[data-label="Average, 7 days"]').getByText("100%").waitFor();
  await goto(`/projects/${projectId}/evaluators`);
  await page.locator('td[data-label="Average, 7 days"]').getByText("100%").waitFor();
});

test("the page of an evaluator starts a rule with it, and lists its rules", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  const version = (target: string) => ({
    kind: "BUILT_IN",
    target,
    scoreName: "names-paris",
    builtIn: { scorer: "contains", options: { texts: ["Paris"] } },
  });
  const { named, compared } = (await graphql(
    `
      mutation ($run: EvaluatorVersionInput!, $item: EvaluatorVersionInput!) {
        first: createEvaluator(evaluator: { name: "A first one" }, version: $run) {
          id
        }
        named: createEvaluator(evaluator: { name: "Names Paris" }, version: $run) {
          id
        }
        compared: createEvaluator(evaluator: { name: "Of experiments" }, version: $item) {
          id
        }
      }
    `,
    { run: version("RUN"), item: version("EXPERIMENT_ITEM") },
  )) as { named: { id: string }; compared: { id: string } };
  await goto(`/projects/${projectId}/evaluators/${named.id}`);
  await page.getByText("No rule scores new records with this evaluator yet.").waitFor();
  await page.getByRole("link", { name: "New rule" }).click();
  await page.getByLabel("Evaluator", { exact: true }).filter({ hasText: "Names Paris v1" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("All runs");
  await page.getByRole("button", { name: "Create rule" }).click();
  await page.getByRole("heading", { name: "All runs" }).waitFor();
  // The scores of a manual run are not those of the rule.
  await graphql('mutation { ingestSteps(steps: [{ id: "past", type: run, name: "answer", output: "Paris" }]) { ok } }');
  const { evaluator } = (await graphql("query ($id: String!) { evaluator(id: $id) { latestVersion { id } } }", {
    id: named.id,
  })) as { evaluator: { latestVersion: { id: string } } };
  await graphql('mutation ($id: String!) { evaluate(versionId: $id, targetIds: ["past"]) { value } }', {
    id: evaluator.latestVersion.id,
  });
  await page.reload();
  await page.getByText("No judgments yet").waitFor();
  await page.getByText("A rule can judge past targets only while it is on.").waitFor();
  expect(await page.getByRole("heading", { name: "Results", exact: true }).count()).toBe(0);
  await choose(page.getByLabel("Mode", { exact: true }), "On");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const count = page.getByRole("figure", { name: "Scores", exact: true });
  await expectSoon(() => count.innerText()).toMatch(/Scores\s+0\b/);
  expect(await page.getByRole("region", { name: "Last results", exact: true }).count()).toBe(0);
  await choose(page.getByLabel("Mode", { exact: true }), "Dry run");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("A rule can judge past targets only while it is on.").waitFor();
  await goto(`/projects/${projectId}/evaluators/${named.id}`);
  const rules = page.getByRole("list", { name: "Evaluation rules" });
  await expect.poll(() => rules.innerText()).toMatch(/All runs\s+v1\s+Dry run/);
  await expectAccessible(page);
  await rules.getByRole("link", { name: "All runs" }).click();
  await page.getByRole("heading", { name: "All runs" }).waitFor();

  // The rule still runs after a version that rules cannot use.
  await graphql(
    "mutation ($id: String!, $item: EvaluatorVersionInput!) { createEvaluatorVersion(evaluatorId: $id, version: $item) { id } }",
    { id: named.id, item: version("EXPERIMENT_ITEM") },
  );
  await goto(`/projects/${projectId}/evaluators/${named.id}`);
  await page.getByRole("heading", { name: "Version 2", exact: true }).waitFor();
  await expect.poll(() => rules.innerText()).toMatch(/All runs\s+v1\s+Dry run/);
  expect(await page.getByRole("link", { name: "New rule" }).count()).toBe(0);

  await goto(`/projects/${projectId}/evaluators/${compared.id}`);
  await page.getByRole("heading", { name: "Version 1", exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "New rule" }).count()).toBe(0);
});
