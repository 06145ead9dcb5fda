const signs = new EventTarget();

/**
 * Observed state of the service. `doubt`: a request got no response, or a stream broke. `answer`: it responded. `back`:
 * it responds again. `unconfirmed`: a change was sent and got no response. `confirmed`: a change was confirmed.
 */
export type ServiceSign = "doubt" | "answer" | "back" | "unconfirmed" | "confirmed";

export function tellSign(sign: ServiceSign): void {
  signs.dispatchEvent(new Event(sign));
}

/** Subscribes to signs. Returns the function that unsubscribes. */
export function onSign(sign: ServiceSign, listener: () => void): () => void {
  signs.addEventListener(sign, listener);
  return () => signs.removeEventListener(sign, listener);
}
