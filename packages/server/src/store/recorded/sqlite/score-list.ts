import { type ScoreIndexes, tagChangesOf } from "../../resources/scores.ts";
import { scores } from "../../schema/recorded.ts";
import type { ScoreRecord } from "../../scores.ts";
import { RecordTable } from "../../session/record-table.ts";
import { sessionOf } from "../../session/sqlite/sqlite-sessions.ts";
import { ColumnCandidates } from "../../lists/sqlite/column-candidates.ts";
import type { FieldSource } from "../../lists/sqlite/sqlite-filters.ts";
import { type ListParts, RecordList } from "../../lists/sqlite/record-list.ts";
import type { RecordTags } from "../../ingest/sqlite/record-tags.ts";
import type { Rollups } from "../../rollups/sqlite/rollups.ts";
import { threadOfScore } from "./score-joins.ts";

export interface TaggedListParts extends ListParts {
  readonly tags: RecordTags;
}

const records = new RecordTable(scores);

const ofThread = (column: string): string => `(SELECT ${column} FROM threads t WHERE t.key = ${threadOfScore("r")})`;

const fields: { readonly [field: string]: FieldSource } = {
  tags: { value: "value", from: () => ({ sql: "FROM json_each(r.tags) WHERE TRUE", parameters: [] }) },
  participant: { value: ofThread("t.participant"), alternatives: [ofThread("t.user_id")] },
  stepId: { value: "coalesce(r.step_id, r.generation_id)" },
};

export function createScoreList(parts: TaggedListParts): RecordList<ScoreRecord> {
  const { database, tags } = parts;
  const columns = new ColumnCandidates(database, "scores", "key");
  const byValue = new ColumnCandidates(database, "scores", "key", "value");
  return new RecordList<ScoreRecord>(parts, {
    resource: "scores",
    table: "scores",
    key: "key",
    fields,
    candidates(project, filter) {
      if (filter.field === "tags") return tags.candidates("score", project, filter);
      const isOfItem = filter.field === "datasetExperimentItemId" && ["eq", "in"].includes(filter.operator);
      return filter.field === "id" || filter.field === "name" || isOfItem
        ? columns.ofIndexed(project, filter.field, filter)
        : undefined;
    },
    ordered: (project, filter, column) =>
      column === "value" && filter.field === "name" ? byValue.ofIndexed(project, "name", filter) : undefined,
    load: (project, keys) => records.byKeys(sessionOf(database), project, keys),
  });
}

/** Keeps the tag index and the rollups up to date when scores change. */
export function createScoreIndexes(tags: RecordTags, rollups: Rollups): ScoreIndexes {
  return {
    async beforeChange(_session, _project, stored) {
      const keys = JSON.stringify(stored.map(({ key }) => key));
      rollups.note("scores", "r.key IN (SELECT value FROM json_each(?))", keys);
    },
    async afterChange(_session, project, changes) {
      for (const { score, before, after } of tagChangesOf(changes)) tags.set("score", project, score, before, after);
      rollups.touch(changes.length);
    },
  };
}
