import { type Lock, lockNumbers } from "../session/locks.ts";
import type { Session } from "./session.ts";

/** Holds the lock until the transaction ends, unless another transaction has it: then false. */
export async function tryLock(session: Session, lock: Lock, project: number): Promise<boolean> {
  const sql = "SELECT pg_try_advisory_xact_lock(?::int, ?::int) AS held";
  return (await session.get<{ held: boolean }>(sql, lockNumbers[lock], project % 2 ** 31))?.held ?? false;
}
