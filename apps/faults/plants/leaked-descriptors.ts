/** Planted bug: every connection leaks a file descriptor. */
import { EventEmitter } from "node:events";
import { openSync } from "node:fs";
import { Server } from "node:net";

Server.prototype.emit = function plantedEmit(this: Server, name: string | symbol, ...values: unknown[]): boolean {
  if (name === "connection") {
    try {
      openSync("/dev/null", "r");
    } catch {
      // All descriptors are in use, so there is none to leak.
    }
  }
  return EventEmitter.prototype.emit.call(this, name, ...values);
};
