/** Body progress of an admitted request. Both throw a `RecordError` if it has to be rejected after all. */
export interface Intake {
  /** Reports the number of bytes read. */
  readonly grow: (bytes: number) => void;
  /** Reports that the body is complete and processing starts. */
  readonly received: () => void;
}
