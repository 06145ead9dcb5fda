import { randomBytes } from "node:crypto";
import { ConflictError } from "../errors.ts";
import type { Store } from "../store.ts";
import type { Database } from "./database.ts";

/** What the installation signs and encrypts with. */
export function createSecrets(database: Database): Pick<Store, "replaceSecret" | "secret"> {
  const find = (name: string): { readonly value: Uint8Array } | undefined =>
    database.get("SELECT value FROM secrets WHERE name = ?", name);
  return {
    async secret(name, initial = randomBytes(32)) {
      const row =
        find(name) ??
        (await database.write(() => {
          database.run("INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)", name, initial);
          return find(name);
        }));
      return new Uint8Array(row?.value ?? []);
    },

    replaceSecret: (name, value, secondFactors) =>
      database.write(() => {
        const sql = "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value";
        database.run(sql, name, value);
        if (!secondFactors) return;
        const known = database.all<{ id: string; secret: string }>("SELECT id, secret FROM secondFactors");
        const given = new Map(secondFactors.map(({ id, from }) => [id, from]));
        if (known.length !== given.size || known.some(({ id, secret }) => given.get(id) !== secret)) {
          throw new ConflictError("A second factor was changed meanwhile; nothing was replaced.");
        }
        for (const { id, to } of secondFactors)
          database.run("UPDATE secondFactors SET secret = ? WHERE id = ?", to, id);
        database.run("DELETE FROM sessions");
        database.run("DELETE FROM verifications");
      }),
  };
}
