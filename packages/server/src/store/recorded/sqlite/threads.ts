import type { Filter } from "../../list.ts";
import type { ThreadRecord } from "../../threads.ts";
import { ColumnCandidates, isCommonAmong, newestRecords } from "../../lists/sqlite/column-candidates.ts";
import { sqliteFilters, type FieldSource } from "../../lists/sqlite/sqlite-filters.ts";
import type { Fragment } from "../../session/sqlite/database.ts";
import { inexact, oneByOne, RecordList } from "../../lists/sqlite/record-list.ts";
import type { PayloadListParts } from "./generations.ts";
import { labelsOf, scoresOf, isScoreOfThread, scoredIds, scoredThreadIds } from "./score-joins.ts";
import { countsOfSteps } from "../step-expressions.ts";
import { dollarsOf } from "../../prices/generation-cost.ts";
import { threadDuration } from "../../ingest/thread-record.ts";
import { contentColumns, selectContent } from "../../ingest/sqlite/packed-payload.ts";
import type { ThreadRows } from "../../ingest/sqlite/thread-rows.ts";

const ofSteps = (sql: string) => () => ({ sql, parameters: [] });

const contentOfSteps = `FROM (
  SELECT ${contentColumns.input} AS input, ${contentColumns.output} AS output
  FROM steps s CROSS JOIN step_payloads p ON p.step = s.key WHERE s.thread = r.key LIMIT -1) p WHERE TRUE`;

const scores = `FROM scores c WHERE ${isScoreOfThread("r")}`;

const fields: { readonly [field: string]: FieldSource } = {
  duration: { value: threadDuration },
  cost: { value: dollarsOf("r.cost") },
  tags: { value: "value", from: ofSteps("FROM json_each(r.tags) WHERE TRUE") },
  participantId: { value: "r.user_id" },
  participantIdentifiers: { value: "r.participant" },
  stepType: { value: "s.type", from: ofSteps("FROM steps s WHERE s.thread = r.key") },
  stepName: { value: "s.name", from: ofSteps("FROM steps s WHERE s.thread = r.key") },
  stepOutput: {
    value: "p.output",
    json: true,
    from: ofSteps(contentOfSteps),
  },
  error: { value: "s.error", from: ofSteps("FROM steps s WHERE s.thread = r.key") },
  content: {
    value: "p.input",
    alternatives: ["p.output"],
    json: true,
    from: ofSteps(contentOfSteps),
  },
  ...countsOfSteps("s.thread = r.key"),
  scoreValue: scoresOf(scores),
  scoreLabel: labelsOf(scores),
};

const payloadOfStep = `FROM (
  SELECT ${contentColumns.output} AS output FROM step_payloads p WHERE p.step = s.key LIMIT 1) p WHERE TRUE`;

const steps = {
  from: "FROM steps s WHERE s.thread = r.key",
  fields: {
    stepType: { value: "s.type" },
    stepName: { value: "s.name" },
    error: { value: "s.error" },
    stepOutput: { value: "p.output", json: true, from: ofSteps(payloadOfStep) },
  } satisfies { readonly [field: string]: FieldSource },
};

interface ThreadListParts extends PayloadListParts {
  readonly rows: ThreadRows;
}

export function createThreadList(parts: ThreadListParts): RecordList<ThreadRecord> {
  const { database, rows } = parts;
  const columns = new ColumnCandidates(database, "threads", "key");
  const ofErrors = (project: number) => {
    const condition = {
      sql: "EXISTS (SELECT 1 FROM steps s WHERE s.thread = r.key AND s.error IS NOT NULL)",
      parameters: [],
    };
    if (isCommonAmong(database, { table: "threads", project, condition }, newestRecords)) return undefined;
    const sql = "key IN (SELECT thread FROM steps WHERE project_id = ? AND error IS NOT NULL)";
    return columns.ofRare(project, { sql, parameters: [project] }, "+project_id");
  };
  return new RecordList<ThreadRecord>(parts, {
    resource: "threads",
    table: "threads",
    key: "key",
    fields,
    steps,
    orders: { duration: "last_end - first_start" },
    candidates(project, filter, newest) {
      switch (filter.field) {
        case "id":
        case "name":
          return columns.ofIndexed(project, filter.field, filter);
        case "tokenCount":
          return columns.ofRange(project, "tokenCount", filter);
        case "participantId":
          return filter.operator === "eq" ? columns.ofIndexed(project, "userId", filter) : undefined;
        case "participantIdentifiers":
          if (filter.operator !== "in") return undefined;
          return columns.ofCondition(project, {
            sql: "participant IN (SELECT value FROM json_each(?))",
            parameters: [JSON.stringify(filter.value)],
          });
        case "error":
          return filter.operator === "nis" && filter.value === null ? ofErrors(project) : undefined;
        case "errorCount":
          return isAtLeastOne(filter) ? inexact(ofErrors(project)) : undefined;
        case "tags":
          return parts.tags.candidates("thread", project, filter);
        case "content":
        case "stepOutput":
          return parts.words.candidates("threads", project, filter, newest);
        case "scoreValue":
        case "scoreLabel": {
          const scored = scoredIds(project, filter);
          const direct = scoredThreadIds(project, filter);
          if (scored === undefined || direct === undefined || newest(newestRecords)) return undefined;
          const sql = `key IN (
            SELECT thread FROM steps WHERE project_id = ? AND id IN (${scored.sql})
            UNION SELECT key FROM threads WHERE project_id = ? AND id IN (${direct.sql}))`;
          const parameters = [project, ...scored.parameters, project, ...direct.parameters];
          return columns.ofRare(project, { sql, parameters }, "+project_id");
        }
        default:
          return undefined;
      }
    },
    // Tests the newest steps instead of the newest threads, because testing a thread means testing all of its steps.
    isCommon: (project, filter, sample) =>
      isCommonAmong(database, { table: "steps", project, condition: ofOneStep(filter) }, sample),
    load: oneByOne((key) => rows.byKey(key)),
  });
}

/** Whether a filter on a number selects only numbers above zero. */
function isAtLeastOne({ operator, value }: Filter): boolean {
  if (typeof value !== "number") return false;
  return operator === "gt" ? value >= 0 : (operator === "gte" || operator === "eq") && value > 0;
}

/** Converts a filter on the payloads of a thread's steps to a condition on one step. */
function ofOneStep(filter: Filter): Fragment {
  const from = ofSteps(`FROM (${selectContent} WHERE p.step = r.key LIMIT 1) p WHERE TRUE`);
  return sqliteFilters.compile(filter, {
    value: "p.output",
    alternatives: filter.field === "content" ? ["p.input"] : [],
    json: true,
    from,
  });
}
