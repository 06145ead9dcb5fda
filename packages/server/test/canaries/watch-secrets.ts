/**
 * Searches everything that the service writes in a test for the keys, passwords, sessions and tokens of the test:
 * each log line, and each SQLite database when it is closed. A file whose tests leak one fails. PostgreSQL databases
 * are searched when their server stops.
 */
import { subscribe } from "node:diagnostics_channel";
import { DatabaseSync } from "node:sqlite";
import { afterAll } from "vitest";
import { takeLeaks, watchDatabase, watchText } from "./secret-watch.ts";

subscribe("tracing:pino_asJson:end", (message) => {
  const { result } = message as { readonly result?: unknown };
  if (typeof result === "string") watchText("The log", result);
});

// oxlint-disable-next-line typescript/unbound-method -- called with its database below
const { close } = DatabaseSync.prototype;
DatabaseSync.prototype.close = function watchedClose(this: DatabaseSync): void {
  if (this.isOpen && !this.isTransaction) watchDatabase(this);
  close.call(this);
};

afterAll(() => {
  const leaks = takeLeaks();
  if (leaks.length > 0) throw new Error(`Secrets were written:\n${leaks.join("\n")}`);
});
