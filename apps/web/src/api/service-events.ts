const events = new EventTarget();

/**
 * Event about the connection to the service:
 * - `doubt`: the service may be unreachable, because a request got no response, or an event stream broke.
 * - `answer`: the service responded to a request.
 * - `back`: the service was unreachable, and a check has shown that it is reachable again.
 * - `unconfirmed`: a change was sent, but it is unknown whether the service stored it.
 * - `confirmed`: the service confirmed a change.
 */
export type ServiceEvent = "doubt" | "answer" | "back" | "unconfirmed" | "confirmed";

export function emitServiceEvent(event: ServiceEvent): void {
  events.dispatchEvent(new Event(event));
}

export function onServiceEvent(event: ServiceEvent, listener: () => void): () => void {
  events.addEventListener(event, listener);
  return () => events.removeEventListener(event, listener);
}
