import type { JsonObject } from "../json/json-value.ts";

/** Payload of a job that runs the task of a dataset item, or evaluates the output. */
export interface TaskPayload {
  readonly datasetItemId: string;
  readonly repeat: number;
  readonly itemId: string;
  /** Empty for a task. */
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
