import type { JsonObject } from "../json/json-value.ts";

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
