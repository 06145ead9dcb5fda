import { useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { sessionOptions } from "../../api/session.ts";
import { removeDraft, storeDraft } from "../../ui/stored-drafts.ts";
import type { PlaygroundState } from "./column/column.ts";
import { packState } from "./column/packed-state.ts";

/** Whether the tab keeps the draft completely, without its images, or not because it is too large. */
export type DraftState = "kept" | "withoutImages" | "notKept";

const delayMs = 300;

/** Returns the name of the draft of a place in the playground, such as a prompt version. Each account has its own. */
export function useDraftName(place: string): string {
  const { data: session } = useSuspenseQuery(sessionOptions);
  return `playground.${session.account?.id ?? ""}.${useProjectId() ?? ""}.${place}`;
}

export interface Draft {
  /** Null without changes. `discarded`: the changes were discarded, and nothing was changed since. */
  readonly state: DraftState | "discarded" | null;
  /** Replaces the content with the original. */
  readonly discard: () => void;
  /** Restores the content that was discarded. */
  readonly undo: () => void;
  /** Removes the stored draft, after the content was saved. */
  readonly remove: () => void;
}

/** Keeps the changes of a playground in this tab until they are saved or discarded. */
export function useDraft(
  name: string,
  {
    original,
    state: { columns, values },
    onOpen,
  }: {
    readonly original: PlaygroundState;
    readonly state: PlaygroundState;
    /** Called with the content that replaces the current one. */
    readonly onOpen: (state: PlaygroundState) => void;
  },
): Draft {
  const [state, setState] = useState<DraftState | null>(null);
  const [discarded, setDiscarded] = useState<PlaygroundState | null>(null);
  if (state !== null && discarded !== null) setDiscarded(null);
  const [keeper] = useState(() => createKeeper(name, { original, onChange: setState }));
  useEffect(() => keeper.change({ columns, values }), [keeper, columns, values]);
  useEffect(() => {
    addEventListener("pagehide", keeper.flush);
    return () => {
      removeEventListener("pagehide", keeper.flush);
      keeper.flush();
    };
  }, [keeper]);
  return {
    state: state ?? (discarded && "discarded"),
    discard: () => {
      keeper.remove();
      setDiscarded({ columns, values });
      onOpen(original);
    },
    undo: () => discarded && onOpen(discarded),
    remove: () => keeper.remove(),
  };
}

/** Stores a draft, without its images if it is too large with them. */
function keepDraft(name: string, state: PlaygroundState): DraftState {
  if (storeDraft(name, packState(state))) return "kept";
  return storeDraft(name, packState(withoutImages(state))) ? "withoutImages" : "notKept";
}

function createKeeper(
  name: string,
  { original, onChange }: { readonly original: PlaygroundState; readonly onChange: (state: DraftState | null) => void },
) {
  const unchanged = JSON.stringify(packState(original));
  let pending: { readonly state: PlaygroundState; readonly timer: ReturnType<typeof setTimeout> } | null = null;
  const cancel = (): PlaygroundState | null => {
    const { state = null, timer } = pending ?? {};
    clearTimeout(timer);
    pending = null;
    return state;
  };
  const flush = (): void => {
    const state = cancel();
    if (state === null) return;
    const isChanged = JSON.stringify(packState(state)) !== unchanged;
    if (!isChanged) removeDraft(name);
    onChange(isChanged ? keepDraft(name, state) : null);
  };
  return {
    flush,
    change(state: PlaygroundState): void {
      cancel();
      pending = { state, timer: setTimeout(flush, delayMs) };
    },
    remove(): void {
      cancel();
      removeDraft(name);
      onChange(null);
    },
  };
}

function withoutImages({ columns, values }: PlaygroundState): PlaygroundState {
  return {
    values,
    columns: columns.map((column) => ({
      ...column,
      messages: column.messages.map((message) => (message.kind === "text" ? { ...message, images: [] } : message)),
    })),
  };
}
