export interface ProcessEnd {
  /** Called when the event loop is empty; may start asynchronous work. */
  beforeExit: () => void;
  /** Called when the process exits; synchronous work only. */
  exit: () => void;
}

/**
 * Clients with pending records. All clients share one listener per event of the process, because Node warns about more
 * than ten listeners. A client without pending records is removed, so that it can be garbage-collected.
 */
const waiting = new Set<ProcessEnd>();

const beforeExit = (): void => {
  for (const end of waiting) end.beforeExit();
};
const exit = (): void => {
  for (const end of waiting) end.exit();
};

export function watchProcessEnd(end: ProcessEnd): void {
  if (waiting.has(end) || typeof process === "undefined" || typeof process.on !== "function") return;
  if (waiting.size === 0) process.on("beforeExit", beforeExit).on("exit", exit);
  waiting.add(end);
}

export function unwatchProcessEnd(end: ProcessEnd): void {
  if (!waiting.delete(end) || waiting.size > 0) return;
  process.off("beforeExit", beforeExit).off("exit", exit);
}
