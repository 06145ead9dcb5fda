const events = new EventTarget();

/**
 * Observation about the connection to the service.
 * - `doubt`: a request got no response, or an event stream broke.
 * - `answer`: the service responded to a request.
 * - `back`: the service responds again after a failure.
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
