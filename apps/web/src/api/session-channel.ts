import { basePath } from "./base-path.ts";

const channel = new BroadcastChannel(`threadline-session ${basePath}`);

/** Notifies the other pages of this browser that the session has ended. */
export function broadcastSessionEnd(): void {
  channel.postMessage("ended");
}

/**
 * Subscribes to the notifications that {@link broadcastSessionEnd} sends from other pages. Returns a function that
 * unsubscribes.
 */
export function onSessionEnded(listener: () => void): () => void {
  channel.addEventListener("message", listener);
  return () => channel.removeEventListener("message", listener);
}
