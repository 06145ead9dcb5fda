import type { Threadline } from "@threadline/core";
import { type Browser, valueOf } from "../accounts/browser.ts";
import { sendOpenAI, startModelServer } from "../models/model-server.ts";

type Api = Threadline["api"];

const week = 30;

/**
 * Creates a connection to a model that labels texts containing "yes" as `kind`, and all others as `rude`. Returns its
 * id.
 */
export async function connectJudgeModel(owner: Browser): Promise<string> {
  const provider = await startModelServer();
  provider.reply((response, { body }) => {
    const label = JSON.stringify(body["messages"]).includes("yes") ? "kind" : "rude";
    sendOpenAI(response, [JSON.stringify({ reasoning: "Because.", label })]);
  });
  const connection = { name: "local", kind: "openaiCompatible", baseUrl: `${provider.origin}/v1` };
  const { data } = await owner.graphql(
    "mutation ($connection: ModelConnectionInput!) { createModelConnection(connection: $connection) { id } }",
    { project: "default", variables: { connection } },
  );
  const { id } = valueOf(data ?? {}, "createModelConnection") as { id: string };
  return id;
}

/** Creates a judge. Returns the id of its version. */
export async function createJudge(
  api: Api,
  connectionId: string,
  { name, target, scoreName }: { name: string; target: "EXPERIMENT_ITEM" | "STEP"; scoreName: string },
): Promise<string> {
  const { latestVersion } = await api.createEvaluator(
    { name },
    {
      kind: "LLM",
      target,
      scoreName,
      judge: {
        messages: [{ role: "user", content: "{{output}}" }],
        inputs: [{ name: "output", path: "output" }],
        labels: [
          { label: "kind", value: 1 },
          { label: "rude", value: 0 },
        ],
        connectionId,
        model: "m",
      },
    },
  );
  return latestVersion.id;
}

/** Evaluates steps of two weeks: the judge passes all of the first, and none of the second. */
export async function seedDrift(
  api: Api,
  versionId: string,
  { skipWeek }: { readonly skipWeek: () => void },
): Promise<void> {
  const evaluate = async (prefix: string, text: string): Promise<void> => {
    const ids = Array.from({ length: week }, (_, index) => `${prefix}-${index}`);
    await api.sendSteps(ids.map((id) => ({ id, type: "run", name: id, output: { text } })));
    await api.evaluate(versionId, ids.slice(0, week / 2));
    await api.evaluate(versionId, ids.slice(week / 2));
  };
  await evaluate("before", "yes");
  skipWeek();
  await evaluate("after", "no");
}
