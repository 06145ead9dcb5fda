import { recordLimits } from "../records/limits.ts";
import { readScoreSchema } from "../records/score-schemas.ts";
import { creationIn } from "./creation.ts";
import type { MutationResolvers, QueryResolvers, ScoreSchemaResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

export const scoreSchemaQueries: QueryResolvers = {
  async scoreSchemas(_parent, { name }, { store, project }) {
    if (name == null) return store.scoreSchemas.all(project.id);
    const schema = await store.scoreSchemas.findByName(project.id, name);
    return schema ? [schema] : [];
  },
};

export const scoreSchemaMutations: MutationResolvers = {
  createScoreSchema(_parent, { schema }, context) {
    const creation = creationIn(context);
    const record = { ...creation, updatedAt: creation.createdAt, ...readScoreSchema(schema) };
    return context.store.scoreSchemas.create(context.project.id, record, recordLimits.scoreSchemas);
  },
  async updateScoreSchema(_parent, { id, schema }, { store, project, now }) {
    const change = { ...readScoreSchema(schema), updatedAt: now() };
    const updated = await store.scoreSchemas.update(project.id, id, change);
    if (!updated) throw notFound("id", "score schema", id);
    return updated;
  },
  deleteScoreSchema: (_parent, { id }, { store, project }) => store.scoreSchemas.delete(project.id, id),
};

export const ScoreSchema: ScoreSchemaResolvers = {
  categories: ({ categories }) => categories && [...categories],
};
