import type { DatasetOperations } from "../api/datasets.ts";
import { ConfigError } from "../errors.ts";
import type { EvaluateOptions, EvaluationItem } from "../types/evaluations.ts";
import type { CallOptions } from "../transport/transport.ts";
import type { JsonObject, Maybe } from "../types/json.ts";
import { itemKey } from "./item-key.ts";

/** An item to run the task on. */
export interface LoadedItem {
  /** Identifies the item in all experiments. */
  readonly key: string;
  readonly datasetItemId: string | null;
  readonly input: unknown;
  readonly expected: unknown;
  readonly metadata: JsonObject;
}

export interface LoadedItems {
  readonly datasetId: string | undefined;
  /** Version of the dataset; undefined for other items. */
  readonly datasetVersion: number | undefined;
  readonly items: readonly LoadedItem[];
}

/**
 * Reads the items of a dataset, or takes the given ones.
 *
 * @throws {ConfigError} for an unknown dataset, and if several items have the same id.
 */
export async function loadItems<Input, Expected>(
  api: Pick<DatasetOperations, "getDataset">,
  dataset: EvaluateOptions<Input, unknown, Expected>["dataset"],
  options: CallOptions,
): Promise<LoadedItems> {
  if (typeof dataset !== "string" && !("items" in dataset)) {
    return { datasetId: undefined, datasetVersion: undefined, items: numbered(dataset) };
  }
  const found =
    typeof dataset === "string"
      ? ((await api.getDataset({ name: dataset }, options)) ?? (await api.getDataset({ id: dataset }, options)))
      : dataset;
  if (found === null) throw new ConfigError(`evaluate: dataset ${JSON.stringify(dataset)} not found`);
  const items = found.items.map(({ id, input, expectedOutput, metadata }) => {
    return { key: id, datasetItemId: id, input, expected: expectedOutput ?? undefined, metadata };
  });
  return { datasetId: found.id, datasetVersion: found.version, items };
}

/** Identifies items without an id by their input. Equal inputs are numbered. */
function numbered(items: readonly EvaluationItem<unknown, unknown>[]): LoadedItem[] {
  const counts = new Map<string, number>();
  return items.map(({ id, input, expectedOutput, metadata }) => {
    const key = id ?? itemKey(null, input);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    if (count > 0 && id !== undefined) throw new ConfigError(`evaluate: two items have the id ${JSON.stringify(id)}`);
    return {
      key: count === 0 ? key : `${key} #${count + 1}`,
      datasetItemId: null,
      input,
      expected: expectedOutput ?? undefined,
      metadata: (metadata satisfies Maybe<JsonObject>) ?? {},
    };
  });
}
