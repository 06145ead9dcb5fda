const events = new EventTarget();

/**
 * Change in the observed state of the service.
 * - `doubt`: a request got no response, or a stream broke.
 * - `answer`: the service responded.
 * - `back`: the service responds again after a failure.
 * - `unconfirmed`: a change was sent, but got no response.
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
