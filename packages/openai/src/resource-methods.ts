import { dataOf, patch, requests, toText, type Wrap } from "@threadline/core/internal";
import type { ClientObserver } from "./client-observer.ts";

/** Resources whose methods are wrapped: those of one client, or the prototypes that all clients share. */
export interface Resources {
  chats: readonly unknown[];
  /** Resources that send files in forms. */
  forms: readonly unknown[];
}

type Parts = Readonly<Record<string, unknown>>;

function part(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" || typeof inner === "function" ? (inner as Parts | null)?.[name] : undefined,
    value,
  );
}

/** Returns functions that wrap the methods of the resources. Pass them to `addObserver`. */
export function patchResources({
  chats,
  forms,
}: Resources): (current: () => ClientObserver | undefined) => (() => void)[] {
  return (current) => [
    ...chats.filter(isObject).map((chat) => patch(chat, observeTools(current))),
    ...forms.filter(isObject).map((form) => patch(form, observeForms(current))),
  ];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

export function clientResources(client: object): Resources {
  return {
    chats: [part(client, "chat", "completions"), part(client, "beta", "chat", "completions")],
    forms: [part(client, "images"), part(client, "audio", "transcriptions"), part(client, "audio", "translations")],
  };
}

/** Returns the prototypes of a client's resources. They are found through the static fields of the client's class. */
export function classResources(constructor: object): Resources {
  return {
    chats: [part(constructor, "Chat", "Completions", "prototype"), betaChat(constructor)],
    forms: [
      part(constructor, "Images", "prototype"),
      part(constructor, "Audio", "Transcriptions", "prototype"),
      part(constructor, "Audio", "Translations", "prototype"),
    ],
  };
}

/**
 * Returns the prototype of the beta chat helpers. Version 4 does not export their class, so the prototype is taken from
 * an instance with a placeholder client.
 */
function betaChat(constructor: object): unknown {
  const Beta = part(constructor, "Beta");
  if (typeof Beta !== "function") return undefined;
  const completions = part(Reflect.construct(Beta, [{}]), "chat", "completions");
  return typeof completions === "object" && completions !== null ? Object.getPrototypeOf(completions) : undefined;
}

/** Records the tools of `runTools` as steps. All model calls of one `runTools` belong to the same thread. */
function observeTools(current: () => ClientObserver | undefined): Record<string, Wrap> {
  const runTools: Wrap = (original) =>
    function (this: object, body: unknown, ...rest: unknown[]) {
      const observer = current();
      if (observer === undefined) return original.call(this, body, ...rest);
      const wrapped = observer.safely(() => observer.wrapTools(body)) ?? body;
      const conversationId = observer.safely(() => toText(dataOf(dataOf(rest[0], "threadline"), "conversationId")));
      return observer.inOneThread(conversationId, () => original.call(this, wrapped, ...rest));
    };
  return { runTools };
}

/**
 * Stores the fields of a form before the client converts them to a request body, from which they can no longer be read.
 */
function observeForms(current: () => ClientObserver | undefined): Record<string, Wrap> {
  const passBody: Wrap = (original) =>
    function (this: object, body: unknown, ...rest: unknown[]) {
      if (current() === undefined) return original.call(this, body, ...rest);
      requests.form = body;
      try {
        return original.call(this, body, ...rest);
      } finally {
        requests.form = undefined;
      }
    };
  return { create: passBody, edit: passBody, createVariation: passBody };
}
