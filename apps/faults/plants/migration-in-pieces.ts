/**
 * Planted bug: migrations commit each statement separately instead of all together, and do not wait while another
 * server migrates. Affects both stores.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { formatBefore } from "../../../packages/server/test/upgrades/add-upgrade.ts";

// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const { exec } = DatabaseSync.prototype;
const migrating = new WeakSet<DatabaseSync>();

DatabaseSync.prototype.exec = function plantedExec(this: DatabaseSync, sql: string): void {
  const isMigrating = migrating.has(this);
  if (!isMigrating && sql === "BEGIN IMMEDIATE" && isOld(this)) return void migrating.add(this);
  if (isMigrating && sql.includes("PRAGMA user_version =")) {
    migrating.delete(this);
    return exec.call(this, sql.replace("COMMIT", ""));
  }
  exec.call(this, sql);
};

function isOld(database: DatabaseSync): boolean {
  return database.prepare("PRAGMA user_version").get()?.["user_version"] === formatBefore;
}

type Query = string | { readonly text: string };
const server = join(import.meta.dirname, "../../../packages/server/package.json");
const { Client } = createRequire(server)("pg") as {
  Client: { prototype: { query: (query: Query, ...rest: unknown[]) => unknown } };
};
// oxlint-disable-next-line typescript/unbound-method -- as above
const { query } = Client.prototype;

Client.prototype.query = function plantedQuery(asked: Query, ...rest: unknown[]): unknown {
  const text = typeof asked === "string" ? asked : asked.text;
  const isBegin = text.startsWith("BEGIN ISOLATION LEVEL READ COMMITTED");
  if (!isBegin) return query.call(this, asked, ...rest);
  return query.call(this, typeof asked === "string" ? "SELECT 1" : { ...asked, text: "SELECT 1" }, ...rest);
};
