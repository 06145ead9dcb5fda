import { Prompt } from "../prompt.ts";
import type { Recorder } from "../recorder.ts";
import type { GraphQLOperation } from "../transport/transport.ts";
import type { JsonObject, Maybe } from "../types/json.ts";
import type { PromptConstructor, PromptLineage } from "../types/prompts.ts";
import { listDocument } from "./lists.ts";
import { query, repeatableMutation, singleMutation } from "./operation.ts";
import { PROMPT } from "./selections.ts";

/** A prompt version as the wire has it: the name in its lineage, the provider in its settings. */
export type PromptNode = Omit<PromptConstructor, "name" | "provider" | "settings"> & {
  lineage?: Maybe<Partial<PromptLineage>>;
  settings?: Maybe<JsonObject>;
};

/** Makes the prompt of the SDK from one of the wire. */
export function toPrompt(client: Recorder, { lineage, settings, ...fields }: PromptNode): Prompt {
  const { provider, ...rest } = settings ?? {};
  return new Prompt(client, {
    ...fields,
    name: lineage?.name ?? "",
    provider: typeof provider === "string" ? provider : null,
    settings: rest,
  });
}

export const CREATE_PROMPT_LINEAGE: GraphQLOperation = repeatableMutation(
  "createPromptLineage",
  `($name: String!, $description: String) {
    createPromptLineage(name: $name, description: $description) { id name description }
  }`,
);
export const GET_PROMPT_LINEAGE: GraphQLOperation = query(
  "getPromptLineageByName",
  `($name: String!) { promptLineage(name: $name) { id name description } }`,
);
export const GET_PROMPT_LINEAGES: GraphQLOperation = query(
  "getPromptLineages",
  listDocument("promptLineages", { filter: "RecordFilterInput", selection: "id name description" }),
);
export const CREATE_PROMPT_VERSION: GraphQLOperation = repeatableMutation(
  "getOrCreatePrompt",
  `($lineageId: String!, $templateMessages: Json, $tools: Json, $settings: Json) {
    createPromptVersion(lineageId: $lineageId, templateMessages: $templateMessages, tools: $tools, settings: $settings) {
      ${PROMPT}
    }
  }`,
);
export const CREATE_PROMPT_VARIANT: GraphQLOperation = singleMutation(
  "createPromptVariant",
  `($fromLineageId: String, $templateMessages: Json, $settings: Json, $tools: Json) {
    createPromptExperiment(
      fromLineageId: $fromLineageId, templateMessages: $templateMessages, settings: $settings, tools: $tools
    ) { id }
  }`,
);
export const GET_PROMPT_BY_ID: GraphQLOperation = query(
  "getPromptById",
  `($id: String!) { promptVersion(id: $id) { ${PROMPT} } }`,
);
export const GET_PROMPT: GraphQLOperation = query(
  "getPrompt",
  `($name: String!, $version: Int) { promptVersion(name: $name, version: $version) { ${PROMPT} } }`,
);
export const GET_PROMPT_AB_TESTING: GraphQLOperation = query(
  "getPromptAbTesting",
  `($lineageName: String!) {
    promptLineageRollout(lineageName: $lineageName) { edges { node { version rollout } } }
  }`,
);
export const UPDATE_PROMPT_AB_TESTING: GraphQLOperation = repeatableMutation(
  "updatePromptAbTesting",
  `($name: String!, $rollouts: [PromptVersionRolloutInput!]!) {
    updatePromptLineageRollout(name: $name, rollouts: $rollouts) { ok message errorCode }
  }`,
);
