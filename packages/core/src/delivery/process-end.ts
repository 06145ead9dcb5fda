/** Callbacks for the end of the process. */
export interface ProcessEnd {
  /** Called when the event loop is empty; may start asynchronous work. */
  beforeExit: () => void;
  /** Called when the process exits; synchronous work only. */
  exit: () => void;
}

/**
 * One listener for all clients, because Node warns about leaks at eleven listeners. Clients are in the set only while records are
 * pending, so that idle ones can be collected.
 */
const waiting = new Set<ProcessEnd>();

const beforeExit = (): void => {
  for (const end of waiting) end.beforeExit();
};
const exit = (): void => {
  for (const end of waiting) end.exit();
};

/** Calls back at the end of the process, where the runtime supports it. */
export function watchProcessEnd(end: ProcessEnd): void {
  if (waiting.has(end) || typeof process === "undefined" || typeof process.on !== "function") return;
  if (waiting.size === 0) process.on("beforeExit", beforeExit).on("exit", exit);
  waiting.add(end);
}

/** Ends {@link watchProcessEnd}. */
export function unwatchProcessEnd(end: ProcessEnd): void {
  if (!waiting.delete(end) || waiting.size > 0) return;
  process.off("beforeExit", beforeExit).off("exit", exit);
}
