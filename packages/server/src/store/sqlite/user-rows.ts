import { ConflictError } from "../errors.ts";
import type { UserRecord } from "../users.ts";
import type { Database } from "./database.ts";
import { defineCodec } from "../row-codec.ts";
import { Table } from "./table.ts";

const codec = defineCodec<UserRecord>({ id: "plain", createdAt: "plain", identifier: "plain", metadata: "json" });

/** The rows of users. Writing methods run inside a transaction of the caller. */
export class UserRows {
  readonly table: Table<UserRecord>;
  readonly #database: Database;

  constructor(database: Database) {
    this.table = new Table(database, "users", codec);
    this.#database = database;
  }

  keyOf(project: number, id: string): number | null {
    return (
      this.#database.get<{ key: number }>("SELECT key FROM users WHERE project_id = ? AND id = ?", project, id)?.key ??
      null
    );
  }

  findByIdentifier(project: number, identifier: string): UserRecord | null {
    return this.table.find("project_id = ? AND identifier = ?", project, identifier);
  }

  insert(project: number, user: UserRecord): UserRecord {
    if (this.findByIdentifier(project, user.identifier) !== null) {
      throw new ConflictError(`A user with the identifier "${user.identifier}" exists.`);
    }
    this.table.insert(project, user);
    return user;
  }

  /** The user with that id, else with that identifier, else a new one. */
  resolve(
    project: number,
    participant: string,
    ifNew: { readonly newUserId: string; readonly createdAt: number },
  ): { readonly key: number; readonly identifier: string } {
    const user =
      this.table.get(project, participant) ??
      this.findByIdentifier(project, participant) ??
      this.insert(project, { id: ifNew.newUserId, createdAt: ifNew.createdAt, identifier: participant, metadata: {} });
    return { key: this.keyOf(project, user.id) ?? 0, identifier: user.identifier };
  }
}
