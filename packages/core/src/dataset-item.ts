import { assignFields, ownFields } from "./assign-fields.ts";
import type { DatasetItemConstructor } from "./types/datasets.ts";
import type { JsonObject, Maybe } from "./types/json.ts";

/** One input of a dataset, with its expected output. */
export class DatasetItem implements DatasetItemConstructor {
  declare id: string;
  declare createdAt: string;
  declare datasetId: string;
  declare metadata: JsonObject;
  declare input: JsonObject;
  declare expectedOutput?: Maybe<JsonObject>;
  declare intermediarySteps: JsonObject[];
  declare stepId?: Maybe<string>;
  declare splits?: Maybe<string[]>;

  constructor(data: DatasetItemConstructor) {
    assignFields(this, data);
    this.metadata ??= {};
    this.intermediarySteps ??= [];
  }

  /** Returns the fields as a plain object. */
  serialize(): DatasetItemConstructor {
    return ownFields(this);
  }
}
