import type { Filter, ListQuery, Page } from "../../list.ts";
import { inOrder } from "../../parents-first.ts";
import type { StepLocation, StepRecord, StepStore, StepWrite } from "../../steps.ts";
import type { StepType } from "../../step-type.ts";
import { ColumnCandidates, newestRecords } from "../../lists/sqlite/column-candidates.ts";
import { selectContent } from "../../ingest/sqlite/packed-payload.ts";
import type { FieldSource } from "../../lists/sqlite/sqlite-filters.ts";
import type { Fragment, Database } from "../../session/sqlite/database.ts";
import { dollarsOf } from "../../prices/generation-cost.ts";
import type { GenerationCosts } from "../../prices/sqlite/generation-costs.ts";
import { arrivalOf } from "../../resources/note-arrival.ts";
import { insertRow } from "../../session/sqlite/change-row.ts";
import type { Passage } from "../../resources/passage.ts";
import { toStoredStep } from "../../ingest/stored-step.ts";
import { selectsRuns } from "../../lists/list-filters.ts";
import type { Candidates } from "../../lists/sqlite/record-walk.ts";
import type { SqliteSessions } from "../../session/sqlite/sqlite-sessions.ts";
import { type ListSource, oneByOne, RecordList } from "../../lists/sqlite/record-list.ts";
import type { PayloadListParts } from "./generations.ts";
import { labelsOf, scoresOf, isScoreOf, scoredIds } from "./score-joins.ts";
import type { StepAttributes } from "../../search/sqlite/step-attributes.ts";
import { toSnakeCase } from "../../schema/snake-case.ts";
import { StepOutlines } from "./step-outlines.ts";
import { type StepCells, selectSteps, toStepRecord, type StepRow } from "../../ingest/sqlite/step-rows.ts";
import type { StepWriter } from "../../ingest/sqlite/step-writer.ts";
import { knownApiKeyNameOf, stepDuration, turnColumns, type TurnRow, turnsOf } from "../step-expressions.ts";
import type { ThreadErrors } from "../../threads.ts";
import { type StoredThreads, updateUnchangedThreads } from "../threads.ts";
import { readThreadEnds } from "./thread-ends.ts";

export interface StepStoreParts {
  readonly database: Database;
  readonly sessions: SqliteSessions;
  readonly list: RecordList<StepRecord>;
  readonly writer: StepWriter;
  readonly costs: GenerationCosts;
  readonly threads: StoredThreads;
}

interface StepListParts extends PayloadListParts {
  readonly attributes: StepAttributes;
}

const content = (column: "input" | "output"): FieldSource => ({
  value: `p.${column}`,
  json: true,
  from: () => ({ sql: `FROM (${selectContent} WHERE p.step = r.key LIMIT 1) p WHERE TRUE`, parameters: [] }),
});
const participant: FieldSource = { value: "(SELECT participant FROM threads WHERE key = r.thread)" };

const scores = `FROM scores c WHERE ${isScoreOf("r.project_id", "r.id")}`;

const fields: { readonly [field: string]: FieldSource } = {
  input: content("input"),
  output: content("output"),
  content: { ...content("input"), alternatives: ["p.output"] },
  metadata: {
    value: "p.metadata",
    json: true,
    from: () => ({ sql: "FROM step_payloads p WHERE p.step = r.key", parameters: [] }),
  },
  parentRunId: {
    value: "p.id",
    from: () => ({
      sql: `FROM steps p WHERE p.project_id = r.project_id AND p.id IN (r.root_run_id, r.parent_id)
        AND p.id <> r.id AND p.type = 'run'`,
      parameters: [],
    }),
  },
  threadId: { value: "(SELECT id FROM threads WHERE key = r.thread)" },
  tags: { value: "value", from: () => ({ sql: "FROM json_each(r.tags) WHERE TRUE", parameters: [] }) },
  participantIdentifiers: participant,
  participantIdentifier: participant,
  apiKey: { value: "r.api_key_id", alternatives: [knownApiKeyNameOf("r")] },
  duration: { value: stepDuration },
  tokenCount: { value: "r.usage_token_count" },
  cost: { value: dollarsOf("r.usage_cost") },
  scoreValue: scoresOf(scores),
  scoreLabel: labelsOf(scores),
  model: { value: "(SELECT model FROM generations WHERE step = r.key)" },
  provider: { value: "(SELECT provider FROM generations WHERE step = r.key)" },
};

const orders = { duration: "end_time - start_time", tokenCount: "usage_token_count", cost: "usage_cost" };

/**
 * Returns candidates from an index that contains only runs. Runs usually have greater durations, token counts and costs
 * than other steps. Without this index, a list of runs in ascending order would therefore read many other steps before
 * the first run.
 */
function orderedRuns(project: number, filter: Filter, column: string): Candidates | undefined {
  const order = Object.hasOwn(orders, column) ? orders[column as keyof typeof orders] : undefined;
  if (order === undefined || !selectsRuns(filter)) return undefined;
  const index = `runs_by_${toSnakeCase(column)}`;
  const sql = `SELECT key, ${order} AS value FROM steps INDEXED BY ${index} WHERE project_id = ? AND type = 'run'`;
  return { ranges: [{ sql, parameters: [project], exact: true }] };
}

const selectLocation = `
  SELECT t.id AS threadId, s.root_run_id AS rootRunId FROM steps s LEFT JOIN threads t ON t.key = s.thread
  WHERE s.project_id = ? AND s.id = ?`;

const selectActiveRule = "SELECT 1 FROM evaluation_rules WHERE project_id = ? AND mode <> 'OFF' LIMIT 1";

const chronological = "ORDER BY coalesce(s.start_time, s.created_at), s.start_micros, s.key";

export function createStepList(parts: StepListParts): RecordList<StepRecord> {
  return createList(parts, (key) => {
    const row = parts.database.get<StepRow>(`${selectSteps} WHERE s.key = ?`, key);
    return row === undefined ? null : toStepRecord(row);
  });
}

function createList<Step>(parts: StepListParts, load: (key: number) => Step | null): RecordList<Step> {
  return new RecordList<Step>(parts, {
    resource: "steps",
    table: "steps",
    key: "key",
    fields,
    orders,
    candidates: stepCandidates(parts),
    ordered: orderedRuns,
    load: oneByOne(load),
  });
}

/** Reads that return steps as {@link StepCells}, which are faster to pass to another worker thread. */
export interface StepCellReads {
  list(projectId: string, query: ListQuery): Promise<Page<StepCells>>;
  /** Like {@link StepStore.ofThreads}, but returns steps as {@link StepCells}. */
  ofThreads(...values: Parameters<StepStore["ofThreads"]>): Promise<StepCells[][]>;
}

export function createStepCellReads(parts: StepListParts): StepCellReads {
  const { database, sessions } = parts;
  const select = (where: string, ...parameters: (string | number)[]): StepCells[] =>
    database.allArrays<StepCells>(`${selectSteps} WHERE ${where}`, ...parameters);
  const records = createList(parts, (key) => select("s.key = ?", key)[0] ?? null);
  return {
    list: (projectId, query) => records.list(projectId, query),
    async ofThreads(projectId, threadIds, options) {
      return readThreads(select, sessions.keyOf(projectId), threadIds, options?.types);
    },
  };
}

function readThreads<Step>(
  select: (where: string, ...parameters: (string | number)[]) => Step[],
  project: number,
  threadIds: readonly string[],
  types: readonly StepType[] | undefined,
): Step[][] {
  const ofThread = "s.thread = (SELECT key FROM threads WHERE project_id = ? AND id = ?)";
  if (types === undefined) return threadIds.map((id) => select(`${ofThread} ${chronological}`, project, id));
  const where = `${ofThread} AND s.type IN (SELECT value FROM json_each(?)) ${chronological}`;
  return threadIds.map((id) => select(where, project, id, JSON.stringify(types)));
}

export function createStepPassage(database: Database): Passage["read"] {
  return async (_session, project, after, limit) => {
    const keys = "SELECT key FROM steps WHERE key > ? AND project_id = ? ORDER BY key LIMIT ?";
    return database.all<{ key: number }>(keys, after, project, limit).flatMap(({ key }) => {
      const row = database.get<StepRow>(`${selectSteps} WHERE s.key = ?`, key);
      return row === undefined ? [] : [{ key, record: toStoredStep(row) }];
    });
  };
}

export function createStepStore(parts: StepStoreParts): StepStore {
  const { database, sessions, writer, costs, threads, list: records } = parts;
  const outlines = new StepOutlines(database);
  const select = (where: string, ...parameters: (string | number)[]): StepRecord[] =>
    database.all<StepRow>(`${selectSteps} WHERE ${where}`, ...parameters).map(toStepRecord);
  const noteArrival = (project: number, writes: readonly StepWrite[]): void => {
    const arrival = database.get(selectActiveRule, project) === undefined ? null : arrivalOf(writes);
    if (arrival === null) return;
    insertRow(database, "evaluation_arrivals", {
      ...arrival,
      stepIds: JSON.stringify(arrival.stepIds),
      project_id: project,
    });
  };
  const get = (project: number, id: string): StepRecord | null =>
    select("s.project_id = ? AND s.id = ?", project, id)[0] ?? null;

  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),
    matchingIds: (projectId, ids, filters) => records.matchingIds(projectId, ids, filters),
    idsMatchingEach: (projectId, ids, filters) => records.idsMatchingEach(projectId, ids, filters),

    async ingest(projectId, writes) {
      const preparing = costs.prepare(sessions.keyOf(projectId), writes);
      if (preparing !== undefined) await preparing;
      return database.write(() => {
        const project = sessions.keyOf(projectId);
        noteArrival(project, writes);
        return writer.ingest(project, writes);
      });
    },

    async ingestWithThreads(projectId, writes, updates) {
      const preparing = costs.prepare(sessions.keyOf(projectId), writes);
      if (preparing !== undefined) await preparing;
      return sessions.write(projectId, async (session, project) => {
        noteArrival(project, writes);
        const steps = await writer.ingest(project, writes);
        if (steps.includes("changed")) return { steps, threads: updates.map(() => false) };
        return { steps, threads: await updateUnchangedThreads(threads, session, project, updates) };
      });
    },

    async getMany(projectId, ids) {
      const project = sessions.keyOf(projectId);
      return ids.map((id) => get(project, id));
    },

    async withIdPrefix(projectId, prefix, limit, after = "") {
      // The upper bound sorts after each id with the prefix, because U+10FFFF sorts after all other characters.
      const where = "s.project_id = ? AND s.id >= ? AND s.id < ? AND s.id > ? ORDER BY s.id LIMIT ?";
      return select(where, sessions.keyOf(projectId), prefix, `${prefix}\u{10FFFF}`, after, limit);
    },

    async locations(projectId, ids) {
      const project = sessions.keyOf(projectId);
      return ids.map(
        (id) => database.get<{ [Name in keyof StepLocation]: StepLocation[Name] }>(selectLocation, project, id) ?? null,
      );
    },

    async ofThreads(projectId, threadIds, options) {
      return readThreads(select, sessions.keyOf(projectId), threadIds, options?.types).map(inOrder);
    },

    async endsOfThreads(projectId, threadIds) {
      return readThreadEnds(database, sessions.keyOf(projectId), threadIds);
    },

    async errorsOfThreads(projectId, threadIds) {
      const project = sessions.keyOf(projectId);
      const sql = `SELECT count(*) OVER () AS count, error AS first FROM steps
        WHERE thread = (SELECT key FROM threads WHERE project_id = ? AND id = ?) AND error IS NOT NULL
        ORDER BY parent_id IS NOT NULL, created_at, key LIMIT 1`;
      return threadIds.map((id) => database.get<ThreadErrors>(sql, project, id) ?? { count: 0, first: null });
    },

    async turnsOfThreads(projectId, threadIds) {
      const project = sessions.keyOf(projectId);
      const sql = `SELECT ${turnColumns} FROM steps
        WHERE thread = (SELECT key FROM threads WHERE project_id = ? AND id = ?)`;
      return threadIds.map((id) => turnsOf(database.get<TurnRow>(sql, project, id)));
    },

    async descendants(projectId, id) {
      // UNION drops steps that were already reached, which ends cycles.
      const tree = `
        WITH RECURSIVE tree (id) AS (
          VALUES (?2) UNION SELECT c.id FROM tree JOIN steps c ON c.project_id = ?1 AND c.parent_id = tree.id
        ) SELECT id FROM tree`;
      const where = `s.project_id = ?1 AND s.id <> ?2 AND s.id IN (${tree}) ${chronological}`;
      return inOrder(select(where, sessions.keyOf(projectId), id));
    },

    async outlineOfThread(projectId, threadId) {
      return outlines.ofThread(sessions.keyOf(projectId), threadId);
    },

    async outlineAround(projectId, id) {
      return outlines.around(sessions.keyOf(projectId), id);
    },

    delete: (projectId, id, deletedAt) =>
      sessions.write(projectId, async (session, project) => {
        const step = get(project, id);
        if (step !== null) await writer.delete(session, project, [id], deletedAt);
        return step;
      }),
  };
}

function stepCandidates({
  database,
  tags,
  attributes,
  words,
}: StepListParts): NonNullable<ListSource<StepRecord>["candidates"]> {
  const columns = new ColumnCandidates(database, "steps", "key");
  const ofGenerations = new ColumnCandidates(database, "generations", "step");
  return (project, filter, newest) => {
    const { field, operator, value } = filter;
    switch (field) {
      case "id":
      case "name":
      case "type":
      case "environment":
      case "parentId":
      case "rootRunId":
        return columns.ofIndexed(project, field, filter);
      case "startTime":
      case "endTime":
        return columns.ofRange(project, field, filter);
      case "threadId":
        return operator === "eq" || operator === "in"
          ? columns.ofReference(project, ofThreads(project, "id", value))
          : undefined;
      case "participantIdentifier":
      case "participantIdentifiers":
        return operator === "in" ? columns.ofReference(project, ofThreads(project, "participant", value)) : undefined;
      case "error":
        return (operator === "nis" && value === null) || operator === "eq" || operator === "ilike"
          ? columns.ofPartial(project, "error IS NOT NULL", operator === "nis")
          : undefined;
      case "tags":
        return tags.candidates("step", project, filter);
      case "model":
      case "provider":
        // For `is null`, no index is used. This filter also matches steps without a generation, which are not in the
        // index on `generations`.
        return operator === "is" ? undefined : ofGenerations.ofIndexed(project, field, filter);
      case "metadata":
        return attributes.candidates(project, filter);
      case "content":
      case "input":
      case "output":
        return words.candidates("steps", project, filter, newest);
      case "scoreValue":
      case "scoreLabel": {
        const scored = scoredIds(project, filter);
        if (scored === undefined || newest(newestRecords)) return undefined;
        return columns.ofRare(project, { ...scored, sql: `id IN (${scored.sql})` }, "project_id");
      }
      default:
        return undefined;
    }
  };
}

function ofThreads(project: number, column: "id" | "participant", value: Filter["value"]): Fragment {
  return {
    sql: `thread IN (SELECT key FROM threads WHERE project_id = ? AND ${column} IN (SELECT value FROM json_each(?)))`,
    parameters: [project, JSON.stringify(Array.isArray(value) ? value : [value])],
  };
}
