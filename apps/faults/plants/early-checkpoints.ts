/**
 * Runs checkpoints every 60 pages instead of 4,000, so that a short recording of disk operations contains many
 * checkpoints. This is not a bug.
 */
import { DatabaseSync } from "node:sqlite";

// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const { exec } = DatabaseSync.prototype;

DatabaseSync.prototype.exec = function plantedExec(this: DatabaseSync, sql: string): void {
  exec.call(this, sql.replaceAll("journal_size_limit = 67108864", "journal_size_limit = 985920"));
};
