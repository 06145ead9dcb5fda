// Exported here, so that the code of streams is loaded on demand with one request.
export { createClient } from "graphql-sse";

/**
 * Maximum number of change streams of all tabs of a browser. With HTTP/1.1, a browser opens at most six connections to
 * an origin, so the others stay free for requests.
 */
const maxStreams = 3;

/**
 * Takes one of the browser's slots for a change stream. Resolves to a function that releases the slot, or to null if
 * other tabs use all of them. The browser releases the slots of a tab that closes. The number of streams is not limited
 * if the browser has no locks for the page, as over plain HTTP from another machine, or if all requests share a
 * connection, as with HTTP/2.
 */
export async function takeStreamSlot(): Promise<(() => void) | null> {
  if (!("locks" in navigator) || hasSharedConnection()) return () => undefined;
  for (let slot = 0; slot < maxStreams; slot += 1) {
    // oxlint-disable-next-line no-await-in-loop -- takes the first free slot
    const release = await takeLock(`threadline-stream ${slot}`);
    if (release) return release;
  }
  return null;
}

function hasSharedConnection(): boolean {
  const [page] = performance.getEntriesByType("navigation");
  return page instanceof PerformanceNavigationTiming && ["h2", "h3"].includes(page.nextHopProtocol);
}

function takeLock(name: string): Promise<(() => void) | null> {
  const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
  navigator.locks
    .request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(null);
      const held = Promise.withResolvers<void>();
      resolve(held.resolve);
      return held.promise;
    })
    // Locks are denied to some pages, such as those in a sandboxed frame.
    .catch(() => resolve(() => undefined));
  return promise;
}
