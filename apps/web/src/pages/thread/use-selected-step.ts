import { useCallback, useRef, useState } from "react";
import type { Outline } from "./outline/outline.ts";
import type { ThreadSearch } from "./thread-search.ts";

/**
 * Keeps the selected step. A failed thread opens at the step that explains the failure, unless `opensAtError` is false
 * or the URL selects something else.
 */
export function useSelectedStep(options: {
  readonly outline: Outline;
  /** Step in the URL. Null if there is none; empty for the thread as a whole. */
  readonly chosenId: string | null;
  readonly opensAtError: boolean;
  /**
   * Whether the initially selected step is only marked in the view. The sheet or panel with the step then stays closed,
   * unless the view does not show the step.
   */
  readonly marksOnly: boolean;
  readonly onNavigate: (change: ThreadSearch) => Promise<void>;
}): {
  /** Id of the selected step; null if no step is selected. */
  readonly selectedId: string | null;
  /** Whether the thread opened at this step, and the user has not selected another. */
  readonly isInitial: boolean;
  /** Selects a step. Null selects the thread as a whole. */
  readonly select: (id: string | null) => void;
  /** Whether the selected step is only marked, as the initial one is because of `marksOnly`. */
  readonly isOnlyMarked: boolean;
  readonly markOnly: (id: string) => void;
} {
  const { outline, chosenId, opensAtError } = options;
  const [failedId, setFailedId] = useState(() => (opensAtError ? outline.failureId : null));
  const [markedId, setMarkedId] = useState(options.marksOnly ? chosenId : null);
  const navigate = useRef(options.onNavigate);
  navigate.current = options.onNavigate;
  const select = useCallback((id: string | null) => {
    setFailedId(null);
    setMarkedId(null);
    void navigate.current({ currentStepId: id ?? undefined });
  }, []);
  const selectedId = (chosenId ?? failedId) || null;
  const isInitial = chosenId === null && failedId !== null;
  return {
    selectedId,
    isInitial,
    select,
    isOnlyMarked: selectedId !== null && selectedId === markedId,
    markOnly: setMarkedId,
  };
}
