/**
 * Planted bug: acknowledges a commit immediately, but performs it 400 ms later, so that a crash loses acknowledged
 * writes.
 */
import { DatabaseSync } from "node:sqlite";

const delay = 400;
const waiting = new WeakSet<DatabaseSync>();
// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const { exec } = DatabaseSync.prototype;

DatabaseSync.prototype.exec = function plantedExec(this: DatabaseSync, sql: string): void {
  const isWaiting = waiting.has(this);
  if (isWaiting && (sql === "BEGIN IMMEDIATE" || sql === "COMMIT" || sql.startsWith("PRAGMA synchronous"))) return;
  if (sql !== "COMMIT") return exec.call(this, sql);
  waiting.add(this);
  setTimeout(() => {
    waiting.delete(this);
    if (this.isOpen && this.isTransaction) exec.call(this, "COMMIT");
  }, delay);
};
