import type { ExperimentItemRecord, ExperimentRecord, ExperimentStore } from "../experiments.ts";
import { experimentCodec, experimentItemCodec } from "./codecs.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./projects.ts";
import { Table } from "./table.ts";

export function createExperimentStore(database: Database, projects: ProjectKeys): ExperimentStore {
  const experiments = new Table<ExperimentRecord>(database, "experiments", experimentCodec);
  const items = new Table<ExperimentItemRecord>(database, "experimentItems", experimentItemCodec);
  return {
    create: (projectId, experiment) =>
      database.write(() => {
        experiments.insert(projects.of(projectId), experiment);
        return experiment;
      }),

    async get(projectId, id) {
      return experiments.get(projects.of(projectId), id);
    },

    createItem: (projectId, item) =>
      database.write(() => {
        items.insert(projects.of(projectId), item);
        return item;
      }),

    async getItem(projectId, id) {
      return items.get(projects.of(projectId), id);
    },
  };
}
