import { DeletedError } from "../../errors.ts";
import type { Filter } from "../../list.ts";
import type { ScoreWriter } from "../../resources/scores.ts";
import { addTombstones } from "../../resources/tombstones.ts";
import type { ThreadRecord, ThreadStore, ThreadWrite } from "../../threads.ts";
import { ColumnCandidates, isCommonAmong, newestRecords } from "../../lists/sqlite/column-candidates.ts";
import { sqliteFilters, type FieldSource } from "../../lists/sqlite/sqlite-filters.ts";
import type { Fragment, Database } from "../../session/sqlite/database.ts";
import type { SqliteSessions } from "../../session/sqlite/sqlite-sessions.ts";
import { oneByOne, RecordList } from "../../lists/sqlite/record-list.ts";
import type { PayloadListParts } from "./generations.ts";
import { scoresOf, isScoreOfThread, scoredIds, scoredThreadIds } from "./score-joins.ts";
import type { StepWriter } from "../../ingest/sqlite/step-writer.ts";
import { threadDuration, type ThreadRows } from "../../ingest/sqlite/thread-rows.ts";
import { isDeleted } from "../../session/sqlite/change-row.ts";
import { isInState } from "../../ingest/thread-changes.ts";
import { resolveUser } from "./user-rows.ts";

export interface ThreadStoreParts {
  readonly sessions: SqliteSessions;
  readonly scores: ScoreWriter;
  readonly database: Database;
  readonly list: RecordList<ThreadRecord>;
  readonly rows: ThreadRows;
  readonly steps: StepWriter;
}

const ofSteps = (sql: string) => () => ({ sql, parameters: [] });

const fields: { readonly [field: string]: FieldSource } = {
  duration: { value: threadDuration },
  tags: { value: "value", from: ofSteps("FROM json_each(r.tags) WHERE TRUE") },
  participantId: { value: "(SELECT id FROM users WHERE key = r.user)" },
  participantIdentifiers: { value: "r.participant" },
  stepType: { value: "s.type", from: ofSteps("FROM steps s WHERE s.thread = r.key") },
  stepName: { value: "s.name", from: ofSteps("FROM steps s WHERE s.thread = r.key") },
  stepOutput: {
    value: "p.output",
    json: true,
    from: ofSteps("FROM steps s CROSS JOIN step_payloads p ON p.step = s.key WHERE s.thread = r.key"),
  },
  error: { value: "s.error", from: ofSteps("FROM steps s WHERE s.thread = r.key") },
  content: {
    value: "p.input",
    alternatives: ["p.output"],
    json: true,
    from: ofSteps("FROM steps s CROSS JOIN step_payloads p ON p.step = s.key WHERE s.thread = r.key"),
  },
  scoreValue: scoresOf(`FROM scores c WHERE ${isScoreOfThread("r")}`),
};

interface ThreadListParts extends PayloadListParts {
  readonly rows: ThreadRows;
}

/** List of threads, which analytics use, too. */
export function createThreadList(parts: ThreadListParts): RecordList<ThreadRecord> {
  const { database, rows } = parts;
  const columns = new ColumnCandidates(database, "threads", "key");
  return new RecordList<ThreadRecord>(parts, {
    resource: "threads",
    table: "threads",
    key: "key",
    fields,
    orders: { duration: "last_end - first_start" },
    candidates(project, filter, newest) {
      switch (filter.field) {
        case "id":
        case "name":
          return columns.ofIndexed(project, filter.field, filter);
        case "tokenCount":
          return columns.ofRange(project, "tokenCount", filter);
        case "participantId":
          if (filter.operator !== "eq") return undefined;
          return columns.ofReference(project, {
            sql: "user = (SELECT key FROM users WHERE project_id = ? AND id = ?)",
            parameters: [project, String(filter.value)],
          });
        case "participantIdentifiers":
          if (filter.operator !== "in") return undefined;
          return columns.ofCondition(project, {
            sql: "participant IN (SELECT value FROM json_each(?))",
            parameters: [JSON.stringify(filter.value)],
          });
        case "error":
          if (filter.operator !== "nis" || filter.value !== null) return undefined;
          return columns.ofReference(project, {
            sql: "key IN (SELECT thread FROM steps WHERE project_id = ? AND error IS NOT NULL)",
            parameters: [project],
          });
        case "tags":
          return parts.tags.candidates("thread", project, filter);
        case "content":
        case "stepOutput":
          return parts.words.candidates("threads", project, filter, newest);
        case "scoreValue": {
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
    // A thread may have any number of steps, so the newest steps are sampled.
    isCommon: (project, filter, sample) =>
      isCommonAmong(database, { table: "steps", project, condition: ofOneStep(filter) }, sample),
    load: oneByOne((key) => rows.byKey(key)),
  });
}

/** Converts a filter on the payloads of a thread's steps to a condition on one step. */
function ofOneStep(filter: Filter): Fragment {
  const from = ofSteps("FROM step_payloads p WHERE p.step = r.key");
  return sqliteFilters.compile(filter, {
    value: "p.output",
    alternatives: filter.field === "content" ? ["p.input"] : [],
    json: true,
    from,
  });
}

export function createThreadStore(parts: ThreadStoreParts): ThreadStore {
  const { database, sessions, rows, list: records } = parts;

  function merge(project: number, key: number, write: ThreadWrite): ThreadRecord | null {
    const before = rows.byKey(key);
    if (before === null) return null;
    rows.merge(project, key, before, write);
    if (write.participant !== undefined) {
      rows.setUser(key, write.participant === null ? null : resolveUser(database, project, write.participant, write));
    }
    return rows.byKey(key);
  }

  /** Null if the thread was deleted. */
  function store(project: number, write: ThreadWrite): ThreadRecord | null {
    let key = rows.keyOf(project, write.id);
    if (key === null) {
      if (isDeleted(database, project, "thread", write.id)) return null;
      key = rows.create(project, write.id, { createdAt: write.createdAt, receivedAt: write.createdAt });
    }
    const thread = merge(project, key, write);
    if (thread === null) throw new Error(`The thread ${write.id} vanished while it was written.`);
    return thread;
  }

  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),

    ingest: (projectId, writes) =>
      database.write(() => {
        const project = sessions.keyOf(projectId);
        return writes.map((write) => (store(project, write) === null ? "deleted" : "stored"));
      }),

    upsert: (projectId, write) =>
      database.write(() => {
        const thread = store(sessions.keyOf(projectId), write);
        if (thread === null) throw new DeletedError(`The thread ${write.id} was deleted.`);
        return thread;
      }),

    update: (projectId, write) =>
      database.write(() => {
        const project = sessions.keyOf(projectId);
        const key = rows.keyOf(project, write.id);
        return key === null ? null : merge(project, key, write);
      }),

    updateUnchanged: (projectId, write, expected) =>
      database.write(() => {
        const project = sessions.keyOf(projectId);
        const key = rows.keyOf(project, write.id);
        const before = key === null ? null : rows.byKey(key);
        if (key === null || before === null || !isInState(before, expected)) return false;
        merge(project, key, write);
        return true;
      }),

    async getMany(projectId, ids) {
      const project = sessions.keyOf(projectId);
      return ids.map((id) => rows.get(project, id));
    },

    delete: (projectId, id, deletedAt) =>
      sessions.write(projectId, async (session, project) => {
        const key = rows.keyOf(project, id);
        const thread = rows.get(project, id);
        if (key === null || thread === null) return null;
        await parts.steps.deleteOfThread(session, project, key, deletedAt);
        await parts.scores.delete(session, project, "thread_id", [id], deletedAt);
        await rows.remove(session, project, key, thread);
        await addTombstones(session, project, "thread", [id], deletedAt);
        return thread;
      }),
  };
}
