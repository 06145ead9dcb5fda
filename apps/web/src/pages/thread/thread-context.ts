import { createContext, useContext } from "react";
import type { ThreadHeadQuery } from "../../generated/thread.ts";
import type { OpenState } from "./outline/open-state.ts";
import type { StepChoice } from "./outline/similar-steps.ts";
import type { Payload } from "./payloads/payload-cache.ts";

export type ShownThread = NonNullable<ThreadHeadQuery["threadDetail"]> & {
  /**
   * Scores of the thread itself. Only set on a page opened by a share link. For members, the inspector reads the
   * scores.
   */
  readonly scores?: Payload["scores"];
};

/** Scores that reviewers must not see: all, or those of programs and models with one of these names. */
export type HiddenScores = "all" | ReadonlySet<string>;

export interface ThreadRights {
  /** Permission to add scores and to set tags. */
  readonly mayAnnotate: boolean;
  /** Permission to delete, to share, and to create dataset items. */
  readonly mayWrite: boolean;
}

/** Set if the thread is in a panel next to a list. The list then shows the title and handles key presses. */
export interface ThreadPanel {
  /** Called after the thread or the run was deleted. */
  readonly onDeleted: () => void;
  /** Scores hidden from reviewers. If all scores are hidden, comments are hidden as well. */
  readonly hiddenScores?: HiddenScores | undefined;
}

export interface ThreadPageContext {
  readonly projectId: string;
  /** Id of the thread; null for a run outside any thread. */
  readonly threadId: string | null;
  /** Token of the page's share link; null for members of the project. */
  readonly shareToken: string | null;
  readonly panel: ThreadPanel | null;
  /** Permissions of the user. Actions without a permission are not offered. */
  readonly rights: ThreadRights;
  /** State of all steps that have not ended. */
  readonly openState: OpenState;
  /** Returns the loaded steps that a step can be compared with, the most similar one first. */
  readonly listSteps: (id: string) => readonly StepChoice[];
  /** Reloads a step and the outline, after the user changed the step. */
  readonly refreshStep: (id: string) => void;
  /** Selects a step. Null selects the thread as a whole. */
  readonly select: (id: string | null) => void;
  /** Selects a step, or one of its messages, and copies the resulting URL of the page. */
  readonly copyLink: (id: string, hash?: string) => Promise<void>;
  /** Shows a notice to the user. */
  readonly announce: (text: string) => void;
}

export const ThreadContext = createContext<ThreadPageContext | null>(null);

export function useThreadPage(): ThreadPageContext {
  const context = useContext(ThreadContext);
  if (!context) throw new Error("This component must be inside a thread page.");
  return context;
}
