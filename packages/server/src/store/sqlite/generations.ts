import type { GenerationStore } from "../generations.ts";
import type { StepRecord } from "../steps.ts";
import { ColumnCandidates } from "../lists/sqlite/column-candidates.ts";
import type { FieldSource } from "../lists/sqlite/sqlite-filters.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { type ListSource, oneByOne, RecordList } from "../lists/sqlite/record-list.ts";
import type { RecordTags } from "./record-tags.ts";
import { scoresOf } from "./score-fields.ts";
import { joinScores } from "./score-joins.ts";
import type { StepWords } from "./step-words.ts";
import { selectSteps, toStepRecord, type StepRow } from "./step-rows.ts";

export interface GenerationStoreParts {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly tags: RecordTags;
  readonly words: StepWords;
  readonly now: () => number;
}

const ofPrompt = (column: string): string =>
  `(SELECT ${column} FROM prompt_versions v JOIN prompt_lineages l ON l.project_id = v.project_id AND l.id = v.lineage_id ` +
  "WHERE v.project_id = r.project_id AND v.id = r.prompt_id)";

const fields: { readonly [field: string]: FieldSource } = {
  id: { value: "(SELECT id FROM steps WHERE key = r.step)" },
  stepType: { value: "(SELECT type FROM steps WHERE key = r.step)" },
  threadId: { value: "(SELECT t.id FROM steps s JOIN threads t ON t.key = s.thread WHERE s.key = r.step)" },
  promptLineage: { value: ofPrompt("l.name") },
  promptVersion: { value: ofPrompt("v.version") },
  score: scoresOf(`FROM steps s ${joinScores("s")} WHERE s.key = r.step`),
  tags: { value: "value", from: () => ({ sql: "FROM json_each(r.tags) WHERE TRUE", parameters: [] }) },
  metadata: {
    value: "payload -> '$.metadata'",
    json: true,
    from: () => ({ sql: "FROM generation_payloads WHERE step = r.step", parameters: [] }),
  },
  name: { value: "(SELECT name FROM steps WHERE key = r.step)" },
  environment: { value: "(SELECT environment FROM steps WHERE key = r.step)" },
  content: {
    value: "payload -> '$.messages'",
    alternatives: ["payload -> '$.messageCompletion'", "payload -> '$.prompt'", "payload -> '$.completion'"],
    json: true,
    from: () => ({ sql: "FROM generation_payloads WHERE step = r.step", parameters: [] }),
  },
  participant: {
    value: "r.participant",
    alternatives: [
      "(SELECT u.id FROM steps s JOIN threads t ON t.key = s.thread JOIN users u ON u.key = t.user WHERE s.key = r.step)",
    ],
  },
};

/** The list of generations, which analyses read as well. */
export function createGenerationList({
  database,
  projects,
  tags,
  words,
  now,
}: GenerationStoreParts): RecordList<StepRecord> {
  return new RecordList<StepRecord>(database, projects, now, {
    resource: "generations",
    table: "generations",
    key: "step",
    fields,
    candidates: generationCandidates(database, tags, words),
    load: oneByOne((key) => {
      const row = database.get<StepRow>(`${selectSteps} WHERE s.key = ?`, key);
      return row === undefined ? null : toStepRecord(row);
    }),
  });
}

export function createGenerationStore(parts: GenerationStoreParts): GenerationStore {
  const { database, projects } = parts;
  const select = (where: string, ...parameters: (string | number)[]): StepRecord | null => {
    const row = database.get<StepRow>(`${selectSteps} WHERE ${where}`, ...parameters);
    return row === undefined ? null : toStepRecord(row);
  };
  const records = createGenerationList(parts);
  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),
    async get(projectId, id) {
      return select("s.project_id = ? AND s.id = ? AND g.step IS NOT NULL", projects.of(projectId), id);
    },
  };
}

function generationCandidates(
  database: Database,
  tags: RecordTags,
  words: StepWords,
): NonNullable<ListSource<StepRecord>["candidates"]> {
  const columns = new ColumnCandidates(database, "generations", "step");
  return (project, filter, newest) => {
    const { field, operator, value } = filter;
    switch (field) {
      case "provider":
      case "model":
        return columns.ofIndexed(project, field, filter);
      case "content":
        return words.candidates("generations", project, filter, newest);
      case "duration":
      case "tokenCount":
        return columns.ofRange(project, field, filter);
      case "id":
        if (operator !== "eq") return undefined;
        return columns.ofReference(project, {
          sql: "step = (SELECT key FROM steps WHERE project_id = ? AND id = ?)",
          parameters: [project, String(value)],
        });
      case "threadId":
        if (operator !== "eq") return undefined;
        return columns.ofReference(project, {
          sql: "step IN (SELECT s.key FROM threads t JOIN steps s ON s.thread = t.key WHERE t.project_id = ? AND t.id = ?)",
          parameters: [project, String(value)],
        });
      case "promptLineage":
        if (operator !== "eq") return undefined;
        return columns.ofCondition(project, {
          sql:
            "prompt_id IN (SELECT v.id FROM prompt_lineages l JOIN prompt_versions v " +
            "ON v.project_id = l.project_id AND v.lineage_id = l.id WHERE l.project_id = ? AND l.name = ?)",
          parameters: [project, String(value)],
        });
      case "error":
        return (operator === "nis" && value === null) || operator === "eq" || operator === "ilike"
          ? columns.ofPartial(project, "error IS NOT NULL", operator === "nis")
          : undefined;
      case "tags":
        return tags.candidates("generation", project, filter);
      default:
        return undefined;
    }
  };
}
