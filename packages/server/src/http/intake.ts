/** Body progress of an admitted request. Both throw a `RecordError` when it has to be rejected after all. */
export interface Intake {
  /** So many bytes of it are read. */
  readonly grow: (bytes: number) => void;
  /** It is there, and the work begins. */
  readonly received: () => void;
}
