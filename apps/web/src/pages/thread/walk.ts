/** A record of a list, by the page that shows it. */
export interface WalkEntry {
  /** Null outside a thread. */
  readonly threadId: string | null;
  /** Id of the root step, whose page shows a run outside any thread. */
  readonly rootId: string | null;
  /** Page state to restore; null for a whole thread. */
  readonly stepId: string | null;
}

/** The list that a record was opened from, so that its reader goes on to the next one and back. */
export interface Walk {
  readonly projectId: string;
  /** Address of the list. */
  readonly back: string;
  /** Search text. */
  readonly text?: string | undefined;
  readonly entries: readonly WalkEntry[];
  /** Which of them is shown. */
  readonly at: number;
}

const key = "threadline.walk";
/** Entries that are kept around the one that is opened. */
const reach = 250;

/** Remembers the list for this tab of the browser. */
export function keepWalk(walk: Walk): void {
  const begin = Math.max(walk.at - reach, 0);
  const entries = walk.entries.slice(begin, walk.at + reach);
  sessionStorage.setItem(key, JSON.stringify({ ...walk, entries, at: walk.at - begin }));
}

/** The list that led to the page of this id, a thread or an outermost step; null when the page was reached otherwise. */
export function walkTo(projectId: string, pageId: string): Walk | null {
  const kept = sessionStorage.getItem(key);
  if (kept === null) return null;
  const walk = JSON.parse(kept) as Walk; // nothing else writes it
  if (walk.projectId !== projectId) return null;
  const isHere = (entry: WalkEntry | undefined): boolean => (entry?.threadId ?? entry?.rootId) === pageId;
  const at = isHere(walk.entries[walk.at]) ? walk.at : walk.entries.findIndex(isHere);
  return at === -1 ? null : { ...walk, at };
}
