import { BackgroundWork } from "../background-work.ts";
import { MissingProjectError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { fromJsonText } from "../row-codec.ts";
import { codeOf, type Database } from "./database.ts";
import { tryLock } from "./locks.ts";
import { payloadRow } from "./payload-rows.ts";
import { restPeriod } from "./partitioned-tables.ts";
import { rowsBy } from "./rows-by.ts";
import { bucketsOfMetadata, visitParts } from "./search-buckets.ts";
import { mostStepsOfRow, queueSteps } from "./search-queue.ts";
import { readSteps, SegmentBuilder, segmentSize } from "./search-segment.ts";
import type { Session } from "./session.ts";

/** Payloads read at a time. */
const readSize = 50;
/** Milliseconds between two segments, until lost steps are looked at again, and until all projects are. */
const busyRestTime = 20;
const waitTime = 10_000;
const lookEvery = 600_000;
const looks = 2;
/** Who changes a step often makes one change of it. */
const lostFor = "1 minute";
const lostRows = 100;
/** SQLSTATE: no partition takes the row. */
const missingPartition = "23514";

interface QueueRow {
  readonly key: number;
  readonly steps: readonly (number | string)[];
}

interface PayloadRow {
  readonly key: number;
  readonly period: number;
  readonly metadata: string | null;
  readonly input: string | null;
  readonly output: string | null;
  readonly generation: string | null;
}

/** `waiting`: something will be left to do in some time; `busy`: somebody else is at it, or it failed. */
type Progress = "nothing" | "waiting" | "more" | "busy";

const selectQueue = `
  SELECT key, steps FROM search_queue WHERE project_id = ? AND NOT is_lost ORDER BY key LIMIT ${segmentSize}`;
const selectLost = `
  SELECT key, steps FROM search_queue WHERE project_id = ? AND is_lost AND queued_at < now() - interval '${lostFor}'
  ORDER BY key LIMIT ${lostRows}`;
const selectAnyLost = "SELECT 1 FROM search_queue WHERE project_id = ? AND is_lost LIMIT 1";
const selectSegments = `
  SELECT g.key, g.period, g.steps FROM search_segments g WHERE g.project_id = ?
  AND EXISTS (SELECT 1 FROM unnest(?::bigint[]) AS w (step) WHERE w.step BETWEEN g.first_step AND g.last_step)`;
const selectPayloads = `
  SELECT s.key, s.period, p.metadata, p.input, p.output, p.generation
  FROM ${rowsBy("steps", "key")} s CROSS JOIN LATERAL ${payloadRow} p`;
const insertSegment = `
  INSERT INTO search_segments (project_id, key, period, first_step, last_step, steps, starts, postings)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** How soon and how often it indexes. */
export interface IndexingOptions {
  /** So many steps wait before they are indexed together; until then each search tests them, some 20 us a step. */
  readonly leastSteps: number;
  /** Milliseconds until what was written is looked at. */
  readonly restTime: number;
}

export const usualIndexing: IndexingOptions = { leastSteps: 1_000, restTime: 1_000 };

/**
 * Keeps the index over payloads up with the writes, in the background; of each project one replica at a time. What is not
 * indexed yet stands in the queue, which every search covers.
 */
export class SearchIndexer {
  readonly #database: Database;
  readonly #onError: (error: Error) => void;
  readonly #indexing: IndexingOptions;
  /** Projects that may have something queued, and how often they are looked at: once may be before a commit. */
  readonly #touched = new Map<number, number>();
  #lookAt = 0;
  readonly #work: BackgroundWork;

  constructor(database: Database, indexing: IndexingOptions, onError: (error: Error) => void) {
    this.#database = database;
    this.#indexing = indexing;
    this.#onError = onError;
    const retryTime = indexing.restTime;
    this.#work = new BackgroundWork({ name: "search", work: () => this.#run(), retryTime, onError });
  }

  /** Looks through all projects, now and from time to time. */
  follow(): void {
    this.#work.wake(this.#indexing.restTime);
  }

  /** Tells that a project may have something queued. */
  touch(project: number): void {
    this.#touched.set(project, looks);
    this.#work.hasten(this.#indexing.restTime);
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  async #run(): Promise<number> {
    if (performance.now() >= this.#lookAt) {
      const sql = "SELECT key FROM projects ORDER BY key";
      const rows = await this.#database.read(null, (session) => session.all<{ key: number }>(sql));
      for (const { key } of rows) this.#touched.set(key, 1);
      this.#lookAt = performance.now() + lookEvery;
    }
    const found = new Set<Progress>();
    const touched = [...this.#touched];
    for (const [project, looksLeft] of touched) {
      if (this.#work.isClosed) break;
      this.#touched.set(project, looksLeft - 1);
      // oxlint-disable-next-line no-await-in-loop -- one project after the other, so that other work gets connections
      const progress = await this.#workOn(project);
      if (progress !== "nothing") this.#touched.set(project, looks);
      // It may have been touched meanwhile.
      if (this.#touched.get(project) === 0) this.#touched.delete(project);
      found.add(progress === "nothing" && this.#touched.has(project) ? "waiting" : progress);
    }
    if (found.has("more")) return busyRestTime;
    if (found.has("busy")) return this.#indexing.restTime;
    return found.has("waiting") ? waitTime : lookEvery;
  }

  async #workOn(project: number): Promise<Progress> {
    try {
      return await this.#database.write(project, (session) => this.#indexSome(session, project));
    } catch (error) {
      if (error instanceof MissingProjectError) return "nothing";
      // The steps of the partition went meanwhile.
      if (codeOf(error) === missingPartition) return "busy";
      this.#onError(error instanceof Error ? error : new Error(String(error)));
      return "busy";
    }
  }

  async #indexSome(session: Session, project: number): Promise<Progress> {
    if (!(await tryLock(session, "search", project))) return "busy";
    // The queue and what comes of it go together: what a crash undoes is done again.
    await session.execute("SET LOCAL synchronous_commit TO off");
    const isDissolved = await dissolve(session, project);
    const isIndexed = await index(session, project, this.#indexing.leastSteps);
    if (isDissolved || isIndexed) return "more";
    return (await session.get(selectAnyLost, project)) === undefined ? "nothing" : "waiting";
  }
}

/** Makes a segment of the steps that wait longest; resolves to whether there were enough. */
async function index(session: Session, project: number, leastSteps: number): Promise<boolean> {
  const rows: QueueRow[] = [];
  const steps = new Set<number>();
  for (const row of await session.all<QueueRow>(selectQueue, project)) {
    if (steps.size > segmentSize - mostStepsOfRow) break;
    rows.push(row);
    for (const step of row.steps) steps.add(Number(step));
  }
  if (steps.size < leastSteps) return false;
  // Those of the rest stay when partitions are dropped.
  const [ofDays, ofRest] = [new PeriodSegment(), new PeriodSegment()];
  const keys = [...steps].toSorted((one, other) => one - other);
  for (let start = 0; start < keys.length; start += readSize) {
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other, here and below
    const payloads = await session.all<PayloadRow>(selectPayloads, keys.slice(start, start + readSize), project);
    for (const payload of payloads) (payload.period === restPeriod ? ofRest : ofDays).add(payload);
  }
  const key = rows.at(-1)?.key ?? 0;
  // oxlint-disable-next-line no-await-in-loop
  for (const segment of [ofDays, ofRest]) await segment.store(session, project, key);
  await forget(session, project, rows);
  return true;
}

/** Takes apart the segments that hold what some steps have no more; the others of them wait for a new one. */
async function dissolve(session: Session, project: number): Promise<boolean> {
  const rows = await session.all<QueueRow>(selectLost, project);
  if (rows.length === 0) return false;
  const lost = new Set(rows.flatMap(({ steps }) => steps.map(Number)));
  const found = await session.all<{ key: number; period: number; steps: Uint8Array }>(selectSegments, project, [
    ...lost,
  ]);
  for (const { key, period, steps } of found) {
    const keys = readSteps(steps);
    if (!keys.some((step) => lost.has(step))) continue;
    const sql = "DELETE FROM search_segments WHERE project_id = ? AND key = ? AND period = ?";
    // oxlint-disable-next-line no-await-in-loop -- one segment after the other, here and below
    await session.run(sql, project, key, period);
    // oxlint-disable-next-line no-await-in-loop
    const left = await session.all<{ key: number }>(`SELECT s.key FROM ${rowsBy("steps", "key")} s`, keys, project);
    // oxlint-disable-next-line no-await-in-loop
    await queueSteps(
      session,
      project,
      left.map((step) => step.key),
      { isLost: false },
    );
  }
  await forget(session, project, rows);
  return true;
}

async function forget(session: Session, project: number, rows: readonly QueueRow[]): Promise<void> {
  const sql = "DELETE FROM search_queue WHERE project_id = ? AND key = ANY(?)";
  await session.run(
    sql,
    project,
    rows.map(({ key }) => key),
  );
}

/** A segment with the newest of its periods, at whose end nobody needs it any more. */
class PeriodSegment {
  readonly #builder = new SegmentBuilder();
  #period = restPeriod;

  add({ key, period, metadata, input, output, generation }: PayloadRow): void {
    this.#period = Math.max(this.#period, period);
    this.#builder.add(key, (add) => {
      for (const text of [metadata, input, output, generation]) if (text !== null) visitParts(text, add);
      if (metadata !== null) for (const bucket of bucketsOfMetadata(fromJsonText<JsonObject>(metadata))) add(bucket);
    });
  }

  async store(session: Session, project: number, key: number): Promise<void> {
    const { keys } = this.#builder;
    const [first, last] = [keys[0], keys.at(-1)];
    if (first === undefined || last === undefined) return;
    const { steps, starts, postings } = this.#builder.build();
    await session.run(insertSegment, project, key, this.#period, first, last, steps, starts, postings);
  }
}
