import { randomBytes } from "node:crypto";
import { ConflictError } from "../errors.ts";
import type { Store } from "../store.ts";
import type { Database } from "./database.ts";
import type { Session } from "./session.ts";

/** What the installation signs and encrypts with. */
export function createSecrets(database: Database): Pick<Store, "replaceSecret" | "secret"> {
  return {
    async secret(name, initial = randomBytes(32)) {
      const known = await database.read(null, (session) => find(session, name));
      const row =
        known ??
        (await database.write(null, async (session) => {
          await session.run("INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, initial);
          return find(session, name);
        }));
      return new Uint8Array(row?.value ?? []);
    },

    replaceSecret: (name, value, secondFactors) =>
      database.write(null, async (session) => {
        await session.run(
          "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
          name,
          value,
        );
        if (!secondFactors) return;
        // Nobody sets one up in between.
        await session.execute("LOCK TABLE second_factors IN SHARE ROW EXCLUSIVE MODE");
        const known = await session.all<{ id: string; secret: string }>("SELECT id, secret FROM second_factors");
        const given = new Map(secondFactors.map(({ id, from }) => [id, from]));
        if (known.length !== given.size || known.some(({ id, secret }) => given.get(id) !== secret)) {
          throw new ConflictError("A second factor was changed meanwhile; nothing was replaced.");
        }
        for (const { id, to } of secondFactors) {
          // oxlint-disable-next-line no-await-in-loop -- one connection
          await session.run("UPDATE second_factors SET secret = ? WHERE id = ?", to, id);
        }
        await session.execute("DELETE FROM sessions");
        await session.execute("DELETE FROM verifications");
      }),
  };
}

function find(session: Session, name: string): Promise<{ readonly value: Uint8Array } | undefined> {
  return session.get("SELECT value FROM secrets WHERE name = ?", name);
}
