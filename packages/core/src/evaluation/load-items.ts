import type { DatasetOperations } from "../api/datasets.ts";
import type { DatasetVersionOperations } from "../api/dataset-versions.ts";
import type { Dataset } from "../dataset.ts";
import { ConfigError } from "../errors.ts";
import type { EvaluateOptions, EvaluationDataset, EvaluationItem } from "../types/evaluations.ts";
import type { CallOptions } from "../transport/transport.ts";
import type { JsonObject, Maybe } from "../types/json.ts";
import { itemKey } from "./item-key.ts";

export interface LoadedItem {
  /** Key of the item, which is the same in all experiments. */
  readonly key: string;
  readonly datasetItemId: string | null;
  readonly input: unknown;
  readonly expected: unknown;
  readonly metadata: JsonObject;
}

export interface LoadedItems {
  readonly datasetId: string | undefined;
  /** Version of the dataset; undefined if the items are not from a stored dataset. */
  readonly datasetVersion: number | undefined;
  readonly split: string | undefined;
  readonly items: readonly LoadedItem[];
}

type Api = Pick<DatasetOperations, "getDataset"> & Pick<DatasetVersionOperations, "getDatasetItems">;

/**
 * Returns the given items, or reads the items of the given dataset.
 *
 * @throws {ConfigError} for an unknown dataset, and if several items have the same id.
 */
export async function loadItems<Input, Expected>(
  api: Api,
  dataset: EvaluateOptions<Input, unknown, Expected>["dataset"],
  options: CallOptions,
): Promise<LoadedItems> {
  if (isList(dataset)) {
    return { datasetId: undefined, datasetVersion: undefined, split: undefined, items: numbered(dataset) };
  }
  const { id, version, split, items } = await readSelection(api, dataset, options);
  return {
    datasetId: id,
    datasetVersion: version,
    split,
    items: items.map(({ id: key, input, expectedOutput, metadata }) => {
      return { key, datasetItemId: key, input, expected: expectedOutput ?? undefined, metadata };
    }),
  };
}

function isList<Item>(dataset: string | EvaluationDataset | Dataset | readonly Item[]): dataset is readonly Item[] {
  return Array.isArray(dataset);
}

async function readSelection(
  api: Api,
  dataset: string | EvaluationDataset | Dataset,
  options: CallOptions,
): Promise<Pick<Dataset, "id" | "items" | "version"> & { readonly split?: string | undefined }> {
  if (typeof dataset !== "string" && "items" in dataset) return dataset;
  const { name, id, version, split } = typeof dataset === "string" ? { id: dataset, name: dataset } : dataset;
  if (name === undefined && id === undefined) throw new ConfigError("evaluate: dataset needs a name or an id");
  const found =
    (name === undefined ? null : await api.getDataset({ name }, options)) ??
    (id === undefined ? null : await api.getDataset({ id }, options));
  if (found === null) throw new ConfigError(`evaluate: dataset ${JSON.stringify(name ?? id)} not found`);
  if (version !== undefined && version !== found.version) {
    return { id: found.id, version, split, items: await api.getDatasetItems(found.id, { version, split }, options) };
  }
  const items = found.items.filter(({ splits }) => split === undefined || splits?.includes(split) === true);
  return { id: found.id, version: found.version, split, items };
}

function numbered(items: readonly EvaluationItem<unknown, unknown>[]): LoadedItem[] {
  const counts = new Map<string, number>();
  return items.map(({ id, input, expectedOutput, metadata }) => {
    const key = id ?? itemKey(null, input);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    if (count > 0 && id !== undefined)
      throw new ConfigError(
        `evaluate: the ids of items must be unique, but two items have the id ${JSON.stringify(id)}`,
      );
    return {
      key: count === 0 ? key : `${key} #${count + 1}`,
      datasetItemId: null,
      input,
      expected: expectedOutput ?? undefined,
      metadata: (metadata satisfies Maybe<JsonObject>) ?? {},
    };
  });
}
