import { assignFields } from "./assign-fields.ts";
import { DatasetExperimentItem } from "./experiment-item.ts";
import type { Recorder } from "./recorder.ts";
import type {
  DatasetExperimentConstructor,
  DatasetExperimentItemConstructor,
  ExperimentLogEntry,
  ExperimentParams,
} from "./types/experiments.ts";
import type { Maybe } from "./types/json.ts";

export interface ExperimentClient {
  readonly context: Pick<Recorder["context"], "currentExperimentItemRunId">;
  readonly api: {
    deleteExperiment(id: string): Promise<DatasetExperiment>;
    createExperimentItem(item: DatasetExperimentItemConstructor): Promise<DatasetExperimentItem>;
  };
}

/** A series of runs on the items of a dataset. */
export class DatasetExperiment implements DatasetExperimentConstructor {
  readonly #client: ExperimentClient;
  declare id: string;
  declare createdAt?: Maybe<string>;
  declare name: string;
  declare datasetId?: Maybe<string>;
  declare datasetVersion?: Maybe<number>;
  declare promptId?: Maybe<string>;
  declare promptVariantId?: Maybe<string>;
  declare params?: Maybe<ExperimentParams>;
  /** Items that were logged through this object. */
  readonly items: DatasetExperimentItem[] = [];

  constructor(client: ExperimentClient, data: DatasetExperimentConstructor) {
    this.#client = client;
    assignFields(this, data);
  }

  /** Client that sends the requests of all methods. */
  get client(): ExperimentClient {
    return this.#client;
  }

  /** Returns the fields as a plain object, without the items. */
  serialize(): DatasetExperimentConstructor {
    const { items: _items, ...fields } = this;
    return fields;
  }

  /** Deletes the experiment with its items and scores. The steps of its runs are kept. */
  async delete(): Promise<DatasetExperiment> {
    return this.#client.api.deleteExperiment(this.id);
  }

  /**
   * Stores the outcome of one run, with its scores, as an item. Inside `experimentItemRun().wrap()`, the item is linked
   * to that run.
   *
   * @throws {ThreadlineError} when the item cannot be stored.
   */
  async log(entry: ExperimentLogEntry): Promise<DatasetExperimentItem> {
    const item = await this.#client.api.createExperimentItem(
      new DatasetExperimentItem({
        ...entry,
        experimentRunId: entry.experimentRunId ?? this.#client.context.currentExperimentItemRunId,
        datasetExperimentId: this.id,
      }),
    );
    this.items.push(item);
    return item;
  }
}
