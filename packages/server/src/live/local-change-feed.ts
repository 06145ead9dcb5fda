import type { ChangeFeed, RecordChanges } from "./change-feed.ts";

export function createLocalChangeFeed(): ChangeFeed {
  const listeners = new Map<string, Set<(changes: RecordChanges) => void>>();
  return {
    isWatched: (projectId) => listeners.has(projectId),
    publish(projectId, changes) {
      for (const listener of listeners.get(projectId) ?? []) listener(changes);
    },
    subscribe(projectId, listener) {
      const ofProject = listeners.get(projectId) ?? new Set();
      listeners.set(projectId, ofProject.add(listener));
      return () => {
        ofProject.delete(listener);
        if (ofProject.size === 0 && listeners.get(projectId) === ofProject) listeners.delete(projectId);
      };
    },
  };
}
