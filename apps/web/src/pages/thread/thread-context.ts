import { createContext, useContext } from "react";
import type { OpenState } from "./outline/open-state.ts";
import type { StepChoice } from "./outline/similar-steps.ts";

export interface ThreadRights {
  /** Permission to score and to set tags. */
  readonly mayAnnotate: boolean;
  /** Permission to delete, share, and create dataset items. */
  readonly mayWrite: boolean;
}

/** Panel beside a list, which has the title and the keys. */
export interface ThreadPanel {
  /** Called after the thread or the run was deleted. */
  readonly onDeleted: () => void;
}

export interface ThreadPageContext {
  readonly projectId: string;
  /** Null for a run outside any thread. */
  readonly threadId: string | null;
  /** Share link of the page; null for members of the project. */
  readonly shareToken: string | null;
  readonly panel: ThreadPanel | null;
  /** Permitted actions; others are not offered. */
  readonly rights: ThreadRights;
  /** State of steps without an end. */
  readonly openState: OpenState;
  /** Steps of the page to compare a step with, the most similar one first. */
  readonly listSteps: (id: string) => readonly StepChoice[];
  /** Reloads a step and the outline after a change. */
  readonly refreshStep: (id: string) => void;
  /** Shows a step; null shows the thread as a whole. */
  readonly select: (id: string | null) => void;
  /** Shows a step, or one of its messages, and copies the URL of the page. */
  readonly copyLink: (id: string, hash?: string) => Promise<void>;
  /** Shows a notice to the reader. */
  readonly announce: (text: string) => void;
}

export const ThreadContext = createContext<ThreadPageContext | null>(null);

export function useThreadPage(): ThreadPageContext {
  const context = useContext(ThreadContext);
  if (!context) throw new Error("There is no thread around this component.");
  return context;
}
