import { hide, type PatchOthers, patch, type Wrap } from "@threadline/core/internal";
import type { Recorder } from "./recorder.ts";

type Current = Parameters<PatchOthers<Recorder>>[0];
type Around = <Result>(call: () => Result) => Result;

/**
 * Returns wrappers for the methods of `models`, which may send several requests. All requests of one call are recorded
 * with the same context and thread.
 */
export function wrapModels(current: Current): Record<string, Wrap> {
  const wrap: Wrap = (original) =>
    function (this: object, ...values: unknown[]) {
      return inContext(current()?.contextOfCall(), () => original.apply(this, values));
    };
  return { generateContent: wrap, generateContentStream: wrap };
}

/** Returns the wrapper for `chats.create`. It makes all messages of a chat part of one thread. */
export function wrapChats(current: Current): Record<string, Wrap> {
  const create: Wrap = (original) =>
    function (this: object, ...values: unknown[]) {
      const chat = original.apply(this, values);
      const observer = current();
      if (typeof chat === "object" && chat !== null) observer?.safely(() => wrapChat(chat, observer));
      return chat;
    };
  return { create };
}

function wrapChat(chat: object, observer: Recorder): void {
  const around = observer.contextOfChat();
  const wrap: Wrap = (original) =>
    function (this: object, ...values: unknown[]) {
      return inContext(around(), () => original.apply(this, values));
    };
  patch(chat, { sendMessage: wrap, sendMessageStream: wrap });
}

/**
 * Runs `call` in the context that `around` enters. If `call` returns a stream, reading it may send further requests. So
 * each item of the stream is read in the same context.
 */
function inContext(around: Around | undefined, call: () => unknown): unknown {
  if (around === undefined) return call();
  const answer = around(call);
  if (!(answer instanceof Promise)) return answer;
  return answer.then((value: unknown) => {
    if (isIterator(value)) keepContext(value, around);
    return value;
  });
}

function isIterator(value: unknown): value is AsyncIterator<unknown> {
  return typeof value === "object" && value !== null && "next" in value && typeof value.next === "function";
}

function keepContext(iterator: AsyncIterator<unknown>, around: Around): void {
  const next = iterator.next.bind(iterator);
  hide(iterator, "next", (...values: [] | [unknown]) => around(() => next(...values)));
}
