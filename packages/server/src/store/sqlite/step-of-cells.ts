import type { GenerationRecord } from "../generation-record.ts";
import { fromJsonText } from "../json-texts.ts";
import { UnparsedStep } from "../unparsed-step.ts";
import { stepRowColumns, toStepRecord, type StepRow } from "./step-rows.ts";

/** A whole step as it crosses between threads: the columns of `selectSteps` in their order. Copying names costs more. */
export type StepCells = readonly (string | number | null)[];

const place = Object.fromEntries(stepRowColumns.map((column, index) => [column, index]));

/** The step that was stored in the cells. */
export function stepOfCells(cells: StepCells): UnparsedStep {
  // The columns hold what the store wrote, so their types are those of the record.
  const cell = <Value>(column: string): Value => cells[place[column] ?? 0] as Value;
  const fields = {
    id: cell<string>("id"),
    createdAt: cell<number>("createdAt"),
    receivedAt: cell<number | null>("receivedAt") ?? cell<number>("createdAt"),
    threadId: cell<string | null>("threadId"),
    parentId: cell<string | null>("parentId"),
    rootRunId: cell<string | null>("rootRunId"),
    type: cell<UnparsedStep["type"]>("type"),
    name: cell<string | null>("name"),
    startTime: cell<number | null>("startTime"),
    endTime: cell<number | null>("endTime"),
    error: cell<string | null>("error"),
    environment: cell<string | null>("environment"),
    tags: fromJsonText<readonly string[] | null>(cell("tags")),
  };
  const texts = {
    input: cell<string | null>("input"),
    output: cell<string | null>("output"),
    metadata: cell<string | null>("metadata"),
  };
  const generationText = cell<string | null>("generationPayload");
  return new UnparsedStep(fields, texts, { bytes: generationText?.length ?? 0, parse: () => generationOf(cells) });
}

function generationOf(cells: StepCells): GenerationRecord | null {
  if (cells[place["generation_type"] ?? 0] === null) return null;
  const row = Object.fromEntries(stepRowColumns.map((column, index) => [column, cells[index]])) as unknown as StepRow; // its columns
  return toStepRecord({ ...row, input: null, output: null, metadata: null }).generation;
}
