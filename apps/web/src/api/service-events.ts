const events = new EventTarget();

/**
 * Observed state of the service. `doubt`: a request got no response, or a stream broke. `answer`: it responded. `back`:
 * it responds again. `unconfirmed`: a change was sent and got no response. `confirmed`: a change was confirmed.
 */
export type ServiceEvent = "doubt" | "answer" | "back" | "unconfirmed" | "confirmed";

export function emitServiceEvent(event: ServiceEvent): void {
  events.dispatchEvent(new Event(event));
}

/** Subscribes to an event. Returns a function that unsubscribes. */
export function onServiceEvent(event: ServiceEvent, listener: () => void): () => void {
  events.addEventListener(event, listener);
  return () => events.removeEventListener(event, listener);
}
