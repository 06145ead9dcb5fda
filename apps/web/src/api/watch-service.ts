import { serviceUrl } from "./base-path.ts";
import { isAway } from "./fetch-service.ts";
import { onServiceEvent, emitServiceEvent } from "./service-events.ts";

/**
 * First delay between checks of the service, in milliseconds. The delay doubles after each failed check, up to
 * `maxWait`.
 */
const firstWait = 1_000;
const maxWait = 15_000;

/**
 * Watches whether the service is reachable, and calls `onChange` when that changes. After a failed request, checks the
 * service repeatedly until it responds. If the first check succeeds, only that request was lost, and `onChange` is not
 * called. Returns a function that stops watching.
 */
export function watchService(onChange: (isThere: boolean) => void): () => void {
  let isThere = true;
  let isAsking = false;
  let isStopped = false;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    clearTimeout(timer);
    const answers = await isReady();
    isAsking = false;
    if (isStopped) return;
    if (answers !== isThere) {
      isThere = answers;
      onChange(isThere);
      if (isThere) emitServiceEvent("back");
    }
    if (isThere) {
      attempts = 0;
      return;
    }
    timer = setTimeout(() => void ask(), Math.min(firstWait * 2 ** attempts, maxWait));
    attempts += 1;
  };

  const stops = [
    onServiceEvent("doubt", () => isThere && void ask()),
    onServiceEvent("answer", () => !isThere && void ask()),
  ];
  const askAgain = (): void => {
    if (!isThere) void ask();
  };
  window.addEventListener("online", askAgain);
  document.addEventListener("visibilitychange", askAgain);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    window.removeEventListener("online", askAgain);
    document.removeEventListener("visibilitychange", askAgain);
  };
}

async function isReady(): Promise<boolean> {
  try {
    return !isAway(await fetch(serviceUrl("ready"), { cache: "no-store", signal: AbortSignal.timeout(10_000) }));
  } catch {
    return false;
  }
}
