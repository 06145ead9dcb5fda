import { createContext, useContext } from "react";
import type { OpenState } from "./outline/open-state.ts";

export interface ThreadRights {
  /** Score, and set tags. */
  readonly mayAnnotate: boolean;
  /** Delete, share, and make items of datasets. */
  readonly mayWrite: boolean;
}

/** What the parts of the page can ask of the whole. */
export interface ThreadPageContext {
  readonly projectId: string;
  /** Null for a run outside any thread. */
  readonly threadId: string | null;
  /** The link that the thread is read under; null for members of the project. */
  readonly shareToken: string | null;
  /** What may be done with the thread; what may not is not offered. */
  readonly rights: ThreadRights;
  /** What steps without an end are doing. */
  readonly openState: OpenState;
  /** Reads a step anew after it changed, and the outline with it. */
  readonly refreshStep: (id: string) => void;
  /** Shows a step; null shows the thread as a whole. */
  readonly select: (id: string | null) => void;
  /** Tells the reader that something was done. */
  readonly announce: (text: string) => void;
}

export const ThreadContext = createContext<ThreadPageContext | null>(null);

export function useThreadPage(): ThreadPageContext {
  const context = useContext(ThreadContext);
  if (!context) throw new Error("There is no thread around this component.");
  return context;
}
