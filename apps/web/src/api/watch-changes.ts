import { recordChanges, type RecordChangesSubscription, type RecordKind } from "../generated/watch-changes.ts";
import { serviceUrl } from "./base-path.ts";
import { projectHeader } from "./request.ts";
import { onServiceEvent, emitServiceEvent } from "./service-events.ts";

export type RecordChanges = RecordChangesSubscription["recordChanges"];

/**
 * State of the change stream: not requested, connecting, open, broken and waiting to reconnect, or replaced by polling
 * while the streams of other tabs use all slots.
 */
export type StreamState = "off" | "connecting" | "open" | "broken" | "polling";

const maxWaitMs = 30_000;
/** Interval between polls while the streams of other tabs use all slots, in milliseconds. */
const pollMs = 10_000;

/**
 * Watches the changes in a project until the returned function is called. A broken stream is opened again
 * automatically. The stream is closed while the page is hidden: with HTTP/1.1, a browser opens at most six connections
 * to a service, so the streams of six hidden tabs would block all other requests. For the same reason, only some of the
 * visible tabs have a stream; the others call `onPoll` at intervals until one of these is closed. Changes while the
 * stream is closed are not reported, so reload the data in `onOpen`.
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
  /** Default: `onOpen`. */
  readonly onPoll?: (() => void) | undefined;
  readonly onState: (state: StreamState) => void;
}): () => void {
  const { projectId, kinds, threadId, rootRunId, headers, onChanges, onOpen, onPoll = onOpen, onState } = options;
  let isPaused = false;
  let stop: (() => void) | undefined;
  /** The current attempt to open the stream. Events of earlier attempts are ignored. */
  let attempt: object | undefined;
  let attempts = 0;
  let isPolling = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = (): void => {
    attempt = undefined;
    isPolling = true;
    onState("polling");
    onPoll();
    timer = setTimeout(start, pollMs);
  };
  const again = (): void => {
    close();
    onState("broken");
    emitServiceEvent("doubt");
    const wait = Math.min(500 * 2 ** attempts, maxWaitMs);
    attempts += 1;
    timer = setTimeout(start, wait / 2 + (Math.random() * wait) / 2);
  };
  const open = async (isCurrent: () => boolean): Promise<void> => {
    if (attempts === 0 && !isPolling) onState("connecting");
    const { createClient, takeStreamSlot } = await import("./stream-slot.ts");
    const release = await takeStreamSlot();
    if (!isCurrent()) return release?.();
    if (release === null) return poll();
    stop = release;
    isPolling = false;
    const client = createClient({
      url: serviceUrl("api/graphql"),
      headers: { ...projectHeader(projectId), ...headers },
      // Disables the client's own retries. Instead, `again` reopens a broken stream after increasing delays, and
      // reports the state of the stream.
      retryAttempts: 0,
      on: {
        connected: () => {
          if (!isCurrent()) return;
          attempts = 0;
          onState("open");
          onOpen();
        },
      },
    });
    const broken = (): void => {
      if (isCurrent()) again();
    };
    const unsubscribe = client.subscribe<RecordChangesSubscription>(
      { query: recordChanges.text, variables: { kinds, threadId, rootRunId } },
      {
        next: ({ data }) => data && isCurrent() && onChanges(data.recordChanges),
        error: broken,
        complete: broken,
      },
    );
    stop = () => {
      unsubscribe();
      client.dispose();
      release();
    };
  };
  const start = (): void => {
    const own = {};
    attempt = own;
    timer = undefined;
    const isCurrent = (): boolean => attempt === own;
    // The code of the stream is loaded on demand. If loading it fails, the stream counts as broken.
    void open(isCurrent).catch(() => {
      if (isCurrent()) again();
    });
  };
  const close = (): void => {
    attempt = undefined;
    clearTimeout(timer);
    timer = undefined;
    stop?.();
    stop = undefined;
  };
  const pause = (): void => {
    if (isPaused) return;
    isPaused = true;
    close();
  };
  const resume = (): void => {
    if (!isPaused) return;
    isPaused = false;
    attempts = 0;
    start();
  };
  const follow = (): void => (document.visibilityState === "hidden" ? pause() : resume());
  const left = new AbortController();
  document.addEventListener("visibilitychange", follow, left);
  window.addEventListener("pagehide", pause, left);
  window.addEventListener("pageshow", follow, left);
  if (document.visibilityState === "hidden") isPaused = true;
  else start();
  const stopHearing = onServiceEvent("back", () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    start();
  });
  return () => {
    close();
    left.abort();
    stopHearing();
    onState("off");
  };
}
