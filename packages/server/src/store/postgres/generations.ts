import type { GenerationStore } from "../generations.ts";
import type { StepRecord } from "../steps.ts";
import type { FieldSource } from "../lists/postgres/postgres-filters.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { ofStep } from "./rows-by.ts";
import { RecordList } from "../lists/postgres/record-list.ts";
import { tagsOf } from "./record-tags.ts";
import { scoresOf } from "./score-fields.ts";
import { searchOfSteps } from "./search-fields.ts";
import { selectSteps, toStepRecord } from "./step-rows.ts";
import { loadSteps } from "./steps.ts";

export interface GenerationStoreParts {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly now: () => number;
}

const ofPrompt = (column: string): string =>
  `(SELECT ${column} FROM prompt_versions v ` +
  "JOIN prompt_lineages l ON l.project_id = v.project_id AND l.id = v.lineage_id " +
  "WHERE v.project_id = r.project_id AND v.id = r.prompt_id)";

const payload = (key: string): string => `(threadline_json(p.generation) -> '${key}')::text`;
const payloads: NonNullable<FieldSource["from"]> = () => ({
  sql: `FROM step_payloads p WHERE ${ofStep("r")}`,
  parameters: [],
});

const fields: { readonly [field: string]: FieldSource } = {
  type: { value: "r.generation_type" },
  stepType: { value: "r.type" },
  error: { value: "r.generation_error" },
  promptLineage: { value: ofPrompt("l.name") },
  promptVersion: { value: ofPrompt("v.version") },
  score: scoresOf("r", "TRUE"),
  tags: tagsOf("generation", "r.generation_tags"),
  metadata: { value: payload("metadata"), json: true, inside: "p.generation", from: payloads },
  content: {
    value: payload("messages"),
    alternatives: [payload("messageCompletion"), payload("prompt"), payload("completion")],
    json: true,
    inside: "p.generation",
    from: payloads,
  },
  participant: {
    value: "r.participant",
    alternatives: ["(SELECT t.user_id FROM threads t WHERE t.project_id = r.project_id AND t.id = r.thread_id)"],
  },
};

/** The list of generations, which analyses read as well. */
export function createGenerationList({ database, projects, now }: GenerationStoreParts): RecordList<StepRecord> {
  return new RecordList<StepRecord>(database, projects, now, {
    resource: "generations",
    table: "steps",
    where: "r.generation_type IS NOT NULL",
    fields,
    // What a generation holds has no paths in the index.
    search: searchOfSteps({ content: "text", metadata: "text" }),
    load: loadSteps,
  });
}

export function createGenerationStore(parts: GenerationStoreParts): GenerationStore {
  const { database, projects } = parts;
  const records = createGenerationList(parts);
  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),
    async get(projectId, id) {
      const project = await projects.of(projectId);
      return database.read(project, async (session) => {
        const [found] = await selectSteps(session, project, "s.id = ? AND s.generation_type IS NOT NULL", id);
        return found === undefined ? null : toStepRecord(found);
      });
    },
  };
}
