/** Planted bug: commits do not sync the write-ahead log. */
import { DatabaseSync } from "node:sqlite";

// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const { exec } = DatabaseSync.prototype;

DatabaseSync.prototype.exec = function plantedExec(this: DatabaseSync, sql: string): void {
  exec.call(this, sql.replaceAll("synchronous = FULL", "synchronous = NORMAL"));
};
