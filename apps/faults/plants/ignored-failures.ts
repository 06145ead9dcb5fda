/** Planted bug: a failed commit is treated as successful. */
import { DatabaseSync } from "node:sqlite";

// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const { exec } = DatabaseSync.prototype;

DatabaseSync.prototype.exec = function plantedExec(this: DatabaseSync, sql: string): void {
  if (sql !== "COMMIT") return exec.call(this, sql);
  try {
    exec.call(this, sql);
  } catch {
    if (this.isTransaction) exec.call(this, "ROLLBACK");
  }
};
