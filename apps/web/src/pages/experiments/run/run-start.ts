import type { JsonValue } from "@threadline/schema/sdk";
import type { ExperimentModelInput, ExperimentRunInput, ModelToolInput } from "../../../generated/runs.ts";

export interface RunColumn {
  readonly label: string;
  /**
   * Prompt version that the messages of the playground column come from. Null if the messages were changed or do not
   * come from a prompt.
   */
  readonly promptId: string | null;
  readonly messages: JsonValue[];
  readonly tools: ModelToolInput[];
  readonly responseSchema: JsonValue;
  readonly model: ExperimentModelInput;
}

export interface RunStart {
  readonly dataset?: {
    readonly id: string;
    readonly version?: number | undefined;
    readonly split?: string | undefined;
  };
  readonly prompt?: { readonly name: string; readonly versions: readonly number[] };
  /** Playground columns to run. If undefined, the user selects a prompt in the dialog. */
  readonly columns?: readonly RunColumn[];
}

/** Settings that apply to all experiments started from the dialog, such as the dataset and the evaluators. */
export type RunFrame = Omit<
  ExperimentRunInput,
  "messages" | "models" | "promptIds" | "responseSchema" | "taskConnectionId" | "tools"
>;

/** Returns the runs for playground columns. Columns that differ only in their model share one run. */
export function runsOfColumns(columns: readonly RunColumn[], frame: RunFrame): ExperimentRunInput[] {
  const groups = new Map<string, RunColumn[]>();
  for (const column of columns) {
    const { promptId, messages, tools, responseSchema } = column;
    const key = JSON.stringify([promptId, messages, tools, responseSchema]);
    const group = groups.get(key) ?? [];
    // Skips a column that equals an earlier one.
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
