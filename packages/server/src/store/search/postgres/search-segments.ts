import { flattenAttributes } from "../flatten-attributes.ts";
import type { JsonObject } from "../../../json/json-value.ts";
import { fromJsonText } from "../../json-texts.ts";
import type { FreshPayloads, StoredPayload } from "./fresh-payloads.ts";
import { restPeriod } from "../../upkeep/postgres/partitioned-tables.ts";
import { type PayloadRow, splitContent, wholePayload } from "../../session/postgres/payload-content.ts";
import { rowsBy, wholePayloadOfRow } from "../../session/postgres/rows-by.ts";
import { bucketsOfAttributes, visitParts } from "./search-buckets.ts";
import { mostStepsOfRow, queueSteps, stepsOfRow } from "./search-queue.ts";
import { ColumnsBuilder } from "./search-columns.ts";
import { mergeSegments, type WholeSegment } from "./merge-segments.ts";
import { readSteps, SegmentBuilder, segmentSize } from "./search-segment.ts";
import type { Session } from "../../session/postgres/session.ts";

const readSize = 50;
/** Maximum number of steps, and of queue rows, that are read together. */
const maxReadSteps = 4 * segmentSize;
/** Maximum number of queue rows of a project that contain few steps. If there are more, they are merged. */
const maxQueueRows = 1_000;
/**
 * Minimum age of a change before its old content is removed from segments, so that repeated changes of a step are
 * handled together.
 */
const lostFor = "1 minute";
const lostRows = 100;
/** Maximum number of segments that are rewritten in a transaction to remove steps. */
const maxRewritten = 4;
/** Number of segments that are tested together for steps to be removed. */
const nearSegments = 64;
/** Maximum number of small segments of a period. If there are more, they are merged, at most this many at a time. */
const maxSmall = 64;

interface QueueRow {
  readonly key: number;
  readonly steps: Uint8Array;
}

interface SegmentName {
  readonly key: number;
  readonly period: number;
}

interface StepRow {
  readonly key: number;
  readonly period: number;
}

/** Selects the oldest queue rows, with at most {@link maxReadSteps} steps. */
const selectQueue = `
  SELECT key, steps FROM (
    SELECT key, steps, sum(${stepsOfRow}) OVER (ORDER BY key) AS total FROM (
      SELECT key, steps FROM search_queue WHERE project_id = ? AND NOT is_lost ORDER BY key LIMIT ${maxReadSteps}
    ) f
  ) q WHERE total <= ${maxReadSteps} ORDER BY key`;
const selectLost = `
  SELECT key, steps FROM search_queue WHERE project_id = ? AND is_lost AND queued_at < now() - interval '${lostFor}'
  ORDER BY key LIMIT ${lostRows}`;
/** Selects the next segments after one that may contain some steps. The keys of the steps must be sorted. */
const selectNear = `
  SELECT key, period, steps FROM search_segments WHERE project_id = $1 AND (key, period) > ($2, $3)
  AND width_bucket(first_step - 1, $4::bigint[]) < width_bucket(last_step, $4::bigint[])
  ORDER BY key, period LIMIT ${nearSegments}`;
const selectThere = `SELECT s.key, s.period FROM ${rowsBy("steps", "key")} s`;
const selectPayloads = `
  SELECT s.key, ${wholePayload}
  FROM ${rowsBy("steps", "key")} s LEFT JOIN LATERAL ${wholePayloadOfRow("s")} p ON TRUE`;
const size = "octet_length(steps) / 8";
const ofSmall = `FROM search_segments WHERE project_id = $1 AND ${size} * 2 <= $2`;
/** Selects the first small segments of one period, with at most $2 steps, if the period has enough of them. */
const selectSmall = `
  SELECT key, period FROM (
    SELECT key, period, sum(size) OVER (ORDER BY key) AS total FROM (
      SELECT key, period, ${size} AS size ${ofSmall} AND period = (
        SELECT period ${ofSmall} GROUP BY period HAVING sum(${size}) > $2 OR count(*) > ${maxSmall} LIMIT 1
      ) ORDER BY key LIMIT ${maxSmall}
    ) f
  ) s WHERE total <= $2 ORDER BY key`;
const deleteSegments = `
  DELETE FROM search_segments WHERE project_id = ? AND period = ? AND key = ANY(?::bigint[])
  RETURNING steps, starts, postings, paths, columns`;
const insert = `
  INSERT INTO search_segments (project_id, key, period, first_step, last_step, steps, starts, postings, paths, columns)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Creates a segment of the index from the steps that were queued first. Resolves to the keys of the queue rows, which
 * are deleted; empty if too few steps are queued.
 */
export async function makeSegments(
  session: Session,
  project: number,
  fresh: FreshPayloads,
  minSteps: number,
): Promise<readonly number[]> {
  const rows: number[] = [];
  let named = 0;
  /** For each step, the row with its last change. */
  const lastRows = new Map<number, number>();
  for (const { key, steps } of await session.all<QueueRow>(selectQueue, project)) {
    if (lastRows.size > segmentSize - mostStepsOfRow) break;
    rows.push(key);
    for (const step of readSteps(steps)) lastRows.set(step, key);
    named += steps.length / 8;
  }
  const key = rows.at(-1);
  if (key === undefined) return [];
  if (lastRows.size < minSteps) {
    if (rows.length < maxQueueRows && named < segmentSize) return [];
    await forget(session, project, rows);
    await queueSteps(session, project, [...lastRows.keys()], { isLost: false });
    return rows;
  }
  // Steps of `restPeriod` get a segment of their own, in the partition `restPeriod`, which retention never drops. In a
  // segment of a day, they would disappear from the index when retention drops the partition of that day.
  const [ofDays, ofRest] = [new PeriodSegment(), new PeriodSegment()];
  const keys = [...lastRows.keys()].toSorted((one, other) => one - other);
  for (let start = 0; start < keys.length; start += readSize) {
    const some = keys.slice(start, start + readSize);
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other, here and below
    const there = await session.all<StepRow>(selectThere, some, project);
    const periods = new Map(there.map((step) => [step.key, step.period]));
    // oxlint-disable-next-line no-await-in-loop
    const payloads = await payloadsOf(session, project, [...periods.keys()], (step) =>
      fresh.of(project, lastRows.get(step) ?? 0)?.get(step),
    );
    for (const step of some) {
      const [period, payload] = [periods.get(step), payloads.get(step)];
      if (period === undefined || payload === undefined) continue;
      (period === restPeriod ? ofRest : ofDays).add(step, period, payload);
    }
  }
  // oxlint-disable-next-line no-await-in-loop
  for (const segment of [ofDays, ofRest]) await segment.store(session, project, key);
  await forget(session, project, rows);
  return rows;
}

async function payloadsOf(
  session: Session,
  project: number,
  steps: readonly number[],
  known: (step: number) => StoredPayload | undefined,
): Promise<ReadonlyMap<number, StoredPayload>> {
  const payloads = new Map<number, StoredPayload>();
  const others: number[] = [];
  for (const step of steps) {
    const payload = known(step);
    if (payload === undefined) others.push(step);
    else payloads.set(step, payload);
  }
  if (others.length === 0) return payloads;
  const read = await session.all<PayloadRow & StoredPayload & { readonly key: number }>(
    selectPayloads,
    others,
    project,
  );
  for (const payload of read) payloads.set(payload.key, splitContent(payload));
  return payloads;
}

/**
 * Removes the outdated content of steps from a few of their segments. Queues the removed steps that still exist,
 * because the segments may also have contained their current content. Resolves to false if there was no outdated
 * content.
 */
export async function removeOutdated(session: Session, project: number): Promise<boolean> {
  const rows = await session.all<QueueRow>(selectLost, project);
  if (rows.length === 0) return false;
  const lost = new Set(rows.flatMap(({ steps }) => readSteps(steps)));
  const found = await findSegments(session, project, lost);
  // oxlint-disable-next-line no-await-in-loop -- one segment after the other
  for (const { name } of found) await replaceSegments(session, project, [name], lost);
  const removed = new Set(found.flatMap(({ steps }) => steps));
  const there = await session.all<StepRow>(selectThere, [...removed], project);
  await queueSteps(
    session,
    project,
    there.map(({ key }) => key),
    { isLost: false },
  );
  // Otherwise, further segments may have some of the steps, so the next transaction continues with the same queue rows.
  if (found.length < maxRewritten) {
    await forget(
      session,
      project,
      rows.map(({ key }) => key),
    );
  }
  return true;
}

/** Finds the first segments, at most {@link maxRewritten}, that have some of the steps with the keys `wanted`. */
async function findSegments(session: Session, project: number, wanted: ReadonlySet<number>) {
  const sorted = [...wanted].toSorted((one, other) => one - other);
  const found: { readonly name: SegmentName; readonly steps: readonly number[] }[] = [];
  let last: SegmentName | undefined = { key: 0, period: 0 };
  while (last !== undefined && found.length < maxRewritten) {
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const near: (SegmentName & { readonly steps: Uint8Array })[] = await session.all(
      selectNear,
      project,
      last.key,
      last.period,
      sorted,
    );
    for (const name of near) {
      const steps = readSteps(name.steps).filter((step) => wanted.has(step));
      if (steps.length > 0) found.push({ name, steps });
    }
    last = near.at(-1);
  }
  return found.slice(0, maxRewritten);
}

/**
 * Merges small segments of the same period, because a search takes about as long for a small segment as for a large
 * one. Resolves to false if there are too few of them. `most` is the maximum number of steps of a merged segment.
 */
export async function mergeSmallSegments(
  session: Session,
  project: number,
  most: number = segmentSize,
): Promise<boolean> {
  const segments = await session.all<SegmentName>(selectSmall, project, most);
  await replaceSegments(session, project, segments);
  return segments.length > 0;
}

/** Replaces segments of the same period with one, without the steps `removed`. */
async function replaceSegments(
  session: Session,
  project: number,
  names: readonly SegmentName[],
  removed?: ReadonlySet<number>,
): Promise<void> {
  const last = names.at(-1);
  if (last === undefined) return;
  const { key, period } = last;
  const keys = names.map((name) => name.key);
  const read = await session.all<WholeSegment>(deleteSegments, project, period, keys);
  const merged = await mergeSegments(read, removed);
  if (merged !== null) await insertSegment(session, project, { key, period }, merged);
}

async function insertSegment(
  session: Session,
  project: number,
  { key, period }: SegmentName,
  { steps, starts, postings, paths, columns }: WholeSegment,
): Promise<void> {
  const keys = readSteps(steps);
  const range = [Math.min(...keys), Math.max(...keys)];
  await session.run(insert, project, key, period, ...range, steps, starts, postings, paths, columns);
}

async function forget(session: Session, project: number, rows: readonly number[]): Promise<void> {
  await session.run("DELETE FROM search_queue WHERE project_id = ? AND key = ANY(?)", project, rows);
}

/**
 * Collects the steps of a new index segment, and stores the segment in the partition of its newest step. So retention
 * drops the segment together with its newest step.
 */
class PeriodSegment {
  readonly #builder = new SegmentBuilder();
  readonly #columns = new ColumnsBuilder();
  #period = restPeriod;

  add(key: number, period: number, { metadata, input, output, generation }: StoredPayload): void {
    this.#period = Math.max(this.#period, period);
    this.#builder.add(key, (add) => {
      for (const text of [metadata, input, output, generation]) if (text !== null) visitParts(text, add);
      if (metadata === null) return;
      const attributes = flattenAttributes(fromJsonText<JsonObject>(metadata));
      for (const bucket of bucketsOfAttributes(attributes)) add(bucket);
      this.#columns.add(this.#builder.keys.length - 1, attributes);
    });
  }

  async store(session: Session, project: number, key: number): Promise<void> {
    if (this.#builder.keys.length === 0) return;
    const segment = { ...this.#builder.build(), ...this.#columns.build() };
    await insertSegment(session, project, { key, period: this.#period }, segment);
  }
}
