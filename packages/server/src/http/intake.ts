/**
 * Progress of the body of an admitted request. Both functions throw a `RecordError` if the request has to be rejected
 * after all.
 */
export interface Intake {
  /** Reports the number of bytes read. */
  readonly grow: (bytes: number) => void;
  /** Reports that the body is complete and waits for processing. */
  readonly received: () => void;
}
