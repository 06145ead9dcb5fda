import { type ScoreIndexes, tagChangesOf } from "../../resources/scores.ts";
import { scores } from "../../schema/recorded.ts";
import type { ScoreRecord } from "../../scores.ts";
import { RecordTable } from "../../session/record-table.ts";
import type { FieldSource } from "../../lists/postgres/postgres-filters.ts";
import { type ListParts, RecordList } from "../../lists/postgres/record-list.ts";
import { TagChanges, tagsOf } from "../../ingest/postgres/record-tags.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import { toScoreFact } from "../../rollups/rollup-fact.ts";
import { ownSession } from "../../session/postgres/session.ts";
import { subjectOf } from "./score-joins.ts";

const ofThread = (column: string): string =>
  `CASE WHEN r.thread_id IS NOT NULL
    THEN (SELECT ${column} FROM threads t WHERE t.project_id = @project AND t.id = r.thread_id)
    ELSE (SELECT ${column} FROM steps s JOIN threads t ON t.project_id = @project AND t.id = s.thread_id
      WHERE s.project_id = @project AND s.id = ${subjectOf("r")}) END`;

const fields: { readonly [field: string]: FieldSource } = {
  tags: tagsOf("score"),
  participant: { value: ofThread("t.participant"), alternatives: [ofThread("t.user_id")] },
  stepId: { value: subjectOf("r") },
};

const records = new RecordTable(scores);

export function createScoreList(parts: ListParts): RecordList<ScoreRecord> {
  return new RecordList<ScoreRecord>(parts, {
    resource: "scores",
    table: "scores",
    fields,
    load: (session, project, keys) => records.byKeys(session, project, keys),
  });
}

/** Keeps the tag index and the rollups up to date when scores change. */
export function createScoreIndexes(rollups: Rollups): ScoreIndexes {
  return {
    async beforeChange() {},
    async afterChange(any, project, changes) {
      const session = ownSession(any);
      const tags = new TagChanges();
      for (const { score, before, after } of tagChangesOf(changes)) tags.note("score", score, before, after);
      await tags.store(session, project);
      const facts = changes.map(({ before, after }) => ({
        before: before && toScoreFact(before),
        after: after && toScoreFact(after),
      }));
      await rollups.change(session, project, "scores", facts);
    },
  };
}
