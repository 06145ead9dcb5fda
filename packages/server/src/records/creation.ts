/** Id and time of a new record. */
export interface Creation {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}
