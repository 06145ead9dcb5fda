import type { JsonObject } from "../types/json.ts";
import type { ScoreConstructor } from "../types/scores.ts";

/** Result of one run of an item. With the option `repeats`, an item has several runs. */
export interface EvaluatedItem {
  /** Id of the experiment item. */
  id: string;
  /**
   * Identifies the item in every experiment, so that experiments can be compared. It is a hash of the id of the dataset
   * item. Without a dataset, it is a hash of the item's `id` or `input`.
   */
  key: string;
  datasetItemId: string | null;
  /** Number of the run of the item, from 0. */
  repeat: number;
  input: JsonObject;
  /**
   * Stored output. If the task returns a value that is not a plain object, the value is under the key `output`. Null if
   * the task failed.
   */
  output: JsonObject | null;
  scores: readonly ScoreConstructor[];
  /** Error message of the task. Null if the task did not fail. */
  error: string | null;
  /** Error messages of failed scorers, by scorer name. */
  scorerErrors: Readonly<Record<string, string>>;
  /** Id of the step that recorded the run and is the root of its trace. */
  experimentRunId: string | null;
  /** Whether an earlier process ran the item. */
  isResumed: boolean;
}
