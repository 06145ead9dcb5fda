/** Planted bug: nothing is ever synced. */
import { DatabaseSync } from "node:sqlite";

// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const { exec } = DatabaseSync.prototype;

DatabaseSync.prototype.exec = function plantedExec(this: DatabaseSync, sql: string): void {
  exec.call(this, sql.replaceAll(/synchronous = (FULL|NORMAL)/g, "synchronous = OFF"));
};
