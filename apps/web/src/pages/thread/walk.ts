/** A record of a list, with the ids that its page needs. */
export interface WalkEntry {
  /** Id of the thread; null outside a thread. */
  readonly threadId: string | null;
  /** Id of the root step, which identifies the page of a run that is in no thread. */
  readonly rootId: string | null;
  /** Id of the step to select on the page; null for the thread as a whole. */
  readonly stepId: string | null;
}

/** The list that a record was opened from. Used for the links to the previous and next records. */
export interface Walk {
  readonly projectId: string;
  /** URL of the list. */
  readonly back: string;
  /** Text that the list was searched for. */
  readonly text?: string | undefined;
  readonly entries: readonly WalkEntry[];
  /** Index of the record that is shown. */
  readonly at: number;
}

const key = "threadline.walk";
/** Number of entries that are stored before the opened record, and also after it. */
const reach = 250;

/** Stores the list for this browser tab. */
export function keepWalk(walk: Walk): void {
  const begin = Math.max(walk.at - reach, 0);
  const entries = walk.entries.slice(begin, walk.at + reach);
  sessionStorage.setItem(key, JSON.stringify({ ...walk, entries, at: walk.at - begin }));
}

/** Returns the list that the page of a thread or root step was opened from; null if there is none. */
export function walkTo(projectId: string, pageId: string): Walk | null {
  const kept = sessionStorage.getItem(key);
  if (kept === null) return null;
  const walk = JSON.parse(kept) as Walk; // only this module writes it
  if (walk.projectId !== projectId) return null;
  const isHere = (entry: WalkEntry | undefined): boolean => (entry?.threadId ?? entry?.rootId) === pageId;
  const at = isHere(walk.entries[walk.at]) ? walk.at : walk.entries.findIndex(isHere);
  return at === -1 ? null : { ...walk, at };
}
