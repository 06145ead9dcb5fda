import type { JsonValue } from "../types/json.ts";
import type { RecordJson } from "./shared-json.ts";

/** What a record is about. */
export type RecordKind = "step" | "thread";

/** A record as it is queued: JSON that later changes do not reach. */
export interface EncodedRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly json: RecordJson;
  /** Whether it is of something that runs, and is sent again as it ended: it counts neither as delivered nor as dropped. */
  readonly isPreview?: boolean | undefined;
}

/** A step or a thread as it is sent: JSON only, a copy that belongs to nobody else. */
export interface RecordedData {
  id: string;
  [field: string]: JsonValue | undefined;
}

/**
 * Changes what is recorded before anything is queued, kept on disk or sent; returns what to record instead, which may be its
 * argument. It must answer at once: a promise counts as a failure. When it fails, only ids, times, type and name are recorded.
 */
export type Mask = (record: RecordedData, kind: RecordKind) => RecordedData;

/** What decides about the content of records. */
export interface ContentOptions {
  /** The environment of steps that name none. */
  environment?: string | undefined;
  mask?: Mask | undefined;
  /** False: `input` and what a model was asked are left out. Default: true. */
  recordInputs?: boolean | undefined;
  /** False: `output` and what a model answered are left out. Default: true. */
  recordOutputs?: boolean | undefined;
}
