/**
 * Progress callbacks for the code that reads a request's body. `grow` throws a `RecordError` if the body takes too much
 * memory. `received` throws a `RecordError` if too much work is waiting.
 */
export interface Intake {
  /** Reports the number of bytes read. */
  readonly grow: (bytes: number) => void;
  /** Reports that the body is complete and waits for processing. */
  readonly received: () => void;
}
