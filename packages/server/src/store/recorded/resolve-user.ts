import type { ThreadUser } from "../ingest/thread-record.ts";
import { users as table } from "../schema/recorded.ts";
import { CompiledQueries } from "../session/compiled-queries.ts";
import { RecordTable } from "../session/record-table.ts";
import { RetryError, type Session } from "../session/session.ts";

const users = new RecordTable(table);
const queries = new CompiledQueries();

interface NewUser {
  readonly newUserId: string;
  readonly createdAt: number;
}

/** Creates and locks a user with this identifier. If another transaction created the user, returns that user. */
export async function createUser(
  session: Session,
  project: number,
  participant: string,
  { newUserId, createdAt }: NewUser,
): Promise<ThreadUser> {
  await users.insertNew(session, project, { id: newUserId, createdAt, identifier: participant, metadata: {} });
  const user = await findUser(session, project, participant);
  // Another transaction created the user, then deleted or renamed the user.
  if (user === undefined) throw new RetryError("The user changed while it was read.");
  return user;
}

/**
 * Finds a user by id, otherwise by identifier, and locks the user until the transaction ends. A transaction that also
 * locks threads must call this first.
 */
export async function findUser(
  session: Session,
  project: number,
  participant: string,
): Promise<ThreadUser | undefined> {
  const query = () => {
    const found = session.db
      .selectFrom("users")
      .select(["id", "identifier"])
      .where("project_id", "=", project)
      .where((row) => row.or([row("id", "=", participant), row("identifier", "=", participant)]));
    return session.dialect.forShare(found, ["users"]);
  };
  const found = await session.all(queries.of(session, "user", query, [project, participant, participant]));
  return found.find(({ id }) => id === participant) ?? found[0];
}
