import type {
  MutationCreatePromptExperimentArgs,
  MutationCreatePromptLineageArgs,
  MutationCreatePromptVersionArgs,
} from "@threadline/schema/server";
import type { PromptLineageRecord, PromptVariantRecord, PromptVersionRecord } from "../store/prompts.ts";
import type { Creation } from "./creation.ts";
import { readReference } from "./ids.ts";
import { readJson, readMetadata, readPayload } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import { readTemplateMessages, variablesOf } from "./prompt-templates.ts";
import { readRequiredName, readText } from "./text.ts";

export function readPromptLineage(args: MutationCreatePromptLineageArgs, creation: Creation): PromptLineageRecord {
  return {
    ...creation,
    name: readRequiredName("name", args.name),
    description: readText("description", args.description, recordLimits.textLength) ?? null,
    deletedAt: null,
    championId: null,
    labels: [],
  };
}

/** Reads a prompt version from the arguments of `createPromptVersion`. The store assigns the version number. */
export function readPromptVersion(
  args: MutationCreatePromptVersionArgs,
  { newId, createdAt }: { newId: () => string; createdAt: number },
): Omit<PromptVersionRecord, "version"> {
  const templateMessages = readTemplateMessages(args.templateMessages, newId);
  const derived = variablesOf(templateMessages).map((variable) => ({ ...variable }));
  return {
    id: newId(),
    lineageId: args.lineageId,
    createdAt,
    updatedAt: createdAt,
    versionDesc: readText("versionDesc", args.versionDesc, recordLimits.textLength) ?? null,
    label: null,
    status: null,
    tags: null,
    type: "CHAT",
    templateMessages,
    tools: readPayload("tools", args.tools) ?? null,
    settings: readMetadata("settings", args.settings) ?? null,
    variables: readJson("variables", args.variables, recordLimits.metadataBytes) ?? derived,
    variablesDefaultValues: readMetadata("variablesDefaultValues", args.variablesDefaultValues) ?? null,
  };
}

export function readPromptVariant(args: MutationCreatePromptExperimentArgs, creation: Creation): PromptVariantRecord {
  return {
    ...creation,
    fromLineageId: readReference("fromLineageId", args.fromLineageId) ?? null,
    fromVersion: args.fromVersion ?? null,
    scoreTemplateId: readReference("scoreTemplateId", args.scoreTemplateId) ?? null,
    templateMessages: readPayload("templateMessages", args.templateMessages) ?? null,
    settings: readMetadata("settings", args.settings) ?? null,
    tools: readPayload("tools", args.tools) ?? null,
    variables: readJson("variables", args.variables, recordLimits.metadataBytes) ?? null,
  };
}
