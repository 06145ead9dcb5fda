/**
 * Functions to call while the body of an admitted request arrives. They throw a `RecordError` if the request must be
 * rejected, because it takes too much memory or too much work is waiting.
 */
export interface Intake {
  /** Reports the number of bytes read. */
  readonly grow: (bytes: number) => void;
  /** Reports that the body is complete and waits for processing. */
  readonly received: () => void;
}
