import { callerSignal } from "../../caller.ts";

/** Maximum duration of a slice of a read, in milliseconds. */
export const sliceTime = 8;

/** Reads that wait for their next slice, by project. The projects are in the order of their turns. */
const waiting = new Map<number, (() => void)[]>();
let isStarting = false;

/**
 * Waits until the next slice of a read may run; rejects if its caller has disconnected. One slice runs per turn of the
 * event loop, so that new reads start between the slices of others. The projects take turns: the reads of one project
 * do not delay the reads of another by more than one slice per turn.
 */
export async function nextTurn(project: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const reads = waiting.get(project);
    if (reads === undefined) waiting.set(project, [resolve]);
    else reads.push(resolve);
    startLater();
  });
  callerSignal()?.throwIfAborted();
}

function startLater(): void {
  if (isStarting) return;
  isStarting = true;
  setImmediate(() => {
    isStarting = false;
    startNext();
    if (waiting.size > 0) startLater();
  });
}

function startNext(): void {
  const [next] = waiting;
  if (next === undefined) return;
  const [project, reads] = next;
  const start = reads.shift();
  waiting.delete(project);
  if (reads.length > 0) waiting.set(project, reads);
  start?.();
}
