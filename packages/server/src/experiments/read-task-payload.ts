import type { JsonObject } from "../json/json-value.ts";

export interface TaskPayload {
  readonly datasetItemId: string;
  readonly repeat: number;
  readonly itemId: string;
  /** Id of the evaluator version. Empty for a job that runs the task itself. */
  readonly versionId: string;
}

export function readTaskPayload({ datasetItemId, repeat, itemId, versionId }: JsonObject): TaskPayload {
  return {
    datasetItemId: String(datasetItemId),
    repeat: Number(repeat),
    itemId: String(itemId),
    versionId: String(versionId ?? ""),
  };
}
