/** Planted bug: every connection leaks a file descriptor. */
import { EventEmitter } from "node:events";
import { openSync } from "node:fs";
import { Server } from "node:net";

Server.prototype.emit = function plantedEmit(this: Server, name: string | symbol, ...values: unknown[]): boolean {
  if (name === "connection") {
    try {
      openSync("/dev/null", "r");
    } catch {
      // `openSync` fails if all descriptors are in use. Then there is no descriptor to leak.
    }
  }
  return EventEmitter.prototype.emit.call(this, name, ...values);
};
