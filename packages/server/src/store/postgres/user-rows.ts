import { users as table } from "../schema/recorded.ts";
import { RecordTable } from "../session/record-table.ts";
import { RetryError } from "./retry-error.ts";
import type { Session } from "./session.ts";

const users = new RecordTable(table);

/** What a thread keeps of its user. */
export interface ThreadUser {
  readonly id: string;
  readonly identifier: string;
}

/**
 * The user with that id, else with that identifier, else a new one. It stays what it is until the transaction ends; a
 * transaction that locks threads too does this first.
 */
export async function resolveUser(
  session: Session,
  project: number,
  participant: string,
  { newUserId, createdAt }: { readonly newUserId: string; readonly createdAt: number },
): Promise<ThreadUser> {
  const find = (): Promise<ThreadUser | undefined> =>
    session.get<ThreadUser>(
      `SELECT id, identifier FROM users WHERE project_id = $1 AND (id = $2 OR identifier = $2)
       ORDER BY id = $2 DESC LIMIT 1 FOR KEY SHARE`,
      project,
      participant,
    );
  const known = await find();
  if (known !== undefined) return known;
  await users.insertNew(session, project, { id: newUserId, createdAt, identifier: participant, metadata: {} });
  const user = await find();
  // Another transaction has made the user and removed or renamed it again.
  if (user === undefined) throw new RetryError("The user changed while it was read.");
  return user;
}
