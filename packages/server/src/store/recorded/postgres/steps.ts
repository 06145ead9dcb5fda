import { inOrder } from "../../parents-first.ts";
import type { StepOutcome, StepLocation, StepRecord, StepStore, StepWrite } from "../../steps.ts";
import type { FieldSource } from "../../lists/postgres/postgres-filters.ts";
import { codeOf, type Database } from "../../session/postgres/database.ts";
import type { FreshPayloads } from "../../search/postgres/fresh-payloads.ts";
import { dollarsOf } from "../../prices/generation-cost.ts";
import type { GenerationCosts } from "../../prices/postgres/generation-costs.ts";
import type { ProjectEstimates } from "../../ingest/postgres/project-estimates.ts";
import { GroupedJobs } from "../../ingest/postgres/grouped-jobs.ts";
import { groupBy } from "../../session/group-by.ts";
import type { PostgresSessions } from "../../session/postgres/postgres-sessions.ts";
import { payloadOfRow } from "../../session/postgres/rows-by.ts";
import { type ListParts, RecordList } from "../../lists/postgres/record-list.ts";
import { selectsRuns } from "../../lists/list-filters.ts";
import { tagsOf } from "../../ingest/postgres/record-tags.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import { labelsOf, scoresOfStep } from "./score-joins.ts";
import { searchOfSteps } from "../../search/postgres/search-terms.ts";
import { ownSession, type Session } from "../../session/postgres/session.ts";
import { arrivalOf } from "../../resources/note-arrival.ts";
import type { Passage } from "../../resources/passage.ts";
import { outlineAround, outlineOfThread } from "./step-outlines.ts";
import { deleteSteps } from "../../ingest/postgres/step-removal.ts";
import {
  rowsOfKeys,
  selectSteps,
  selectWholeRows,
  stepsOfIds,
  toStepRecord,
  toUnparsedStep,
} from "../../ingest/postgres/step-rows.ts";
import { StepWriter } from "../../ingest/postgres/step-writer.ts";
import type { TimePartitions } from "../../upkeep/postgres/time-partitions.ts";
import { knownApiKeyNameOf, stepDuration, turnColumns, type TurnRow, turnsOf } from "../step-expressions.ts";
import type { ThreadErrors } from "../../threads.ts";
import { type StoredThreads, updateUnchangedThreads } from "../threads.ts";
import { readThreadEnds } from "./thread-ends.ts";

export interface StepStoreParts {
  readonly database: Database;
  readonly sessions: PostgresSessions;
  readonly rollups: Rollups;
  readonly costs: GenerationCosts;
  readonly partitions: TimePartitions;
  readonly estimates: ProjectEstimates;
  readonly fresh: FreshPayloads;
  readonly list: RecordList<StepRecord>;
  readonly threads: StoredThreads;
}

const payload = (column: string): FieldSource => ({
  value: `p.${column}`,
  json: true,
  from: () => ({ sql: `FROM ${payloadOfRow("r")} p WHERE TRUE`, parameters: [] }),
});

const usageOf = (column: string): string =>
  `(SELECT ${column} FROM step_usages u WHERE u.project_id = @project AND u.step = r.key)`;

const fields: { readonly [field: string]: FieldSource } = {
  input: payload("input"),
  output: payload("output"),
  content: { ...payload("input"), alternatives: ["p.output"] },
  metadata: payload("metadata"),
  parentRunId: {
    value: "p.id",
    from: () => ({
      sql:
        "FROM steps p WHERE p.project_id = @project AND p.id IN (r.root_run_id, r.parent_id) " +
        "AND p.id <> r.id AND p.type = 'run'",
      parameters: [],
    }),
  },
  tags: tagsOf("step"),
  participantIdentifiers: { value: "r.participant" },
  participantIdentifier: { value: "r.participant" },
  apiKey: { value: "r.api_key_id", alternatives: [knownApiKeyNameOf("r")] },
  duration: { value: stepDuration },
  tokenCount: { value: usageOf("u.token_count") },
  cost: { value: dollarsOf(usageOf("u.cost")) },
  scoreValue: scoresOfStep,
  scoreLabel: labelsOf(scoresOfStep),
};

const chronological = "ORDER BY coalesce(s.start_time, s.created_at), s.start_micros, s.key";

/** SQLSTATEs for values that the database rejects: malformed, too large, or violating a constraint. */
const dataErrors = /^(?:22|23|54)/;

export async function loadSteps(
  session: Session,
  project: number,
  keys: readonly number[],
): Promise<ReadonlyMap<number, StepRecord>> {
  const rows = await rowsOfKeys(session, project, keys);
  return new Map(rows.map((row) => [row["key"] as number, toUnparsedStep(row)])); // keys are read as numbers
}

const usages = {
  sql: "LEFT JOIN step_usages u ON u.project_id = @project AND u.step = r.key",
  key: "u.step",
};

export function createStepList(parts: ListParts): RecordList<StepRecord> {
  return new RecordList<StepRecord>(parts, {
    resource: "steps",
    table: "steps",
    fields,
    orders: { duration: "(r.end_time - r.start_time)", tokenCount: "u.token_count", cost: "u.cost" },
    joined: (column, filters) =>
      column === "tokenCount" || column === "cost"
        ? { ...usages, where: filters.some(selectsRuns) ? "u.is_run" : undefined }
        : undefined,
    search: searchOfSteps({ input: "text", output: "text", content: "text", metadata: "metadata" }),
    load: loadSteps,
  });
}

const insertArrival = "INSERT INTO evaluation_arrivals (project_id, id, created_at, step_ids) VALUES (?, ?, ?, ?)";

export const readStoredSteps: Passage["read"] = async (session, project, after, limit) => {
  const found = await selectSteps(ownSession(session), project, "s.key > ? ORDER BY s.key LIMIT ?", after, limit);
  return found.map(({ step, context: { key } }) => ({ key, record: step }));
};

export function createStepStore(parts: StepStoreParts): StepStore {
  const { database, sessions, rollups, costs, partitions, estimates, fresh, threads, list: records } = parts;
  const ingestion = new GroupedJobs<StepWrite, StepOutcome>({
    maxItems: 500,
    isOfItem: (error) => dataErrors.test(codeOf(error) ?? ""),
    async perform(project, writes) {
      const { outcomes, queued } = await database.write(project, async (session) => {
        const written = await new StepWriter(
          { session, project, rollups, costs, partitions, estimates },
          writes,
        ).write();
        const arrival = written.hasRules ? arrivalOf(writes) : null;
        if (arrival !== null) {
          const { id, createdAt, stepIds } = arrival;
          await session.run(insertArrival, project, id, createdAt, JSON.stringify(stepIds));
        }
        return written;
      });
      fresh.keep(project, queued);
      rollups.touch(project);
      return [...outcomes];
    },
  });

  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),
    matchingIds: (projectId, ids, filters) => records.matchingIds(projectId, ids, filters),
    idsMatchingEach: (projectId, ids, filters) => records.idsMatchingEach(projectId, ids, filters),

    async ingest(projectId, writes) {
      const project = await sessions.keyOf(projectId);
      return ingestion.run(project, writes);
    },

    async ingestWithThreads(projectId, writes, updates) {
      const steps = await ingestion.run(await sessions.keyOf(projectId), writes);
      if (updates.length === 0 || steps.includes("changed")) return { steps, threads: updates.map(() => false) };
      // The threads are written in a separate transaction, because `ingestion` stores the steps of several requests in
      // one transaction, to which a single request cannot add writes.
      const stored = await sessions.write(projectId, (session, project) =>
        updateUnchangedThreads(threads, session, project, updates),
      );
      return { steps, threads: stored };
    },

    getMany: (projectId, ids) =>
      sessions.read(projectId, async (session, project) => {
        const found = await stepsOfIds(session, project, ids);
        const steps = new Map(found.map((step) => [step.step.id, toStepRecord(step)]));
        return ids.map((id) => steps.get(id) ?? null);
      }),

    withIdPrefix: (projectId, prefix, limit, after = "") =>
      sessions.read(projectId, async (session, project) => {
        // The upper bound sorts after each id with the prefix, because U+10FFFF sorts after all other characters.
        const where = "s.id >= ? AND s.id < ? AND s.id > ? ORDER BY s.id LIMIT ?";
        const found = await selectWholeRows(session, project, where, prefix, `${prefix}\u{10FFFF}`, after, limit);
        return found.map((row) => toUnparsedStep(row));
      }),

    locations: (projectId, ids) =>
      sessions.read(projectId, async (session, project) => {
        const sql = "SELECT id, thread_id, root_run_id FROM steps WHERE project_id = ? AND id = ANY(?)";
        const rows = await session.all<StepLocation & { readonly id: string }>(sql, project, ids);
        const locations = new Map(rows.map(({ id, threadId, rootRunId }) => [id, { threadId, rootRunId }]));
        return ids.map((id) => locations.get(id) ?? null);
      }),

    ofThreads: (projectId, threadIds, options) =>
      sessions.read(projectId, async (session, project) => {
        const types = options?.types;
        const found =
          types === undefined
            ? await selectWholeRows(session, project, `s.thread_id = ANY(?) ${chronological}`, threadIds)
            : await selectWholeRows(
                session,
                project,
                `s.thread_id = ANY(?) AND s.type = ANY(?) ${chronological}`,
                threadIds,
                types,
              );
        const steps = found.map((row) => toUnparsedStep(row));
        return groupBy(threadIds, steps, ({ threadId }) => threadId ?? "").map(inOrder);
      }),

    endsOfThreads: (projectId, threadIds) =>
      sessions.read(projectId, (session, project) => readThreadEnds(session, project, threadIds)),

    errorsOfThreads: (projectId, threadIds) =>
      sessions.read(projectId, async (session, project) => {
        const sql = `
          SELECT DISTINCT ON (thread_id) thread_id AS id, error AS first,
            (count(*) OVER (PARTITION BY thread_id))::int AS count
          FROM steps WHERE project_id = ? AND thread_id = ANY(?) AND error IS NOT NULL
          ORDER BY thread_id, parent_id IS NOT NULL, created_at, key`;
        const rows = await session.all<ThreadErrors & { readonly id: string }>(sql, project, threadIds);
        const errors = new Map(rows.map(({ id, count, first }) => [id, { count, first }]));
        return threadIds.map((id) => errors.get(id) ?? { count: 0, first: null });
      }),

    turnsOfThreads: (projectId, threadIds) =>
      sessions.read(projectId, async (session, project) => {
        const sql = `SELECT thread_id AS id, ${turnColumns} FROM steps
          WHERE project_id = ? AND thread_id = ANY(?) GROUP BY thread_id`;
        const rows = await session.all<TurnRow & { readonly id: string }>(sql, project, threadIds);
        const turns = new Map(rows.map((row) => [row.id, row]));
        return threadIds.map((id) => turnsOf(turns.get(id)));
      }),

    descendants: (projectId, id) =>
      sessions.read(projectId, async (session, project) => {
        // UNION drops steps that were already reached, which ends cycles.
        const tree = `
          WITH RECURSIVE tree (id) AS (
            VALUES (?::text COLLATE "C")
            UNION SELECT c.id FROM tree JOIN steps c ON c.project_id = ? AND c.parent_id = tree.id
          ) SELECT id FROM tree`;
        const where = `s.id <> ? AND s.id IN (${tree}) ${chronological}`;
        const found = await selectWholeRows(session, project, where, id, id, project);
        return inOrder(found.map((row) => toUnparsedStep(row)));
      }),

    outlineOfThread: (projectId, threadId) =>
      sessions.read(projectId, (session, project) => outlineOfThread(session, project, threadId)),

    outlineAround: (projectId, id) =>
      sessions.read(projectId, (session, project) => outlineAround(session, project, id)),

    delete: (projectId, id, deletedAt) =>
      sessions.write(projectId, async (session, project) => {
        const [step] = await deleteSteps(session, project, [id], deletedAt, rollups);
        return step === undefined ? null : toStepRecord(step);
      }),
  };
}
