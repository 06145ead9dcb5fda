import type { JsonValue } from "@threadline/schema/sdk";
import type { ModelCallInput } from "../../../generated/playground.ts";
import type { RunColumn } from "../../experiments/run/run-start.ts";
import type { Column } from "./column.ts";
import { isEmptySystem, type ReadColumn } from "./read-column.ts";

/** Returns the content of a column for an experiment, whose dataset items provide the values of the variables. */
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
