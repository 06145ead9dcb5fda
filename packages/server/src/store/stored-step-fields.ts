import type { StoredStep } from "./stored-step.ts";
import { fromJsonText } from "./json-texts.ts";

interface Row {
  readonly [column: string]: unknown;
}

/** The fields of a step that are no payload. */
export type PlainStepFields = Omit<
  StoredStep,
  "generation" | "input" | "output" | "metadata" | "given" | "startMicros"
>;

/** The fields of a step, but for its generation, from a row whose columns are called like them. */
export function storedStepFields(row: Row): Omit<StoredStep, "generation"> {
  return {
    ...plainStepFields(row),
    input: fromJsonText(row["input"]),
    output: fromJsonText(row["output"]),
    metadata: fromJsonText(row["metadata"]),
    given: fromJsonText(row["given"] ?? null),
    startMicros: Number(row["startMicros"] ?? 0),
  };
}

/** The same without the payload. */
export function plainStepFields(row: Row): PlainStepFields {
  // The columns hold what the stores wrote, so their types are those of the record.
  return {
    id: row["id"],
    createdAt: row["createdAt"],
    receivedAt: row["receivedAt"] ?? row["createdAt"],
    threadId: row["threadId"],
    parentId: row["parentId"],
    rootRunId: row["rootRunId"],
    type: row["type"],
    name: row["name"],
    startTime: row["startTime"],
    endTime: row["endTime"],
    error: row["error"],
    environment: row["environment"],
    tags: fromJsonText(row["tags"]),
  } as PlainStepFields;
}
