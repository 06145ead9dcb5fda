import { useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { sessionOptions } from "../../api/session.ts";
import { removeDraft, storedDraft } from "../../ui/stored-drafts.ts";
import type { PlaygroundState } from "./column/column.ts";
import { packState, unpackState } from "./column/packed-state.ts";
import { draftName } from "./draft-name.ts";
import { keepDraft } from "./kept-drafts.ts";
import type { PlaygroundPlace } from "./place.ts";

/** Whether the tab keeps the whole draft, keeps it without its images, or does not keep it because it is too large. */
export type DraftState = "kept" | "withoutImages" | "notKept";

const delayMs = 300;

/** Returns the name under which a draft of the account is stored in the project, like {@link draftName}. */
export function useDraftName(id: string): string {
  const { data: session } = useSuspenseQuery(sessionOptions);
  return draftName(session.account?.id ?? "", useProjectId() ?? "", id);
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
    place,
    original,
    state: { columns, values },
    onOpen,
  }: {
    readonly place: PlaygroundPlace;
    readonly original: PlaygroundState;
    readonly state: PlaygroundState;
    /** Called with the content that replaces the current one. */
    readonly onOpen: (state: PlaygroundState) => void;
  },
): Draft {
  const [state, setState] = useState<DraftState | null>(null);
  const [discarded, setDiscarded] = useState<PlaygroundState | null>(null);
  if (state !== null && discarded !== null) setDiscarded(null);
  const [keeper] = useState(() => createKeeper(name, { place, original, onChange: setState }));
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
function keep(name: string, state: PlaygroundState, place: PlaygroundPlace): DraftState {
  if (keepDraft(name, state, place)) return "kept";
  return keepDraft(name, withoutImages(state), place) ? "withoutImages" : "notKept";
}

function createKeeper(
  name: string,
  {
    place,
    original,
    onChange,
  }: {
    readonly place: PlaygroundPlace;
    readonly original: PlaygroundState;
    readonly onChange: (state: DraftState | null) => void;
  },
) {
  const unchanged = JSON.stringify(packState(original));
  // The last stored content. Storing it again would change the time of the last edit.
  let last = textOf(unpackState(storedDraft(name)));
  let lastState: DraftState = "kept";
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
    const text = textOf(state);
    if (text === unchanged) removeDraft(name);
    else if (text !== last) lastState = keep(name, state, place);
    last = text === unchanged ? null : text;
    onChange(last === null ? null : lastState);
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
      last = null;
      onChange(null);
    },
  };
}

function textOf(state: PlaygroundState | null): string | null {
  return state && JSON.stringify(packState(state));
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
