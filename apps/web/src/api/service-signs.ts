const signs = new EventTarget();

/**
 * What the page notices of the service. `doubt`: something was asked of it and it did not answer, or a stream broke;
 * `answer`: it answered; `back`: it answers again; `unconfirmed`: a change was sent and not answered; `confirmed`: one was.
 */
export type ServiceSign = "doubt" | "answer" | "back" | "unconfirmed" | "confirmed";

export function tellSign(sign: ServiceSign): void {
  signs.dispatchEvent(new Event(sign));
}

/** Hears of a sign. Returns what ends it. */
export function onSign(sign: ServiceSign, listener: () => void): () => void {
  signs.addEventListener(sign, listener);
  return () => signs.removeEventListener(sign, listener);
}
