import { observeRequests } from "./observe-requests.ts";
import type { CallObserver } from "./observed-call.ts";
import { patch } from "./patch.ts";

/**
 * Property of a client or class that holds its observers, the latest last. It is a global symbol, so that two copies of
 * this package share the list.
 */
const LAYERS: unique symbol = Symbol.for("threadline.layers");

interface Layered<Observer> {
  [LAYERS]?: { observers: Observer[]; restore: () => void };
}

/**
 * Wraps methods of a client, and returns functions that restore the original methods. At each call, the wrappers get
 * the observer to notify from `current`.
 */
export type PatchOthers<Observer> = (current: () => Observer | undefined) => readonly (() => void)[];

/**
 * Adds an observer to a client of the openai package, to its class, or to a client that sends requests in the same way.
 * Only the observer that was added last is notified. Call the returned function to remove the observer. The methods of
 * the client stay wrapped until no observer is left.
 */
export function addObserver<Observer extends CallObserver>(
  target: object,
  observer: Observer,
  patchOthers: PatchOthers<Observer> = () => [],
): () => void {
  return addLayer(target, observer, (current) => [patch(target, observeRequests(current)), ...patchOthers(current)]);
}

/**
 * Like {@link addObserver}, for clients that do not send requests through the methods that {@link observeRequests}
 * wraps. `patchAll` wraps other methods of such a client.
 */
export function addLayer<Observer>(
  target: Layered<Observer>,
  observer: Observer,
  patchAll: PatchOthers<Observer>,
): () => void {
  const layers = Object.hasOwn(target, LAYERS) ? target[LAYERS] : undefined;
  if (layers) layers.observers.push(observer);
  else {
    const observers = [observer];
    const undo = patchAll(() => observers.at(-1));
    const restore = (): void => {
      for (const one of undo) one();
    };
    Object.defineProperty(target, LAYERS, { value: { observers, restore }, configurable: true });
  }
  return () => {
    const { observers, restore } = target[LAYERS] ?? {};
    const position = observers?.indexOf(observer) ?? -1;
    if (position === -1) return;
    observers?.splice(position, 1);
    if (observers?.length !== 0) return;
    restore?.();
    delete target[LAYERS];
  };
}
