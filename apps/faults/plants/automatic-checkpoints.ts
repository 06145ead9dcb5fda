/** Planted bug: SQLite checkpoints automatically within commits, and errors of these checkpoints are not reported. */
import { DatabaseSync } from "node:sqlite";

// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const { exec } = DatabaseSync.prototype;

DatabaseSync.prototype.exec = function plantedExec(this: DatabaseSync, sql: string): void {
  if (sql.startsWith("PRAGMA wal_checkpoint")) return;
  exec.call(this, sql.replaceAll("wal_autocheckpoint = 0", "wal_autocheckpoint = 60"));
};
