import { observeRequests } from "./observe-requests.ts";
import type { CallObserver } from "./observed-call.ts";
import { patch } from "./patch.ts";
import { observeForms, observeTools, type Resources } from "./resource-methods.ts";

/**
 * Observers of a client or class, latest last. Stored on the object itself, so that two copies of this package find it.
 */
const LAYERS: unique symbol = Symbol.for("threadline.openai.layers");

interface Layered {
  [LAYERS]?: { observers: CallObserver[]; restore: () => void };
}

/**
 * Adds an observer to a client or to the prototype of its class. Methods are wrapped once, and call the latest
 * observer. The returned function removes the observer, and the wrappers with the last one.
 */
export function addObserver(target: Layered, resources: Resources, observer: CallObserver): () => void {
  const layers = Object.hasOwn(target, LAYERS) ? target[LAYERS] : undefined;
  if (layers) layers.observers.push(observer);
  else {
    const observers = [observer];
    const restore = wrapMethods(target, resources, () => observers.at(-1));
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

function wrapMethods(target: object, { chats, forms }: Resources, current: () => CallObserver | undefined): () => void {
  const undo = [
    patch(target, observeRequests(current)),
    ...chats.filter(isObject).map((chat) => patch(chat, observeTools(current))),
    ...forms.filter(isObject).map((form) => patch(form, observeForms(current))),
  ];
  return () => {
    for (const restore of undo) restore();
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
