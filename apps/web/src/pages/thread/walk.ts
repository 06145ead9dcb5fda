/** Record of a list, identified by its page. */
export interface WalkEntry {
  /** Null outside a thread. */
  readonly threadId: string | null;
  /** Id of the root step, whose page shows a run outside any thread. */
  readonly rootId: string | null;
  /** Page state to restore; null for a whole thread. */
  readonly stepId: string | null;
}

/** List that a record was opened from, for the links to the next and previous one. */
export interface Walk {
  readonly projectId: string;
  /** Address of the list. */
  readonly back: string;
  /** Search text. */
  readonly text?: string | undefined;
  readonly entries: readonly WalkEntry[];
  /** Position of the shown record. */
  readonly at: number;
}

const key = "threadline.walk";
/** Number of entries kept before and after the opened one. */
const reach = 250;

/** Stores the list for this browser tab. */
export function keepWalk(walk: Walk): void {
  const begin = Math.max(walk.at - reach, 0);
  const entries = walk.entries.slice(begin, walk.at + reach);
  sessionStorage.setItem(key, JSON.stringify({ ...walk, entries, at: walk.at - begin }));
}

/** List that led to the page of a thread or root step; null without one. */
export function walkTo(projectId: string, pageId: string): Walk | null {
  const kept = sessionStorage.getItem(key);
  if (kept === null) return null;
  const walk = JSON.parse(kept) as Walk; // only this module writes it
  if (walk.projectId !== projectId) return null;
  const isHere = (entry: WalkEntry | undefined): boolean => (entry?.threadId ?? entry?.rootId) === pageId;
  const at = isHere(walk.entries[walk.at]) ? walk.at : walk.entries.findIndex(isHere);
  return at === -1 ? null : { ...walk, at };
}
