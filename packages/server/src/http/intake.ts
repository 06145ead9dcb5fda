/** What a request that was taken in tells of its body. Both throw a `RecordError` when it has to come later after all. */
export interface Intake {
  /** So many bytes of it are read. */
  readonly grow: (bytes: number) => void;
  /** It is there, and the work begins. */
  readonly received: () => void;
}
