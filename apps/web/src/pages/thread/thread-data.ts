import type { QueryClient } from "@tanstack/react-query";
import { operationOptions } from "../../api/use-request.ts";
import { stepOutline, threadHead, threadOutline } from "../../generated/thread.ts";

/**
 * Keeps TanStack Query from comparing a reloaded outline with the previous one, because this takes longer than
 * rendering the outline.
 */
const outlineOptions = { structuralSharing: false } as const;

export function threadOptions(projectId: string, id: string) {
  return {
    head: operationOptions(projectId, threadHead, { id }),
    outline: { ...operationOptions(projectId, threadOutline, { id }), ...outlineOptions },
  };
}

export function stepOptions(projectId: string, id: string) {
  return { ...operationOptions(projectId, stepOutline, { id }), ...outlineOptions };
}

/**
 * Requests the thread in the URL. Called at the start of the application, before the session is known, because long
 * threads load slowly.
 */
export function preloadFromAddress(client: QueryClient, path: string): void {
  const [, projectId, id] = /\/projects\/([^/]+)\/logs\/threads\/([^/]+)\/?$/.exec(path) ?? [];
  if (projectId === undefined || id === undefined) return;
  try {
    preloadThread(client, decodeURIComponent(projectId), decodeURIComponent(id));
  } catch {
    // An invalid URL is ignored here. The page reports it.
  }
}

/** Requests a thread while the code of its page still loads. */
export function preloadThread(client: QueryClient, projectId: string, id: string): void {
  const { head, outline } = threadOptions(projectId, id);
  void client.prefetchQuery(head);
  void client.prefetchQuery(outline);
}
