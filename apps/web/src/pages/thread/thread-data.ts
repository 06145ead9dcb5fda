import type { QueryClient } from "@tanstack/react-query";
import { operationOptions } from "../../api/use-request.ts";
import { stepOutline, threadHead, threadOutline } from "../../generated/thread.ts";

/** Comparing an old outline with a new one value by value would take longer than drawing it. */
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

/** Asks for a thread while its page is still on the way. */
export function preloadThread(client: QueryClient, projectId: string, id: string): void {
  const { head, outline } = threadOptions(projectId, id);
  void client.prefetchQuery(head);
  void client.prefetchQuery(outline);
}
