import type { ExperimentItemRecord, ExperimentRecord, ExperimentScores, ExperimentStore } from "../experiments.ts";
import { experimentCodec, experimentItemCodec } from "../record-codecs.ts";
import type { Database } from "./database.ts";
import { countBy, groupBy } from "./grouped-rows.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { RecordList } from "./record-list.ts";
import { TagChanges } from "./record-tags.ts";
import type { Rollups } from "./rollups.ts";
import { deleteScores } from "./score-writer.ts";
import type { Session } from "./session.ts";
import { Table } from "./table.ts";

const selectScores = `
  SELECT i.dataset_experiment_id AS experiment_id, s.name, count(*) AS count, avg(s.value) AS average
  FROM experiment_items i
  JOIN scores s ON s.project_id = i.project_id AND s.dataset_experiment_item_id = i.id
  WHERE i.project_id = ? AND i.dataset_experiment_id = ANY(?) GROUP BY 1, 2 ORDER BY 2`;

export function createExperimentStore({
  database,
  projects,
  rollups,
  now,
}: {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly rollups: Rollups;
  readonly now: () => number;
}): ExperimentStore {
  const experiments = new Table<ExperimentRecord>("experiments", experimentCodec);
  const items = new Table<ExperimentItemRecord>("experiment_items", experimentItemCodec);
  const records = new RecordList<ExperimentRecord>(database, projects, now, {
    resource: "experiments",
    table: "experiments",
    fields: {
      id: { value: "r.id" },
      createdAt: { value: "r.created_at" },
      name: { value: "r.name" },
      datasetId: { value: "r.dataset_id" },
    },
    load: (session, project, keys) => experiments.byKeys(session, project, keys),
  });
  async function read<Result>(
    projectId: string,
    job: (session: Session, project: number) => Promise<Result>,
  ): Promise<Result> {
    const project = await projects.of(projectId);
    return database.read(project, (session) => job(session, project));
  }

  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),

    async create(projectId, experiment) {
      const project = await projects.of(projectId);
      await database.write(project, (session) => experiments.insert(session, project, experiment));
      return experiment;
    },

    get: (projectId, id) => read(projectId, (session, project) => experiments.get(session, project, id)),

    async delete(projectId, id, deletedAt) {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        const deleted = await experiments.delete(session, project, id);
        const sql = "DELETE FROM experiment_items WHERE project_id = ? AND dataset_experiment_id = ? RETURNING id";
        const itemIds = (await session.all<{ id: string }>(sql, project, id)).map((item) => item.id);
        const consequences = { tags: new TagChanges(), rollups };
        const judging = { where: "dataset_experiment_item_id = ANY(?)", parameters: [itemIds] };
        await deleteScores(session, project, judging, deletedAt, consequences);
        await consequences.tags.store(session, project);
        return deleted;
      });
    },

    async createItem(projectId, item) {
      const project = await projects.of(projectId);
      await database.write(project, (session) => items.insert(session, project, item));
      return item;
    },

    itemPage: (projectId, experimentId, { first, skip }) =>
      read(projectId, (session, project) => {
        const where = "dataset_experiment_id = ? ORDER BY key LIMIT ? OFFSET ?";
        return items.all(session, project, where, experimentId, first, skip);
      }),

    countItems: (projectId, experimentIds) =>
      read(projectId, (session, project) =>
        countBy(session, project, {
          table: "experiment_items",
          column: "dataset_experiment_id",
          values: experimentIds,
        }),
      ),

    scoresOf: (projectId, experimentIds) =>
      read(projectId, async (session, project) => {
        type Row = ExperimentScores & { readonly experimentId: string };
        const rows = await session.all<Row>(selectScores, project, experimentIds);
        const groups = groupBy(experimentIds, rows, ({ experimentId }) => experimentId);
        return groups.map((group) => group.map(({ name, count, average }) => ({ name, count, average })));
      }),

    getItems: (projectId, ids) => read(projectId, (session, project) => items.getMany(session, project, ids)),
  };
}
