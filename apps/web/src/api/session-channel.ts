import { basePath } from "./base-path.ts";

const channel = new BroadcastChannel(`threadline-session ${basePath}`);

/** Tells the other pages of this browser that the session has ended. */
export function tellSessionEnded(): void {
  channel.postMessage("ended");
}

/** Hears what another page tells by {@link tellSessionEnded}. Returns what ends it. */
export function onSessionEnded(listener: () => void): () => void {
  channel.addEventListener("message", listener);
  return () => channel.removeEventListener("message", listener);
}
