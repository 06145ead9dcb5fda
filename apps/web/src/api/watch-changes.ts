import { recordChanges, type RecordChangesSubscription, type RecordKind } from "../generated/watch-changes.ts";
import { serviceUrl } from "./base-path.ts";
import { projectHeader } from "./request.ts";
import { onServiceEvent, emitServiceEvent } from "./service-events.ts";

export type RecordChanges = RecordChangesSubscription["recordChanges"];

/** State of the change stream: not requested, connecting, open, or broken and waiting to reconnect. */
export type StreamState = "off" | "connecting" | "open" | "broken";

const maxWaitMs = 30_000;

/**
 * Watches the changes in a project until the returned function is called. A broken stream is opened again
 * automatically. Changes while the stream is broken are not reported, so reload the data in `onOpen`.
 */
export function watchChanges(options: {
  readonly projectId: string | null;
  readonly kinds: readonly RecordKind[];
  readonly threadId?: string | undefined;
  /** Id of a root run. If it is set, only changes in this run are reported. */
  readonly rootRunId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly onChanges: (changes: RecordChanges) => void;
  readonly onOpen: () => void;
  readonly onState: (state: StreamState) => void;
}): () => void {
  const { projectId, kinds, threadId, rootRunId, headers, onChanges, onOpen, onState } = options;
  let isStopped = false;
  let stop: (() => void) | undefined;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = (): void => {
    if (isStopped) return;
    onState("broken");
    emitServiceEvent("doubt");
    const wait = Math.min(500 * 2 ** attempts, maxWaitMs);
    attempts += 1;
    timer = setTimeout(start, wait / 2 + (Math.random() * wait) / 2);
  };
  const open = async (): Promise<void> => {
    if (attempts === 0) onState("connecting");
    const { createClient } = await import("graphql-sse");
    if (isStopped) return;
    const client = createClient({
      url: serviceUrl("api/graphql"),
      headers: { ...projectHeader(projectId), ...headers },
      // The client must not retry, because `again` opens the stream again, with increasing delays, and reports the
      // state of the stream.
      retryAttempts: 0,
      on: {
        connected: () => {
          attempts = 0;
          onState("open");
          onOpen();
        },
      },
    });
    const end = client.subscribe<RecordChangesSubscription>(
      { query: recordChanges.text, variables: { kinds, threadId, rootRunId } },
      {
        next: ({ data }) => data && onChanges(data.recordChanges),
        error: again,
        complete: again,
      },
    );
    stop = () => {
      end();
      client.dispose();
    };
  };
  // The code of `graphql-sse` is loaded on demand. If loading it fails, the stream counts as broken.
  const start = (): void => {
    timer = undefined;
    void open().catch(again);
  };
  start();
  const stopHearing = onServiceEvent("back", () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    start();
  });
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopHearing();
    stop?.();
    onState("off");
  };
}
