import type { JsonValue } from "@threadline/schema/sdk";
import type { ExperimentModelInput, ExperimentRunInput, ModelToolInput } from "../../../generated/runs.ts";

/** Content of a column of the playground, for an experiment. */
export interface RunColumn {
  /** Name of the prompt version, or of the column. */
  readonly label: string;
  /** Id of the prompt version; null if the column has other messages. */
  readonly promptId: string | null;
  readonly messages: JsonValue[];
  readonly tools: ModelToolInput[];
  readonly responseSchema: JsonValue;
  readonly model: ExperimentModelInput;
}

/** Content that is selected when the dialog opens. */
export interface RunStart {
  readonly dataset?: {
    readonly id: string;
    readonly version?: number | undefined;
    readonly split?: string | undefined;
  };
  readonly prompt?: { readonly name: string; readonly versions: readonly number[] };
  /** If given, the experiments run these columns, and not a prompt of the project. */
  readonly columns?: readonly RunColumn[];
}

/** Fields of a run that do not depend on the prompt, task or model that it calls. */
export type RunFrame = Omit<
  ExperimentRunInput,
  "messages" | "models" | "promptIds" | "responseSchema" | "taskConnectionId" | "tools"
>;

/** Returns the runs for playground columns. Columns with the same content and different models share one run. */
export function runsOfColumns(columns: readonly RunColumn[], frame: RunFrame): ExperimentRunInput[] {
  const groups = new Map<string, RunColumn[]>();
  for (const column of columns) {
    const { promptId, messages, tools, responseSchema } = column;
    const key = JSON.stringify([promptId, messages, tools, responseSchema]);
    const group = groups.get(key) ?? [];
    // Skips a column whose content and model are the same as those of an earlier column.
    if (!group.some(({ model }) => JSON.stringify(model) === JSON.stringify(column.model))) group.push(column);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { label, promptId, messages, tools, responseSchema } = first;
    return {
      ...frame,
      name: groups.size > 1 ? `${frame.name} (${label})` : frame.name,
      ...(promptId === null ? { messages } : { promptIds: [promptId] }),
      tools,
      ...(responseSchema !== null && { responseSchema }),
      models: group.map(({ model }) => model),
    };
  });
}
