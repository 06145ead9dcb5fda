import { createContext } from "react";

export const messagePlaces = ["messages", "completion", "input", "output"] as const;

export type MessagePlace = (typeof messagePlaces)[number];

export interface MessageOrigin {
  readonly stepId: string;
  readonly place: MessagePlace;
  /**
   * Path within the field `place` to the list of messages, such as `.messages`. Empty if the field itself is the list.
   */
  readonly path: string;
  /** Index of the first shown message in the recorded list. It is greater than 0 if earlier messages are hidden. */
  readonly first: number;
  /** Whether a link to one of these messages scrolls here. A page can show the same messages in several places. */
  readonly isTarget: boolean;
  /**
   * Number of tokens that the model spent on reasoning, to be shown with the reasoning. Null if unknown, or if the
   * reasoning is not part of these messages.
   */
  readonly reasoningTokens: number | null;
}

/**
 * Field of the step in which the surrounding messages are recorded, for links to single messages. Null within the
 * content of a message, where messages have no links.
 */
export const MessageOriginContext = createContext<MessageOrigin | null>(null);

export function messageHash({ place, path, first }: MessageOrigin, index: number): string {
  return `${place}${path}.${first + index}`;
}

/**
 * Returns the origin of a message list that is in the field `key` of an object with the given origin. Null if a URL
 * fragment cannot contain the key.
 */
export function originBelow(origin: MessageOrigin | null, key: string): MessageOrigin | null {
  if (!origin || !/^\w+$/.test(key)) return null;
  return { ...origin, path: `${origin.path}.${key}`, reasoningTokens: null };
}

/** Returns the field of the step that a URL fragment points into; null for other fragments. */
export function placeOfHash(hash: string): MessagePlace | null {
  return messagePlaces.find((place) => hash.startsWith(`${place}.`)) ?? null;
}
