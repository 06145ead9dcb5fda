/**
 * Functions that report the progress of reading a request's body. `grow` throws a `RecordError` if the body takes too
 * much memory, and `received` throws one if too much work is waiting.
 */
export interface Intake {
  /** Reports the number of bytes read. */
  readonly grow: (bytes: number) => void;
  /** Reports that the body is complete and waits for processing. */
  readonly received: () => void;
}
