export interface WalkEntry {
  /** Id of the thread; null outside a thread. */
  readonly threadId: string | null;
  /** Id of the root step. A run without a thread is shown on the page of this step. */
  readonly rootId: string | null;
  /** Id of the step to select; null for the thread as a whole. */
  readonly stepId: string | null;
  /** Position in the list, from 1. */
  readonly position: number;
}

/** List that a record was opened from, for links to the previous and next record. */
export interface Walk {
  readonly projectId: string;
  readonly back: string;
  readonly text?: string | undefined;
  /** Loaded records of the list. */
  readonly entries: readonly WalkEntry[];
  /** Number of records in the list, formatted; null if it was unknown. */
  readonly total: string | null;
  readonly at: number;
}

const key = "threadline.opened-list";
const reach = 250;

export function keepWalk(walk: Walk): void {
  const begin = Math.max(walk.at - reach, 0);
  const entries = walk.entries.slice(begin, walk.at + reach);
  sessionStorage.setItem(key, JSON.stringify({ ...walk, entries, at: walk.at - begin }));
}

/**
 * Returns the list from which the user opened a page; null if there is none. `pageId` is the id of the page's thread or
 * root step.
 */
export function walkTo(projectId: string, pageId: string): Walk | null {
  const kept = sessionStorage.getItem(key);
  if (kept === null) return null;
  const walk = JSON.parse(kept) as Walk; // written by `keepWalk`
  if (walk.projectId !== projectId) return null;
  const isHere = (entry: WalkEntry | undefined): boolean => (entry?.threadId ?? entry?.rootId) === pageId;
  const at = isHere(walk.entries[walk.at]) ? walk.at : walk.entries.findIndex(isHere);
  return at === -1 ? null : { ...walk, at };
}
