/** The id and time of a record that is about to be created. */
export interface Creation {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}
