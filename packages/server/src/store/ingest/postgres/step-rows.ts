import { generationColumns, stepColumns } from "../step-columns.ts";
import {
  plainStepFields,
  toStoredGeneration,
  toStoredStep,
  type StoredStep,
  generationPayload,
} from "../stored-step.ts";
import { toGenerationCost, type CostColumns } from "../../prices/generation-cost.ts";
import { toGenerationRecord, toStepRecord as toRecord } from "../merge-step.ts";
import { toJsonText } from "../../json-texts.ts";
import type { StepRecord } from "../../steps.ts";
import { type PayloadTexts, UnparsedStep } from "../unparsed-step.ts";
import type { StoredPayload } from "../../search/postgres/fresh-payloads.ts";
import { contentOf, type PayloadRow, splitContent, wholePayload } from "../../session/postgres/payload-content.ts";
import { rowsBy, wholePayloadOfRow } from "../../session/postgres/rows-by.ts";
import type { Parameter, Session } from "../../session/postgres/session.ts";

/** Columns of `steps` that are not part of a {@link StoredStep}. */
export interface StepContext extends CostColumns {
  readonly key: number;
  /** Identifier of the thread's user. */
  readonly participant: string | null;
  /** Selects the partition of the step's payload: a UTC day in days since 1970, or 0 (`restPeriod`). */
  readonly period: number;
}

export interface KeyedStep {
  readonly step: StoredStep;
  readonly context: StepContext;
}

export interface WrittenStep {
  readonly before: KeyedStep | null;
  readonly after: KeyedStep;
}

type Reader = (step: StoredStep, context: StepContext) => Parameter;

const renamed: { readonly [column: string]: string } = {
  type: "generation_type",
  tags: "generation_tags",
  error: "generation_error",
};
/** Columns that are 0 without a generation. */
const counts: ReadonlySet<string> = new Set(["cached_tokens", "cache_write_tokens", "reasoning_tokens"]);

const readers: { readonly [column: string]: Reader } = {
  key: (_, { key }) => key,
  id: ({ id }) => id,
  thread_id: ({ threadId }) => threadId,
  ...stepColumns,
  participant: (_, { participant }) => participant,
  ...Object.fromEntries(
    Object.entries(generationColumns).map(([column, read]): [string, Reader] => {
      const none = counts.has(column) ? 0 : null;
      return [renamed[column] ?? column, ({ generation }) => (generation === null ? none : read(generation))];
    }),
  ),
  cost: (_, { cost }) => cost,
  cost_details: (_, { costDetails }) => costDetails,
  period: (_, { period }) => period,
};

const allReaders = Object.values(readers);
const names = Object.keys(readers);

export const rowColumns: readonly string[] = ["project_id", ...names];

export function rowOf(project: number, { step, context }: KeyedStep): Parameter[] {
  return [project, ...allReaders.map((read) => read(step, context))];
}

export const payloadColumns: readonly string[] = ["project_id", "step", "period", "metadata", "content"];

export function payloadOf({ step: { metadata, input, output, generation } }: KeyedStep): StoredPayload {
  return {
    metadata: toJsonText(metadata),
    input: toJsonText(input),
    output: toJsonText(output),
    generation: generation && generationPayload(generation),
  };
}

export function payloadRowOf(project: number, { context }: KeyedStep, payload: StoredPayload): Parameter[] {
  return [project, context.key, context.period, payload.metadata, contentOf(payload)];
}

/**
 * Whether the payload of a step need not be stored, because the stored step `before` has the same fields. They are
 * compared by identity (`===`). If no step is stored, `before` is null, and the result is true if all fields are null.
 */
export function hasPayloadOf(before: StoredStep | null, { metadata, input, output, generation }: StoredStep): boolean {
  return (
    (before?.metadata ?? null) === metadata &&
    (before?.input ?? null) === input &&
    (before?.output ?? null) === output &&
    (before?.generation ?? null) === generation
  );
}

export interface StepRow {
  readonly [column: string]: unknown;
}

const ownColumns = names.map((name) => `s.${name}`).join(", ");
const selected = `${ownColumns}, ${wholePayload}`;
const withPayload = `LEFT JOIN LATERAL ${wholePayloadOfRow("s")} p ON TRUE`;
const selectByIds = `SELECT ${selected} FROM ${rowsBy("steps", "id")} s ${withPayload}`;
const selectByKeys = `SELECT ${selected} FROM ${rowsBy("steps", "key")} s ${withPayload}`;

export async function stepsOfIds(session: Session, project: number, ids: readonly string[]): Promise<KeyedStep[]> {
  return (await readRows(session, selectByIds, ids, project)).map(toKeyedStep);
}

/** Reads steps with payloads. Rows are in the order of their keys, which is the order of insertion. */
export function rowsOfKeys(session: Session, project: number, keys: readonly number[]): Promise<StepRow[]> {
  return readRows(session, selectByKeys, keys, project);
}

/** Reads the rows of the steps `s` that match the condition `where`, with payloads. */
export function selectWholeRows(
  session: Session,
  project: number,
  where: string,
  ...parameters: readonly Parameter[]
): Promise<StepRow[]> {
  const sql = `
    SELECT ${selected} FROM steps s ${withPayload}
    WHERE s.project_id = ? AND ${where}`;
  return readRows(session, sql, project, ...parameters);
}

async function readRows(session: Session, sql: string, ...parameters: readonly Parameter[]): Promise<StepRow[]> {
  return (await session.all<StepRow & PayloadRow>(sql, ...parameters)).map(splitContent);
}

export async function selectSteps(...read: Parameters<typeof selectWholeRows>): Promise<KeyedStep[]> {
  return (await selectWholeRows(...read)).map(toKeyedStep);
}

/** Like {@link selectSteps}, but without payloads. */
export async function selectStepRows(
  session: Session,
  project: number,
  where: string,
  ...parameters: readonly Parameter[]
): Promise<KeyedStep[]> {
  const sql = `
    SELECT s.*, NULL AS metadata, NULL AS input, NULL AS output, NULL AS generation FROM steps s
    WHERE s.project_id = ? AND ${where}`;
  return (await session.all<StepRow>(sql, project, ...parameters)).map(toKeyedStep);
}

export function toStepRecord({ step, context }: KeyedStep): StepRecord {
  return toRecord(step, toGenerationCost(context.costDetails));
}

/**
 * Converts a row to a step whose JSON is only parsed on access. A caller that only serializes the step saves the time
 * for parsing.
 */
export function toUnparsedStep(row: StepRow): StepRecord {
  // This module wrote the columns, so they have the types of the record.
  return new UnparsedStep(plainStepFields(row), row as unknown as PayloadTexts, {
    bytes: String(row["generation"] ?? "").length,
    parse: () => {
      const generation = toStoredGeneration(row);
      return generation && toGenerationRecord(generation, toGenerationCost(row["costDetails"]));
    },
  });
}

export function toKeyedStep(row: StepRow): KeyedStep {
  const { key, participant, period, cost, costDetails } = row;
  return { step: toStoredStep(row), context: { key, participant, period, cost, costDetails } as StepContext };
}
