import type { GenerationStore } from "../generations.ts";
import type { Lister } from "../list.ts";
import type { StepRecord, StepStore } from "../steps.ts";

/**
 * SQL expression for the name of a prompt (`l.name`) or the number of a prompt version (`v.version`). `promptId` is the
 * column with the id of the version. The version is looked up in the project of the row `r`.
 */
export function ofPrompt(column: "l.name" | "v.version", promptId: "g.prompt_id" | "r.prompt_id"): string {
  return `(SELECT ${column} FROM prompt_versions v
    JOIN prompt_lineages l ON l.project_id = v.project_id AND l.id = v.lineage_id
    WHERE v.project_id = r.project_id AND v.id = ${promptId})`;
}

/** Creates the store of generations. A generation is part of its step, so it is read from the list of steps. */
export function createGenerationStore(list: Lister<StepRecord>, steps: Pick<StepStore, "getMany">): GenerationStore {
  return {
    list: (projectId, query) => list.list(projectId, query),
    count: (projectId, query) => list.count(projectId, query),
    async get(projectId, id) {
      const [step] = await steps.getMany(projectId, [id]);
      return step?.generation ? step : null;
    },
  };
}
