import { removeDraft, storedDraft, storedDraftNames, storeDraft } from "../../ui/stored-drafts.ts";
import type { PlaygroundState } from "./column/column.ts";
import { packState, unpackState } from "./column/packed-state.ts";
import { responsesOf } from "./kept-runs.ts";
import type { PlaygroundPlace } from "./place.ts";
import { type PlaygroundSearch, readPlaygroundSearch } from "./playground-search.ts";

/** A draft that this tab keeps. */
export interface KeptDraft {
  readonly name: string;
  readonly title: string;
  readonly note: string | null;
  readonly search: PlaygroundSearch | null;
  readonly state: PlaygroundState;
  readonly editedAt: string;
}

/** Stores the content of a place. Returns whether the browser had space for it. */
export function keepDraft(name: string, state: PlaygroundState, { title, note, search }: PlaygroundPlace): boolean {
  const packed = packState(state);
  return storeDraft(name, { ...(packed as object), title, note, search, editedAt: new Date().toISOString() });
}

/** Returns the drafts whose names start with a prefix, the last edited first. */
export function keptDrafts(prefix: string): readonly KeptDraft[] {
  return storedDraftNames(prefix)
    .flatMap((name) => keptDraft(name) ?? [])
    .toSorted((one, other) => other.editedAt.localeCompare(one.editedAt));
}

function keptDraft(name: string): KeptDraft | null {
  const stored = storedDraft(name);
  const state = unpackState(stored);
  if (state === null) return null;
  const { title, note, search, editedAt } = stored as Readonly<Record<string, unknown>>; // an object, as it has a state
  if (typeof title !== "string" || typeof editedAt !== "string") return null;
  return {
    name,
    title,
    note: typeof note === "string" ? note : null,
    search: typeof search === "object" && search !== null ? readPlaygroundSearch({ ...search }) : null,
    state,
    editedAt,
  };
}

/** Removes a draft and its responses. Returns a function that restores both. */
export function discardDraft(name: string): () => void {
  const stored = [name, responsesOf(name)].map((each) => ({ each, content: storedDraft(each) }));
  for (const { each } of stored) removeDraft(each);
  return () => {
    for (const { each, content } of stored) if (content !== null) storeDraft(each, content);
  };
}
