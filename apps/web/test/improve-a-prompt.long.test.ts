import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { type ModelRequest, sendOpenAI, startModelServer } from "../../../packages/server/test/models/model-server.ts";
import { addConnection } from "./add-connection.ts";
import { chooseByKeyboard } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { openUi, type Service } from "./browser/open-ui.ts";
import { takePicture } from "./browser/take-picture.ts";

const system = "You know geography. Answer with the city alone.";
const better = "You know geography. Answer with the official capital alone, which may not be the largest city.";

/** Stores a prompt in production, a dataset, and a production thread with a wrong answer. */
async function seed({ graphql, ingest }: Service): Promise<void> {
  const { createPromptLineage } = (await graphql(
    'mutation { createPromptLineage(name: "capital-finder") { id } }',
  )) as {
    createPromptLineage: { id: string };
  };
  const templateMessages = [
    { role: "system", content: system },
    { role: "user", content: "What is the capital of {{country}}?" },
  ];
  const { createPromptVersion } = (await graphql(
    `
      mutation ($id: String!, $templateMessages: Json, $settings: Json) {
        createPromptVersion(lineageId: $id, templateMessages: $templateMessages, settings: $settings) {
          id
        }
      }
    `,
    { id: createPromptLineage.id, templateMessages, settings: { provider: "openai", model: "gpt-4o-mini" } },
  )) as { createPromptVersion: { id: string } };
  await graphql('mutation { setPromptLabel(name: "capital-finder", label: "production", version: 0) { id } }');
  const { createDataset } = (await graphql('mutation { createDataset(name: "capitals") { id } }')) as {
    createDataset: { id: string };
  };
  await graphql(
    "mutation ($id: String!, $items: [NewDatasetItemInput!]!) { createDatasetItems(datasetId: $id, items: $items) { id } }",
    {
      id: createDataset.id,
      items: Object.entries({ France: "Paris", Kenya: "Nairobi", Japan: "Tokyo" }).map(([country, city]) => ({
        input: { country },
        expectedOutput: { role: "assistant", content: city },
      })),
    },
  );
  const startTime = new Date(Date.now() - 5_000).toISOString();
  const endTime = new Date(Date.now() - 4_000).toISOString();
  const answer = { role: "assistant", content: "Sydney" };
  await graphql('mutation { upsertThread(id: "chat", name: "Capital of Australia") { id } }');
  await ingest([
    { id: "question", threadId: "chat", type: "user_message", startTime, output: { content: "Capital of Australia?" } },
    { id: "run", threadId: "chat", type: "run", name: "answer", startTime, endTime, output: answer },
    {
      id: "call",
      threadId: "chat",
      parentId: "run",
      type: "llm",
      name: "find capital",
      startTime,
      endTime,
      output: answer,
      generation: {
        type: "CHAT",
        provider: "openai",
        model: "gpt-4o-mini",
        promptId: createPromptVersion.id,
        variables: { country: "Australia" },
        messages: [
          { role: "system", content: system },
          { role: "user", content: "What is the capital of Australia?" },
        ],
        messageCompletion: answer,
        settings: { model: "gpt-4o-mini" },
      },
    },
  ]);
}

async function addJudge({ graphql }: Service): Promise<void> {
  const { modelConnections } = (await graphql("{ modelConnections { id } }")) as { modelConnections: { id: string }[] };
  await graphql(
    `
      mutation ($version: EvaluatorVersionInput!) {
        createEvaluator(evaluator: { name: "Correct capital" }, version: $version) {
          id
        }
      }
    `,
    {
      version: {
        kind: "LLM",
        target: "EXPERIMENT_ITEM",
        scoreName: "correct",
        judge: {
          messages: [{ role: "user", content: "Is {{output}} the same city as {{expected}}?" }],
          inputs: ["output", "expected"].map((name) => ({ name, path: name })),
          labels: [
            { label: "yes", value: 1 },
            { label: "no", value: 0 },
          ],
          connectionId: modelConnections[0]?.id,
          model: "gpt-4o",
        },
      },
    },
  );
}

/**
 * Simulates a model. It names the largest city instead of the capital, unless the prompt rules that out. It also
 * answers as the judge.
 */
function respond({ body }: ModelRequest): string {
  const text = JSON.stringify(body["messages"]);
  if (text.includes("same city")) {
    const isRight = !text.includes("Sydney");
    const reasoning = isRight ? "Both name the same city." : "Sydney is the largest city; the capital is Canberra.";
    return JSON.stringify({ reasoning, label: isRight ? "yes" : "no" });
  }
  if (text.includes("Australia")) return text.includes("official") ? "Canberra" : "Sydney";
  return text.includes("France") ? "Paris" : text.includes("Kenya") ? "Nairobi" : "Tokyo";
}

test("a bad response becomes a better prompt in production with at most 15 clicks", async () => {
  const provider = await startModelServer();
  provider.reply((answer, request) => sendOpenAI(answer, [respond(request)]));
  const ui = await openUi({
    path: null,
    seed,
    window: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  });
  const { page, goto, projectId, graphql } = ui;
  await goto(`/projects/${projectId}/logs/generations`);
  await addConnection(ui, { name: "Local", baseUrl: `${provider.origin}/v1`, models: ["gpt-4o-mini", "gpt-4o"] });
  await addJudge(ui);

  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  const type = async (field: Locator, text: string): Promise<void> => {
    clicks += 1;
    await field.fill(text);
  };
  const picture = async (name: string, height = 800): Promise<void> => {
    await expectAccessible(page);
    await takePicture(page, `improve-${name}`, height);
  };
  const button = (name: string, parent: Pick<Locator, "getByRole"> = page): Locator =>
    parent.getByRole("button", { name, exact: true });
  // A toast is a dialog too.
  const dialog = page.getByRole("dialog").filter({ hasNot: page.getByRole("link", { name: "Open dataset" }) });

  await click(page.getByRole("row").filter({ hasText: "find capital" }));
  await button("Add to dataset").waitFor();
  await picture("step");
  await click(button("Add to dataset"));
  // The field has the focus, so it needs no click.
  const dataset = dialog.getByLabel("Dataset", { exact: true });
  await expectFocus(dataset);
  await chooseByKeyboard(dataset, "End", "capitals");
  expect(await dialog.getByLabel("Input", { exact: true }).inputValue()).toContain('"country": "Australia"');
  await type(dialog.getByLabel("Expected output"), "Canberra");
  await picture("dataset-item");
  await click(button("Add", dialog));
  await dialog.waitFor({ state: "detached" });

  await click(page.getByRole("link", { name: "Replay in the playground" }));
  await expect.poll(() => page.getByLabel("country", { exact: true }).inputValue()).toBe("Australia");
  await type(page.getByLabel("Content of message 1"), better);
  await click(button("Add column"));
  const model = page.getByRole("region", { name: "Column 2" }).getByLabel("Model", { exact: true });
  await click(model);
  await page.getByRole("option", { name: "gpt-4o", exact: true }).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect.poll(() => model.innerText()).toBe("gpt-4o");
  await click(button("Run all"));
  await expect.poll(() => page.getByRole("region", { name: "Response" }).getByText("Canberra").count()).toBe(2);
  await picture("playground", 1_150);
  await click(button("Save column 1 as a prompt version"));
  await dialog.getByRole("region", { name: "Changes since version 0" }).waitFor();
  await click(button("Save as new version", dialog));
  await page.getByRole("heading", { name: "Version 1", exact: true }).waitFor();

  await click(button("Run experiment"));
  await dialog.getByText("8 (4 items, 2 experiments)").waitFor();
  await picture("experiment");
  await click(button("Start 2 experiments", dialog));

  await expect.poll(() => page.getByRole("list", { name: "Runs" }).getByText("Done", { exact: true }).count()).toBe(2);
  await page.getByTitle("Sydney is the largest city; the capital is Canberra.").first().waitFor();
  await page.getByText("correct 1 (+0.25)").first().waitFor();
  await picture("comparison", 1_080);
  await click(page.getByRole("button", { name: "Promote: capital-finder, version 1" }));
  await dialog.getByText("Currently assigned to version 0").waitFor();
  await picture("promotion");
  await click(button("Promote", dialog));
  await dialog.waitFor({ state: "detached" });
  expect(clicks).toBeLessThanOrEqual(15);
  expect(
    await graphql('{ promptVersion(name: "capital-finder", label: "production") { version templateMessages } }'),
  ).toMatchObject({ promptVersion: { version: 1, templateMessages: [{ content: better }, {}] } });
});
