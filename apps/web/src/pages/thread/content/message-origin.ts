import { createContext } from "react";

export const messagePlaces = ["messages", "completion", "input", "output"] as const;

export type MessagePlace = (typeof messagePlaces)[number];

export interface MessageOrigin {
  readonly stepId: string;
  readonly place: MessagePlace;
  /**
   * Path of the list of messages within the field `place`, such as `.messages`. Empty if the field itself is the list.
   */
  readonly path: string;
  /** Index in the recorded list of the first message that is shown. Not 0 if only the end of the list is shown. */
  readonly first: number;
  /**
   * Whether a link to a message scrolls to this copy of the message. The same message may be shown in several places.
   */
  readonly isTarget: boolean;
  /**
   * Number of tokens that the model spent on reasoning. Null if it is unknown, or if the reasoning is not in these
   * messages.
   */
  readonly reasoningTokens: number | null;
}

/** Origin of the outermost list of messages. Null within the payload of a message. */
export const MessageOriginContext = createContext<MessageOrigin | null>(null);

export function messageHash({ place, path, first }: MessageOrigin, index: number): string {
  return `${place}${path}.${first + index}`;
}

/**
 * Returns the origin of messages in a field of a value. `origin` is the origin of the value. Null if the key cannot be
 * part of a URL fragment.
 */
export function originBelow(origin: MessageOrigin | null, key: string): MessageOrigin | null {
  if (!origin || !/^\w+$/.test(key)) return null;
  return { ...origin, path: `${origin.path}.${key}`, reasoningTokens: null };
}

/** Returns the field of the step that contains the target of a URL fragment; null for any other fragment. */
export function placeOfHash(hash: string): MessagePlace | null {
  return messagePlaces.find((place) => hash.startsWith(`${place}.`)) ?? null;
}
