import type { StepRecord } from "../../steps.ts";
import { ColumnCandidates } from "../../lists/sqlite/column-candidates.ts";
import type { FieldSource } from "../../lists/sqlite/sqlite-filters.ts";
import { type ListSource, oneByOne, RecordList } from "../../lists/sqlite/record-list.ts";
import { dollarsOf } from "../../prices/generation-cost.ts";
import { ofPrompt } from "../generations.ts";
import { knownApiKeyNameOf } from "../step-expressions.ts";
import { joinScores, labelsOf, scoresOf } from "./score-joins.ts";
import type { TaggedListParts } from "./score-list.ts";
import type { StepWords } from "../../search/sqlite/step-words.ts";
import { selectGenerationContent } from "../../ingest/sqlite/packed-payload.ts";
import type { Fragment } from "../../session/sqlite/database.ts";
import { selectSteps, toStepRecord, type StepRow } from "../../ingest/sqlite/step-rows.ts";

export interface PayloadListParts extends TaggedListParts {
  readonly words: StepWords;
}

const payload = (): Fragment => ({
  sql: `FROM (${selectGenerationContent} WHERE p.step = r.step LIMIT 1) WHERE TRUE`,
  parameters: [],
});

const scores = `FROM steps s ${joinScores("s")} WHERE s.key = r.step`;

const fields: { readonly [field: string]: FieldSource } = {
  id: { value: "(SELECT id FROM steps WHERE key = r.step)" },
  stepType: { value: "(SELECT type FROM steps WHERE key = r.step)" },
  threadId: { value: "(SELECT t.id FROM steps s JOIN threads t ON t.key = s.thread WHERE s.key = r.step)" },
  cost: { value: dollarsOf("r.cost") },
  promptLineage: { value: ofPrompt("l.name", "r.prompt_id") },
  promptVersion: { value: ofPrompt("v.version", "r.prompt_id") },
  score: scoresOf(scores),
  scoreLabel: labelsOf(scores),
  tags: { value: "value", from: () => ({ sql: "FROM json_each(r.tags) WHERE TRUE", parameters: [] }) },
  metadata: {
    value: "payload -> '$.metadata'",
    json: true,
    from: payload,
  },
  name: { value: "(SELECT name FROM steps WHERE key = r.step)" },
  environment: { value: "(SELECT environment FROM steps WHERE key = r.step)" },
  apiKey: {
    value: "(SELECT api_key_id FROM steps WHERE key = r.step)",
    alternatives: [`(SELECT ${knownApiKeyNameOf("s")} FROM steps s WHERE s.key = r.step)`],
  },
  content: {
    value: "payload -> '$.messages'",
    alternatives: ["payload -> '$.messageCompletion'", "payload -> '$.prompt'", "payload -> '$.completion'"],
    json: true,
    from: payload,
  },
  participant: {
    value: "r.participant",
    alternatives: ["(SELECT t.user_id FROM steps s JOIN threads t ON t.key = s.thread WHERE s.key = r.step)"],
  },
};

export function createGenerationList(parts: PayloadListParts): RecordList<StepRecord> {
  const { database } = parts;
  return new RecordList<StepRecord>(parts, {
    resource: "generations",
    table: "generations",
    key: "step",
    fields,
    candidates: generationCandidates(parts),
    load: oneByOne((key) => {
      const row = database.get<StepRow>(`${selectSteps} WHERE s.key = ?`, key);
      return row === undefined ? null : toStepRecord(row);
    }),
  });
}

function generationCandidates({
  database,
  tags,
  words,
}: PayloadListParts): NonNullable<ListSource<StepRecord>["candidates"]> {
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
