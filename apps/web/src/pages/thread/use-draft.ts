import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { sessionOptions } from "../../api/session.ts";
import { useThreadPage } from "./thread-context.ts";

const drafts = new Map<string, unknown>();
const listeners = new Set<() => void>();

/**
 * State of a form that is kept when the form is closed, until the page is reloaded. Each account has its own drafts.
 * The state is null if there is no draft.
 */
export function useDraft<Draft>(form: string, id: string): [Draft | null, (draft: Draft | null) => void] {
  const { projectId } = useThreadPage();
  const session = useQuery(sessionOptions);
  const key = JSON.stringify([session.data?.account?.id ?? null, projectId, form, id]);
  // The form is a part of the key, and each form has one type of draft.
  const draft = useSyncExternalStore(subscribe, () => drafts.get(key) ?? null) as Draft | null;
  const setDraft = (next: Draft | null): void => {
    if (next === null) drafts.delete(key);
    else drafts.set(key, next);
    for (const notify of listeners) notify();
  };
  return [draft, setDraft];
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
