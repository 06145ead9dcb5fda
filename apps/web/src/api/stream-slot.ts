import { basePath } from "./base-path.ts";

/**
 * Maximum number of change streams of all tabs of a browser. With HTTP/1.1, a browser opens at most six connections to
 * a service, so the others stay free for requests.
 */
const maxStreams = 3;

/**
 * Takes one of the browser's slots for a change stream. Resolves to a function that releases the slot, or to null if
 * other tabs use all of them. The browser releases the slots of a tab that closes.
 */
export async function takeStreamSlot(): Promise<(() => void) | null> {
  // Browsers have no locks on pages that were loaded over plain HTTP from another machine.
  if (!("locks" in navigator)) return () => undefined;
  for (let slot = 0; slot < maxStreams; slot += 1) {
    // oxlint-disable-next-line no-await-in-loop -- takes the first free slot
    const release = await takeLock(`threadline-stream ${basePath} ${slot}`);
    if (release) return release;
  }
  return null;
}

function takeLock(name: string): Promise<(() => void) | null> {
  const { promise, resolve, reject } = Promise.withResolvers<(() => void) | null>();
  navigator.locks
    .request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(null);
      const held = Promise.withResolvers<void>();
      resolve(held.resolve);
      return held.promise;
    })
    .catch(reject);
  return promise;
}
