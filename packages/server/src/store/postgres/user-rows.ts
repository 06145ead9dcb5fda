import { defineCodec } from "../row-codec.ts";
import type { UserRecord } from "../users.ts";
import { RetryError } from "./retry-error.ts";
import type { Session } from "./session.ts";
import { Table } from "./table.ts";

export const userTable: Table<UserRecord> = new Table(
  "users",
  defineCodec<UserRecord>({ id: "plain", createdAt: "plain", identifier: "plain", metadata: "json" }),
);

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
  await userTable.insertNew(session, project, { id: newUserId, createdAt, identifier: participant, metadata: {} });
  const user = await find();
  // Another transaction has made the user and removed or renamed it again.
  if (user === undefined) throw new RetryError("The user changed while it was read.");
  return user;
}
