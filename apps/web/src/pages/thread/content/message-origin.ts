import { createContext } from "react";

export const messagePlaces = ["messages", "completion", "input", "output"] as const;

export type MessagePlace = (typeof messagePlaces)[number];

export interface MessageOrigin {
  readonly stepId: string;
  readonly place: MessagePlace;
  /** Path from the field `place` to its list of messages, such as `.messages`. Empty if the field is the list. */
  readonly path: string;
  /** Index of the first shown message in the recorded list. It is 0 unless only the end of the list is shown. */
  readonly first: number;
  /** Whether a link to a message scrolls to this copy. A message may be shown in several places. */
  readonly isTarget: boolean;
  /**
   * Number of tokens that the model spent on reasoning. Null if unknown, or if these messages do not include the
   * reasoning.
   */
  readonly reasoningTokens: number | null;
}

/** Origin of the outermost list of messages. Null inside the payload of a message. */
export const MessageOriginContext = createContext<MessageOrigin | null>(null);

export function messageHash({ place, path, first }: MessageOrigin, index: number): string {
  return `${place}${path}.${first + index}`;
}

/**
 * Returns the origin of the messages in one field of a value. `origin` is that of the value. Null if a URL fragment
 * cannot contain the key.
 */
export function originBelow(origin: MessageOrigin | null, key: string): MessageOrigin | null {
  if (!origin || !/^\w+$/.test(key)) return null;
  return { ...origin, path: `${origin.path}.${key}`, reasoningTokens: null };
}

/** Returns the field of the step that a URL fragment points into; null for other fragments. */
export function placeOfHash(hash: string): MessagePlace | null {
  return messagePlaces.find((place) => hash.startsWith(`${place}.`)) ?? null;
}
