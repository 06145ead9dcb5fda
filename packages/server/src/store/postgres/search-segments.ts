import type { JsonObject } from "../json.ts";
import { fromJsonText } from "../row-codec.ts";
import { restPeriod } from "./partitioned-tables.ts";
import { payloadRow } from "./payload-rows.ts";
import { rowsBy } from "./rows-by.ts";
import { bucketsOfMetadata, visitParts } from "./search-buckets.ts";
import { mostStepsOfRow, queueSteps } from "./search-queue.ts";
import { readSteps, SegmentBuilder, segmentSize } from "./search-segment.ts";
import type { Session } from "./session.ts";

/** Payloads read at a time. */
const readSize = 50;
/** Rows of few steps in the queue that are made one. */
const mostRows = 1_000;
/** Who changes a step often makes one change of it. */
const lostFor = "1 minute";
const lostRows = 100;

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

const selectQueue = `
  SELECT key, steps FROM search_queue WHERE project_id = ? AND NOT is_lost ORDER BY key LIMIT ${segmentSize}`;
const selectLost = `
  SELECT key, steps FROM search_queue WHERE project_id = ? AND is_lost AND queued_at < now() - interval '${lostFor}'
  ORDER BY key LIMIT ${lostRows}`;
const selectSegments = `
  SELECT g.key, g.period, g.steps FROM search_segments g WHERE g.project_id = ?
  AND EXISTS (SELECT 1 FROM unnest(?::bigint[]) AS w (step) WHERE w.step BETWEEN g.first_step AND g.last_step)`;
const selectPayloads = `
  SELECT s.key, s.period, p.metadata, p.input, p.output, p.generation
  FROM ${rowsBy("steps", "key")} s CROSS JOIN LATERAL ${payloadRow} p`;
const insertSegment = `
  INSERT INTO search_segments (project_id, key, period, first_step, last_step, steps, starts, postings)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Makes a segment of the steps that wait longest, or fewer rows where few of them wait many times; resolves to whether there
 * was something to do.
 */
export async function makeSegments(session: Session, project: number, leastSteps: number): Promise<boolean> {
  const rows: QueueRow[] = [];
  const steps = new Set<number>();
  for (const row of await session.all<QueueRow>(selectQueue, project)) {
    if (steps.size > segmentSize - mostStepsOfRow) break;
    rows.push(row);
    for (const step of row.steps) steps.add(Number(step));
  }
  if (steps.size < leastSteps) {
    if (rows.length < mostRows) return false;
    await forget(session, project, rows);
    await queueSteps(session, project, [...steps], { isLost: false });
    return true;
  }
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
export async function dissolveSegments(session: Session, project: number): Promise<boolean> {
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
