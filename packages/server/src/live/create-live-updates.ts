import type { Logger } from "pino";
import type { Store } from "../store/store.ts";
import { ChangeCollector } from "./change-collector.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { LiveConnections } from "./live-connections.ts";
import type { ConnectionLimits } from "./live-connections.ts";
import { createLocalChangeFeed } from "./local-change-feed.ts";
import { publishChanges } from "./publish-changes.ts";

export interface LiveUpdates {
  readonly store: Store;
  readonly feed: ChangeFeed;
  readonly connections: LiveConnections;
  readonly checkMs: number;
  readonly heartbeatMs: number;
  close(): void;
}

export function createLiveUpdates(options: {
  readonly store: Store;
  /** Carries notifications between servers. If undefined, they stay within this process. */
  readonly feed: ChangeFeed | undefined;
  readonly limits: ConnectionLimits;
  readonly log: Logger;
}): LiveUpdates {
  const { store, limits, log, feed = createLocalChangeFeed() } = options;
  const connections = new LiveConnections(limits);
  const collector = new ChangeCollector({
    feed,
    steps: store.steps,
    intervalMs: 200,
    maxChanges: 200,
    onError: (error) => log.error({ err: error }, "change notification failed"),
  });
  return {
    store: publishChanges(store, collector),
    feed,
    connections,
    checkMs: 1_000,
    heartbeatMs: 15_000,
    close() {
      connections.close();
      collector.close();
    },
  };
}
