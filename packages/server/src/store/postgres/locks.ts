import { type Lock, lockNumbers } from "../session/locks.ts";
import type { Session } from "./session.ts";

/** Waits until no other transaction holds the lock of this project, and holds it until the transaction ends. */
export async function holdLock(session: Session, lock: Lock, project: number): Promise<void> {
  await session.run("SELECT pg_advisory_xact_lock(?::int, ?::int)", lockNumbers[lock], project % 2 ** 31);
}

/** Holds the lock until the transaction ends, unless another transaction has it: then false. */
export async function tryLock(session: Session, lock: Lock, project: number): Promise<boolean> {
  const sql = "SELECT pg_try_advisory_xact_lock(?::int, ?::int) AS held";
  return (await session.get<{ held: boolean }>(sql, lockNumbers[lock], project % 2 ** 31))?.held ?? false;
}
