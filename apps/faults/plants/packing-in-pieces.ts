/**
 * Planted bug: background work of the embedded store, such as compressing payloads, commits each statement separately
 * instead of all together.
 */
import { DatabaseSync } from "node:sqlite";

// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const { exec } = DatabaseSync.prototype;
const inBackground = new WeakSet<DatabaseSync>();

DatabaseSync.prototype.exec = function plantedExec(this: DatabaseSync, sql: string): void {
  if (sql === "PRAGMA synchronous = NORMAL") inBackground.add(this);
  if (sql === "PRAGMA synchronous = FULL") inBackground.delete(this);
  if (inBackground.has(this) && (sql === "BEGIN IMMEDIATE" || sql === "COMMIT")) return;
  exec.call(this, sql);
};
