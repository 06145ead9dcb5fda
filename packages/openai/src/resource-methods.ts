import { ORIGINAL_BODY } from "./original-body.ts";
import type { CallObserver } from "./observed-call.ts";
import type { Wrap } from "./patch.ts";

/** The parts of the client, or the prototypes of its class, whose methods know more than the request that they make. */
export interface Resources {
  /** Where `runTools` is. */
  chats: readonly unknown[];
  /** Where files are sent in forms. */
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

/** The resources of a client. */
export function clientResources(client: object): Resources {
  return {
    chats: [part(client, "chat", "completions"), part(client, "beta", "chat", "completions")],
    forms: [part(client, "images"), part(client, "audio", "transcriptions"), part(client, "audio", "translations")],
  };
}

/** The prototypes of the resources of a client's class, which names them as its static fields. */
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

/** In version 4 the helpers are in a class that is named nowhere; a resource only keeps the client that it is made with. */
function betaChat(constructor: object): unknown {
  const Beta = part(constructor, "Beta");
  if (typeof Beta !== "function") return undefined;
  const completions = part(Reflect.construct(Beta, [{}]), "chat", "completions");
  return typeof completions === "object" && completions !== null ? Object.getPrototypeOf(completions) : undefined;
}

/** Runs the tools of `runTools` as steps. */
export function observeTools(current: () => CallObserver | undefined): Record<string, Wrap> {
  const runTools: Wrap = (original) =>
    function (this: object, body: unknown, ...rest: unknown[]) {
      const observer = current();
      const wrapped = observer?.safely(() => observer.wrapTools(body));
      return original.call(this, wrapped ?? body, ...rest);
    };
  return { runTools };
}

/** Passes on what goes into a form, since the form itself cannot always be read. */
export function observeForms(current: () => CallObserver | undefined): Record<string, Wrap> {
  const passBody: Wrap = (original) =>
    function (this: object, body: unknown, options: unknown, ...rest: unknown[]) {
      const isPlain =
        options === undefined || (typeof options === "object" && options !== null && !("then" in options));
      const passed = current() && isPlain ? { ...options, [ORIGINAL_BODY]: body } : options;
      return original.call(this, body, passed, ...rest);
    };
  return { create: passBody, edit: passBody, createVariation: passBody };
}
