export type ScoreSchemaType = "CATEGORICAL" | "CONTINUOUS";
export type ScoreDirection = "HIGHER_IS_BETTER" | "LOWER_IS_BETTER" | "NEUTRAL";

/** Definition of all scores whose name is `name`. Times are epoch milliseconds. */
export interface ScoreSchemaRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Unique in the project. */
  readonly name: string;
  readonly description: string | null;
  readonly type: ScoreSchemaType;
  /** In display order; null unless the type is `CATEGORICAL`. */
  readonly categories: readonly { readonly label: string; readonly value: number }[] | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly direction: ScoreDirection;
}

/** Direction of a new schema that specifies none, and of schemas in exports from versions without this field. */
export const defaultDirection: ScoreDirection = "HIGHER_IS_BETTER";

export interface ScoreSchemaStore {
  /** Returns all schemas of the project, by name. */
  all(projectId: string): Promise<ScoreSchemaRecord[]>;
  findByName(projectId: string, name: string): Promise<ScoreSchemaRecord | null>;
  /** Rejects with a {@link ConflictError} if the name is taken, or the project has `limit` schemas. */
  create(projectId: string, schema: ScoreSchemaRecord, limit: number): Promise<ScoreSchemaRecord>;
  /**
   * Replaces everything except id and creation time. Resolves to null if not found. Rejects with a {@link
   * ConflictError} if the name is taken.
   */
  update(
    projectId: string,
    id: string,
    schema: Omit<ScoreSchemaRecord, "id" | "createdAt">,
  ): Promise<ScoreSchemaRecord | null>;
  /** Deletes the schema. Scores with its name stay. Resolves to null if not found. */
  delete(projectId: string, id: string): Promise<ScoreSchemaRecord | null>;
}
