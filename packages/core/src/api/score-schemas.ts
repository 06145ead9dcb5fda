import {
  CREATE_SCORE_SCHEMA,
  DELETE_SCORE_SCHEMA,
  GET_SCORE_SCHEMAS,
  UPDATE_SCORE_SCHEMA,
} from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { NewScoreSchema, ScoreSchema } from "../types/score-schemas.ts";
import { found } from "./found.ts";

/**
 * Operations on score schemas. A schema defines the values that people can choose for scores with the name of the
 * schema. For example, the schema `tone` applies to all scores named `tone`.
 */
export interface ScoreSchemaOperations {
  /** Lists all schemas of the project, in order of their names. */
  getScoreSchemas(options?: CallOptions): Promise<ScoreSchema[]>;
  /** Returns the schema with this name; null when not found. */
  getScoreSchema(name: string, options?: CallOptions): Promise<ScoreSchema | null>;
  /** Creates a schema. Rejects when the name is taken. */
  createScoreSchema(schema: NewScoreSchema, options?: CallOptions): Promise<ScoreSchema>;
  /** Replaces all fields of a schema. */
  updateScoreSchema(id: string, schema: NewScoreSchema, options?: CallOptions): Promise<ScoreSchema>;
  /** Deletes the schema, and returns it. Scores with its name are kept. */
  deleteScoreSchema(id: string, options?: CallOptions): Promise<ScoreSchema>;
}

export function createScoreSchemaOperations(transport: Transport): ScoreSchemaOperations {
  const read = async (name: string | null, options?: CallOptions): Promise<ScoreSchema[]> => {
    const data = await transport.graphql(GET_SCORE_SCHEMAS, { name }, options);
    return data.scoreSchemas;
  };
  return {
    getScoreSchemas: (options) => read(null, options),
    getScoreSchema: async (name, options) => (await read(name, options))[0] ?? null,
    async createScoreSchema(schema, options) {
      const data = await transport.graphql(CREATE_SCORE_SCHEMA, { schema }, options);
      return found("createScoreSchema", schema.name, data.createScoreSchema);
    },
    async updateScoreSchema(id, schema, options) {
      const data = await transport.graphql(UPDATE_SCORE_SCHEMA, { id, schema }, options);
      return found("updateScoreSchema", id, data.updateScoreSchema);
    },
    async deleteScoreSchema(id, options) {
      const data = await transport.graphql(DELETE_SCORE_SCHEMA, { id }, options);
      return found("deleteScoreSchema", id, data.deleteScoreSchema);
    },
  };
}
