/** Planted bug: the writing thread throws an uncaught exception after 40 commits. */
import { DatabaseSync } from "node:sqlite";
import { isMainThread } from "node:worker_threads";

// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const { exec } = DatabaseSync.prototype;
let commits = 0;

DatabaseSync.prototype.exec = function plantedExec(this: DatabaseSync, sql: string): void {
  exec.call(this, sql);
  if (isMainThread || sql !== "COMMIT") return;
  commits += 1;
  if (commits === 40) {
    setImmediate(() => {
      throw new Error("planted error in the writing thread");
    });
  }
};
