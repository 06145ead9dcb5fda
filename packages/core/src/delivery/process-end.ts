/** What must happen before a process ends. */
export interface ProcessEnd {
  /** Nothing is left to do but what this starts; it may take time. */
  beforeExit: () => void;
  /** The process ends now. */
  exit: () => void;
}

/**
 * One listener for all clients, since Node warns of a leak when eleven listen. Clients are members only while something waits to
 * be sent, so that others can be collected.
 */
const waiting = new Set<ProcessEnd>();

const beforeExit = (): void => {
  for (const end of waiting) end.beforeExit();
};
const exit = (): void => {
  for (const end of waiting) end.exit();
};

/** Tells of the end of the process, where there is one to tell of. */
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
