import type { ExperimentItemRecord, ExperimentRecord, ExperimentScores, ExperimentStore } from "../experiments.ts";
import { experimentCodec, experimentItemCodec } from "../record-codecs.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { oneByOne, RecordList } from "./record-list.ts";
import type { ScoreWriter } from "./score-writer.ts";
import { Table } from "./table.ts";

export function createExperimentStore({
  database,
  projects,
  scores,
  now,
}: {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly scores: ScoreWriter;
  readonly now: () => number;
}): ExperimentStore {
  const experiments = new Table<ExperimentRecord>(database, "experiments", experimentCodec);
  const items = new Table<ExperimentItemRecord>(database, "experiment_items", experimentItemCodec);
  const records = new RecordList<ExperimentRecord>(database, projects, now, {
    resource: "experiments",
    table: "experiments",
    key: "key",
    fields: {
      id: { value: "r.id" },
      createdAt: { value: "r.created_at" },
      name: { value: "r.name" },
      datasetId: { value: "r.dataset_id" },
    },
    load: oneByOne((key) => experiments.byKey(key)),
  });
  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),

    create: (projectId, experiment) =>
      database.write(() => {
        experiments.insert(projects.of(projectId), experiment);
        return experiment;
      }),

    async get(projectId, id) {
      return experiments.get(projects.of(projectId), id);
    },

    delete: (projectId, id, deletedAt) =>
      database.write(() => {
        const project = projects.of(projectId);
        const judged = `
          SELECT s.id FROM experiment_items i
          JOIN scores s ON s.project_id = i.project_id AND s.dataset_experiment_item_id = i.id
          WHERE i.project_id = ? AND i.dataset_experiment_id = ?`;
        for (const score of database.all<{ id: string }>(judged, project, id)) {
          scores.delete(project, score.id, deletedAt);
        }
        database.run("DELETE FROM experiment_items WHERE project_id = ? AND dataset_experiment_id = ?", project, id);
        return experiments.delete(project, id);
      }),

    createItem: (projectId, item) =>
      database.write(() => {
        items.insert(projects.of(projectId), item);
        return item;
      }),

    async itemPage(projectId, experimentId, { first, skip }) {
      const where = "project_id = ? AND dataset_experiment_id = ? ORDER BY key LIMIT ? OFFSET ?";
      return items.all(where, projects.of(projectId), experimentId, first, skip);
    },

    async countItems(projectId, experimentIds) {
      const project = projects.of(projectId);
      const sql = "SELECT count(*) AS count FROM experiment_items WHERE project_id = ? AND dataset_experiment_id = ?";
      return experimentIds.map((id) => database.get<{ count: number }>(sql, project, id)?.count ?? 0);
    },

    async scoresOf(projectId, experimentIds) {
      const project = projects.of(projectId);
      const sql = `
        SELECT s.name AS name, count(*) AS count, avg(s.value) AS average
        FROM experiment_items i JOIN scores s ON s.project_id = i.project_id AND s.dataset_experiment_item_id = i.id
        WHERE i.project_id = ? AND i.dataset_experiment_id = ? GROUP BY s.name ORDER BY s.name`;
      return experimentIds.map((id) => database.all<ExperimentScores>(sql, project, id));
    },

    async getItems(projectId, ids) {
      return items.getMany(projects.of(projectId), ids);
    },
  };
}
