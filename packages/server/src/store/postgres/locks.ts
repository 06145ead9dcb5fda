import type { Session } from "./session.ts";

/** What replicas do one at a time; the numbers are the first half of the keys of advisory locks. */
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
} as const;

export type Lock = keyof typeof lockNumbers;

/** Waits until no other transaction holds the lock of this project, and holds it until the transaction ends. */
export async function holdLock(session: Session, lock: Lock, project: number): Promise<void> {
  await session.run("SELECT pg_advisory_xact_lock(?::int, ?::int)", lockNumbers[lock], project % 2 ** 31);
}

/** Holds the lock until the transaction ends, unless another transaction has it: then false. */
export async function tryLock(session: Session, lock: Lock, project: number): Promise<boolean> {
  const sql = "SELECT pg_try_advisory_xact_lock(?::int, ?::int) AS held";
  return (await session.get<{ held: boolean }>(sql, lockNumbers[lock], project % 2 ** 31))?.held ?? false;
}
