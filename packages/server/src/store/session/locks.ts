/** Locks among replicas; the numbers are the first half of PostgreSQL's advisory lock keys. */
export const lockNumbers = {
  scoreSchemas: 1,
  views: 2,
  shares: 3,
  members: 4,
  rollups: 5,
  repricing: 6,
  prices: 7,
  projects: 8,
  removal: 9,
  partitions: 10,
  retention: 11,
  search: 12,
  usages: 13,
  comments: 14,
} as const;

export type Lock = keyof typeof lockNumbers;
