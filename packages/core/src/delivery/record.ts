import type { JsonValue } from "../types/json.ts";
import type { RecordJson } from "./shared-json.ts";

export type RecordKind = "step" | "thread";

export interface EncodedRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly json: RecordJson;
  /**
   * Whether the record is a preview: a step or thread that is still running. A preview is not counted as delivered or
   * dropped, because the final record follows.
   */
  readonly isPreview?: boolean | undefined;
}

/** A step or thread as plain JSON, as the mask receives and returns it. */
export interface RecordedData {
  id: string;
  [field: string]: JsonValue | undefined;
}

/**
 * Changes a record before it is queued, written to disk or sent. Returns the record to use instead, which may be the
 * argument itself. Must be synchronous: returning a promise counts as a failure. On failure, only ids, times, type and
 * name are recorded.
 */
export type Mask = (record: RecordedData, kind: RecordKind) => RecordedData;

export interface ContentOptions {
  /** Environment of steps that do not set their own. */
  environment?: string | undefined;
  mask?: Mask | undefined;
  /** When false, inputs (`input`, prompts and messages) are not recorded. Default: true. */
  recordInputs?: boolean | undefined;
  /** When false, outputs (`output` and completions) are not recorded. Default: true. */
  recordOutputs?: boolean | undefined;
}
