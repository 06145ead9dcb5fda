import type { JsonValue } from "@threadline/schema/sdk";
import type { ModelCallInput } from "../../../generated/playground.ts";
import type { RunColumn } from "../../experiments/run/run-start.ts";
import type { Column } from "./column.ts";
import { isEmptySystem, type ReadColumn } from "./read-column.ts";

/**
 * Returns the messages, tools and model of a column for an experiment. The variables get their values from the dataset
 * items.
 */
export function runColumnOf(
  { source }: Column,
  { read, call, label }: { readonly read: ReadColumn; readonly call: ModelCallInput; readonly label: string },
): RunColumn {
  const { connectionId, model, settings = null, promptId = null } = call;
  const isNamed = source?.name != null && source.version !== null && promptId !== null;
  return {
    label: isNamed ? `${source.name} v${source.version}` : label,
    promptId,
    messages: read.content.templateMessages.filter((message: JsonValue) => !isEmptySystem(message)),
    tools: call.tools ?? [],
    responseSchema: call.responseSchema ?? null,
    model: { connectionId, model, settings },
  };
}
