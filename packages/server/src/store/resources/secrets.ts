import { randomBytes, createHash } from "node:crypto";
import { sql } from "kysely";
import { ConflictError } from "../errors.ts";
import type { Resealed } from "../model-connections.ts";
import type { Session, Sessions } from "../session/session.ts";
import type { Store } from "../store.ts";

const concurrentChange = "A model connection or channel changed concurrently; nothing was replaced. Try again.";

const sealedTables = { connections: "model_connections", channels: "channels" } as const;
/** Locks that prevent new rows in the tables with encrypted secrets. */
const sealedLocks = { connections: "modelConnections", channels: "channels" } as const;

export function createSecrets(sessions: Sessions): Pick<Store, "replaceSecret" | "secret"> {
  return {
    async secret(name, initial = randomBytes(32)) {
      const value =
        (await sessions.readInstallation((session) => find(session, name))) ??
        (await sessions.writeInstallation(async (session) => {
          const insert = session.db.insertInto("secrets").values({ name, value: initial });
          await session.run(insert.onConflict((on) => on.doNothing()));
          return find(session, name);
        }));
      return new Uint8Array(value ?? []);
    },

    replaceSecret: (name, value, { secondFactors, connections, channels } = {}) =>
      sessions.writeInstallation(async (session) => {
        const { db } = session;
        const insert = db.insertInto("secrets").values({ name, value });
        await session.run(insert.onConflict((on) => on.column("name").doUpdateSet({ value })));
        if (connections) await resealAll(session, "connections", connections);
        if (channels) await resealAll(session, "channels", channels);
        if (!secondFactors) return;
        // Until the transaction ends, no second factor can be set up.
        await session.lockTables("second_factors");
        const known = await session.all(db.selectFrom("second_factors").select(["id", "secret"]));
        const given = new Map(secondFactors.map(({ id, from }) => [id, from]));
        if (known.length !== given.size || known.some(({ id, secret }) => given.get(id) !== secret)) {
          throw new ConflictError(
            "No secret was replaced, because an account changed its two-factor authentication at the same time. Try again.",
          );
        }
        for (const { id, to } of secondFactors) {
          // oxlint-disable-next-line no-await-in-loop -- one statement after the other
          await session.run(db.updateTable("second_factors").set({ secret: to }).where("id", "=", id));
        }
        await session.run(db.deleteFrom("sessions"));
        await session.run(db.deleteFrom("verifications"));
      }),
  };
}

function nameOf(projectId: string, id: string): string {
  return JSON.stringify([projectId, id]);
}

/**
 * Replaces the encrypted secrets of all model connections, or of all channels. Locks prevent the creation of further
 * connections or channels until the transaction ends.
 */
async function resealAll(
  session: Session,
  kind: keyof typeof sealedTables,
  records: readonly Resealed[],
): Promise<void> {
  const table = sealedTables[kind];
  const { db } = session;
  const given = new Map(records.map((each) => [nameOf(each.projectId, each.id), each]));
  for (const { key, id: projectId } of await session.all(db.selectFrom("projects").select(["key", "id"]))) {
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other, here and below
    await session.enter(key);
    // oxlint-disable-next-line no-await-in-loop
    await session.holdLock(sealedLocks[kind], key);
    const stored = db.selectFrom(table).select(["id", "sealed_secrets"]).where("project_id", "=", key);
    // oxlint-disable-next-line no-await-in-loop
    for (const { id, sealed_secrets: sealed } of await session.all(stored)) {
      if (sealed === null) continue;
      const resealed = given.get(nameOf(projectId, id));
      given.delete(nameOf(projectId, id));
      if (resealed?.from !== sealed) throw new ConflictError(concurrentChange);
      const update = db
        .updateTable(table)
        // A concurrent update of the record would restore the old secrets. The new time makes that update fail.
        .set({ sealed_secrets: resealed.to, updated_at: sql`updated_at + 1` })
        .where("project_id", "=", key)
        .where("id", "=", id)
        .where("sealed_secrets", "=", sealed);
      // oxlint-disable-next-line no-await-in-loop
      if ((await session.run(update)) !== 1) throw new ConflictError(concurrentChange);
    }
  }
  if (given.size > 0) throw new ConflictError(concurrentChange);
}

async function find(session: Session, name: string): Promise<Uint8Array | undefined> {
  return (await session.get(session.db.selectFrom("secrets").select("value").where("name", "=", name)))?.value;
}

/**
 * Returns the identity of a database, a hash of a secret in the database and of `place`. A copy of the database has the
 * same secret but another `place`.
 */
export async function readIdentity({ secret }: Pick<Store, "secret">, place: string): Promise<string> {
  const key = await secret("signed-urls");
  return createHash("sha256").update(`identity ${place} `).update(key).digest("hex");
}
