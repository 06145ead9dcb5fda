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

interface QueueRow {
  readonly key: number;
  readonly steps: Uint8Array;
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
const selectSegments = `
  SELECT g.key, g.period, g.steps FROM search_segments g WHERE g.project_id = ?
  AND EXISTS (SELECT 1 FROM unnest(?::bigint[]) AS w (step) WHERE w.step BETWEEN g.first_step AND g.last_step)`;
const selectThere = `SELECT s.key, s.period FROM ${rowsBy("steps", "key")} s`;
const selectPayloads = `
  SELECT s.key, ${wholePayload}
  FROM ${rowsBy("steps", "key")} s LEFT JOIN LATERAL ${wholePayloadOfRow("s")} p ON TRUE`;
const insertSegment = `
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
 * Deletes index segments that contain outdated content of steps, and queues their steps for new segments. Resolves to
 * false if there was no outdated content.
 */
export async function dissolveSegments(session: Session, project: number): Promise<boolean> {
  const rows = await session.all<QueueRow>(selectLost, project);
  if (rows.length === 0) return false;
  const lost = new Set(rows.flatMap(({ steps }) => readSteps(steps)));
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
  await forget(
    session,
    project,
    rows.map(({ key }) => key),
  );
  return true;
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
    const { keys } = this.#builder;
    const [first, last] = [keys[0], keys.at(-1)];
    if (first === undefined || last === undefined) return;
    const { steps, starts, postings } = this.#builder.build();
    const { paths, columns } = this.#columns.build();
    const values = [first, last, steps, starts, postings, paths, columns];
    await session.run(insertSegment, project, key, this.#period, ...values);
  }
}
