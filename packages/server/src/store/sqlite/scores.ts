import type { ScoreRecord, ScoreStore } from "../scores.ts";
import { ColumnCandidates } from "./column-candidates.ts";
import type { FieldSource } from "./condition.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { oneByOne, RecordList } from "./record-list.ts";
import type { RecordTags } from "./record-tags.ts";
import { threadOfScore } from "./score-joins.ts";
import type { ScoreWriter } from "./score-writer.ts";

export interface ScoreStoreParts {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly tags: RecordTags;
  readonly writer: ScoreWriter;
  readonly now: () => number;
}

const ofThread = (column: string): string =>
  `(SELECT ${column} FROM threads t LEFT JOIN users u ON u.key = t.user WHERE t.key = ${threadOfScore("r")})`;

const fields: { readonly [field: string]: FieldSource } = {
  id: { value: "r.id" },
  createdAt: { value: "r.created_at" },
  name: { value: "r.name" },
  value: { value: "r.value" },
  type: { value: "r.type" },
  label: { value: "r.label" },
  scorer: { value: "r.scorer" },
  comment: { value: "r.comment" },
  tags: { value: "value", from: () => ({ sql: "FROM json_each(r.tags) WHERE TRUE", parameters: [] }) },
  participant: { value: ofThread("t.participant"), alternatives: [ofThread("u.id")] },
  stepId: { value: "coalesce(r.step_id, r.generation_id)" },
  threadId: { value: "r.thread_id" },
};

/** The list of scores, which analyses read as well. */
export function createScoreList({ database, projects, tags, writer, now }: ScoreStoreParts): RecordList<ScoreRecord> {
  const columns = new ColumnCandidates(database, "scores", "key");
  return new RecordList<ScoreRecord>(database, projects, now, {
    resource: "scores",
    table: "scores",
    key: "key",
    fields,
    candidates(project, filter) {
      if (filter.field === "tags") return tags.candidates("score", project, filter);
      return filter.field === "id" || filter.field === "name"
        ? columns.ofIndexed(project, filter.field, filter)
        : undefined;
    },
    load: oneByOne((key) => writer.table.byKey(key)),
  });
}

export function createScoreStore(parts: ScoreStoreParts): ScoreStore {
  const { database, projects, writer } = parts;
  const records = createScoreList(parts);

  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),

    upsertMany: (projectId, writes) =>
      database.write(() => {
        const project = projects.of(projectId);
        return writes.map((write) => writer.upsert(project, write));
      }),

    update: (projectId, id, change) =>
      database.write(() => {
        const project = projects.of(projectId);
        const existing = writer.table.get(project, id);
        return existing && writer.change(project, existing, change);
      }),

    async getMany(projectId, ids) {
      return writer.table.getMany(projects.of(projectId), ids);
    },

    async ofSteps(projectId, stepIds) {
      return writer.ofSteps(projects.of(projectId), stepIds);
    },

    async ofThreads(projectId, threadIds) {
      return threadIds.map((id) => writer.ofThread(projects.of(projectId), id));
    },

    async ofExperimentItems(projectId, itemIds) {
      const where = "project_id = ? AND dataset_experiment_item_id = ? ORDER BY created_at, key";
      return itemIds.map((itemId) => writer.table.all(where, projects.of(projectId), itemId));
    },

    delete: (projectId, id, deletedAt) => database.write(() => writer.delete(projects.of(projectId), id, deletedAt)),
  };
}
