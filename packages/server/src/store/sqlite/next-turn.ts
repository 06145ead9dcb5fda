import { setImmediate } from "node:timers/promises";
import { callerSignal } from "../caller.ts";

/** Lets other work run between two slices of a read; rejects when its caller has left. */
export async function nextTurn(): Promise<void> {
  await setImmediate();
  callerSignal()?.throwIfAborted();
}
