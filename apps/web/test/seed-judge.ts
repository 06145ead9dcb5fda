import { sendOpenAI, startModelServer } from "../../../packages/server/test/models/model-server.ts";
import { addConnection } from "./add-connection.ts";
import type { Service, Ui } from "./browser/open-ui.ts";

/** Creates a judge, and runs it on `count` answers, "yes" and "no" in turn. The judge passes "yes". */
export async function seedJudge(ui: Ui, count = 44): Promise<string> {
  const { graphql, ingest } = ui;
  const provider = await startModelServer();
  provider.reply((response, { body }) => {
    const label = JSON.stringify(body["messages"]).includes("yes") ? "kind" : "rude";
    sendOpenAI(response, [JSON.stringify({ reasoning: `It is ${label}.`, label })]);
  });
  await addConnection(ui, { name: "local", baseUrl: `${provider.origin}/v1` });
  const { modelConnections } = (await graphql("{ modelConnections { id } }")) as {
    modelConnections: readonly { id: string }[];
  };
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
          connectionId: modelConnections[0]?.id,
          model: "m",
        },
      },
    },
  )) as { createEvaluator: { id: string; latestVersion: { id: string } } };
  const ids = Array.from({ length: count }, (_, index) => `answer-${String(index).padStart(2, "0")}`);
  await ingest(
    ids.map((id, index) => ({
      id,
      type: "run",
      name: id,
      input: { question: "May I?" },
      output: index % 2 === 0 ? "yes" : "no",
    })),
  );
  await evaluate(ui, createEvaluator.latestVersion.id, ids);
  return createEvaluator.id;
}

export async function evaluate({ graphql }: Service, version: string, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += 20) {
    // oxlint-disable-next-line no-await-in-loop -- at most 20 targets in a request
    await graphql(
      "mutation ($version: String!, $ids: [String!]!) { evaluate(versionId: $version, targetIds: $ids) { value } }",
      { version, ids: ids.slice(start, start + 20) },
    );
  }
}

/** Records and evaluates 40 answers that the judge fails. */
export async function seedDrift(ui: Ui): Promise<void> {
  const { evaluators } = (await ui.graphql("{ evaluators { latestVersion { id } } }")) as {
    evaluators: readonly { latestVersion: { id: string } }[];
  };
  const ids = Array.from({ length: 40 }, (_, index) => `later-${index}`);
  await ui.ingest(ids.map((id) => ({ id, type: "run", name: id, output: "no" })));
  await evaluate(ui, evaluators[0]?.latestVersion.id ?? "", ids);
}

/** Labels answers with the judge's own scores, except the first two. */
export async function seedLabels({ graphql }: Service, count: number): Promise<void> {
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
