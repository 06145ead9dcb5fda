import { subscribe } from "node:diagnostics_channel";
import { DatabaseSync } from "node:sqlite";
import { watchDatabase, watchText } from "./secret-watch.ts";

let isWatching = false;

/** Watches each log line and each SQLite database when it is closed, once per process. */
export function watchWrites(): void {
  if (isWatching) return;
  isWatching = true;
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
}
