import { createContext, useContext } from "react";
import type { ThreadHeadQuery } from "../../generated/thread.ts";
import type { OpenState } from "./outline/open-state.ts";
import type { AnswerSource } from "./outline/answer-source.ts";
import type { StepChoice } from "./outline/similar-steps.ts";
import type { Payload } from "./payloads/payload-cache.ts";

export type ShownThread = NonNullable<ThreadHeadQuery["threadDetail"]> & {
  /**
   * Scores of the thread itself. Only set on the page of a share link. All other pages request the scores separately.
   */
  readonly scores?: Payload["scores"];
};

/**
 * Scores that a reviewer must not see: `all` scores, or scores with one of these names. Scores by humans are hidden
 * only with `all`.
 */
export type HiddenScores = "all" | ReadonlySet<string>;

export interface ThreadRights {
  readonly mayAnnotate: boolean;
  readonly mayWrite: boolean;
}

/**
 * Properties of a thread that is shown in a panel beside a list. The page title and the keyboard shortcuts then belong
 * to the list, not to the thread.
 */
export interface ThreadPanel {
  readonly onDeleted: () => void;
  /** Scores that reviewers must not see. The value `all` also hides comments. */
  readonly hiddenScores?: HiddenScores | undefined;
}

export interface ThreadPageContext {
  readonly projectId: string;
  /** Id of the thread; null for a run without a thread. */
  readonly threadId: string | null;
  /** Token of the page's share link; null for members of the project. */
  readonly shareToken: string | null;
  readonly panel: ThreadPanel | null;
  /** Permissions of the user, which decide what actions are offered. */
  readonly rights: ThreadRights;
  readonly openState: OpenState;
  /** Usage of a step and its descendants. Null if the step is not in this thread. */
  readonly usageOf: (id: string) => { readonly tokens: number | null; readonly cost: number | null } | null;
  readonly listSteps: (id: string) => readonly StepChoice[];
  /** Source of an assistant message. Null for any other step. */
  readonly sourceOf: (id: string) => AnswerSource | null;
  readonly refreshStep: (id: string) => void;
  /** Selects a step. Null selects the thread as a whole. */
  readonly select: (id: string | null) => void;
  /** Selects a step or one of its messages, and copies the page's URL. */
  readonly copyLink: (id: string, hash?: string) => Promise<void>;
  readonly announce: (text: string) => void;
}

export const ThreadContext = createContext<ThreadPageContext | null>(null);

export function useThreadPage(): ThreadPageContext {
  const context = useContext(ThreadContext);
  if (!context) throw new Error("This component must be inside a thread page.");
  return context;
}
