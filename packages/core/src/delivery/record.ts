import type { JsonValue } from "../types/json.ts";
import type { RecordJson } from "./shared-json.ts";

export type RecordKind = "step" | "thread";

/** A serialized record, as it is queued. */
export interface EncodedRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly json: RecordJson;
  /** Whether the record is of a running step or thread, which is sent again at its end. Not counted as delivered or dropped. */
  readonly isPreview?: boolean | undefined;
}

/** A copy of a step or thread as plain JSON, ready to be sent. */
export interface RecordedData {
  id: string;
  [field: string]: JsonValue | undefined;
}

/**
 * Changes a record before it is queued, written to disk or sent. Returns the record to use instead, which may be its argument. It
 * must be synchronous: returning a promise counts as a failure. When it fails, only ids, times, type and name are recorded.
 */
export type Mask = (record: RecordedData, kind: RecordKind) => RecordedData;

export interface ContentOptions {
  /** Environment of steps that have none. */
  environment?: string | undefined;
  mask?: Mask | undefined;
  /** False: inputs (`input`, prompts and messages) are not recorded. Default: true. */
  recordInputs?: boolean | undefined;
  /** False: outputs (`output` and completions) are not recorded. Default: true. */
  recordOutputs?: boolean | undefined;
}
