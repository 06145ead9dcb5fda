import { sql } from "kysely";
import { ConflictError } from "../errors.ts";
import type { ExperimentScores, ExperimentStore } from "../experiments.ts";
import type { Lists } from "../lists/lists.ts";
import { experimentItems, experiments as table } from "../schema/datasets.ts";
import { groupBy } from "../session/group-by.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Sessions } from "../session/session.ts";
import { deleteRun } from "./experiment-runs.ts";
import type { ScoreWriter } from "./scores.ts";

const experiments = new RecordTable(table);
const items = new RecordTable(experimentItems);

export interface ExperimentStoreParts {
  readonly sessions: Sessions;
  readonly lists: Lists;
  readonly scores: ScoreWriter;
}

export function createExperimentStore({ sessions, lists, scores }: ExperimentStoreParts): ExperimentStore {
  return {
    ...lists({ resource: "experiments", records: experiments }),

    create: (projectId, experiment) =>
      sessions.write(projectId, async (session, project) => {
        if (await experiments.insertNew(session, project, experiment)) return experiment;
        return (await experiments.get(session, project, experiment.id)) ?? experiment;
      }),

    get: (projectId, id) => sessions.read(projectId, (session, project) => experiments.get(session, project, id)),

    delete: (projectId, id, deletedAt) =>
      sessions.write(projectId, async (session, project) => {
        await deleteRun(session, project, id);
        const deleted = await experiments.delete(session, project, id);
        const removed = await session.all(
          session.db
            .deleteFrom("experiment_items")
            .where("project_id", "=", project)
            .where("dataset_experiment_id", "=", id)
            .returning("id"),
        );
        const itemIds = removed.map((item) => item.id);
        await scores.delete(session, project, "dataset_experiment_item_id", itemIds, deletedAt);
        return deleted;
      }),

    createItem: (projectId, item) =>
      sessions.write(projectId, async (session, project) => {
        if (await items.insertNew(session, project, item)) return item;
        const stored = (await items.get(session, project, item.id)) ?? item;
        if (stored.datasetExperimentId === item.datasetExperimentId) return stored;
        throw new ConflictError(`The item "${item.id}" belongs to another experiment. Use another id.`);
      }),

    itemPage: (projectId, experimentId, page) =>
      sessions.read(projectId, (session, project) =>
        items.page(session, project, "dataset_experiment_id", experimentId, page),
      ),

    countItems: (projectId, experimentIds) =>
      sessions.read(projectId, (session, project) =>
        items.countBy(session, project, "dataset_experiment_id", experimentIds),
      ),

    scoresOf: (projectId, experimentIds) =>
      sessions.read(projectId, async (session, project) => {
        const isOf = session.dialect.isIn("i.dataset_experiment_id", experimentIds);
        const rows = await session.all(
          sql<ExperimentScores & { readonly experiment: string }>`
            SELECT i.dataset_experiment_id AS experiment, s.name, count(*) AS count, avg(s.value) AS average
            FROM experiment_items i
            JOIN scores s ON s.project_id = i.project_id AND s.dataset_experiment_item_id = i.id
            WHERE i.project_id = ${project} AND ${isOf} GROUP BY 1, 2 ORDER BY 2`.compile(session.db),
        );
        const groups = groupBy(experimentIds, rows, ({ experiment }) => experiment);
        return groups.map((group) => group.map(({ name, count, average }) => ({ name, count, average })));
      }),

    getItems: (projectId, ids) => sessions.read(projectId, (session, project) => items.getMany(session, project, ids)),
  };
}
