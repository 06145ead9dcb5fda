import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { sendOpenAI, startModelServer } from "../../../packages/server/test/models/model-server.ts";
import { addConnection } from "./add-connection.ts";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

test("a judge is created from a template, tested, run, changed and compared", async () => {
  const provider = await startModelServer();
  const ui = await openUi({ path: null });
  const { page, goto, projectId, graphql } = ui;
  await graphql(`
    mutation {
      ingestSteps(
        steps: [
          { id: "right", type: run, name: "answer", input: "Capital of France?", output: "Paris" }
          { id: "wrong", type: run, name: "answer", input: "Capital of Italy?", output: "Paris" }
          { id: "message", type: user_message, name: "Ann", output: "Capital of Spain?" }
        ]
      ) {
        ok
      }
      createScoreSchema(schema: { name: "tone", type: CONTINUOUS }) {
        id
      }
    }
  `);
  const { createPromptLineage } = (await graphql('mutation { createPromptLineage(name: "strict judge") { id } }')) as {
    createPromptLineage: { id: string };
  };
  await graphql(
    "mutation ($id: String!, $messages: Json!) { createPromptVersion(lineageId: $id, templateMessages: $messages) { id } }",
    {
      id: createPromptLineage.id,
      messages: [{ role: "user", content: "Be strict. Is {{output}} relevant to {{input}}, {{tone}}?" }],
    },
  );
  await goto(`/projects/${projectId}/evaluators`);
  await addConnection(ui, { name: "Local", baseUrl: `${provider.origin}/v1`, models: ["gpt-4o"] });
  // The test of the connection is recorded, but the target picker must not offer it.
  provider.reply((response) => sendOpenAI(response, ["Yes."]));
  const { modelConnections } = (await graphql("{ modelConnections { id } }")) as { modelConnections: { id: string }[] };
  expect(
    await graphql("mutation ($id: String!) { testModelConnection(id: $id) { ok } }", { id: modelConnections[0]?.id }),
  ).toEqual({ testModelConnection: { ok: true } });
  await page.getByText("No evaluators yet").waitFor();
  await expectAccessible(page);

  await page.getByRole("link", { name: "New evaluator" }).click();
  // The form selects the only connection and its only model.
  await page.getByLabel("Connection", { exact: true }).filter({ hasText: "Local" }).waitFor();
  await page.getByLabel("Model", { exact: true }).filter({ hasText: "gpt-4o" }).waitFor();
  const name = page.getByLabel("Name", { exact: true });
  await page.getByRole("button", { name: "Create evaluator" }).click();
  await expectFocus(name);
  expect(await name.getAttribute("aria-invalid")).toBe("true");
  await expectSoon(() => page.getByText("Enter a name.").count()).toBe(2); // of the evaluator and of its score
  await expectAccessible(page);
  await name.fill("Relevant");
  const templates = page.getByRole("group", { name: "Start from a template" });
  await templates
    .getByRole("button", { name: "Factuality Compares the facts of the output with the expected" })
    .click();
  // The template reads the expected output, so it requires experiment items.
  await page.getByLabel("Target", { exact: true }).filter({ hasText: "Experiment item" }).waitFor();
  await page.getByLabel("Score name").fill("");
  await page.locator("datalist option[value=tone]").waitFor({ state: "attached" });
  await choose(page.getByLabel("Target", { exact: true }), "Step");
  await templates.getByRole("button", { name: /^Relevance/ }).press("Enter");
  const kind = page.getByLabel("Kind", { exact: true });
  await templates.getByRole("button", { name: /^Code / }).click();
  await kind.filter({ hasText: "Code" }).waitFor();
  await templates.getByRole("button", { name: /^Built-in scorer / }).click();
  await kind.filter({ hasText: "Built-in scorer" }).waitFor();
  await templates.getByRole("button", { name: /^Relevance/ }).click();
  await kind.filter({ hasText: "Model as a judge" }).waitFor();
  // The value of each input in the newest record is shown below its path. The newer message is not offered.
  const inputs = page.getByRole("group", { name: "Inputs", exact: true });
  await inputs.getByText(/^Capital of (France|Italy)\?$/).waitFor();
  await inputs.getByText("Paris", { exact: true }).waitFor();
  expect(await page.getByLabel("Score name").inputValue()).toBe("relevance");
  await expectAccessible(page);

  const answer = (label: string) =>
    provider.reply((response) => sendOpenAI(response, [JSON.stringify({ reasoning: `It is ${label}.`, label })]));
  answer("relevant");
  await page.getByRole("button", { name: "Run test" }).click();
  await page.getByText("Select at least one record.").waitFor();
  await page.getByRole("checkbox", { name: /^answer · Capital of France/ }).check();
  expect(await page.getByRole("checkbox").count()).toBe(2);
  await page.getByLabel("Other IDs").fill("missing");
  await page.getByRole("button", { name: "Run test" }).click();
  const results = page.getByRole("region", { name: "Results" });
  const first = results.getByRole("listitem").filter({ hasText: "Capital of France?" });
  await expectSoon(() => first.innerText()).toMatch(
    /^relevant \(1\)\s+It is relevant\.\s+answer\s+Capital of France\?\s+1,500 tokens/,
  );
  expect(await first.locator("[class*=badge]").first().getAttribute("class")).toMatch(/success/);
  await expectSoon(() => isInView(results)).toBe(true);
  expect(await results.getByRole("link", { name: "answer", exact: true }).getAttribute("href")).toMatch(/\/right\b/);
  await results
    .getByRole("listitem")
    .filter({ hasText: /^Record not found\s*The step "missing" does not exist/ })
    .waitFor();
  await results.getByText(/^Score 1.*1 failed.*Estimate for 1,000 records: \$[\d.]+$/).waitFor();
  await expectAccessible(page);

  await page.getByLabel("Path of input 1").fill("inputt");
  await page.getByRole("button", { name: "Create evaluator" }).click();
  await page.getByText("The path `inputt` must start with").waitFor();
  await page.getByLabel("Path of input 1").fill("input");
  await page.getByRole("button", { name: "Create evaluator" }).click();
  await page.getByRole("heading", { name: "Version 1", exact: true }).waitFor();
  expect(await page.getByRole("tab", { name: "Compare" }).count()).toBe(0);
  await page.getByRole("checkbox", { name: /^answer · Capital of Italy/ }).check();
  await page.getByRole("button", { name: "Evaluate and store scores" }).click();
  await results.getByText("It is relevant.").waitFor();
  await page.getByRole("tab", { name: "Results" }).click();
  await page
    .getByRole("region", { name: "Last results" })
    .getByRole("row", { name: /^answer Capital of Italy\? Paris relevant \(1\)/ })
    .waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "All scores of Relevant v1" }).click();
  await page.getByRole("row").filter({ hasText: "It is relevant." }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "Judge’s call for relevance" }).click();
  await page.getByRole("heading", { name: "gpt-4o", level: 1 }).waitFor();
  await page.goBack();

  await page.getByRole("tab", { name: "Definition" }).click();
  await page.getByRole("button", { name: "Use a prompt version" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Load", exact: true }).click();
  await page.getByText("Prompt: strict judge, version 0").waitFor();
  await inputs.getByRole("button", { name: "Remove input 3" }).click();
  await inputs.getByText("Variables without an input: {{tone}}").waitFor();
  await inputs.getByRole("button", { name: "Add it" }).click();
  expect(await page.getByLabel("Path of input 3").inputValue()).toBe("input.tone");
  await page.getByLabel("Path of input 3").fill("metadata");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save as new version" }).click();
  await page.getByRole("heading", { name: "Version 2", exact: true }).waitFor();
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByRole("region", { name: "Changes from version 1 to version 2" }).getByText("Be strict.").waitFor();
  provider.reply((response, { body }) => {
    const label = JSON.stringify(body["messages"]).includes("Be strict.") ? "irrelevant" : "relevant";
    sendOpenAI(response, [JSON.stringify({ reasoning: "So.", label })]);
  });
  await page.getByRole("checkbox", { name: /^answer · Capital of Italy/ }).check();
  expect(await page.getByRole("checkbox").count()).toBe(2);
  await page.getByRole("button", { name: "Run both versions" }).click();
  await page.getByRole("row", { name: /^answer Capital of Italy\? relevant \(1\) irrelevant \(0\) −1/ }).waitFor();
  await expectAccessible(page);

  await goto(`/projects/${projectId}/evaluators`);
  await page.getByRole("row", { name: /Relevant Not measured Model as a judge relevance Step 2 relevant/ }).waitFor();
  await expectAccessible(page);

  // A second judge starts with the model of the first one, although there are two connections.
  await addConnection(ui, { name: "Another", baseUrl: `${provider.origin}/v1`, models: ["gpt-4o"] });
  await goto(`/projects/${projectId}/evaluators/new`);
  await page.getByLabel("Connection", { exact: true }).filter({ hasText: "Local" }).waitFor();
  await page.getByLabel("Model", { exact: true }).filter({ hasText: "gpt-4o" }).waitFor();
});

function isInView(place: Locator): Promise<boolean> {
  return place.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && Math.min(bottom, top + 100) <= innerHeight;
  });
}
