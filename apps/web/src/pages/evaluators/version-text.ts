import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject, readableJson } from "../../json/json-text.ts";
import type { StoredVersion } from "./evaluator-draft.ts";

/** Renders the content of a version as text, for a line-by-line diff of versions. */
export function versionText({ kind, target, scoreName, judge, code, builtIn }: StoredVersion): string {
  const head = [`kind: ${kind}`, `target: ${target}`, `score: ${scoreName}`];
  if (code) return [...head, `language: ${code.language}`, "", code.source].join("\n");
  if (builtIn) return [...head, `scorer: ${builtIn.scorer}`, "", readableJson(builtIn.options)].join("\n");
  if (!judge) return head.join("\n");
  const { messages, inputs, labels, minimum, maximum, model, connectionId, settings } = judge;
  return [
    ...head,
    `connection: ${connectionId}`,
    `model: ${model}`,
    ...(settings === null ? [] : [`settings: ${JSON.stringify(settings)}`]),
    ...inputs.map(({ name, path }) => `{{${name}}}: ${path}`),
    ...(labels?.map(({ label, value }) => `${label} = ${value}`) ?? [`from ${minimum} to ${maximum}`]),
    ...(Array.isArray(messages) ? messages.flatMap((message) => ["", messageText(message)]) : []),
  ].join("\n");
}

function messageText(message: JsonValue): string {
  if (!isJsonObject(message)) return readableJson(message);
  return `[${readableJson(message["role"])}]\n${readableJson(message["content"])}`;
}
